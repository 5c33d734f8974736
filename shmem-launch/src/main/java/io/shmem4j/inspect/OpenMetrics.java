// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.hang.Visible;
import io.shmem4j.inspect.JobSample.PeTotals;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** Formatter for OpenMetrics 1.0: each family with its type, unit and help, then one sample per job or PE. */
final class OpenMetrics {
    static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    /** Label of the job's name; Prometheus itself sets the label "job". */
    private static final String JOB = "shmem_job";
    private static final List<String> STATES = List.of("starting", "running", "waiting", "stopped", "finalized",
        "ended", "dead");

    private final StringBuilder text = new StringBuilder();
    private final List<JobSample> jobs;

    private OpenMetrics(List<JobSample> jobs) {
        this.jobs = jobs;
    }

    static String of(Sampler.Found found) {
        OpenMetrics metrics = new OpenMetrics(found.running());
        metrics.jobs();
        metrics.pes();
        metrics.counters();
        metrics.family("shmem4j_unreadable_jobs", "gauge", null, "Folders of jobs that do not run or can't be read.");
        metrics.sample("shmem4j_unreadable_jobs", "", found.absent().size());
        return metrics.text.append("# EOF\n").toString();
    }

    private void jobs() {
        family("shmem4j_job", "info", null, "Running jobs of this user.");
        jobs.forEach(job -> sample("shmem4j_job_info", label(JOB, job.job()) + "," + label("folder", job.folder())
            + "," + label("program", job.program()) + "," + label("started_by", job.launcher() == 0 ? "joining"
            : "oshrun"), 1));
        ofJobs("shmem4j_job_pes", null, "Number of PEs.", JobSample::nPes);
        ofJobs("shmem4j_job_heap_bytes", "bytes", "Symmetric heap of each PE.", JobSample::heapBytes);
        ofJobs("shmem4j_job_age_seconds", "seconds", "Time since the job was started.", JobSample::seconds);
        ofJobs("shmem4j_job_missing_pes", null, "PEs that wait for a JVM to join, the first or another one.",
            job -> job.totals().stream().filter(PeTotals::missing).count());
    }

    private void ofJobs(String name, String unit, String help, Function<JobSample, Number> value) {
        family(name, "gauge", unit, help);
        jobs.forEach(job -> sample(name, label(JOB, job.job()), value.apply(job)));
    }

    private void pes() {
        family("shmem4j_pe_state", "stateset", null, "What each PE does.");
        for (JobSample job : jobs) {
            for (PeTotals pe : job.totals()) {
                for (String state : STATES) {
                    sample("shmem4j_pe_state", labels(job, pe) + "," + label("shmem4j_pe_state", state),
                        state.equals(pe.state()) ? 1 : 0);
                }
            }
        }
        family("shmem4j_pe_wait", "info", null, "The routine in which a PE waits.");
        for (JobSample job : jobs) {
            job.totals().stream().filter(pe -> !pe.waitsIn().isEmpty()).forEach(pe -> sample("shmem4j_pe_wait_info",
                labels(job, pe) + "," + label("routine", pe.waitsIn()), 1));
        }
        family("shmem4j_pe_waiting_ratio", "gauge", "ratio", "Share of the time of this sample in which a PE waited.");
        for (JobSample job : jobs) {
            for (int i = 0; i < job.pes().size(); i++) {
                sample("shmem4j_pe_waiting_ratio", labels(job, job.totals().get(i)), job.pes().get(i).waited());
            }
        }
        ofPes("shmem4j_pe_cpu_seconds", "counter", "seconds", "Processor time that a PE has used.",
            OpenMetrics::visible, pe -> pe.cpuNanos() / 1e9);
        ofPes("shmem4j_pe_memory_bytes", "gauge", "bytes", "Memory that a PE's process has touched.",
            OpenMetrics::visible, PeTotals::memory);
        ofPes("shmem4j_pe_heap_used_bytes", "gauge", "bytes", "Symmetric heap of a PE that is in use.", pe -> true,
            PeTotals::heapUsed);
        ofPes("shmem4j_pe_incarnation", "gauge", null, "Number of the PE's incarnation, 1 for the first.", pe -> true,
            pe -> pe.deaths() + 1);
        ofPes("shmem4j_pe_deaths", "counter", null, "Incarnations of a PE that have ended.", pe -> true,
            PeTotals::deaths);
        ofPes("shmem4j_pe_operations", "counter", null, "Calls of a PE that counts them.", PeTotals::counting,
            PeTotals::operations);
        ofPes("shmem4j_pe_moved_bytes", "counter", "bytes", "Bytes that the calls of a PE have moved.",
            PeTotals::counting, PeTotals::bytes);
    }

    /** {@return whether this machine shows the PE's process, which may run in another container} */
    private static boolean visible(PeTotals pe) {
        return pe.pid() != 0;
    }

    private void ofPes(String name, String type, String unit, String help, Predicate<PeTotals> known,
        Function<PeTotals, Number> value) {
        family(name, type, unit, help);
        String suffix = type.equals("counter") ? "_total" : "";
        for (JobSample job : jobs) {
            job.totals().stream().filter(known).forEach(pe -> sample(name + suffix,
                labels(job, pe), value.apply(pe)));
        }
    }

    private void counters() {
        family("shmem4j_program_counter", "gauge", null, "What a program counts by itself.");
        for (JobSample job : jobs) {
            job.counters().forEach(counter -> sample("shmem4j_program_counter", label(JOB, job.job()) + ","
                + label("pe", Integer.toString(counter.pe())) + "," + label("counter", counter.name()),
                counter.value()));
        }
    }

    private void family(String name, String type, String unit, String help) {
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
        if (unit != null) {
            text.append("# UNIT ").append(name).append(' ').append(unit).append('\n');
        }
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
    }

    private void sample(String name, String labels, Number value) {
        text.append(name);
        if (!labels.isEmpty()) {
            text.append('{').append(labels).append('}');
        }
        text.append(' ').append(value).append('\n');
    }

    private static String labels(JobSample job, PeTotals pe) {
        return label(JOB, job.job()) + "," + label("pe", Integer.toString(pe.pe()))
            + (pe.node().isEmpty() ? "" : "," + label("node", pe.node()));
    }

    private static String label(String name, String value) {
        return name + "=\"" + Visible.of(value).replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
