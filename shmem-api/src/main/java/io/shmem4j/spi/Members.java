// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** The PEs that make a collective call, for an {@link Interceptor}. */
public interface Members {
    /** {@return world number of the first} */
    int start();

    /** {@return stride from one to the next} */
    int stride();

    /** {@return how many they are} */
    int size();

    /**
     * {@return the algorithm of a call, by its name in options; null where there is no choice}
     *
     * @param routine the call
     * @param bytes   how much it moves
     */
    String algorithm(Routine routine, long bytes);
}
