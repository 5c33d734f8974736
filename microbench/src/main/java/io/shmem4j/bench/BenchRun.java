// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.Shmem;

/**
 * What a running test has: the PE's handle, the command line, the timer, and where results go.
 *
 * @param shmem   the PE's handle
 * @param options the command line
 * @param timer   the measuring method
 * @param report  where PE 0 puts results; the others' are dropped
 */
public record BenchRun(Shmem shmem, Options options, ProbeTimer timer, Report report) {
    /** {@return whether this PE leads and reports} */
    public boolean leads() {
        return shmem.myPe() == 0;
    }
}
