// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.libraries.shared.Visits;
import io.shmem4j.testing.ConformanceRun;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Many short jobs whose PEs use JDBC, loggers, file locks and exits: each has the right status, output and count. The
 * property {@code soak.jobs} says how many.
 */
@Weekly
class LibrarySoakIT {
    private static final int JOBS = Integer.getInteger("soak.jobs", 3);
    private static final int PES = 16;

    @TempDir
    private Path folder;

    @Test
    void allPesDoTheirPartInEachJob() throws IOException {
        String path = LibraryPath.of(folder.resolve("classes"), List.of(Visits.class), "h2-");
        for (int job = 0; job < JOBS; job++) {
            String end = List.of("return", "exit", "fail").get(job % 3);
            Oshrun.Result result = Oshrun.run(List.of("-np", Integer.toString(PES), "-l", "--heap-size", "1m",
                ConformanceRun.QUICKLY_COMPILED, "--timeout", "1200", "-cp", path, Visits.class.getName(),
                folder.resolve("visits" + job).toString(), end)).expect(end.equals("fail") ? 9 : 0);
            assertEquals(List.of("the last of " + PES), result.outLines().stream().map(line ->
                line.substring(line.indexOf(' ') + 1)).toList(), result::err);
            List<String> expected = IntStream.range(0, PES).mapToObj(pe -> "[" + pe + "!] INFO: PE " + pe
                + " was there").sorted().toList();
            assertEquals(expected, result.err().lines().filter(line -> line.contains(" INFO: ")).sorted().toList(),
                result::err);
        }
        System.out.println("soak with libraries: " + JOBS + " jobs");
    }
}
