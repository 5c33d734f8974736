# SPDX-License-Identifier: Apache-2.0
"""Reads the symmetric objects of a running shmem4j job of this user; a visitor also stores, waits and signals.

    import shmem4j
    with shmem4j.Job.attach("prices") as job:
        print(job.objects())
        grid = job["grid"].pe(2)        # the same bytes as PE 2 has, as a numpy array

    with shmem4j.Job.attach("prices", writable=True) as job:
        job.wait("full", ">=", 1)       # asleep until a PE signals
        job["grid"].pe(0)[:] *= 2       # in place, no copy
        job.signal_add("done", 1)

What is read while PEs write may hold parts of several steps. Without numpy, pe() gives a memoryview. Threads may share
a job; a child made by fork has none. docs/layout.md in the archive describes the files.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import ctypes
import errno
import fcntl
import math
import mmap
import operator
import os
import platform
import stat
import struct
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

__all__ = ["Error", "Job", "Object", "Seen", "running"]

FORMAT = 18
MAGIC = 0x006A346D656D6873
_TYPES: dict[str, Any] = {"SymmetricBytes": "b", "SymmetricShorts": "h", "SymmetricInts": "i", "SymmetricLongs": "q",
                          "SymmetricFloats": "f", "SymmetricDoubles": "d"}
_ENTRY = 512
_OBJECTS = 4096
_LOCK = "=hh4xqqi4x"
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, ">": operator.gt, ">=": operator.ge, "<": operator.lt, "<=": operator.le}
_IN_JAVA = tuple(_COMPARE.values())

# Where the control file and a PE's region have words of waiting; see docs/layout.md.
_ABORT, _OVER, _ALL_SLEEPERS, _SLOTS, _SLOT, _VISITORS = 128, 132, 2048, 4096, 512, 96
_BELL, _SLEEPERS, _VARIABLE, _MASK = 0, 8, 16, 24
_VISITOR_BIT = 0x80000000
_VISITOR_BYTES = 4096
_OFD_SETLK = 37

_SPINS, _YIELDING, _FIRST_SLEEP, _LAST_SLEEP = 200, 0.001, 50e-6, 0.064
_FUTEX = {"x86_64": 202, "aarch64": 98, "riscv64": 98}.get(platform.machine())
_ORDERED = platform.machine() == "x86_64"
_SEQ_CST = 5


class Error(Exception):
    """What can't be attached, read or waited for, in a sentence: the job or the object has gone, or is read-only."""


class Seen(int):
    """The value that has ended a wait. A with block sends the reply, if the wait has one, when it ends normally."""

    _reply: Callable[[int], Any] | None = None

    def __enter__(self) -> Seen:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None and self._reply is not None:
            self._reply(int(self))


class _Native:
    """Atomics, which are in libatomic, and the futex of the kernel. Objects of ctypes keep the memory mapped."""

    def __init__(self) -> None:
        try:
            library = ctypes.PyDLL("libatomic.so.1")
        except OSError:
            raise Error("libatomic.so.1 is missing, by which Python stores in order: it is in the package libatomic1, "
                        "elsewhere than on Debian and Ubuntu libatomic") from None
        if _FUTEX is None:
            raise Error(f"visitors in Python don't know the system calls of {platform.machine()}")
        self.fence = library.atomic_thread_fence
        self.fence.argtypes = [ctypes.c_int]
        self.change: dict[tuple[str, int], Any] = {}
        for size, kind in ((4, ctypes.c_int32), (8, ctypes.c_int64)):
            for name in ("exchange", "fetch_add", "fetch_and", "fetch_or", "fetch_xor"):
                call = library[f"__atomic_{name}_{size}"]
                call.argtypes, call.restype = [ctypes.c_void_p, kind, ctypes.c_int], kind
                self.change[name, size] = call
            call = library[f"__atomic_compare_exchange_{size}"]
            call.argtypes = [ctypes.c_void_p, ctypes.c_void_p, kind, ctypes.c_int, ctypes.c_int]
            call.restype = ctypes.c_bool
            self.change["compare", size] = call
        self._call = ctypes.CDLL(None, use_errno=True).syscall
        self._call.argtypes = [ctypes.c_long, ctypes.c_void_p, ctypes.c_long, ctypes.c_long, ctypes.c_void_p]

    def sleep(self, word: ctypes.c_int32, seen: int, seconds: float) -> None:
        limit = (ctypes.c_long * 2)(int(seconds), int(seconds % 1 * 1e9))
        self._call(_FUTEX, ctypes.addressof(word), 0, seen, ctypes.addressof(limit))

    def wake(self, word: ctypes.c_int32) -> None:
        self._call(_FUTEX, ctypes.addressof(word), 1, 0x7FFFFFFF, None)


