// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.ProgramCache;
import io.shmem4j.pe.WarmUp;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes the start-up cache of a program after a job: the library's training runs once more, with the program's jars
 * on the class path, and loads the classes that the job has named. It initialises none, so no code of the program runs.
 */
public final class ProgramTrainer {
    private ProgramTrainer() {
    }

    /** Starts a process that makes it, and does not wait for it; {@return why it doesn't, null if it does} */
    public static String inBackground(AotCache cache, ProgramCache program) {
        return AotTrainer.inBackground(cache, ProgramTrainer.class, program.words());
    }

    /** Makes the cache that the words of {@link ProgramCache} name. */
    public static void main(String[] args) throws IOException {
        Installation installation = Installation.current();
        AotCache cache = AotCache.of(installation, List.of());
        ProgramCache program = ProgramCache.of(cache, List.of(args));
        try (TrainingTurn turn = TrainingTurn.take(cache)) {
            if (turn != null && program.isDue() && program.stillFits()) {
                train(installation, program);
                AotCache.removeLeftovers(cache.folder());
                AotTrainer.removeJobs(cache.folder());
            }
        }
        System.exit(ExitStatus.OK);
    }

    private static void train(Installation installation, ProgramCache program) throws IOException {
        Path names = program.forNew().resolveSibling(program.forNew().getFileName() + ".classes");
        boolean whole = false;
        try {
            Files.write(names, program.classes());
            List<String> options = new ArrayList<>(List.of("-J-D" + WarmUp.CLASSES + "=" + names));
            if (!program.jars().isEmpty()) {
                options.addAll(List.of("-cp", String.join(File.pathSeparator, program.jars())));
            }
            program.flags().forEach(flag -> options.add("-J" + flag));
            whole = AotTrainer.make(program.forNew(), program::stillFits,
                flag -> AotTrainer.trainPe(installation, flag, List.of(), options.toArray(new String[0])));
            if (program.forNew().toFile().length() > ProgramCache.MOST_OF_ONE) {
                Files.deleteIfExists(program.forNew());
                Files.writeString(program.large(), "");
            }
        } finally {
            AotTrainer.mark(program.failure(), !whole);
            Files.deleteIfExists(names);
            program.tidy();
        }
    }
}
