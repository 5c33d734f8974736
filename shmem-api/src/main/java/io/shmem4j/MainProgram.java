// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** A main method as {@link Shmem#run(int, MainProgram, String...)} takes it, {@code Main::main}. */
@FunctionalInterface
public interface MainProgram {
    /**
     * Runs on one PE; {@link Shmem#init} tells which.
     *
     * @param args the program's arguments, an array of this PE's own
     * @throws Throwable what the program does not handle: it ends the job
     */
    void main(String[] args) throws Throwable;
}
