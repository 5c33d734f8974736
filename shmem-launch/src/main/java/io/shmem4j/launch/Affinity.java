// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

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
import java.util.ArrayList;
import java.util.List;

/**
 * Starts processes on given CPUs. If possible, {@code taskset} binds itself and becomes the process. Otherwise this
 * thread binds itself, starts the process, which inherits the CPUs, and restores its own; linking that system call
 * costs tens of milliseconds.
 */
public final class Affinity {
    private static final Path THREAD = Path.of("/proc/thread-self/status");
    private static final String LIST = "Cpus_allowed_list:";
    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    /** Status line of a process without a system call filter. */
    private static final String UNFILTERED = "Seccomp:\t0";

    private Affinity() {
    }

    /** CPUs for a process. If required, the process must not start without them. */
    public record Binding(CpuSet cpus, boolean required) {
    }

    /** A started process, with its CPUs as the kernel reports them, or null if unbound. */
    public record Started(Process process, CpuSet cpus) {
    }

    public static CpuSet current() throws IOException {
        return current(Files.readAllLines(THREAD));
    }

    private static CpuSet current(List<String> status) throws IOException {
        for (String line : status) {
            if (line.startsWith(LIST)) {
                return CpuSet.parse(line.substring(LIST.length()));
            }
        }
        throw new IOException(THREAD + " has no line " + LIST);
    }

    /**
     * {@return whether taskset exists as a program of its own, not as a link to a multi-call binary, and no filter
     * blocks it}
     */
    private static boolean hasTaskset(List<String> status) {
        return Files.isExecutable(TASKSET) && !Files.isSymbolicLink(TASKSET) && status.contains(UNFILTERED);
    }

    /** Links the system call in a separate thread, because that takes as long as the rest of a start. */
    public static void prepare() throws IOException {
        if (!hasTaskset(Files.readAllLines(THREAD))) {
            Thread.ofPlatform().daemon().name("affinity").start(() -> SetAffinity.HANDLE.type());
        }
    }

    /** Starts a process on these CPUs, or on those of this thread. */
    public static Started start(ProcessBuilder command, Binding binding) throws IOException {
        if (binding == null) {
            return new Started(command.start(), null);
        }
        List<String> status = Files.readAllLines(THREAD);
        CpuSet before = current(status);
        // The kernel accepts any subset of this thread's CPUs.
        if (hasTaskset(status) && binding.cpus().without(before).isEmpty() && !binding.cpus().isEmpty()) {
            List<String> words = new ArrayList<>(List.of(TASKSET.toString(), "-c", binding.cpus().toString()));
            words.addAll(command.command());
            return new Started(command.command(words).start(), binding.cpus());
        }
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
