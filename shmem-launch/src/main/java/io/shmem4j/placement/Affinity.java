// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.placement;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The cpus that threads may run on. A process inherits them from the thread that starts it, so the starting thread
 * binds itself, starts, and goes back to where it was.
 */
public final class Affinity {
    private static final Path THREAD = Path.of("/proc/thread-self/status");
    private static final String LIST = "Cpus_allowed_list:";

    private Affinity() {
    }

    /** The cpus that a process is to run on, or else must not start at all. */
    public record Binding(CpuSet cpus, boolean required) {
    }

    /** A started process and its cpus according to the kernel, null if it is not bound. */
    public record Started(Process process, CpuSet cpus) {
    }

    public static CpuSet current() throws IOException {
        for (String line : Files.readAllLines(THREAD)) {
            if (line.startsWith(LIST)) {
                return CpuSet.parse(line.substring(LIST.length()));
            }
        }
        throw new IOException(THREAD + " has no line " + LIST);
    }

    /** Links the system call in a thread of its own, because that takes as long as all else before the first start. */
    public static void prepare() {
        Thread.ofPlatform().daemon().name("affinity").start(() -> SetAffinity.HANDLE.type());
    }

    /** Starts a process on some cpus, or on those of this thread. */
    public static Started start(ProcessBuilder command, Binding binding) throws IOException {
        if (binding == null) {
            return new Started(command.start(), null);
        }
        CpuSet before = current();
        try {
            bind(binding.cpus());
        } catch (IOException e) {
            if (binding.required()) {
                throw e;
            }
            return new Started(command.start(), null);
        }
        try {
            CpuSet inherited = current();
            return new Started(command.start(), inherited);
        } finally {
            bind(before);
        }
    }

    private static void bind(CpuSet cpus) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment mask = arena.allocateFrom(JAVA_LONG, cpus.mask());
            int result = (int) SetAffinity.HANDLE.invokeExact(0, mask.byteSize(), mask);
            if (result != 0) {
                throw new IOException("the kernel refuses to bind to cpus " + cpus);
            }
        } catch (IOException | RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws nothing of its own", e);
        }
    }

    @SuppressWarnings("restricted")
    private static final class SetAffinity {
        static final MethodHandle HANDLE = Linker.nativeLinker().downcallHandle(
            Linker.nativeLinker().defaultLookup().findOrThrow("sched_setaffinity"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_LONG, ADDRESS));
    }
}
