# SPDX-License-Identifier: Apache-2.0
"""Reads, and if asked writes, the symmetric objects of a running shmem4j job of this user.

    import shmem4j
    with shmem4j.Job.attach("prices") as job:
        print(job.objects())
        grid = job["grid"].pe(2)        # the same bytes as PE 2 has, as a numpy array

The job does not notice. What is read while PEs write may hold parts of several steps. Without numpy, pe() gives a
memoryview. docs/layout.md in the archive describes the files.
"""

import contextlib
import fcntl
import mmap
import os
import stat
import struct

try:
    import numpy
except ImportError:
    numpy = None

FORMAT = 16
MAGIC = 0x006A346D656D6873
_TYPES = {"SymmetricBytes": "b", "SymmetricShorts": "h", "SymmetricInts": "i", "SymmetricLongs": "q",
          "SymmetricFloats": "f", "SymmetricDoubles": "d"}
_ENTRY = 256
_OBJECTS = 4096
_LOCK = "=hh4xqqi4x"


class Error(Exception):
    """What can't be attached or read, in a sentence."""


def _folder(folder):
    return folder or os.environ.get("SHMEM_SHM_DIR") or "/dev/shm"


def _own(path, kind):
    found = os.lstat(path)
    return kind(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


def _open(path, flags):
    if not _own(path, stat.S_ISREG):
        raise Error(f"{path} is no file of this user")
    return os.open(path, flags | os.O_NOFOLLOW | os.O_CLOEXEC)


def _locked(path, at=0, size=0):
    """Returns whether a process has locked one of some bytes of a job's lock file, of all by default."""
    try:
        descriptor = _open(os.path.join(path, "launcher.lock"), os.O_RDONLY)
    except FileNotFoundError:
        return False
    try:
        lock = struct.pack(_LOCK, fcntl.F_WRLCK, os.SEEK_SET, at, size, 0)
        return struct.unpack(_LOCK, fcntl.fcntl(descriptor, fcntl.F_GETLK, lock))[0] != fcntl.F_UNLCK
    finally:
        os.close(descriptor)


def _jobs(folder):
    prefix = f"shmem4j-{os.getuid()}-"
    with contextlib.suppress(FileNotFoundError):
        for name in sorted(os.listdir(folder)):
            path = os.path.join(folder, name)
            with contextlib.suppress(FileNotFoundError):
                if name.startswith(prefix) and _own(path, stat.S_ISDIR) and _locked(path):
                    yield name[len(prefix):], path


def running(folder=None):
    """Returns the names of the user's running jobs, as oshstat shows them."""
    return [name for name, _ in _jobs(_folder(folder))]


class Job:
    """A running job, mapped until close()."""

    def __init__(self, name, path, writable=False):
        self.name = name
        self.writable = writable
        self._path = path
        self._read_sizes()
        self._memory = self._map("heap", self.stride * self.n_pes, writable)

    def _read_sizes(self):
        control = b""
        with contextlib.suppress(FileNotFoundError):
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
    def attach(cls, name="", folder=None, writable=False):
        """Returns the running job whose name is, or only whose name begins, so; without a name the only one."""
        where = _folder(folder)
        found = [(job, path) for job, path in _jobs(where) if job.startswith(name)]
        found = [entry for entry in found if entry[0] == name] or found
        if len(found) != 1:
            names = ", ".join(job for job, _ in found)
            raise Error(f"say which of: {names}" if found else f"no job of yours runs in {where}"
                        + (f" and is called {name!r}" if name else ""))
        return cls(*found[0], writable)

    def _map(self, name, length, writable):
        descriptor = _open(os.path.join(self._path, name), os.O_RDWR if writable else os.O_RDONLY)
        try:
            if os.fstat(descriptor).st_size < length:
                raise Error(f"the {name} of job {self.name} is shorter than its control file says")
            return mmap.mmap(descriptor, length, access=mmap.ACCESS_WRITE if writable else mmap.ACCESS_READ)
        finally:
            os.close(descriptor)

    @property
    def runs(self):
        """Whether the job still runs."""
        return _locked(self._path)

    def lives(self, pe):
        """Returns whether a PE lives: not before it joins, and no more when it has left or its process has ended."""
        return 0 <= pe < self.n_pes and _locked(self._path, 1 + pe, 1)

    def objects(self):
        """Returns the symmetric objects that exist now, in the order of their places."""
        used = struct.unpack_from("=i", self._memory, self._objects)[0]
        found = (self._read(index) for index in range(max(0, min(used, _OBJECTS))))
        return sorted((entry for entry in found if entry), key=lambda entry: entry.offset)

    def _read(self, index):
        at = self._objects + (1 + index) * _ENTRY
        number, name, offset, size, kind, site = struct.unpack_from("=iiqqii", self._memory, at)
        if number == 0 or not (self.heap <= offset and 0 <= size <= self.heap + self.heap_bytes - offset):
            return None
        texts = [bytes(self._memory[at + begin:at + begin + max(0, min(length, room))]).decode("utf-8", "replace")
                 for begin, length, room in ((32, kind, 24), (56, name, 72), (128, site, 128))]
        if struct.unpack_from("=i", self._memory, at)[0] != number:
            return None
        return Object(self, index, number, texts, offset, size)

    def __getitem__(self, name):
        objects = self.objects()
        for entry in objects:
            if entry.name == name:
                return entry
        raise KeyError(f"job {self.name} has no symmetric object {name!r} now; it has "
                       + (", ".join(entry.name for entry in objects) or "none"))

    def close(self):
        """Lets go of the memory, unless arrays still show it."""
        with contextlib.suppress(BufferError):
            self._memory.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


class Object:
    """A symmetric object: a name, a type, and a copy on each PE."""

    def __init__(self, job, index, number, texts, offset, size):
        self.type, self.name, self.site = texts
        self.offset, self.bytes = offset, size
        self.code = _TYPES.get(self.type, "q")
        self.length = size // struct.calcsize(self.code)
        self._job, self._index, self._number = job, index, number

    @property
    def lives(self):
        """Whether the program has neither freed it nor ended."""
        at = self._job._objects + (1 + self._index) * _ENTRY
        return struct.unpack_from("=i", self._job._memory, at)[0] == self._number and self._job.runs

    def pe(self, number):
        """Returns a PE's copy as it is and goes on to change; it can be written if the job was attached so."""
        if not 0 <= number < self._job.n_pes:
            raise IndexError(f"there is no PE {number} in job {self._job.name}; they go from 0 to {self._job.n_pes - 1}")
        begin = number * self._job.stride + self.offset
        if numpy is not None:
            return numpy.frombuffer(self._job._memory, numpy.dtype(self.code), self.length, begin)
        end = begin + self.length * struct.calcsize(self.code)
        return memoryview(self._job._memory)[begin:end].cast(self.code)

    def __repr__(self):
        return f"{self.name}[{self.length}]"
