// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.invoke.MethodHandle;

/** Sends signals that Java itself can't; the call is linked at the first use. */
final class Signals {
    /** Asks a JVM for attention. */
    static final int QUIT = 3;

    private Signals() {
    }

    /**
     * Sends a signal; a process that is gone does not get it.
     *
     * @param pid    the process
     * @param signal number of the signal
     */
    static void send(long pid, int signal) {
        try {
            int ignored = (int) Linked.KILL.invokeExact((int) pid, signal);
        } catch (Throwable e) {
            throw new AssertionError("kill", e);
        }
    }

    @SuppressWarnings("restricted")
    private static final class Linked {
        static final MethodHandle KILL = Linker.nativeLinker().downcallHandle(
            Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT));
    }
}