_native: _Native | None = None
_attached: weakref.WeakSet[Job] = weakref.WeakSet()


def _leave() -> None:
    """Ends the visits of a child made by fork, which must not keep those of its parent alive."""
    for job in list(_attached):
        job.close()


os.register_at_fork(after_in_child=_leave)


def _folder(folder: str | None) -> str:
    return folder or os.environ.get("SHMEM_SHM_DIR") or "/dev/shm"


def _own(path: str, kind: Callable[[int], bool]) -> bool:
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        raise Error(f"{path} has gone, because the job has ended") from None
    return kind(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def _open(path: str, flags: int) -> int:
    if not _own(path, stat.S_ISREG):
        raise Error(f"{path} is no file of this user")
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC)


def _locked(path: str, at: int = 0, size: int = 0) -> bool:
    """Returns whether a process has locked one of some bytes of a job's lock file, of all by default."""
    try:
        descriptor = _open(os.path.join(path, "launcher.lock"), os.O_RDONLY)
    except (Error, FileNotFoundError):
        return False
    try:
        lock = struct.pack(_LOCK, fcntl.F_WRLCK, os.SEEK_SET, at, size, 0)
        return struct.unpack(_LOCK, fcntl.fcntl(descriptor, fcntl.F_GETLK, lock))[0] != fcntl.F_UNLCK
    finally:
        os.close(descriptor)


def _lock(descriptor: int, at: int, size: int) -> bool:
    """Locks bytes for an open file, until it is closed; returns whether nobody else has locked one."""
    try:
        fcntl.fcntl(descriptor, _OFD_SETLK, struct.pack(_LOCK, fcntl.F_WRLCK, os.SEEK_SET, at, size, 0))
        return True
    except (BlockingIOError, PermissionError):
        return False


def _jobs(folder: str) -> Iterator[tuple[str, str]]:
    prefix = f"shmem4j-{os.getuid()}-"
    with contextlib.suppress(FileNotFoundError):
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            with contextlib.suppress(Error):
                if name.startswith(prefix) and _own(path, stat.S_ISDIR) and _locked(path):
                    yield name[len(prefix):], path


def running(folder: str | None = None) -> list[str]:
    """Returns the names of the user's running jobs, as oshstat shows them."""
    return [name for name, _ in _jobs(_folder(folder))]


