"""The Python examples of `docs/embedding.md` run, print what the page says, and have no type errors."""

import json
import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from support import ROOT

import funhouse


def test_examples_of_the_page_print_what_it_says(address: str, tmp_path: Path) -> None:
    page = (ROOT / "docs/embedding.md").read_text()
    blocks = re.findall(r"^```(\w+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    # Output follows the example that prints it.
    output = [after[1] for before, after in pairwise(blocks) if (before[0], after[0]) == ("python", "text")]
    examples = [text for language, text in blocks if language == "python"]
    assert run(examples, "http://127.0.0.1:8080", address, tmp_path) == "".join(output)


def test_pyright_finds_nothing_in_the_examples(tmp_path: Path) -> None:
    pyright = ROOT / "tests/lint/node_modules/.bin/pyright"
    if not pyright.exists():
        assert "CI" not in os.environ, "npm --prefix tests/lint ci is missing"
        pytest.skip("npm --prefix tests/lint ci is missing")
    for name, page in (("embedding", "docs/embedding.md"), ("readme", "clients/python/README.md")):
        examples = re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.MULTILINE | re.DOTALL)
        (tmp_path / f"{name}.py").write_text("".join(examples))
    settings = {"typeCheckingMode": "strict", "extraPaths": [str(Path(funhouse.__file__).parents[1])]}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(settings))
    checked = subprocess.run(
        [pyright, "--pythonpath", sys.executable, "--outputjson", "-p", tmp_path], capture_output=True, text=True
    )
    report = json.loads(checked.stdout)
    assert report["generalDiagnostics"] == []
    assert report["summary"]["filesAnalyzed"] == 2


def test_example_of_training_plays_at_random() -> None:
    program = ROOT / "clients/python/examples/train.py"
    printed = subprocess.run(
        [sys.executable, program, "--random", "--games", "50"], capture_output=True, text=True, check=True
    )
    mean = re.fullmatch(r"random play: mean total (\d+\.\d)\n", printed.stdout)
    assert mean is not None
    assert 25 < float(mean[1]) < 40


def test_example_of_the_package_runs(address: str, tmp_path: Path) -> None:
    readme = (ROOT / "clients/python/README.md").read_text()
    examples = re.findall(r"^```python\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert len(examples) == 1
    assert run([*examples, "print(score)"], "https://funhouse.example", address, tmp_path) == "{'total': 54}\n"


def run(examples: list[str], placeholder: str, address: str, folder: Path) -> str:
    """Runs examples as one program, with the address of a service in place of another. Returns what it prints."""
    program = folder / "examples.py"
    program.write_text("".join(examples).replace(placeholder, address))
    ended = subprocess.run([sys.executable, program], stdout=subprocess.PIPE, text=True, check=True)
    return ended.stdout
