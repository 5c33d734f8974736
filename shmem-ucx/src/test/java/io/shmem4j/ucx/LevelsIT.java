// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Collectives of teams that span nodes with equal and unequal numbers of PEs. */
class LevelsIT {
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

    @Test
    void nodesWithEqualNumbersOfPes() {
        run(4, "--split", "2");
    }

    @Test
    void nodesWithUnequalNumbersOfPes() throws IOException {
        run(5, "--hosts", "a:2,b:1,c:2", "--starter", "exec:" + HereScript.in(folder));
    }
}
