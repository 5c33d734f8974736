// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Many short jobs, two at a time: none hangs, each has the right status, and nothing is left behind. The property
 * {@code soak.jobs} says how many, {@code soak.pes} of how many PEs; without it they have 1 to 4.
 */
@Weekly
class SoakIT {
    private static final int JOBS = Integer.getInteger("soak.jobs", 10);
    private static final int PES = Integer.getInteger("soak.pes", 0);
    private static final String LIMIT = "120";
    private static final int KEY_AND_ID = 21;

    /** How jobs end; four of five end well. */
    private enum End {
        WELL(0), EXIT(9), WELL_TOO(0), THROW(1), WELL_AGAIN(0), KILL(137), WELL_MORE(0), GLOBAL_EXIT(5), LAST_WELL(0);

        final int status;

        End(int status) {
            this.status = status;
        }
    }

    private static void run(int job) {
        End end = End.values()[job % End.values().length];
        int np = PES > 0 ? PES : 1 + job % 4;
        Oshrun.Result result = Oshrun.run(Oshrun.words(np, Oshrun.program(SoakProgram.class,
            end.name().toLowerCase(Locale.ROOT)), "--timeout", LIMIT, "--heap-size", "1m")).expect(end.status);
        assertEquals(end.status == 0 ? "sum " + np + "\n" : "", result.out());
    }

    @Test
    void nothingIsLeftBehind() throws Exception {
        List<String> before = leftovers();
        try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
            List<Future<?>> jobs = new ArrayList<>();
            for (int job = 0; job < JOBS; job++) {
                int number = job;
                jobs.add(pool.submit(() -> run(number)));
            }
            await(jobs, pool);
        }
        assertEquals(before, leftovers());
        System.out.println("soak: " + JOBS + " jobs");
    }

    /** The first failure ends the others that have not begun. */
    private static void await(List<Future<?>> jobs, ExecutorService pool) throws InterruptedException {
        try {
            for (Future<?> job : jobs) {
                job.get();
            }
        } catch (ExecutionException e) {
            pool.shutdownNow();
            throw new AssertionError(e.getCause());
        }
    }

    /** Leftovers of jobs outside their own folder: processes, semaphores and queues of both kinds. */
    private static List<String> leftovers() throws IOException {
        List<String> found = new ArrayList<>();
        ProcessHandle.allProcesses().filter(process -> process.info().commandLine().orElse("")
            .contains(SoakProgram.class.getName())).forEach(process -> found.add("process " + process.pid()));
        try (Stream<Path> files = Files.list(Path.of("/dev/shm"))) {
            files.map(Path::toString).filter(name -> name.startsWith("/dev/shm/sem.")).forEach(found::add);
        }
        for (String kind : new String[] {"sem", "shm", "msg"}) {
            Path table = Path.of("/proc/sysvipc", kind);
            if (Files.exists(table)) {
                Files.readAllLines(table).forEach(line -> found.add(kind + line.substring(0, KEY_AND_ID)));
            }
        }
        return found;
    }
}
