// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.FaultProgram.Fault;
import io.shmem4j.launch.FaultProgram.Moment;
import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every fault of a PE at every moment: the job ends, with the right status and message, and nothing is left behind
 * ({@link Oshrun} looks for that).
 */
@Execution(ExecutionMode.CONCURRENT)
@TakesLong
@Thorough
class FaultIT {
    /** Most PEs that share a JVM: all, none, some. */
    private static final int[] SHAPES = {1024, 1, 2};
    /** So that there are several PEs, and several JVMs where not all PEs share one; each costs a start. */
    private static final int[] LEAST_PES = {4, 2, 3};

    /** Signs of a fault from outside: the status and the last line. */
    private record Expected(int status, String line) {
        static Expected of(Fault fault, Moment moment, int np, int perJvm) {
            int jvms = (np + perJvm - 1) / perJvm;
            int first = np * (jvms - 1) / jvms;
            String process = first == np - 1 ? "PE " + first : "the JVM of PEs " + first + " to " + (np - 1);
            String pe = "oshrun: PE " + (np - 1) + " \\(pid \\d+\\) ";
            String after = " after \\d+\\.\\d s";
            return switch (fault) {
                case KILL -> new Expected(137, "oshrun: " + process + " \\(pid \\d+\\) was killed by SIGKILL" + after
                    + ".*");
                case STOP -> new Expected(124, "oshrun: time limit of 25 s reached; " + np + " PEs ended .*");
                case EXCEPTION -> new Expected(1, pe + "ended the job" + after
                    + ": java\\.lang\\.IllegalStateException: broken on purpose.*");
                case EXIT -> new Expected(9, pe + "exited with status 9" + after + ".*");
                case LEAVE -> new Expected(1, pe + "exited without " + (moment == Moment.INIT ? "init" : "finish")
                    + after + " while others were running.*");
                case MEMORY -> new Expected(1, pe + "ended the job" + after + ": java\\.lang\\.OutOfMemoryError.*");
                case STACK -> new Expected(1, pe + "ended the job" + after + ": java\\.lang\\.StackOverflowError.*");
                case GLOBAL_EXIT -> new Expected(5, pe + "called global_exit\\(5\\)" + after + ".*");
            };
        }
    }

    /** A fault at a moment, in a job of some shape. */
    private record Row(Fault fault, Moment moment, int np, int perJvm) {
        Oshrun start(String... more) {
            List<String> options = new ArrayList<>(List.of("-J-Xmx24m", "--heap-size", "2m", "--grace", "0.5",
                "--pes-per-jvm", Integer.toString(perJvm)));
            options.addAll(List.of(more));
            return Oshrun.start(Oshrun.words(np, Oshrun.program(FaultProgram.class, moment.name(), fault.name()),
                options.toArray(new String[0])));
        }

        Oshrun.Result end(Oshrun job) {
            job.write("");
            Expected expected = Expected.of(fault, moment, np, perJvm);
            Oshrun.Result result = job.await().expect(expected.status());
            assertTrue(result.err().lines().toList().getLast().matches(expected.line()), result::err);
            return result;
        }

        @Override
        public String toString() {
            return fault + " in " + moment + ", np " + np + ", " + perJvm + " in a JVM";
        }
    }

    private static Stream<Row> matrix() {
        List<Row> rows = new ArrayList<>();
        for (Moment moment : Moment.values()) {
            for (Fault fault : Fault.values()) {
                if (fault != Fault.GLOBAL_EXIT || moment != Moment.INIT) {
                    int shape = rows.size() % SHAPES.length;
                    rows.add(new Row(fault, moment, LEAST_PES[shape] + rows.size() / 3 % 2, SHAPES[shape]));
                }
            }
        }
        return rows.stream();
    }

    static Stream<Row> ends() {
        return matrix().filter(row -> row.fault() != Fault.STOP);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ends")
    void jobEndsAsItShould(Row row) {
        try (Oshrun job = row.start()) {
            row.end(job);
        }
    }

    /**
     * Only the time limit ends a job with a stopped PE, so all jobs wait for theirs together. It is long, because a PE
     * has to come to where it stops before.
     */
    @Test
    void aStoppedPeIsNamedAtTheTimeLimit() {
        List<Row> rows = matrix().filter(row -> row.fault() == Fault.STOP).toList();
        List<Oshrun> jobs = new ArrayList<>();
        try {
            rows.forEach(row -> jobs.add(row.start("--timeout", "25")));
            for (int i = 0; i < rows.size(); i++) {
                Row row = rows.get(i);
                Oshrun.Result result = row.end(jobs.get(i));
                assertEquals(1, result.err().lines().filter(line -> line.matches(" +" + (row.np() - 1)
                    + " +\\d+ +stopped .*")).count(), row + ": " + result.err());
            }
        } finally {
            jobs.forEach(Oshrun::close);
        }
    }
}
