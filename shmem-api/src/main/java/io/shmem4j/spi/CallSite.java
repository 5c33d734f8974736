// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.spi.LibraryFrames.Role;

/** Finds the line of the program that called the library, for messages. */
public final class CallSite {
    private static final String OURS = "io.shmem4j.";

    /** The program's main class, which may be in a package of the library; empty if unknown. */
    private static volatile String program = "";

    private CallSite() {
    }

    /** Sets the program's main class, so calls from the library's own programs need no table of frames. */
    public static void program(String mainClass) {
        program = mainClass;
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

    /** {@return the same as {@link #place}, found by a stack walker: slow at first, then faster} */
    public static String walked() {
        return Walker.STACK.walk(frames -> frames.filter(frame -> !isLibrary(frame.getClassName())
            && !isReflection(frame.getClassName())).findFirst().map(frame -> frame.getClassName() + "."
            + frame.getMethodName() + "(" + frame.getFileName() + ":" + frame.getLineNumber() + ")")
            .orElse("an unknown place"));
    }

    /** {@return whether a frame belongs neither to the library nor to the JDK} */
    public static boolean isProgram(StackTraceElement frame) {
        return !isLibrary(frame.getClassName()) && !"java.base".equals(frame.getModuleName());
    }

    private static final class Walker {
        static final StackWalker STACK = StackWalker.getInstance();
    }

    /**
     * {@return the first frame outside of the library, and the last one inside}
     *
     * <p>Not by a stack walker: every program's first allocation calls this, and for a walker the JVM generates
     * classes, which takes a tenth of a PE's start.
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

    private static boolean isLibrary(String className) {
        return className.startsWith(OURS) && !isProgram(className)
            && LibraryFrames.is(className, Role.API, Role.INSIDE);
    }

    private static boolean isProgram(String className) {
        String main = program;
        return !main.isEmpty() && className.startsWith(main)
            && (className.length() == main.length() || className.charAt(main.length()) == '$');
    }
}
