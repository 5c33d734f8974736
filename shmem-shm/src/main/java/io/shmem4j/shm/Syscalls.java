// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import io.shmem4j.config.Platform;
import io.shmem4j.spi.FirstCalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.BitSet;

/**
 * System calls, above all those of waiting: sleep on a word that processes share, and wake its sleepers.
 *
 * <p>All use one handle of {@code syscall}. Linking it takes tens of milliseconds, so it is linked by the first call,
 * or when a PE has waited for long. Processors with unknown call numbers and other systems than Linux have no calls:
 * waiters park there, see {@link ParkedThreads}.
 */
final class Syscalls {
    private static final long FUTEX_WAIT = 0;
    private static final long FUTEX_WAKE = 1;
    private static final long EVERYBODY = Integer.MAX_VALUE;
    private static final long PARENT_DEATH_SIGNAL = 1;
    private static final long CONTINUE = 18;

    private static final String ARCHITECTURE = System.getProperty("os.arch");
    private static final long FUTEX = number(202, 98);
    private static final long KILL = number(62, 129);
    private static final long YIELD = number(24, 124);
    private static final long PROCESS_CONTROL = number(157, 167);
    private static final long SET_AFFINITY = number(203, 122);
    private static final long OPEN_AT = number(257, 56);
    private static final long CLOSE = number(3, 57);
    private static final long FILE_CONTROL = number(72, 25);
    private static final long MAP = number(9, 222);
    private static final long PROTECT = number(10, 226);
    private static final long ADVISE = number(28, 233);
    private static final long CURRENT_FOLDER = -100;
    private static final long READ_WRITE_NO_CHILD = 02 | 02000000;
    private static final long READ_WRITE = 1 | 2;
    private static final long SHARED_FIXED_SPARSE = 0x01 | 0x10 | 0x4000;
    private static final long PRIVATE_ANONYMOUS_SPARSE = 0x02 | 0x20 | 0x4000;
    private static final long NOT_NEEDED = 4;
    private static final long NO_HUGE_PAGES = 15;
    private static final long ASK_LOCK = 36;
    private static final long SET_LOCK = 37;
    private static final short WRITE_LOCK = 1;
    private static final short NO_LOCK = 2;
    private static final long NO_LINK = ARCHITECTURE.equals("aarch64") ? 0100000 : 0400000;

    private static MethodHandle handle;
    /** Whether the handle is linked; a stale value only makes a thread park once more, or ask. */
    private static boolean linked;

    private Syscalls() {
    }

    /** {@return a call's number on x86, or on newer processors, which share one table; -1 on others} */
    private static long number(long x86, long newer) {
        return !Platform.LINUX ? -1 : switch (ARCHITECTURE) {
            case "amd64", "x86_64" -> x86;
            case "aarch64", "riscv64" -> newer;
            default -> -1;
        };
    }

    /** Links in another thread, so that the caller notices the end of its wait meanwhile. */
    static void linkAside() {
        if (FUTEX >= 0) {
            Thread.ofPlatform().daemon().name("system-calls").start(Syscalls::link);
        }
    }

