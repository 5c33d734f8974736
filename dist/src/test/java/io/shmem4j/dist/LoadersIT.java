// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import java.io.IOException;
import java.lang.classfile.instruction.InvokeInstruction;
import org.junit.jupiter.api.Test;

/**
 * Where the library loads classes by a loader that the JVM chooses. Library and program may have loaders of their own,
 * as in an executable jar, so each such place has a reason here.
 */
class LoadersIT {
    /** A class without its package, a method, and why it may. */
    private static final String REASONS = """
        Host.create: after the library's loader and the thread's
        PeMain.program: the main class of a launched PE
        ProgramJvm.run: the main class of a launched PE
        TestPe.main: the test class of a launched PE
        AotTrainer$TrainedLauncher.main: a class of the launcher, which starts the JVM
        WarmUp.run: bundled programs, in the training of a cache
        FirstCalls.initialize: classes of the library, in its own loader
        LateVectors.loadModule: a class of the JDK
        Signals.handle: classes of the JDK
        Loaders.getSystemClassLoader: launched PEs that share a JVM
        Loaders.getContextClassLoader: launched PEs that share a JVM
        PoolThreads$Worker.<init>: launched PEs that share a JVM
        PoolThreads$Worker.getContextClassLoader: launched PEs that share a JVM
        """;

    @Test
    void loadersAreNamedOrHaveAReason() throws IOException {
        LibraryClasses.assertEqual(REASONS, LibraryClasses.callers(LoadersIT::leavesTheLoaderOpen),
            "these load by a loader that may not find it, without a reason");
    }

    private static boolean leavesTheLoaderOpen(InvokeInstruction call) {
        String method = call.name().stringValue();
        String type = call.type().stringValue();
        return switch (call.owner().asInternalName()) {
            case "java/lang/ClassLoader" -> method.startsWith("getSystem");
            case "java/lang/Class" -> method.equals("forName") && type.startsWith("(Ljava/lang/String;)");
            case "java/util/ServiceLoader" -> method.equals("load") && type.startsWith("(Ljava/lang/Class;)");
            default -> false;
        };
    }
}
