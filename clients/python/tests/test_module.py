"""The module in this process: its interface, threads, memory, failures and times."""

import hashlib
import json
import os
import pickle
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from importlib import resources
from pathlib import Path
from statistics import median
from typing import Any

import pytest

import funhouse
from funhouse import Local, Problem, Trapped, schemas
from funhouse.module import Instance, Module

PACKAGE = resources.files("funhouse")


def test_package_has_the_hash_of_its_module() -> None:
    digest = hashlib.sha256(PACKAGE.joinpath("funhouse.wasm").read_bytes()).hexdigest()
    assert PACKAGE.joinpath("funhouse.wasm.sha256").read_text() == f"{digest}  funhouse.wasm\n"


def test_package_has_types() -> None:
    assert PACKAGE.joinpath("py.typed").is_file()
    assert schemas.SlideJamState.__required_keys__ == {"game", "rules", "seed", "options", "table"}


def test_module_is_loaded_from_a_path_or_bytes(tmp_path: Path) -> None:
    path = tmp_path / "other.wasm"
    path.write_bytes(PACKAGE.joinpath("funhouse.wasm").read_bytes())
    assert Local(path).catalogue() == Local(path.read_bytes()).catalogue() == Local().catalogue()


# It takes about 40 ms and 90 µs. The limits here allow for a busy machine.
def test_module_starts_and_plays_quickly() -> None:
    # Compiles the module, unless wasmtime's cache has it.
    Local().catalogue()
    source = PACKAGE.joinpath("funhouse.wasm").read_bytes()
    begun = time.perf_counter()
    module = Module(source)
    module.answer(b"games")
    start = time.perf_counter() - begun

    dealt = json.loads(module.answer(b"slide-jam/deal", b'{"seed": "speed", "with_legal_moves": true}')[1])
    body = json.dumps({"state": dealt["state"], "move": dealt["legal_moves"]["moves"][0]}).encode()
    times = []
    for _ in range(2000):
        begun = time.perf_counter()
        module.answer(b"slide-jam/play", body)
        times.append(time.perf_counter() - begun)
    print(f"cached module {start * 1e3:.0f} ms, play {median(times) * 1e6:.0f} µs")
    assert start < 1
    assert median(times) < 2e-3


def test_module_without_a_cache_folder_works(tmp_path: Path) -> None:
    program = "import funhouse; print(len(funhouse.games()) > 30)"
    file = tmp_path / "file"
    file.touch()
    # A file is no folder.
    environment = os.environ | {"HOME": str(file), "XDG_CACHE_HOME": str(file)}
    printed = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert printed.stdout == "True\n"


def test_memory_does_not_grow_with_the_number_of_calls(module: Module) -> None:
    instance = Instance(*module.compiled)
    request = json.dumps({"seed": "memory", "seats": 4, "with_picture": True}).encode()
    sizes = []
    for _ in range(2):
        for _ in range(500):
            assert instance.answer(b"break-the-bank/deal", request)[0] == 200
        sizes.append(instance.memory_size())
    assert sizes[0] == sizes[1]


def test_threads_play_at_the_same_time() -> None:
    local = Local()
    together = threading.Barrier(4)

    def play_out(seed: str) -> list[int]:
        together.wait()
        game = local.game("slide-jam")
        position = game.deal(seed=seed, with_legal_moves=True)
        totals = [position["score"]["total"]]
        while not position["finished"]:
            position = game.play(position["state"], position["legal_moves"]["moves"][0], with_legal_moves=True)
            totals.append(position["score"]["total"])
        return totals

    with ThreadPoolExecutor(4) as pool:
        seeds = ["one", "two", "one", "two"]
        first, second, *others = pool.map(play_out, seeds)
    assert first != second
    assert others == [first, second]


def test_instance_that_trapped_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    module = Local().module
    instances: list[Instance] = []
    answer = Instance.answer

    def failing(instance: Instance, target: bytes, body: bytes) -> tuple[int, bytes]:
        instances.append(instance)
        if len(instances) == 1:
            # An address outside the memory.
            return answer_at(instance, 0xFFFF_FFF0)
        return answer(instance, target, body)

    monkeypatch.setattr(Instance, "answer", failing)
    with pytest.raises(Trapped, match="the module failed at slide-jam/info"):
        module.answer(b"slide-jam/info")
    assert module.answer(b"slide-jam/info")[0] == 200
    assert instances[0] is not instances[1]
    assert module.answer(b"slide-jam/info")[0] == 200
    assert instances[1] is instances[2]


def answer_at(instance: Instance, address: int) -> tuple[int, bytes]:
    """Lets the module release an answer that does not exist, which traps."""
    instance.free(address)
    raise AssertionError("it traps")


def test_problem_survives_copies_between_processes() -> None:
    with pytest.raises(Problem) as raised:
        funhouse.Local().game("no-game")  # type: ignore[call-overload]
    copy: Any = pickle.loads(pickle.dumps(raised.value))
    assert (copy.code, copy.status, copy.detail) == ("unknown_game", 404, str(raised.value))
