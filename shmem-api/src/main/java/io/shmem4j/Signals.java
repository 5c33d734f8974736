// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.spi.WaitKind;

/** An array of signals, such as one per sender. Allocate it with {@link Shmem#allocateSignals}. */
public final class Signals implements AutoCloseable {
    private final SymmetricLongs words;
    private final Signal[] all;

    Signals(SymmetricLongs words) {
        this.words = words;
        this.all = new Signal[(int) words.length()];
        for (int i = 0; i < all.length; i++) {
            all[i] = words.signal(i);
        }
    }

    /** {@return the number of signals} */
    public int count() {
        return all.length;
    }

    /**
     * {@return one of the signals}
     *
     * @param index its index
     * @throws io.shmem4j.error.SymmetricIndexException if there is no such signal
     */
    public Signal get(int index) {
        if (index < 0 || index >= all.length) {
            throw Misuse.index(words, index, 1);
        }
        return all[index];
    }

    /** {@return this PE's copies of all signals, to wait for any or all} */
    public LongWatch watch() {
        return new LongWatch(words, WaitKind.SIGNAL);
    }

    /**
     * Names the signals for reports.
     *
     * @param name the name
     * @return this
     */
    public Signals named(String name) {
        words.named(name);
        return this;
    }

    /** {@return the signals' words as a symmetric array, to reset this PE's copies} */
    public SymmetricLongs words() {
        return words;
    }

    /** Frees the memory of the signals; collective over all PEs. */
    public void free() {
        words.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        words.close();
    }

    @Override
    public String toString() {
        return all.length + " signals " + words.name();
    }
}
