// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.inspect.JobSample.PeSample;
import io.shmem4j.inspect.JobSample.PeTotals;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Jobs as metrics: the text is of the format, has what a job does, and is served to this machine alone. */
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
    void aRunningJobIsPrintedAndServed() throws Exception {
        try (Oshrun run = Oshrun.start(Oshrun.words(2, Oshrun.program(BusyProgram.class), "--stat"))) {
            run.awaitOutput("ready", 2);
            String job = run.job();
            try (Oshrun print = stat(run.shm(), "--openmetrics", "--interval", "0.2")) {
                check(MetricsText.read(print.awaitEnd().expect(0).out()), job);
            }
            try (Oshrun server = stat(run.shm(), "--serve", "0"); HttpClient client = HttpClient.newHttpClient()) {
                server.awaitOutput("/metrics\n", 1);
                String where = server.outSoFar().replace("oshstat answers at ", "").strip();
                assertTrue(where.matches("http://127\\.0\\.0\\.1:\\d+/metrics"), where);
                HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(where)).build(),
                    HttpResponse.BodyHandlers.ofString());
                assertEquals("application/openmetrics-text; version=1.0.0; charset=utf-8",
                    answer.headers().firstValue("Content-Type").orElse(""));
                check(MetricsText.read(answer.body()), job);
                assertEquals(answer.headers().firstValue("Content-Type"),
                    ask(client, "HEAD", where, 200).headers().firstValue("Content-Type"));
                ask(client, "GET", where.replace("metrics", "x"), 404);
                check(MetricsText.read(ask(client, "GET", where + "?a=b", 200).body()), job);
            }
            run.write("");
            run.await();
        }
    }

    private static HttpResponse<String> ask(HttpClient client, String method, String where, int status)
        throws Exception {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(where)).method(method,
            HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(status, answer.statusCode(), where);
        return answer;
    }

    @Thorough
    @Test
    void clientsThatAskTogetherAreAnswered() {
        try (Oshrun server = stat(Path.of("/dev/shm"), "--serve", "0.0.0.0:0", "--interval", "5");
            HttpClient client = HttpClient.newHttpClient()) {
            server.awaitOutput("/metrics\n", 1);
            URI where = URI.create(server.outSoFar().replace("oshstat answers at ", "").strip());
            long start = System.nanoTime();
            HttpRequest question = HttpRequest.newBuilder(where).build();
            List<CompletableFuture<HttpResponse<String>>> answers = IntStream.range(0, 16).mapToObj(i -> client
                .sendAsync(question, HttpResponse.BodyHandlers.ofString())).toList();
            answers.forEach(answer -> MetricsText.read(answer.join().body()));
            assertTrue(System.nanoTime() - start < 60_000_000_000L, "one sample after the other");
            server.awaitError("anybody who reaches 0.0.0.0 can read", 1);
        }
    }

    @Thorough
    @ParameterizedTest
    @CsvSource({"x, 2", "localhost:x, 2", "70000, 2", "nowhere.invalid:9400, 1"})
    void wrongAddressesAreRefused(String word, int status) {
        try (Oshrun server = stat(Path.of("/dev/shm"), "--serve", word)) {
            assertTrue(server.awaitEnd().expect(status).err().contains(word));
        }
    }

    @Test
    void namesAreEscaped() {
        PeTotals totals = new PeTotals(0, "1", 7, "waiting", "barrierAll", 2, 1, 5_000_000_000L, 1 << 20, 99, false, 0,
            0, 2, true, 0);
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
        assertEquals(3, text.value("shmem4j_pe_incarnation", Map.of("shmem_job", "j", "pe", "0", "node", "1")));
        assertEquals(5, text.value("shmem4j_pe_cpu_seconds_total", Map.of("shmem_job", "j", "pe", "0", "node", "1")));
        assertEquals(1, text.value("shmem4j_unreadable_jobs", Map.of()));
        assertTrue(text.families().contains("shmem4j_pe_operations"), "a family without samples");
    }
}
