// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Collectives of teams that span nodes, of 2 to 8 PEs on 2 and 4 nodes with equal and unequal numbers of PEs. */
@TakesLong
class LevelsIT {
    private static final int MOST_PES = 8;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void needUcx() {
        Installed.assume();
    }

    private static void run(int np, String... options) {
        Oshrun.Result result = Oshrun.run(Oshrun.words(np, Oshrun.program(CollectivesProgram.class),
            Stream.concat(Stream.of("-J-Dshmem4j.guard=true"), Stream.of(options)).toArray(String[]::new)))
            .expect(0);
        assertEquals(Collections.nCopies(np, "right"), result.outLines(), result::err);
    }

    /** {@return numbers of PEs and nodes} */
    static Stream<int[]> matrix() {
        return IntStream.of(2, 4).boxed().flatMap(nodes -> IntStream.rangeClosed(nodes, MOST_PES)
            .mapToObj(np -> new int[] {np, nodes}));
    }

    @ParameterizedTest
    @MethodSource("matrix")
    void nodesOfOneMachine(int[] jobs) {
        run(jobs[0], "--split", Integer.toString(jobs[1]));
    }

    @Test
    void nodesWithUnequalNumbersOfPes() throws IOException {
        run(5, "--hosts", "a:2,b:1,c:2", "--starter", "exec:" + HereScript.in(folder));
    }
}
