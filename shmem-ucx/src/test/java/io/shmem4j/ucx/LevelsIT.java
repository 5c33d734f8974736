// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Collectives of teams that span nodes, of 2 to 8 PEs on 2 and 4 nodes with equal and unequal numbers of PEs. */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
class LevelsIT {
    private static final int MOST_PES = 8;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void needUcx() {
        SeveralMachines.assume();
    }

    private static void run(int np, String... options) {
        run(np, Oshrun.program(CollectivesProgram.class), options);
    }

    private static void run(int np, List<String> program, String... options) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(np, program,
            Stream.concat(Stream.of("-J-Dshmem4j.guard=true", ConformanceRun.QUICKLY_COMPILED),
                Stream.of(options)).toArray(String[]::new)))
            .expect(0);
        assertEquals(Collections.nCopies(np, "right"), result.outLines(), result::err);
    }

    @Thorough
    @Test
    void fourNodesOfOneMachine() {
        run(7, "--split", "4");
    }

    @Weekly
    @ParameterizedTest
    @ValueSource(ints = {4, 5, 6, MOST_PES})
    void fourNodesWithOtherNumbersOfPes(int np) {
        run(np, "--split", "4");
    }

    /** Teams in the middle of a job lie on its two nodes as the PEs of a smaller job would. */
    @Thorough
    @Test
    void twoNodesOfOneMachine() {
        run(2, "--split", "2");
        run(MOST_PES, Oshrun.program(CollectivesProgram.class, "middle"), "--split", "2");
    }

    @Thorough
    @Test
    void nodesWithUnequalNumbersOfPes() throws IOException {
        run(5, "--hosts", "a:2,b:1,c:2", "--starter", "exec:" + HereScript.in(folder));
    }
}
