// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.process.JvmFlags;
import java.util.ArrayList;
import java.util.List;

/**
 * How a training has its PE compile, which the start-up cache remembers for each method: a JVM that starts from the
 * cache compiles a method as the training has done, after a hundred calls and without counting first.
 *
 * <p>Collectives and waiting consist of dozens of methods, for each of which the optimizing compiler takes 5 to 15 ms,
 * on the cores that PEs wait on, and by which these gain little. So the training compiles them, and the cells that they
 * work on, by the quick compiler, and compiles nothing else. What it leaves out is compiled as in any JVM: loops over
 * arrays, programs' own code, and single accesses, which the optimizing compiler puts into a program's loops as far
 * as it has counted their calls.
 */
final class TrainedMethods {
    /** Not the package of loops over elements, which the optimizing compiler makes vectors of. */
    private static final List<String> COMPILED = List.of("io.shmem4j.collective.broadcast.*",
        "io.shmem4j.collective.cost.*", "io.shmem4j.collective.exchange.*", "io.shmem4j.collective.reduce.*",
        "io.shmem4j.collective.team.*", "io.shmem4j.collective.tree.*", "io.shmem4j.collective.Collectives",
        "io.shmem4j.engine.*", "io.shmem4j.CollectiveCalls", "io.shmem4j.Team*", "io.shmem4j.Shmem",
        "io.shmem4j.shm.ShmWaiter", "io.shmem4j.shm.ControlFile", "io.shmem4j.shm.PublishedWait",
        "io.shmem4j.shm.WaitPolicy", "io.shmem4j.shm.PeLife", "io.shmem4j.spi.Routine", "io.shmem4j.Misuse",
        "io.shmem4j.Signal", "io.shmem4j.spi.Comparison", "io.shmem4j.spi.SystemLayout", "io.shmem4j.Variables",
        "io.shmem4j.Cmp");
    /** Not the rest of their classes: the optimizing compiler has to count puts and gets before it inlines them. */
    private static final List<String> CELLS = List.of("io.shmem4j.shm.NodeBackend::cell*",
        "io.shmem4j.shm.NodeBackend::checkAbort", "io.shmem4j.spi.Backend::cell*",
        "io.shmem4j.spi.MappedBackend::accumulate", "io.shmem4j.spi.MappedBackend::combine",
        "io.shmem4j.spi.AddressedWords::get*", "io.shmem4j.spi.AddressedWords::set*",
        "io.shmem4j.spi.AddressedWords::compare*", "io.shmem4j.spi.Words::copyInside",
        "io.shmem4j.Symmetric::start", "*Kernel::of", "*Kernel::operator", "*Kernel::apply", "*Kernel::few",
        "*Kernel::one");

    private TrainedMethods() {
    }

    /** {@return the flags of the PE that is trained, none for a JDK whose caches may work in another way} */
    static List<String> flags() {
        List<String> flags = new ArrayList<>(JvmFlags.training());
        if (!flags.isEmpty()) {
            flags.add("-XX:CompileCommand=quiet");
            COMPILED.forEach(type -> flags.add("-XX:CompileCommand=compileonly," + type + "::*"));
            CELLS.forEach(method -> flags.add("-XX:CompileCommand=compileonly," + method));
        }
        return flags;
    }
}
