// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.StackWalker.StackFrame;
import java.util.Optional;

/** Where in the program the library was called: what messages name. */
public final class CallSite {
    private static final String API = "io.shmem4j.";

    private CallSite() {
    }

    /** {@return the public method the program called} */
    public static String routine() {
        return walk(false).map(StackFrame::getMethodName).orElse("routine");
    }

    /** {@return where in the program the library was called} */
    public static String place() {
        return walk(true).map(f -> f.getClassName() + "." + f.getMethodName() + "(" + f.getFileName() + ":"
            + f.getLineNumber() + ")").orElse("an unknown place");
    }

    /** {@return the first frame outside the library, or the last one inside} */
    private static Optional<StackFrame> walk(boolean outside) {
        return StackWalker.getInstance().walk(frames -> {
            StackFrame[] inside = new StackFrame[1];
            Optional<StackFrame> caller = frames.filter(f -> {
                boolean library = isLibrary(f.getClassName());
                if (library) {
                    inside[0] = f;
                }
                return !library;
            }).findFirst();
            return outside ? caller : Optional.ofNullable(inside[0]);
        });
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
