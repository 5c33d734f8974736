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
import java.util.ArrayList;
import java.util.List;

/**
 * The cpus that threads may run on. Where the system has {@code taskset}, that binds itself and becomes the process.
 * Else the process inherits them from the thread that starts it, which binds itself, starts, and goes back to where it
 * was. The JVM would have to link the system call for that, in tens of milliseconds of processor time.
 */
public final class Affinity {
    private static final Path THREAD = Path.of("/proc/thread-self/status");
    private static final String LIST = "Cpus_allowed_list:";
    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    /** The status line of a process without a filter of system calls. */
    private static final String UNFILTERED = "Seccomp:\t0";

    private Affinity() {
    }

    /** The cpus that a process is to run on, or else must not start at all. */
    public record Binding(CpuSet cpus, boolean required) {
    }

    /** A started process and its cpus according to the kernel, null if it is not bound. */
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

    /** {@return whether taskset is there, a program of its own (no link to a multi-call binary), and unhindered} */
    private static boolean hasTaskset(List<String> status) {
        return Files.isExecutable(TASKSET) && !Files.isSymbolicLink(TASKSET) && status.contains(UNFILTERED);
    }

    /** Links the system call, where it is needed, in a thread of its own, because that takes as long as all else. */
    public static void prepare() throws IOException {
        if (!hasTaskset(Files.readAllLines(THREAD))) {
            Thread.ofPlatform().daemon().name("affinity").start(() -> SetAffinity.HANDLE.type());
        }
    }

    /** Starts a process on some cpus, or on those of this thread. */
    public static Started start(ProcessBuilder command, Binding binding) throws IOException {
        if (binding == null) {
            return new Started(command.start(), null);
        }
        List<String> status = Files.readAllLines(THREAD);
        CpuSet before = current(status);
        // The kernel can't refuse cpus that this thread may use.
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
