// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.studies.line.LineExperiments;
import io.shmem4j.studies.line.Setup.RepeatedExperiment;
import io.shmem4j.studies.reproduce.Paper;
import io.shmem4j.studies.scc.SccExperiments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The words that shells offer behind the studies' commands are those that they take. */
class StudiesCompletionTest {
    private static final Path TABLE = Path.of("src/main/resources/META-INF/shmem4j/completion");

    private static void same(Collection<String> words, String line) throws IOException {
        String start = line + " = ";
        TreeSet<String> offered = Files.readAllLines(TABLE).stream().filter(each -> each.startsWith(start)).findFirst()
            .map(each -> new TreeSet<>(List.of(each.substring(start.length()).split(" ")))).orElseThrow();
        assertEquals(new TreeSet<>(words), offered, line);
    }

    private static void sameOptions(Object command, String line) throws IOException {
        TreeSet<String> names = new TreeSet<>(new CommandLine(command).getCommandSpec().optionsMap().keySet());
        names.removeIf(name -> !name.startsWith("--") || name.equals("--version"));
        same(names, line);
    }

    @Test
    void optionsOfAllCommands() throws IOException {
        sameOptions(new KncCommand(), "sim knc *");
        sameOptions(new SccCommand(), "sim scc *");
        sameOptions(new SpeedCommand(), "sim speed *");
        sameOptions(ModelCommand.class, "model");
        sameOptions(ReproduceCommand.class, "reproduce *");
    }

    @Test
    void namesOfExperimentsMachinesAndPapers() throws IOException {
        same(LineExperiments.ALL.stream().map(RepeatedExperiment::name).toList(), "sim knc");
        same(SccExperiments.ALL.stream().map(SccExperiments.Experiment::name).toList(), "sim scc");
        same(MachineFile.BUNDLED, "sim --machine");
        same(MachineFile.BUNDLED, "model --machine");
        same(Paper.IDS, "reproduce --paper");
    }
}
