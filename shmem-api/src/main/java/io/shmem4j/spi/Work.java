// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** What a PE has begun and not completed. Each wait of the PE advances it, see {@link Waiter#pause}. */
public interface Work {
    /** {@return whether there is any} Any thread may ask; the answer may be out of date. */
    boolean isLeft();

    /** Advances it without waiting, and without code of the program; {@return whether anything has moved} */
    boolean advance();
}
