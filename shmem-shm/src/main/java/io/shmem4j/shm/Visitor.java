// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.util.function.LongPredicate;

/**
 * A process that is no PE and stores to the memory of a running job, waits for words in it and wakes its PEs.
 *
 * <p>It locks one of the first {@value #MOST} bytes of the heap file, which the kernel unlocks with the process: so
 * detectors of deadlocks know that a process outside may store. It counts nothing in the job's memory. {@link Bell}
 * argues why no wake-up is lost. A waker that is killed may not wake it, and plain stores wake nobody, so its sleeps
 * are limited as those of PEs are.
 */
public final class Visitor implements AutoCloseable {
    /** Number of bytes that visitors lock. */
    static final int MOST = 4096;
    private static final int SPINS = 100;
    private static final long YIELD_NANOS = 1_000_000;
    private static final long FIRST_SLEEP_NANOS = 50_000;
    private static final long LAST_SLEEP_NANOS = 64_000_000;
    private final Arena arena = Arena.ofShared();
    private final JobFiles files;
    private final ControlFile control;
    private final HeapFile heap;
    private final Words words;
    private final long address;
    private final int descriptor;

    /** Maps the memory of another process's job. */
    public Visitor(JobFiles files) throws IOException {
        this.files = files;
        HeapFile mapped = null;
        int opened = -1;
        try {
            control = ControlFile.open(files, arena);
            mapped = new HeapFile(files, control, MapMode.READ_WRITE);
            files.requireOwn(JobFiles.HEAP);
            opened = Syscalls.open(files.file(JobFiles.HEAP));
            lockOne(opened);
        } catch (IOException | RuntimeException e) {
            arena.close();
            if (mapped != null) {
                mapped.close();
            }
            if (opened >= 0) {
                Syscalls.close(opened);
            }
            throw e;
        }
        heap = mapped;
        descriptor = opened;
        MemorySegment all = heap.bytes(0, 0, control.stride() * heap.nPes());
        words = Words.of(all);
        address = all.address();
    }

    private static void lockOne(int descriptor) throws IOException {
        MemorySegment lock = Arena.ofAuto().allocate(4 * Long.BYTES, Long.BYTES);
        int at = 0;
        while (!Syscalls.lock(descriptor, lock, at, 1, true)) {
            at++;
            if (at == MOST) {
                throw new IOException(MOST + " processes visit the job already");
            }
        }
    }

    /** {@return whether a living visitor may store to a job's memory} */
    public static synchronized boolean visits(JobFiles files) throws IOException {
        try (FileChannel channel = files.open(JobFiles.HEAP)) {
            return LockFile.isLocked(channel, 0, MOST);
        }
    }

    public HeapFile heap() {
        return heap;
    }

    private long at(int pe, long offset) {
        return heap.position(pe, offset);
    }

    /** {@return a word of a PE; {@code wide} if it has 64 bits} */
    public long load(int pe, long offset, boolean wide) {
        return wide ? words.getLongAcquire(at(pe, offset)) : words.getIntAcquire(at(pe, offset));
    }

    /** Replaces a word of a PE, wakes who waits for it, and {@return the old value} */
    public long swap(int pe, long offset, boolean wide, long value) {
        long old = wide ? words.getAndSetLong(at(pe, offset), value) : words.getAndSetInt(at(pe, offset), (int) value);
        ring(pe);
        return old;
    }

    /** Adds to a word of a PE, wakes who waits for it, and {@return the old value} */
    public long fetchAdd(int pe, long offset, boolean wide, long value) {
        long old = wide ? words.getAndAddLong(at(pe, offset), value) : words.getAndAddInt(at(pe, offset), (int) value);
        ring(pe);
        return old;
    }

    /** Replaces an expected value of a word of a PE, and {@return the old value} */
    public long compareSwap(int pe, long offset, boolean wide, long expected, long value) {
        long old = wide ? words.compareAndExchangeLong(at(pe, offset), expected, value)
            : words.compareAndExchangeInt(at(pe, offset), (int) expected, (int) value);
        ring(pe);
        return old;
    }

    /** Wakes those who wait for a PE's variables, after earlier stores. */
    public void ring(int pe) {
        VarHandle.fullFence();
        long region = at(pe, 0);
        if (words.getIntVolatile(region + SystemLayout.BELL + Cell.SLEEPERS) != 0) {
            Bell.ring(control, words, address, region, pe);
        }
    }

    /**
     * Waits until a word of a PE satisfies a condition or a time has passed, and {@return the last value seen}
     *
     * @param check called now and then during a sleep, to end the wait by an exception
     */
    public long await(int pe, long offset, boolean wide, LongPredicate condition, long nanos, Runnable check)
        throws InterruptedException {
        long start = System.nanoTime();
        for (int spin = 0; spin < SPINS && !condition.test(load(pe, offset, wide)); spin++) {
            Thread.onSpinWait();
        }
        MemorySegment timeout = null;
        long sleep = FIRST_SLEEP_NANOS;
        while (true) {
            int bell = timeout == null ? 0 : announce(pe);
            long seen = load(pe, offset, wide);
            long left = nanos - (System.nanoTime() - start);
            if (condition.test(seen) || left <= 0) {
                return seen;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            requireRunning();
            if (nanos - left < YIELD_NANOS) {
                Thread.yield();
            } else if (timeout == null) {
                timeout = Arena.ofAuto().allocate(JAVA_LONG, 2);
            } else {
                control.sleepAsVisitor(pe, bell, timeout, Math.min(left, sleep));
                sleep = Math.min(sleep + sleep / 4, LAST_SLEEP_NANOS);
                if (sleep > YIELD_NANOS) {
                    check.run();
                }
            }
        }
    }

    /** Announces a sleep, and {@return the word to sleep on} The caller tests its condition once more. */
    private int announce(int pe) {
        int bell = control.visitors(pe);
        words.getAndBitwiseOrInt(at(pe, SystemLayout.BELL + Cell.SLEEPERS), Bell.VISITORS);
        control.announceVisitor();
        VarHandle.fullFence();
        return bell;
    }

    /** Throws if the job is over, or is being ended. */
    public void requireRunning() {
        if (control.isOver()) {
            throw new ShmemException("job " + files.id() + " has ended");
        }
    }

    @Override
    public void close() {
        Syscalls.close(descriptor);
        heap.close();
        arena.close();
    }
}
