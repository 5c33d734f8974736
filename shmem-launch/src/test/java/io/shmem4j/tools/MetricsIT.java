// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.tools.JobSample.PeSample;
import io.shmem4j.tools.JobSample.PeTotals;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Jobs as metrics: the text is of the format and has what a job does. */
class MetricsIT {
    private static Oshrun stat(Path shm, String... words) {
        return Oshrun.start(Oshrun.home().resolve("oshstat"), Oshrun.home(), Map.of("SHMEM_SHM_DIR", shm.toString()),
            List.of(words));
    }

    private static void check(MetricsText text, String job) {
        assertEquals(2, text.value("shmem4j_job_pes", Map.of("shmem_job", job)));
        double operations = 0;
        double bytes = 0;
        for (String pe : List.of("0", "1")) {
            Map<String, String> labels = Map.of("shmem_job", job, "pe", pe);
            assertTrue(text.value("shmem4j_pe_cpu_seconds_total", labels) > 0);
            operations += text.value("shmem4j_pe_operations_total", labels);
            bytes += text.value("shmem4j_pe_moved_bytes_total", labels);
            assertTrue(text.value("shmem4j_pe_memory_bytes", labels) > 1 << 20);
            assertTrue(text.value("shmem4j_pe_heap_used_bytes", labels) > 0);
        }
        assertTrue(operations > 0 && bytes > 0);
    }

    @Test
    void aRunningJobIsPrinted() {
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(BusyProgram.class), "--stat"))) {
            run.awaitOutput("ready", 2);
            String folder = run.leftovers().getFirst();
            String job = folder.substring(folder.lastIndexOf('-') + 1);
            try (Oshrun print = stat(run.shm(), "--openmetrics", "--interval", "0.2")) {
                check(MetricsText.read(print.awaitEnd().expect(0).out()), job);
            }
            run.write("");
            run.await();
        }
    }

    @Thorough
    @Test
    void namesAreEscaped() {
        PeTotals totals = new PeTotals(0, "1", 7, "waiting", "barrierAll", 2, 1, 5_000_000_000L, 1 << 20, 99, false, 0,
            0, 0);
        PeSample sample = new PeSample(0, "1", 7, "waiting", "barrierAll", 0.5, 1, 1 << 20, 99, OptionalDouble.empty(),
            OptionalDouble.empty());
        String program = "Main \"a\\b\" \u001b[1m\nnext";
        JobSample job = new JobSample("j", "/dev/shm/x", 0, 1.5, program, "", 1, 4096, List.of(sample), List.of(totals),
            List.of(new JobSample.Counter(0, "queue {1}", 12)));
        MetricsText text = MetricsText.read(OpenMetrics.of(new Sampler.Found(List.of(job),
            List.of(new Sampler.Absent("k", "/dev/shm/y", "stale")))));
        assertEquals(1, text.value("shmem4j_job_info", Map.of("shmem_job", "j", "folder", "/dev/shm/x", "program",
            "Main \"a\\b\" \\u001b[1m\\u000anext", "started_by", "joining")));
        assertEquals(1, text.value("shmem4j_pe_wait_info", Map.of("shmem_job", "j", "pe", "0", "node", "1", "routine",
            "barrierAll")));
        assertEquals(1, text.value("shmem4j_pe_state", Map.of("shmem_job", "j", "pe", "0", "node", "1",
            "shmem4j_pe_state", "waiting")));
        assertEquals(12, text.value("shmem4j_program_counter", Map.of("shmem_job", "j", "pe", "0", "counter",
            "queue {1}")));
        assertEquals(5, text.value("shmem4j_pe_cpu_seconds_total", Map.of("shmem_job", "j", "pe", "0", "node", "1")));
        assertEquals(1, text.value("shmem4j_unreadable_jobs", Map.of()));
        assertTrue(text.families().contains("shmem4j_pe_operations"), "a family without samples");
    }
}
