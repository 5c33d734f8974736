// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.shmem4j.report.JsonText;
import io.shmem4j.tools.JobSample.PeSample;

/**
 * Prints the jobs that were found for scripts: times in seconds, sizes in bytes, shares from 0 to 1, rates per second
 * or null.
 */
final class StatJson {
    private StatJson() {
    }

    static String of(Sampler.Found found) {
        JsonArray jobs = new JsonArray();
        found.running().forEach(job -> jobs.add(running(job)));
        for (Sampler.Absent other : found.others()) {
            JsonObject json = new JsonObject();
            json.addProperty("job", other.job());
            json.addProperty("folder", other.folder());
            json.addProperty("running", false);
            json.addProperty("problem", other.what());
            jobs.add(json);
        }
        JsonObject all = new JsonObject();
        all.add("jobs", jobs);
        return JsonText.indented(all);
    }

    private static JsonObject running(JobSample job) {
        JsonObject json = new JsonObject();
        json.addProperty("job", job.job());
        json.addProperty("folder", job.folder());
        json.addProperty("running", true);
        json.addProperty("launcher", job.launcher() == 0 ? null : job.launcher());
        json.addProperty("seconds", job.seconds());
        json.addProperty("program", job.program());
        json.addProperty("shape", job.shape().isEmpty() ? null : job.shape());
        json.addProperty("nPes", job.nPes());
        json.addProperty("heapBytes", job.heapBytes());
        JsonArray pes = new JsonArray();
        for (PeSample pe : job.pes()) {
            JsonObject one = new JsonObject();
            one.addProperty("pe", pe.pe());
            one.addProperty("node", pe.node().isEmpty() ? null : pe.node());
            one.addProperty("pid", pe.pid());
            one.addProperty("state", pe.state());
            one.addProperty("waitsIn", pe.waitsIn().isEmpty() ? null : pe.waitsIn());
            one.addProperty("waiting", pe.waited());
            one.addProperty("cpu", pe.cpu());
            one.addProperty("memory", pe.memory());
            one.addProperty("heapUsed", pe.heapUsed());
            one.addProperty("operations", pe.operations().isEmpty() ? null : pe.operations().getAsDouble());
            one.addProperty("bytes", pe.bytes().isEmpty() ? null : pe.bytes().getAsDouble());
            pes.add(one);
        }
        json.add("pes", pes);
        JsonArray counters = new JsonArray();
        for (JobSample.Counter counter : job.counters()) {
            JsonObject one = new JsonObject();
            one.addProperty("pe", counter.pe());
            one.addProperty("counter", counter.name());
            one.addProperty("value", counter.value());
            counters.add(one);
        }
        json.add("counters", counters);
        return json;
    }
}
