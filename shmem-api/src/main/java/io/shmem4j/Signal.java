// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.time.Duration;

/**
 * A symmetric signal: an unsigned 64-bit number that put-with-signal and the signal operations of other PEs update.
 *
 * <p>Allocate one with {@link Shmem#allocateSignal}, or use an element of {@link SymmetricLongs}.
 */
public final class Signal implements AutoCloseable {
    private final SymmetricLongs word;

    Signal(SymmetricLongs word) {
        this.word = word;
    }

    /** {@return this PE's copy, {@code shmem_signal_fetch}} */
    public long fetch() {
        return word.getAcquire(0);
    }

    /**
     * Waits until this PE's copy satisfies a comparison, {@code shmem_signal_wait_until}. That comparison is unsigned
     * in C: its {@code GT} is {@link Cmp#UGT} here. Below 2<sup>63</sup> both are the same.
     *
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @return the value that satisfied it
     */
    public long waitUntil(Cmp cmp, long value) {
        return Variables.waitFor(word, word.address(0), Fault.required(cmp, "cmp"), value, WaitKind.SIGNAL, true, -1,
            Waiter.FOREVER);
    }

    /** {@return this PE's copy, to wait for with a time limit or while a PE lives} */
    public LongWatch watch() {
        return new LongWatch(word, WaitKind.SIGNAL);
    }

    /**
     * Waits until this PE's copy is at least {@code count} and subtracts {@code count}, as a semaphore does. The signal
     * thus counts messages that have arrived and are not consumed yet; {@link SignalOperations#signalAdd} and
     * put-with-signal add to it. Any number of threads may wait on one signal.
     *
     * @param count the number to subtract; 0 does not wait
     * @throws IllegalArgumentException if it is negative
     */
    public void acquire(long count) {
        acquire(count, Waiter.FOREVER);
    }

    /**
     * Subtracts {@code count} from this PE's copy if the copy is at least {@code count}; does not wait.
     *
     * @param count the number to subtract
     * @return whether it was subtracted
     * @throws IllegalArgumentException if it is negative
     */
    public boolean tryAcquire(long count) {
        if (count < 0) {
            throw new IllegalArgumentException(Fault.where() + ": the count is negative, " + count);
        }
        Library library = word.block.library();
        long at = word.address(0);
        long seen = fetch();
        while (Long.compareUnsigned(seen, count) >= 0) {
            long before = library.backend().compareSwapLong(library.pe(), at, seen, seen - count);
            if (before == seen) {
                return true;
            }
            seen = before;
        }
        return false;
    }

    /**
     * Waits, no longer than a time limit, until this PE's copy is at least {@code count}, and subtracts {@code count}.
     *
     * @param count the number to subtract
     * @param limit the time limit; zero or less does not wait
     * @return whether it was subtracted
     * @throws IllegalArgumentException if the count is negative
     */
    public boolean tryAcquire(long count, Duration limit) {
        return acquire(count, Variables.limit(limit));
    }

    private boolean acquire(long count, long nanos) {
        if (tryAcquire(count)) {
            return true;
        }
        Backend backend = word.block.library().backend();
        long start = backend.nanoTime();
        for (long left = nanos; left > 0; left = nanos == Waiter.FOREVER ? nanos
            : nanos - (backend.nanoTime() - start)) {
            long seen = Variables.waitFor(word, word.address(0), Cmp.UGE, count, WaitKind.SIGNAL, false, -1, left);
            if (tryAcquire(count)) {
                return true;
            }
            if (Long.compareUnsigned(seen, count) < 0) {
                // The wait timed out, perhaps because an enclosing Shmem.within has less time left.
                return false;
            }
        }
        return false;
    }

    /**
     * Names the signal for reports.
     *
     * @param name the name
     * @return this
     */
    public Signal named(String name) {
        word.named(name);
        return this;
    }

    /**
     * Declares that processes outside the job set the signal, see {@link SymmetricLongs#external}.
     *
     * @return this
     */
    public Signal external() {
        word.external();
        return this;
    }

    /** {@return the signal's word as a symmetric object, to reset or free it} */
    public SymmetricLongs word() {
        return word;
    }

    long address() {
        return word.address(0);
    }

    @Override
    public String toString() {
        return "signal " + word.name();
    }

    /** Frees the memory of the signal; collective over all PEs. */
    public void free() {
        word.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        word.close();
    }
}
