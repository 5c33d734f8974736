// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.StackWalker.StackFrame;
import java.util.Iterator;
import java.util.function.Function;
import java.util.stream.Stream;

/** The place in the program that called the library, for messages. */
public final class CallSite {
    private static final String API = "io.shmem4j.";

    private CallSite() {
    }

    /** {@return the public method the program called} */
    public static String routine() {
        StackFrame inside = find().inside;
        return inside == null ? "routine" : inside.getMethodName();
    }

    /** {@return where in the program the library was called} */
    public static String place() {
        StackFrame caller = find().outside;
        return caller == null ? "an unknown place" : caller.getClassName() + "." + caller.getMethodName() + "("
            + caller.getFileName() + ":" + caller.getLineNumber() + ")";
    }

    private static Frames find() {
        return StackWalker.getInstance().walk(new Frames());
    }

    /**
     * The first frame outside the library, and the last one inside before it. Every program's first allocation looks
     * for them, so this is a class with a loop: linking a lambda would be part of each PE's start.
     */
    private static final class Frames implements Function<Stream<StackFrame>, Frames> {
        private StackFrame inside;
        private StackFrame outside;

        @Override
        public Frames apply(Stream<StackFrame> frames) {
            Iterator<StackFrame> each = frames.iterator();
            while (outside == null && each.hasNext()) {
                StackFrame frame = each.next();
                if (isLibrary(frame.getClassName())) {
                    inside = frame;
                } else {
                    outside = frame;
                }
            }
            return this;
        }
    }

    /** Classes of the API's own packages, of the collectives and backends; examples and benchmarks are programs. */
    private static boolean isLibrary(String className) {
        return className.startsWith(API) && className.indexOf('.', API.length()) < 0
            || className.startsWith(API + "engine.") || className.startsWith(API + "collective.")
            || className.startsWith(API + "spi.") || className.startsWith(API + "shm.Shm")
            || className.startsWith(API + "shm.Node") || className.startsWith(API + "ucx.")
            || className.startsWith(API + "legacy.") || className.startsWith(API + "data.")
            || className.startsWith(API + "nonblocking.");
    }
}