class Job:
    """A running job, mapped until close()."""

    def __init__(self, name: str, path: str, writable: bool = False) -> None:
        global _native
        self.name = name
        self.writable = writable
        self._path = path
        self._visit = -1
        self._open = False
        self._read_sizes()
        self._memory = self._map("heap", self.stride * self.n_pes)
        if writable:
            _native = _native or _Native()
            self._native = _native
            self._control = self._map("control", _SLOTS + _SLOT * self.n_pes)
            self._views = {code: memoryview(self._memory).cast(code) for code in _TYPES.values()}
            self._words = memoryview(self._control).cast("i")
            self._cells: dict[tuple[int, int], tuple[Any, int]] = {}
            self._visit = self._take_byte()
        self._open = True
        _attached.add(self)

    def _read_sizes(self) -> None:
        control = b""
        with contextlib.suppress(Error):
            descriptor = _open(os.path.join(self._path, "control"), os.O_RDONLY)
            control = os.read(descriptor, 72)
            os.close(descriptor)
        if len(control) < 72 or struct.unpack_from("=q", control)[0] != MAGIC:
            raise Error(f"job {self.name} has no control file of shmem4j")
        major, _, self.n_pes, self.heap_bytes, self.stride = struct.unpack_from("=HHiqq", control, 8)
        self._objects, self.heap = struct.unpack_from("=qq", control, 56)
        if major != FORMAT:
            raise Error(f"job {self.name} has format {major}, this module reads {FORMAT}")
        if os.path.exists(os.path.join(self._path, "node")):
            raise Error(f"job {self.name} runs on several nodes, each of which has the memory of its own PEs")
        if self.heap_bytes == 0:
            raise Error(f"job {self.name} has its memory inside of one JVM, as simulated machines have")
        if not (self.n_pes > 0 and 0 < self.heap_bytes <= self.stride
                and 0 <= self.heap <= self.stride - self.heap_bytes
                and 0 <= self._objects <= self.stride - (1 + _OBJECTS) * _ENTRY):
            raise Error(f"the control file of job {self.name} is damaged: its sizes lead outside of the memory")

    @classmethod
    def attach(cls, name: str = "", folder: str | None = None, writable: bool = False) -> Job:
        """Returns the running job whose name is, or only whose name begins, so; without a name the only one.

        Attached as writable, this process is a visitor: it may store, wait and signal, and the job is never taken for
        deadlocked meanwhile.
        """
        where = _folder(folder)
        found = [(job, path) for job, path in _jobs(where) if job.startswith(name)]
        found = [entry for entry in found if entry[0] == name] or found
        if len(found) != 1:
            names = ", ".join(job for job, _ in found)
            raise Error(f"say which of: {names}" if found else f"no job of yours runs in {where}"
                        + (f" and is called {name!r}" if name else ""))
        return cls(*found[0], writable)

    def _map(self, name: str, length: int) -> mmap.mmap:
        descriptor = _open(os.path.join(self._path, name), os.O_RDWR if self.writable else os.O_RDONLY)
        try:
            if os.fstat(descriptor).st_size < length:
                raise Error(f"the {name} of job {self.name} is shorter than its control file says")
            return mmap.mmap(descriptor, length, access=mmap.ACCESS_WRITE if self.writable else mmap.ACCESS_READ)
        finally:
            os.close(descriptor)

    def _take_byte(self) -> int:
        """Locks a byte of the heap file, by which detectors of deadlocks know that a visitor lives."""
        descriptor = _open(os.path.join(self._path, "heap"), os.O_RDWR)
        if not any(_lock(descriptor, at, 1) for at in range(_VISITOR_BYTES)):
            os.close(descriptor)
            raise Error(f"{_VISITOR_BYTES} processes visit job {self.name} already")
        return descriptor

    @property
    def runs(self) -> bool:
        """Whether the job still runs."""
        return _locked(self._path)

    def lives(self, pe: int) -> bool:
        """Returns whether a PE lives: not before it joins, and no more when it has left or its process has ended."""
        return 0 <= pe < self.n_pes and _locked(self._path, 1 + pe, 1)

    def objects(self) -> list[Object]:
        """Returns the symmetric objects that exist now, in the order of their places."""
        self._require_open()
        used = struct.unpack_from("=i", self._memory, self._objects)[0]
        found = (self._read(index) for index in range(max(0, min(used, _OBJECTS))))
        return sorted((entry for entry in found if entry), key=lambda entry: entry.offset)

    def _read(self, index: int) -> Object | None:
        at = self._objects + (1 + index) * _ENTRY
        number, name, offset, size, kind, site = struct.unpack_from("=iiqqii", self._memory, at)
        if number == 0 or not (self.heap <= offset and 0 <= size <= self.heap + self.heap_bytes - offset):
            return None
        shape = struct.unpack_from("=i", self._memory, at + 256)[0]
        texts = [bytes(self._memory[at + begin:at + begin + max(0, min(length, room))]).decode("utf-8", "replace")
                 for begin, length, room in ((32, kind, 24), (56, name, 72), (128, site, 128), (260, shape, 252))]
        if struct.unpack_from("=i", self._memory, at)[0] != number:
            return None
        return Object(self, index, number, texts, offset, size)

    def __getitem__(self, name: str) -> Object:
        objects = self.objects()
        for entry in objects:
            if entry.name == name:
                return entry
        raise KeyError(f"job {self.name} has no symmetric object {name!r} now; it has "
                       + (", ".join(entry.name for entry in objects) or "none"))

    def wait(self, name: str, compare: str, value: int, pe: int = 0, index: int = 0, timeout: float | None = None,
             reply: Object | None = None) -> Seen:
        """Waits for an element of an object, see Object.wait.

        >>> job.signal_set("full", 7)
        >>> with job.wait("full", ">=", 7, timeout=60, reply=job["done"]) as seen:
        ...     print(seen)
        7
        >>> job["done"].fetch()
        7
        """
        return self[name].wait(compare, value, pe, index, timeout, reply)

    async def arrived(self, name: str, compare: str, value: int, pe: int = 0, index: int = 0,
                      timeout: float | None = None, reply: Object | None = None) -> Seen:
        """Waits like wait(), while the event loop runs other tasks."""
        return await self[name].arrived(compare, value, pe, index, timeout, reply)

    def signal_set(self, name: str, value: int, pe: int = 0, index: int = 0) -> None:
        """Sets a signal, after all earlier stores, and wakes who waits for it."""
        self[name].swap(value, pe, index)

    def signal_add(self, name: str, value: int, pe: int = 0, index: int = 0) -> None:
        """Adds to a signal, after all earlier stores, and wakes who waits for it."""
        self[name].add(value, pe, index)

    def close(self) -> None:
        """Ends the visit, and lets go of the memory unless arrays or waits still show it."""
        if not self._open:
            return
        self._open = False
        if self._visit >= 0:
            os.close(self._visit)
            self._cells.clear()
            self._views.clear()
        with contextlib.suppress(BufferError):
            self._memory.close()

    def __del__(self) -> None:
        if getattr(self, "_open", False):
            self.close()

    def _require_open(self) -> None:
        if not self._open:
            raise Error(f"this view of job {self.name} has been closed")

    def __enter__(self) -> Job:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _cell(self, at: int, width: int) -> tuple[Any, int]:
        """Returns a word of the memory, by which it stays mapped, and its address."""
        cell = self._cells.get((at, width))
        if cell is None:
            word = (ctypes.c_int64 if width == 8 else ctypes.c_int32).from_buffer(self._memory, at)
            cell = self._cells[at, width] = word, ctypes.addressof(word)
        return cell

    def _ring(self, pe: int, ordered: bool) -> None:
        """Wakes those who wait for a PE's variables, after a store; ordered if that was an atomic."""
        region = pe * self.stride
        if not (ordered and _ORDERED):
            self._native.fence(_SEQ_CST)
        if self._views["i"][region + _SLEEPERS >> 2] == 0:
            return
        change = self._native.change
        count = ctypes.c_int32.from_buffer(self._memory, region + _SLEEPERS)
        sleepers = count.value
        if sleepers < 0:
            sleepers = change["fetch_and", 4](ctypes.addressof(count), 0x7FFFFFFF, _SEQ_CST) & 0x7FFFFFFF
            self._wake_visitors(pe)
        if sleepers and not (sleepers == 1 and self._sleeps_on(region)):
            bell = ctypes.c_int32.from_buffer(self._memory, region + _BELL)
            change["fetch_add", 4](ctypes.addressof(bell), 1, _SEQ_CST)
            self._native.wake(bell)

    def _sleeps_on(self, region: int) -> bool:
        """Returns whether the condition that a single sleeper has published does not hold."""
        variable, mask, flip, right, compare = struct.unpack_from("=qqqqi", self._memory, region + _VARIABLE)
        if variable == 0 or not 0 <= compare < len(_IN_JAVA):
            return False
        at = region + (variable >> 1)
        value = self._views["q"][at >> 3] if variable & 1 else self._views["i"][at >> 2]
        return not _IN_JAVA[compare](value & mask ^ flip, right ^ flip)

    def _wake_visitors(self, pe: int) -> None:
        word = ctypes.c_int32.from_buffer(self._control, _SLOTS + _SLOT * pe + _VISITORS)
        self._native.change["fetch_add", 4](ctypes.addressof(word), 1, _SEQ_CST)
        self._native.wake(word)

    def _announce(self, pe: int) -> int:
        """Announces a sleep, and returns the word to sleep on; the caller tests its condition once more."""
        bell = self._words[_SLOTS + _SLOT * pe + _VISITORS >> 2]
        for memory, at in ((self._memory, pe * self.stride + _SLEEPERS), (self._control, _ALL_SLEEPERS)):
            word = ctypes.c_int32.from_buffer(memory, at)
            self._native.change["fetch_or", 4](ctypes.addressof(word), _VISITOR_BIT - (1 << 32), _SEQ_CST)
        if not _ORDERED:
            self._native.fence(_SEQ_CST)
        return bell

    def _require_running(self, asks: bool) -> None:
        """Raises if the job is over; asks the kernel, too, which takes longer."""
        if self._over() or asks and not self.runs:
            raise Error(f"job {self.name} has ended")

    def _over(self) -> bool:
        return bool(self._words[_ABORT >> 2] or self._words[_OVER >> 2])


