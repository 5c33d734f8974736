// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** The program of each PE that {@link Shmem#run(int, Program)} starts. */
@FunctionalInterface
public interface Program {
    /**
     * Runs on one PE; {@link Shmem#init} returns its handle.
     *
     * @throws Throwable what the program does not handle: it ends the job
     */
    void run() throws Throwable;
}
