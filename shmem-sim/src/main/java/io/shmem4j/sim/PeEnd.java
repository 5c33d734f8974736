// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import java.lang.StackWalker.Option;

/**
 * What programs get that end their process: as their classes are loaded, calls of {@code System.exit} and {@code
 * Runtime.halt} become calls of these methods, which end the PE whose class is on the stack.
 */
public final class PeEnd {
    private static final StackWalker STACK = StackWalker.getInstance(Option.RETAIN_CLASS_REFERENCE);

    private PeEnd() {
    }

    /**
     * Ends the PE.
     *
     * @param status with which
     */
    public static void exit(int status) {
        int pe = callers();
        if (pe >= 0) {
            ExitRules.of(SimJob.current()).exitInOrder(pe, status);
        }
        System.exit(status);
    }

    /**
     * Ends the PE.
     *
     * @param runtime the process's
     * @param status  with which
     */
    public static void exit(Runtime runtime, int status) {
        exit(status);
    }

    /**
     * Ends the PE at once.
     *
     * @param runtime the process's
     * @param status  with which
     */
    public static void halt(Runtime runtime, int status) {
        int pe = callers();
        if (pe >= 0) {
            ExitRules.of(SimJob.current()).exit(pe, status);
        }
        runtime.halt(status);
    }

    /** {@return the PE whose program calls, or -1} */
    private static int callers() {
        return STACK.walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
            .filter(PeClassLoader.class::isInstance).findFirst()).map(loader -> ((PeClassLoader) loader).pe())
            .orElse(-1);
    }
}
