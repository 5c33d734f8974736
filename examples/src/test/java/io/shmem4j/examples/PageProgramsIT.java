// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs of tutorial and how-to pages compile, print what the page says, and draw its picture. */
@Thorough
class PageProgramsIT {
    private List<PageProgram> programs;

    @BeforeEach
    void readPage() throws IOException {
        programs = PageProgram.of("docs/tutorial.md");
    }

    @Test
    void programsPrintWhatThePageSays(@TempDir Path folder) throws Exception {
        assertEquals(List.of("Hello", "Neighbour", "Stencil"), programs.stream().map(PageProgram::name).toList());
        for (PageProgram program : programs) {
            // The lines of different PEs come in any order.
            assertEquals(program.output().lines().sorted().toList(),
                program.compile(folder).run(folder, 4).lines().sorted().toList(), program.name());
        }
    }

    @Test
    void portedProgramsPrintWhatThePageSays(@TempDir Path folder) throws Exception {
        PageProgram exchange = PageProgram.of("docs/from-mpi.md").getFirst().compile(folder);
        assertEquals(exchange.output(), exchange.run(folder, 4));
        // As step 2 runs it: the source file, by no javac of the user's.
        PageProgram count = PageProgram.of("docs/how-to/port-a-c-program.md").getFirst();
        assertEquals(count.output(), Oshrun.run(Oshrun.words(4, List.of(count.write(folder)
            .toString()))).expect(0).out());
    }

    @Test
    void irregularProgramsPrintWhatThePagesSay(@TempDir Path folder) throws Exception {
        for (String page : List.of("batch-small-accesses", "use-arrays-over-all-pes")) {
            PageProgram program = PageProgram.of("docs/how-to/" + page + ".md").getFirst();
            assertEquals(program.output(), program.compile(folder).run(folder, 4), program.name());
        }
        for (PageProgram program : PageProgram.of("docs/how-to/send-messages.md")) {
            assertEquals(program.output().lines().sorted().toList(),
                program.compile(folder).run(folder, 4).lines().sorted().toList(), program.name());
        }
    }

    /** Each schedule kills a PE at one of its steps. The first of a hundred steps are as good as all. */
    @Test
    void stepsOutliveADeathAtEachOfTheirSteps(@TempDir Path folder) throws Exception {
        PageProgram steps = PageProgram.of("docs/how-to/outlive-a-dead-pe.md").getFirst();
        PageProgram few = new PageProgram(steps.name(), steps.source().replace("< 100", "< 2"), "").compile(folder);
        Oshrun.run(Oshrun.words(2, List.of("-cp", folder.toString(), few.name()), "--explore", "--crash", "1",
            "--schedules", "2000", "--explore-time", "3600", "--schedule-file", folder.resolve("found").toString()))
            .expect(0);
    }

    @Test
    void stencilDrawsThePictureOnAnyNumberOfPes(@TempDir Path folder) throws Exception {
        PageProgram stencil = programs.getLast().compile(folder);
        String picture = Files.readString(Oshrun.home().resolve("docs/images/stencil.svg"));
        for (int np : new int[] {1, 3}) {
            Path drawn = folder.resolve("stencil-" + np + ".svg");
            assertEquals(stencil.output(), stencil.run(folder, np, drawn.toString()));
            assertEquals(picture, Files.readString(drawn));
        }
    }
}
