// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.spi.Routine;

/** One call as its record tells it; the same object is filled for every record that is read. */
final class Call {
    int pe;
    Routine routine;
    int peer;
    int thread;
    long begin;
    long end;
    long bytes;
    /** Whether there is no end in the record: the PE died in this call, or it threw an exception. */
    boolean open;

    long nanos() {
        return end - begin;
    }
}
