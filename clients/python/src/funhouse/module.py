"""The WebAssembly module: requests in, answers out. `docs/embedding.md` specifies its interface."""

import ctypes
import struct
import threading
from typing import TypeVar

import wasmtime
from wasmtime._bindings import wasm_trap_t, wasmtime_func_call_unchecked, wasmtime_val_raw

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
        store = self._store = wasmtime.Store(engine)
        # The module imports nothing, so it can read neither a clock nor anything of its host.
        exports = wasmtime.Instance(store, compiled, []).exports(store)
        self._memory = _typed(exports["memory"], wasmtime.Memory)
        self._alloc = Function(store, _typed(exports["funhouse_alloc"], wasmtime.Func))
        self._call = Function(store, _typed(exports["funhouse_call"], wasmtime.Func))
        self._free = Function(store, _typed(exports["funhouse_free"], wasmtime.Func))
        abi = Function(store, _typed(exports["funhouse_abi"], wasmtime.Func))()
        if abi != ABI:
            raise RuntimeError(f"the module has version {abi} of the interface, this package needs {ABI}")

    def answer(self, target: bytes, body: bytes) -> tuple[int, bytes]:
        """Returns the status and the body of the answer to a request."""
        sent = target + body
        request = self._alloc(len(sent))
        ctypes.memmove(self._address(request, len(sent)), sent, len(sent))
        answer = self._call(request, len(target), len(sent))
        start = answer + HEADER.size
        status, length = HEADER.unpack(ctypes.string_at(self._address(answer, HEADER.size), HEADER.size))
        received = ctypes.string_at(self._address(start, length), length)
        self._free(answer)
        return status, received

    def free(self, answer: int) -> None:
        """Releases an answer."""
        self._free(answer)

    def memory_size(self) -> int:
        """Returns the size of the instance's memory, in bytes."""
        return self._memory.data_len(self._store)

    def _address(self, start: int, length: int) -> int:
        """Returns the address in this process of bytes of the memory, which a call can move."""
        if start + length > self._memory.data_len(self._store):
            raise RuntimeError("the module returned an address outside its memory")
        base = ctypes.cast(self._memory.data_ptr(self._store), ctypes.c_void_p).value
        return (base or 0) + start


class Function:
    """A function of the module, whose parameters and result are unsigned 32-bit integers.

    Calls wasmtime with parameters that are allocated once. `wasmtime.Func` allocates and checks them at each call,
    which takes ten times as long as a short call.
    """

    def __init__(self, store: wasmtime.Store, function: wasmtime.Func) -> None:
        kind = function.type(store)
        values = max(len(kind.params), len(kind.results))
        self._trap = ctypes.POINTER(wasm_trap_t)()
        raw = (wasmtime_val_raw * values)()
        # The integer of a value is at its start.
        self._integers = (ctypes.c_uint32 * (ctypes.sizeof(raw) // 4)).from_buffer(raw)
        self._step = ctypes.sizeof(wasmtime_val_raw) // 4
        # The arguments of a call. They refer to what has to live as long.
        self._arguments = (store._context(), ctypes.byref(function._func), raw, values, ctypes.byref(self._trap))

    def __call__(self, *parameters: int) -> int:
        """Calls the function. A function without a result returns any number."""
        for index, parameter in enumerate(parameters):
            self._integers[index * self._step] = parameter
        error = wasmtime_func_call_unchecked(*self._arguments)
        if error:
            raise wasmtime.WasmtimeError._from_ptr(error)
        if self._trap:
            raise wasmtime.Trap._from_ptr(self._trap)
        return self._integers[0]


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
