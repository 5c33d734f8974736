// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.spi.Kernel;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Switches one operator on one type to vectors, in a JVM that was started without the module of the Vector API.
 *
 * <p>A JVM that starts with the module starts without its start-up cache and prints a warning, and vector code is slow
 * until it is compiled. So a program begins with scalar loops. When such a loop has run for long, this thread makes the
 * JDK load the module, as the JDK does for an agent. It then calls the vector loop on memory of its own until that loop
 * is faster, and from then on calls use it.
 */
final class LateVectors extends Thread {
    /** Whether this JVM's flags allow it. Otherwise the compiler has no vectors, and each vector would be an object. */
    static final boolean ALLOWED = !VectorApi.PRESENT && Boolean.getBoolean(Kernel.LATE_VECTORS);

    private static final String MODULE = "jdk.incubator.vector";
    private static final int BLOCK = 16 << 10;
    private static final int BLOCKS = 5;
    private static final int CALLS = 16;
    /** The vector loop must be faster this many times in a row. */
    private static final int WINS = 3;
    private static final long PATIENCE_NANOS = 5_000_000_000L;
    private static MemorySegment memory;

    private final ScalarKernel scalar;

    LateVectors(ScalarKernel scalar) {
        super(root(), null, "shmem4j-vectors");
        this.scalar = scalar;
        setDaemon(true);
    }

    /** Not the caller's group: PEs of one JVM share its loops, and a PE may end before the others. */
    private static ThreadGroup root() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        return group;
    }

    @Override
    public void run() {
        // One at a time: programs that use many operators need their cores, too.
        synchronized (LateVectors.class) {
            try {
                if (memory == null) {
                    loadModule();
                    memory = map();
                }
                Kernel vectors = scalar.vectors();
                if (faster(vectors)) {
                    scalar.makeWayFor(vectors);
                }
            } catch (ReflectiveOperationException | IOException | RuntimeException | LinkageError e) {
                // Another JDK, or a module that the JDK does not open to the library: loops stay scalar.
            }
        }
    }

    private static void loadModule() throws ReflectiveOperationException {
        Class.forName("jdk.internal.module.Modules").getMethod("loadModule", String.class).invoke(null, MODULE);
    }

    /**
     * Maps a segment of the class that heaps have: a loop that has seen two classes of segments is compiled for both.
     */
    private static MemorySegment map() throws IOException {
        Path file = Files.createTempFile("shmem4j", null);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) BLOCKS * BLOCK, Arena.global());
        } finally {
            Files.delete(file);
        }
    }

    private boolean faster(Kernel vectors) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        int wins = 0;
        while (wins < WINS && System.nanoTime() < end) {
            wins = time(vectors) < time(scalar) ? wins + 1 : 0;
        }
        return wins == WINS;
    }

    private static long time(Kernel kernel) {
        long start = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            kernel.apply(memory, 0, BLOCK, 2 * BLOCK, BLOCK);
            kernel.apply(memory, 0, BLOCK, 2 * BLOCK, 3 * BLOCK, 4 * BLOCK, BLOCK);
        }
        return System.nanoTime() - start;
    }

    /** Whether this JVM was started with the Vector API. */
    static final class VectorApi {
        /** Whether the module is resolved; {@code shmem4j.scalar} turns vectors off for measurements and tests. */
        static final boolean PRESENT = isResolved("jdk.incubator.vector") && !Boolean.getBoolean("shmem4j.scalar");

        private VectorApi() {
        }

        /** Not by the layer's own search, whose streams would take as long as the rest of a first reduction. */
        private static boolean isResolved(String name) {
            for (Module module : ModuleLayer.boot().modules()) {
                if (module.getName().equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }
}
