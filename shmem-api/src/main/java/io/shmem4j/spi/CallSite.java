// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/** The place in the program that called the library, for messages. */
public final class CallSite {
    private static final String API = "io.shmem4j.";

    private CallSite() {
    }

    public static String routine() {
        StackTraceElement inside = find().inside;
        return inside == null ? "routine" : inside.getMethodName();
    }

    public static String place() {
        StackTraceElement caller = find().outside;
        return caller == null ? "an unknown place" : caller.getClassName() + "." + caller.getMethodName() + "("
            + caller.getFileName() + ":" + caller.getLineNumber() + ")";
    }

    /** {@return the same as {@link #place}, by a walk that is faster once the JVM has made classes for it} */
    public static String walked() {
        return Walker.STACK.walk(frames -> frames.filter(frame -> !isLibrary(frame.getClassName())
            && !isReflection(frame.getClassName())).findFirst().map(frame -> frame.getClassName() + "."
            + frame.getMethodName() + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
            .orElse("an unknown place"));
    }

    /** {@return whether a frame is of a program, neither of the library nor of the JDK} */
    public static boolean isProgram(StackTraceElement frame) {
        return !isLibrary(frame.getClassName()) && !"java.base".equals(frame.getModuleName());
    }

    private static final class Walker {
        static final StackWalker STACK = StackWalker.getInstance();
    }

    /**
     * {@return the first frame outside the library, and the last one inside before it}
     *
     * <p>Every program's first allocation looks for them. A stack walker would have the JVM make classes for its own
     * use of reflection, which takes a tenth of a PE's start.
     */
    private static Frames find() {
        StackTraceElement inside = null;
        for (StackTraceElement frame : new Throwable().getStackTrace()) {
            if (isLibrary(frame.getClassName())) {
                inside = frame;
            } else if (!isReflection(frame.getClassName())) {
                return new Frames(inside, frame);
            }
        }
        return new Frames(inside, null);
    }

    private record Frames(StackTraceElement inside, StackTraceElement outside) { }

    private static boolean isReflection(String className) {
        return className.startsWith("java.lang.reflect.") || className.startsWith("jdk.internal.reflect.");
    }

    /** Classes of the API's own packages, of the collectives and backends; examples and benchmarks are programs. */
    private static boolean isLibrary(String className) {
        return className.startsWith(API) && className.indexOf('.', API.length()) < 0
            || className.startsWith(API + "engine.") || className.startsWith(API + "collective.")
            || className.startsWith(API + "spi.") || className.startsWith(API + "shm.Shm")
            || className.startsWith(API + "shm.Node") || className.startsWith(API + "shm.ControlLives")
            || className.startsWith(API + "explore.run.") || className.startsWith(API + "ucx.")
            || className.startsWith(API + "observe.")
            || className.startsWith(API + "legacy.") || className.startsWith(API + "data.")
            || className.startsWith(API + "nonblocking.") || isIrregular(className);
    }

    /** Classes of that module lie a package below. */
    private static boolean isIrregular(String className) {
        String module = API + "irregular.";
        return className.startsWith(module) && className.indexOf('.', module.length()) > 0;
    }
}
