"""The WebAssembly module: requests in, answers out. `docs/embedding.md` specifies its interface."""

import struct
import threading
from typing import TypeVar

import wasmtime

from .problem import Trapped

T = TypeVar("T")

ABI = 1
"""The version of the interface that this file uses."""

HEADER = struct.Struct("<II")
"""The header of an answer: status and length of the body."""


class Module:
    """Calls the module, in an instance per thread. Replaces an instance that trapped.

    Threads run in parallel: a call releases the global interpreter lock.
    """

    def __init__(self, source: bytes) -> None:
        self.compiled = _compiled(source)
        self._threads = threading.local()

    def answer(self, target: bytes, body: bytes = b"") -> tuple[int, bytes]:
        """Returns the status and the body of the answer to a request.

        Args:
            target: such as `slide-jam/play`.
            body: JSON, or nothing.

        Raises:
            Trapped: the module failed.
        """
        instance: Instance | None = getattr(self._threads, "instance", None)
        if instance is None:
            instance = self._threads.instance = Instance(*self.compiled)
        try:
            return instance.answer(target, body)
        except BaseException as error:
            # The memory of an instance that trapped, or that Ctrl-C interrupted, can be in any state.
            del self._threads.instance
            if not isinstance(error, Exception):
                raise
            raise Trapped(f"the module failed at {target.decode(errors='replace')}") from error


class Instance:
    """An instance of the module, for one thread."""

    def __init__(self, engine: wasmtime.Engine, compiled: wasmtime.Module) -> None:
        self._store = wasmtime.Store(engine)
        # The module imports nothing, so it can read neither a clock nor anything of its host.
        exports = wasmtime.Instance(self._store, compiled, []).exports(self._store)
        self._memory = _typed(exports["memory"], wasmtime.Memory)
        self._alloc = _typed(exports["funhouse_alloc"], wasmtime.Func)
        self._call = _typed(exports["funhouse_call"], wasmtime.Func)
        self._free = _typed(exports["funhouse_free"], wasmtime.Func)
        abi = _typed(exports["funhouse_abi"], wasmtime.Func)(self._store)
        if abi != ABI:
            raise RuntimeError(f"the module has version {abi} of the interface, this package needs {ABI}")

    def answer(self, target: bytes, body: bytes) -> tuple[int, bytes]:
        """Returns the status and the body of the answer to a request."""
        store, memory = self._store, self._memory
        sent = target + body
        request = _address(self._alloc(store, len(sent)))
        memory.write(store, sent, request)
        answer = _address(self._call(store, request, len(target), len(sent)))
        start = answer + HEADER.size
        status, length = HEADER.unpack(memory.read(store, answer, start))
        received = bytes(memory.read(store, start, start + length))
        self.free(answer)
        return status, received

    def free(self, answer: int) -> None:
        """Releases an answer."""
        self._free(self._store, answer)

    def memory_size(self) -> int:
        """Returns the size of the instance's memory, in bytes."""
        return self._memory.data_len(self._store)


def _address(value: object) -> int:
    # An address is unsigned; WebAssembly returns it as a signed number.
    return _typed(value, int) & 0xFFFF_FFFF


def _typed(value: object, type: type[T]) -> T:
    if not isinstance(value, type):
        raise TypeError(f"the module has {value!r} in place of a {type.__name__}")
    return value


def _compiled(source: bytes) -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Compiles the module, which takes seconds, or reads it from wasmtime's cache in the user's cache folder."""
    config = wasmtime.Config()
    try:
        config.cache = True
    except wasmtime.WasmtimeError:
        # There is no such folder, or it cannot be written.
        config = wasmtime.Config()
    engine = wasmtime.Engine(config)
    return engine, wasmtime.Module(engine, source)
