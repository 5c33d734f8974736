// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.SharedMemoryPolicy;
import io.shmem4j.pe.SharedJvm;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.PublishedCounts;
import io.shmem4j.shm.PublishedWait;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A running job that is looked at for a while. It only reads the job's mapped control file and the kernel's files about
 * its processes; the job does not notice.
 *
 * <p>Rates are differences between the begin and the end of a sample. The share of waiting is how often a PE was found
 * in a published wait in between; a PE publishes a wait once it has yielded some times.
 */
final class LiveJob implements AutoCloseable {
    private final JobFiles files;
    private final Arena arena = Arena.ofConfined();
    private final ControlFile control;
    private final PublishedCounts[] counts;
    private final long[] cpuNanos;
    private final int[] waiting;
    private final String program;
    private long began;
    private int looks;

    /**
     * Opens a job.
     *
     * @param files its files
     * @throws IOException if it has no control file
     */
    LiveJob(JobFiles files) throws IOException {
        this.files = files;
        try {
            this.control = ControlFile.look(files, arena);
        } catch (IOException e) {
            arena.close();
            throw e;
        }
        List<String> words = ProcessView.words(control.pid(0));
        BackendPolicy backend = backend(words);
        int main = Math.max(words.indexOf(SharedJvm.class.getName()), words.indexOf(backend.mainClass()));
        this.program = main < 0 ? "" : String.join(" ", words.subList(main + 1, words.size()));
        int processes = backend.processes(control.nPes());
        this.counts = new PublishedCounts[processes];
        this.cpuNanos = new long[processes];
        this.waiting = new int[processes];
        begin();
    }

    /** {@return the backend whose main class a process runs; the program's own words follow it} */
    private static BackendPolicy backend(List<String> words) {
        BackendPolicy standard = new SharedMemoryPolicy();
        if (!words.contains(standard.mainClass())) {
            for (BackendPolicy policy : BackendPolicy.added()) {
                if (words.contains(policy.mainClass())) {
                    return policy;
                }
            }
        }
        return standard;
    }

    /** Begins a sample. */
    void begin() {
        for (int pe = 0; pe < counts.length; pe++) {
            counts[pe] = control.counts(pe);
            cpuNanos[pe] = process(pe).cpuNanos();
            waiting[pe] = 0;
        }
        looks = 0;
        began = System.nanoTime();
    }

    /** Looks who waits. */
    void look() {
        looks++;
        for (int pe = 0; pe < waiting.length; pe++) {
            waiting[pe] += control.wait(pe).waits() ? 1 : 0;
        }
    }

    /** {@return the sample that ends now} */
    JobSample end() {
        double seconds = (System.nanoTime() - began) / 1e9;
        List<PeSample> pes = new ArrayList<>();
        for (int pe = 0; pe < counts.length; pe++) {
            PublishedCounts now = control.counts(pe);
            PublishedWait wait = control.wait(pe);
            ProcessView process = process(pe);
            boolean waits = process.there() && wait.waits();
            pes.add(new PeSample(pe, process.pid(), state(pe, process, waits), waits ? wait.call() : "",
                waiting[pe] / (double) Math.max(1, looks), Math.max(0, process.cpuNanos() - cpuNanos[pe]) / 1e9
                / seconds, process.memory() / sharing(process), now.heapUsed(),
                rate(now, counts[pe].operations(), now.operations(), seconds),
                rate(now, counts[pe].bytes(), now.bytes(), seconds)));
        }
        return new JobSample(files.id(), files.folder().toString(), control.launcherPid(),
            (System.currentTimeMillis() - control.startedMillis()) / 1e3, program, control.nPes(),
            control.heapBytes(), pes, Counters.of(files));
    }

    private static OptionalDouble rate(PublishedCounts now, long before, long after, double seconds) {
        return now.counting() ? OptionalDouble.of((after - before) / seconds) : OptionalDouble.empty();
    }

    private String state(int pe, ProcessView process, boolean waits) {
        if (!process.there()) {
            return control.pid(pe) == 0 ? "starting" : "ended";
        }
        return process.stopped() ? "stopped" : waits ? "waiting" : switch (control.state(pe)) {
            case STARTED -> "starting";
            case RUNNING -> "running";
            case FINISHED -> "finalized";
        };
    }

    private ProcessView process(int pe) {
        return ProcessView.of(control.pid(pe), control.thread(pe), control.launcherPid());
    }

    /** {@return number of PEs in a process} */
    private int sharing(ProcessView process) {
        int count = 0;
        for (int pe = 0; pe < counts.length; pe++) {
            count += control.pid(pe) == process.pid() ? 1 : 0;
        }
        return Math.max(1, count);
    }

    @Override
    public void close() {
        arena.close();
    }
}
