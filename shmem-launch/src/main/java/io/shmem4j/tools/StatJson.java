// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.google.gson.JsonObject;
import io.shmem4j.report.JsonText;
import io.shmem4j.tools.JobSample.PeSample;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Prints the jobs that were found for scripts: times in seconds, sizes in bytes, shares from 0 to 1, rates per second
 * or null.
 */
final class StatJson {
    private StatJson() {
    }

    static String of(Sampler.Found found) {
        return JsonText.indented(JsonText.object("jobs", JsonText.array(Stream.concat(
            found.running().stream().map(StatJson::running), found.others().stream().map(StatJson::absent)))));
    }

    private static JsonObject absent(Sampler.Absent job) {
        return JsonText.object("job", job.job(), "folder", job.folder(), "running", false, "problem", job.what());
    }

    private static JsonObject running(JobSample job) {
        return JsonText.object("job", job.job(), "folder", job.folder(), "running", true, "launcher",
            job.launcher() == 0 ? null : job.launcher(), "seconds", job.seconds(), "program", job.program(), "shape",
            orNull(job.shape()), "nPes", job.nPes(), "heapBytes", job.heapBytes(),
            "pes", JsonText.array(job.pes().stream().map(StatJson::pe)),
            "counters", JsonText.array(job.counters().stream().map(counter -> JsonText.object("pe", counter.pe(),
                "counter", counter.name(), "value", counter.value()))));
    }

    private static JsonObject pe(PeSample pe) {
        return JsonText.object("pe", pe.pe(), "node", orNull(pe.node()), "pid", pe.pid(), "state", pe.state(),
            "waitsIn", orNull(pe.waitsIn()), "waiting", pe.waited(), "cpu", pe.cpu(), "memory", pe.memory(),
            "heapUsed", pe.heapUsed(), "operations", orNull(pe.operations()), "bytes", orNull(pe.bytes()));
    }

    private static String orNull(String text) {
        return text.isEmpty() ? null : text;
    }

    private static Double orNull(OptionalDouble rate) {
        return rate.isEmpty() ? null : rate.getAsDouble();
    }
}
