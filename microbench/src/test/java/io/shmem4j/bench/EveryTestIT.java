// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The tests that no other class runs, as one job: each has its rows and finds its data right. */
@Execution(ExecutionMode.CONCURRENT)
class EveryTestIT {
    private static final int PES = 4;

    private static String run(String... words) {
        return BenchJob.tiny(PES, words).expect(0).out();
    }

    private static List<String> first(Oshrun.Result result, String test) {
        return BenchJob.rows(result, test).stream().map(row -> row[1]).toList();
    }

    @Thorough
    @Test
    void remoteAccess() {
        Oshrun.Result result = BenchJob.tiny(PES, "bandwidth", "msgrate", "strided", "ptr", "overlap", "progress",
            "--ways", "both", "--window", "4", "--stride", "2", "--sizes", "8,1k", "--format", "csv").expect(0);
        for (String test : List.of("bandwidth", "msgrate", "overlap", "progress")) {
            assertEquals(List.of("8", "1024"), first(result, test), result::out);
        }
        assertEquals(List.of("1", "2"), first(result, "strided"), result::out);
        assertEquals(List.of("8", "1024", "8", "1024"), first(result, "ptr"), result::out);
        assertTrue(result.out().contains("put, 1 pair") && result.out().contains("get, both, 2 pairs"), result::out);
    }

    @Test
    void sharedWords() {
        Oshrun.Result result = BenchJob.tiny(PES, "atomics", "locks", "barrier", "--contenders", "1,4",
            "--format", "csv").expect(0);
        assertEquals(14, first(result, "atomics").size(), result::out);
        assertEquals(List.of("1", "4"), first(result, "locks"), result::out);
        assertEquals(List.of("2", "4"), first(result, "barrier"), result::out);
    }

    @Thorough
    @Test
    void memory() {
        Oshrun.Result result = BenchJob.tiny(PES, "stream", "transfer", "--elements", "1000", "--block", "100",
            "--sizes", "4k,64k", "--passes", "2", "--pool", "64k", "--format", "csv").expect(0);
        List<String> kernels = List.of("Copy", "Scale", "Add", "Triad");
        assertEquals(kernels, first(result, "stream").subList(0, kernels.size()), result::out);
        assertEquals(List.of("4096", "65536", "4096", "65536", "4096", "65536"), first(result, "transfer"),
            result::out);
    }

    /** Each form computes the same as Java arrays, or the job fails. */
    @Thorough
    @Test
    void loops() {
        Oshrun.Result result = BenchJob.tiny(2, "loops", "--rows", "12", "--columns", "20", "--format", "csv")
            .expect(0);
        assertEquals(11, first(result, "loops").size(), result::out);
        assertTrue(result.out().contains("row of a grid (of an array)"), result::out);
    }

    /** One line says so if the processor can't. */
    @Thorough
    @Test
    void linesAreFlushed() {
        Oshrun.Result result = BenchJob.tiny(2, "transfer", "--sizes", "4k,64k", "--passes", "2",
            "--pool", "64k", "--format", "csv", "--flush", "yes");
        if (result.status() == 0) {
            assertEquals(10, first(result, "transfer").size(), result::out);
            assertTrue(result.out().contains("load miss M flushed"), result::out);
        } else {
            assertTrue(result.err().contains("--flush yes: flushing lines takes"), result::err);
        }
    }
}
