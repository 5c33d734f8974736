// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim;

import java.lang.StackWalker.Option;

/**
 * What programs get that end their process: as their classes are loaded, calls of {@code System.exit}, {@code
 * Runtime.halt} and those for shutdown hooks become calls of these methods, for the PE whose class is on the stack.
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

    /**
     * Has a thread run before the PE ends.
     *
     * @param runtime the process's
     * @param hook    the thread
     */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        int pe = callers();
        if (pe >= 0) {
            SimJob.current().ends(pe).add(hook);
        } else {
            runtime.addShutdownHook(hook);
        }
    }

    /**
     * Forgets a hook.
     *
     * @param runtime the process's
     * @param hook    the thread
     * @return whether there was one
     */
    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        int pe = callers();
        return pe >= 0 ? SimJob.current().ends(pe).remove(hook) : runtime.removeShutdownHook(hook);
    }

    /** {@return the PE whose program calls, or -1} */
    static int callers() {
        return STACK.walk(frames -> frames.map(frame -> frame.getDeclaringClass().getClassLoader())
            .filter(PeClassLoader.class::isInstance).findFirst()).map(loader -> ((PeClassLoader) loader).pe())
            .orElse(-1);
    }
}
