// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The agent of a PE's JVM that has the program's classes rewritten. */
public final class RaceAgent {
    private RaceAgent() {
    }

    /**
     * Called by the JVM before the program's main method.
     *
     * @param arguments       none
     * @param instrumentation what rewrites classes
     */
    public static void premain(String arguments, Instrumentation instrumentation) {
        Module ours = RaceAgent.class.getModule();
        // Where the program is a module, so is the library, which shows its inside to modules that it knows.
        ModuleLayer.boot().findModule("io.shmem4j").ifPresent(library ->
            instrumentation.redefineModule(library, Set.of(), Stream.of("spi", "engine", "config").collect(
                Collectors.toMap(name -> "io.shmem4j." + name, _ -> Set.of(ours))), Map.of(), Set.of(), Map.of()));
        instrumentation.addTransformer(new ProgramRewriter(module -> instrumentation.redefineModule(module,
            Set.of(ours), Map.of(), Map.of(), Set.of(), Map.of())));
    }
}