    /** Links on the calling thread, whose stack must have room. Another call tries again what an error has ended. */
    @SuppressWarnings("restricted")
    private static synchronized void link() {
        if (!linked) {
            Linker linker = Linker.nativeLinker();
            handle = linker.downcallHandle(linker.defaultLookup().findOrThrow("syscall"), FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG),
                Linker.Option.firstVariadicArg(1));
            Linked.initialize();
            linked = true;
        }
    }

    /** {@return whether {@link #sleep} is ready, without linking} */
    static boolean linked() {
        return linked || FUTEX < 0;
    }

    static void yield() {
        Thread.yield();
    }

    /** Sleeps while a word has a value, for a limited time; {@code timeout} is a buffer of the calling thread. */
    static void sleep(long address, int value, MemorySegment timeout, long nanos) {
        if (FUTEX < 0) {
            ParkedThreads.sleep(address, value, nanos);
            return;
        }
        timeout.set(JAVA_LONG, 0, nanos / 1_000_000_000L);
        timeout.set(JAVA_LONG, 8, nanos % 1_000_000_000L);
        call(FUTEX, address, FUTEX_WAIT, value, timeout.address());
    }

    /** {@return a buffer for {@link #sleep}} */
    static MemorySegment timeout() {
        return Arena.ofAuto().allocate(16, 8);
    }

    static void wake(long address) {
        if (FUTEX < 0) {
            ParkedThreads.wake(address);
        } else {
            call(FUTEX, address, FUTEX_WAKE, EVERYBODY, 0);
        }
    }

    /**
     * Lets the kernel send SIGCONT to this process when the thread that has started it ends. The calling thread must
     * live as long as the process, because the kernel associates the request with it.
     */
    static void continueAtParentsEnd() {
        if (PROCESS_CONTROL >= 0) {
            call(PROCESS_CONTROL, PARENT_DEATH_SIGNAL, CONTINUE, 0, 0);
        }
    }

    /** Sends a signal to a process, if it exists. */
    static void signal(long pid, int signal) {
        call(KILL, pid, signal, 0, 0);
    }

    /** Binds the calling thread, and threads that it will start, to the cpus in a bit mask. */
    static void bind(long[] mask) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment bits = arena.allocateFrom(JAVA_LONG, mask);
            if (SET_AFFINITY < 0 || call(SET_AFFINITY, 0, bits.byteSize(), bits.address(), 0) < 0) {
                throw new IOException("the kernel refuses to bind this PE to the cpus "
                    + BitSet.valueOf(mask));
            }
        }
    }

    /** Maps the first bytes of a file over an existing mapping, at the same addresses. */
    static void mapOver(MemorySegment mapped, Path file) throws IOException {
        if (MAP < 0) {
            throw new IOException("on this processor a JVM joins one job in its life");
        }
        int descriptor = open(file);
        long got = call(MAP, mapped.address(), mapped.byteSize(), READ_WRITE, SHARED_FIXED_SPARSE, descriptor);
        close(descriptor);
        if (got != mapped.address()) {
            throw new IOException("the kernel does not map " + file + " at the place of the job before");
        }
    }

    /** {@return zeroed memory, of which only touched pages take up memory} */
    @SuppressWarnings("restricted")
    static MemorySegment reserve(long bytes) {
        long address = memory(MAP, "mmap", 0, bytes, READ_WRITE, PRIVATE_ANONYMOUS_SPARSE, -1);
        if (address == -1) {
            throw new IllegalStateException("the kernel does not give this process " + bytes
                + " bytes of address space for symmetric heaps");
        }
        // Each PE's first barrier cell would otherwise take a huge page. The kernel may ignore the advice.
        memory(ADVISE, "madvise", address, bytes, NO_HUGE_PAGES, 0, 0);
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }

    /** Releases the touched pages of reserved memory, which zeroes it. */
    static void release(MemorySegment memory) {
        if ((int) memory(ADVISE, "madvise", memory.address(), memory.byteSize(), NOT_NEEDED, 0, 0) != 0) {
            throw new IllegalStateException("the kernel does not take memory back");
        }
    }

    /** Makes memory inaccessible. */
    static void protect(MemorySegment memory) {
        if ((int) memory(PROTECT, "mprotect", memory.address(), memory.byteSize(), 0, 0, 0) != 0) {
            throw new IllegalStateException("the kernel does not make heaps inaccessible");
        }
    }

    /** {@return a descriptor that child processes don't inherit} Does not follow links. */
    static int open(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            int descriptor = (int) call(OPEN_AT, CURRENT_FOLDER, arena.allocateFrom(file.toString()).address(),
                READ_WRITE_NO_CHILD | NO_LINK, 0);
            if (descriptor < 0) {
                throw Files.exists(file) ? new IOException("the kernel does not open " + file)
                    : new NoSuchFileException(file.toString());
            }
            return descriptor;
        }
    }

    static void close(int descriptor) {
        call(CLOSE, descriptor, 0, 0, 0);
    }

    /**
     * Locks or unlocks bytes for an open file; {@return false if another owner has locked one of them} Calls nothing
     * that could fail after the system call.
     *
     * @param lock what C calls a struct flock, zeroed once
     */
    static boolean lock(int descriptor, MemorySegment lock, long at, long size, boolean locks) {
        set(lock, locks ? WRITE_LOCK : NO_LOCK, at, size);
        return call(FILE_CONTROL, descriptor, SET_LOCK, lock.address(), 0) == 0;
    }

    /** {@return 1 if another owner than an open file has locked one of some bytes, 0 if not, -1 if it is unknown} */
    static int isLocked(int descriptor, MemorySegment lock, long at, long size) {
        set(lock, WRITE_LOCK, at, size);
        return FILE_CONTROL < 0 || call(FILE_CONTROL, descriptor, ASK_LOCK, lock.address(), 0) != 0 ? -1
            : lock.get(JAVA_SHORT, 0) == NO_LOCK ? 0 : 1;
    }

    private static void set(MemorySegment lock, short type, long at, long size) {
        lock.set(JAVA_SHORT, 0, type);
        lock.set(JAVA_LONG, 8, at);
        lock.set(JAVA_LONG, 16, size == LockFile.WHOLE ? 0 : size);
        // Asking stores the process that has the lock.
        lock.set(JAVA_LONG, 24, 0);
    }

    /**
     * Calls a function for memory; on processors with unknown call numbers that of libc, by its name. Only the lower
     * half of the result of an {@code int} function is defined then.
     */
    @SuppressWarnings("restricted")
    static long memory(long number, String name, long a, long b, long c, long d, long e) {
        if (number >= 0) {
            return call(number, a, b, c, d, e);
        }
        Linker linker = Linker.nativeLinker();
        try {
            return (long) linker.downcallHandle(linker.defaultLookup().findOrThrow(name), FunctionDescriptor.of(
                JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG))
                .invokeExact(a, b, c, d, e, 0L);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError(name, thrown);
        }
    }

    private static long call(long number, long a, long b, long c, long d) {
        return call(number, a, b, c, d, 0);
    }

    private static long call(long number, long a, long b, long c, long d, long e) {
        if (!linked) {
            FirstCalls.onEmptyStack(Syscalls::link);
        }
        try {
            return (long) Linked.SYSCALL.invokeExact(number, a, b, c, d, e, 0L);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new AssertionError("system call " + number, thrown);
        }
    }

    /** The handle as a constant of compiled code. Its initializer allocates nothing, so it does not fail. */
    private static final class Linked {
        static final MethodHandle SYSCALL = handle;

        static void initialize() {
            // The call has done it.
        }
    }
}