class Object:
    """A symmetric object: a name, a type, and a copy on each PE."""

    def __init__(self, job: Job, index: int, number: int, texts: list[str], offset: int, size: int) -> None:
        self.type, self.name, self.site, shape = texts
        self.offset, self.bytes = offset, size
        self.code = _TYPES.get(self.type, "q")
        self._job, self._index, self._number = job, index, number
        self._width = struct.calcsize(self.code)
        self._fields: list[tuple[str, int, str]] = []
        self.shape: tuple[int, ...] = (size // self._width,)
        head, _, fields = shape.partition(":")
        with contextlib.suppress(ValueError, ZeroDivisionError):
            if fields:
                parts = [field.rsplit(" ", 2) for field in fields.split(";")]
                self._fields = [(name, int(at), form) for name, at, form in parts]
                self._width, length = map(int, head.split(","))
                self.shape = (min(length, size // self._width),)
            elif head:
                rows, columns = map(int, head.split(","))
                self.shape = (rows, columns) if rows * columns == self.shape[0] else self.shape
        self.length = math.prod(self.shape)
        self._atomic = self.type in ("SymmetricInts", "SymmetricLongs", "Signal")

    @property
    def lives(self) -> bool:
        """Whether the program has neither freed it nor ended."""
        return self._exists() and self._job.runs

    def _exists(self) -> bool:
        self._job._require_open()
        at = self._job._objects + (1 + self._index) * _ENTRY
        return struct.unpack_from("=i", self._job._memory, at)[0] == self._number

    def _freed(self) -> NoReturn:
        raise Error(f"{self.name} of job {self._job.name} has been freed by the program; look it up again")

    @property
    def dtype(self) -> Any:
        """The elements' type for numpy; a structured one for records, whose nested parts have names with dots."""
        if not self._fields:
            return numpy.dtype(self.code)
        return numpy.dtype({"names": [name for name, _, _ in self._fields],
                            "offsets": [at for _, at, _ in self._fields], "itemsize": self._width,
                            "formats": [(form[-1], (int(form[:-1]),)) if form[:-1] else form
                                        for _, _, form in self._fields]})

    def pe(self, number: int) -> Any:
        """Returns a PE's copy as it is and goes on to change; it can be written if the job was attached so.

        >>> grid = job["grid"].pe(1)
        >>> grid.shape
        (3, 4)
        >>> float(grid[2, 3])
        1.5
        """
        flat = self._flat(number)
        return flat.reshape(self.shape) if numpy is not None else flat if len(self.shape) == 1 or not self.length \
            else flat.cast("B").cast(self.code, self.shape)

    def _flat(self, pe: int) -> Any:
        begin = self._at(pe, 0)
        if numpy is not None:
            return numpy.frombuffer(self._job._memory, self.dtype, self.length, begin)
        part = memoryview(self._job._memory)[begin:begin + self.length * self._width]
        return part if self._fields else part.cast(self.code)

    def _at(self, pe: int, index: int) -> int:
        """Returns where in the memory an element lies, or the end of the last one."""
        if not self._exists():
            self._freed()
        pe, index = operator.index(pe), operator.index(index)
        if not 0 <= pe < self._job.n_pes:
            raise IndexError(f"there is no PE {pe} in job {self._job.name}; they go from 0 to {self._job.n_pes - 1}")
        if not 0 <= index <= self.length:
            raise IndexError(f"{self.name} has {self.length} elements, none of index {index}")
        return pe * self._job.stride + self.offset + index * self._width

    def _require_writable(self) -> None:
        self._job._require_open()
        if not self._job.writable:
            raise Error(f"job {self._job.name} was attached read-only; writable=True lets it wait and store")
        self._job._require_running(False)

    def _word(self, pe: int, index: int) -> int:
        """Returns where in the memory a long or int lies that waits and atomics may use."""
        self._require_writable()
        if not self._atomic:
            raise TypeError(f"{self.name} has no longs or ints, which waits and atomics need")
        at = self._at(pe, index)
        if index >= self.length:
            raise IndexError(f"{self.name} has {self.length} elements, none of index {index}")
        return at

    def _fitting(self, value: int) -> int:
        """Returns a value for an element; raises if it is no whole number or does not fit."""
        value, bits = operator.index(value), 8 * self._width - 1
        if not -1 << bits <= value < 1 << bits:
            raise ValueError(f"{value} does not fit an element of {self.name}, which has {bits + 1} bits")
        return value

    def wait(self, compare: str, value: int, pe: int = 0, index: int = 0, timeout: float | None = None,
             reply: Object | None = None) -> Seen:
        """Waits until a PE's element compares so (== != > >= < <=) with a value; returns what it is then.

        The process spins for a moment and then sleeps until an atomic, a signal or a quiet wakes it, as a PE does; a
        plain store is noticed within 64 ms. Raises TimeoutError after a timeout in seconds, and Error at once when the
        job ends. At the end of a with block the reply, a signal at the same PE, is set to the value seen.
        """
        return self._wait(compare, value, pe, index, timeout, reply, None)

    def _wait(self, compare: str, value: int, pe: int, index: int, timeout: float | None, reply: Object | None,
              stop: threading.Event | None) -> Seen:
        job, test = self._job, _COMPARE.get(compare)
        if test is None:
            raise ValueError(f"{compare!r} is no comparison; these are: " + " ".join(_COMPARE))
        at, value, view = self._word(pe, index) // self._width, self._fitting(value), job._views[self.code]
        spins, start, sleep, bell, asks = 0 if stop else _SPINS, 0.0, _FIRST_SLEEP, None, 0.0
        while True:
            seen = view[at]
            if test(seen, value):
                if not _ORDERED:
                    job._native.fence(_SEQ_CST)
                found = Seen(seen)
                if reply is not None:
                    found._reply = lambda got: reply._answer(got, pe)
                return found
            if spins:
                spins -= 1
                continue
            now = time.monotonic()
            start = start or now
            end = start + (1e9 if timeout is None else timeout)
            if now >= end:
                raise TimeoutError(f"{self.name}[{index}] of PE {pe} is {seen} after {timeout} s, "
                                   f"not {compare} {value}")
            if stop is not None and stop.is_set():
                raise asyncio.CancelledError
            job._require_open()
            job._require_running(asks > _YIELDING)
            if now - start < _YIELDING and stop is None:
                os.sched_yield()
                continue
            if not self._exists():
                self._freed()
            if bell is None:
                bell = job._announce(pe)
                continue
            word = ctypes.c_int32.from_buffer(job._control, _SLOTS + _SLOT * pe + _VISITORS)
            job._native.sleep(word, bell, min(sleep, end - now))
            bell = None
            asks = sleep
            sleep = min(sleep * 1.25, _LAST_SLEEP)

    def _answer(self, value: int, pe: int) -> None:
        """Sets this signal in reply; a job that is over needs none."""
        try:
            self.swap(value, pe)
        except Error:
            if self._job.runs and not self._job._over():
                raise

    async def arrived(self, compare: str, value: int, pe: int = 0, index: int = 0, timeout: float | None = None,
                      reply: Object | None = None) -> Seen:
        """Waits like wait(), while the event loop runs other tasks.

        >>> job.signal_set("full", 9)
        >>> int(asyncio.run(job["full"].arrived("==", 9)))
        9
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Seen] = loop.create_future()
        stop = threading.Event()

        def settle(result: Seen | None, error: BaseException | None) -> None:
            if not future.done():
                future.set_exception(error) if error is not None else future.set_result(result)  # type: ignore

        def work() -> None:
            try:
                result, error = self._wait(compare, value, pe, index, timeout, reply, stop), None
            except BaseException as raised:
                result, error = None, raised
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(settle, result, error)

        threading.Thread(target=work, name="shmem4j wait", daemon=True).start()
        try:
            return await future
        except asyncio.CancelledError:
            stop.set()
            self._job._wake_visitors(pe)
            raise

    def _change(self, name: str, value: int, pe: int, index: int) -> int:
        job = self._job
        word, address = job._cell(self._word(pe, index), self._width)
        old = job._native.change[name, self._width](address, self._fitting(value), _SEQ_CST)
        job._ring(pe, True)
        return old

    def fetch(self, pe: int = 0, index: int = 0) -> int:
        """Returns an element; what was stored before it is seen, too."""
        at = self._word(pe, index)
        value = self._job._views[self.code][at // self._width]
        if not _ORDERED:
            self._job._native.fence(_SEQ_CST)
        return value

    def swap(self, value: int, pe: int = 0, index: int = 0) -> int:
        """Sets an element, after all earlier stores, wakes who waits for it, and returns the old value."""
        return self._change("exchange", value, pe, index)

    def add(self, value: int, pe: int = 0, index: int = 0) -> int:
        """Adds to an element, after all earlier stores, wakes who waits for it, and returns the old value.

        >>> old = job["counts"].add(2, pe=1, index=3)
        >>> job["counts"].fetch(pe=1, index=3) - old
        2
        """
        return self._change("fetch_add", value, pe, index)

    def bits(self, how: str, value: int, pe: int = 0, index: int = 0) -> int:
        """Changes bits of an element by "and", "or" or "xor" with a value, and returns the old value."""
        if how not in ("and", "or", "xor"):
            raise ValueError(f"{how!r} is no change of bits; these are: and or xor")
        return self._change(f"fetch_{how}", value, pe, index)

    def compare_swap(self, expected: int, value: int, pe: int = 0, index: int = 0) -> int:
        """Replaces an element that has an expected value, and returns the old value."""
        job = self._job
        word, address = job._cell(self._word(pe, index), self._width)
        old = type(word)(self._fitting(expected))
        job._native.change["compare", self._width](address, ctypes.addressof(old), self._fitting(value), _SEQ_CST,
                                                   _SEQ_CST)
        job._ring(pe, True)
        return old.value

    def put(self, values: Any, pe: int = 0, index: int = 0, signal: Object | None = None, add: int = 1) -> None:
        """Copies values to a PE, from an element on; then adds to a signal there, if one is given.

        >>> job["numbers"].put([1.5, 2.5], pe=1, index=4, signal=job["done"])
        >>> [float(number) for number in job["numbers"].get(pe=1, index=4)]
        [1.5, 2.5]
        """
        self._require_writable()
        target = self._flat(pe)
        self._at(pe, index)
        values = self._converted(values)
        width = self._width if numpy is None and self._fields else 1
        if len(values) > (self.length - index) * width:
            raise IndexError(f"{self.name} has {self.length} elements: {len(values)} from {index} on are too many")
        target[index * width:index * width + len(values)] = values
        if signal is None:
            self._job._ring(pe, False)
        else:
            signal.add(add, pe)

    def get(self, pe: int = 0, index: int = 0, count: int | None = None) -> Any:
        """Returns a copy of elements of a PE, of all from an index on by default."""
        self._at(pe, index)
        count = self.length - index if count is None else operator.index(count)
        if not 0 <= count <= self.length - index:
            raise IndexError(f"{self.name} has {self.length} elements: {count} from {index} on are too many")
        width = self._width if numpy is None and self._fields else 1
        part = self._flat(pe)[index * width:(index + count) * width]
        copy = part.copy() if numpy is not None else bytes(part) if self._fields else part.tolist()
        if not self._exists():
            self._freed()
        return copy

    def _converted(self, values: Any) -> Any:
        """Returns values as elements; raises if one does not fit, or is not of the kind."""
        if numpy is None:
            try:
                return values if self._fields else array.array(self.code, values)
            except OverflowError as error:
                raise ValueError(f"a value does not fit an element of {self.name}: {error}") from None
        given = numpy.asarray(values).reshape(-1)
        if self._fields or not given.size:
            return numpy.asarray(given, self.dtype)
        whole = self.code in "bhiq"
        if whole and given.dtype.kind == "O":
            given = numpy.array([self._fitting(value) for value in given], self.code)
        if given.dtype.kind not in ("iub" if whole else "iubf"):
            raise TypeError(f"{self.name} takes elements of type {self.dtype}, not {given.dtype}")
        if whole:
            self._fitting(int(given.min()))
            self._fitting(int(given.max()))
        return given.astype(self.dtype)

    def __repr__(self) -> str:
        return self.name + "".join(f"[{length}]" for length in self.shape)
