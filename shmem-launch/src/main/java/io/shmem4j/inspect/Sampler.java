// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.inspect.JobSample.PeSample;
import io.shmem4j.inspect.JobSample.PeTotals;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.pe.SharedJvm;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Samples all running jobs of the user whose names start with a prefix, in the same time interval. */
record Sampler(Path parent, String wanted) {
    private static final long LOOK_NANOS = 20_000_000;

    /** Running jobs, and jobs without a launcher or with unreadable files. */
    record Found(List<JobSample> running, List<Absent> absent) {
    }

    Found sample(long nanos) throws IOException {
        List<LiveJob> live = new ArrayList<>();
        List<Absent> absent = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JobFiles files : OwnJobs.named(parent, wanted)) {
            open(files, live, absent, seen);
        }
        try {
            long end = System.nanoTime() + nanos;
            while (!live.isEmpty() && System.nanoTime() - end < 0) {
                Waiter.park(Math.min(LOOK_NANOS, end - System.nanoTime()));
                live.forEach(job -> job.looks.look());
            }
            return new Found(live.stream().map(LiveJob::end).toList(), absent);
        } finally {
            live.forEach(LiveJob::close);
        }
    }

    /** Opens a job. Of a job's parts on several nodes, one is enough. */
    private static void open(JobFiles files, List<LiveJob> live, List<Absent> absent, Set<String> seen) {
        String folder = files.folder().toString();
        try {
            if (OwnJobs.abandoned(files)) {
                absent.add(new Absent(files.id(), folder, "stale: its processes are gone; oshrun --clean "
                    + "removes it"));
            } else if (!seen.contains(files.job())) {
                live.add(new LiveJob(files));
                seen.add(files.job());
            }
        } catch (IOException e) {
            if (Files.exists(files.folder())) {
                absent.add(new Absent(files.id(), folder, "unreadable: " + e.getMessage()));
            }
        }
    }

    /** A job without a sample, and why. */
    record Absent(String job, String folder, String what) {
    }

    /**
     * A running job during a sample, or its part on this machine; the agent answers for the other nodes. Rates are
     * differences between begin and end of the sample.
     */
    private static final class LiveJob implements AutoCloseable {
        private final JobFiles files;
        private final NodePart part;
        private final Arena arena = Arena.ofConfined();
        private final ControlFile control;
        private final Members members;
        private final PeLooks looks;
        private final String program;
        private final String shape;
        private final Map<Integer, PeTotals> begin = new HashMap<>();

        LiveJob(JobFiles files) throws IOException {
            this.files = files;
            try {
                this.control = ControlFile.look(files, arena);
                this.part = NodePart.of(files, control.nPes());
                this.members = control.joined() ? new Members(files, control) : null;
            } catch (IOException e) {
                arena.close();
                throw e;
            }
            List<String> words = ProcessView.words(members == null ? control.pid(part.first()) : members.anyPid());
            BackendPolicy backend = backend(words);
            int main = Math.max(words.indexOf(SharedJvm.class.getName()), words.indexOf(backend.mainClass()));
            this.program = members != null ? ProcessView.program(words) : main < 0 ? ""
                : String.join(" ", words.subList(main + 1, words.size()));
            this.shape = property(words, BackendPolicy.SHAPE, "")
                + property(words, BackendPolicy.SHAPE_REASON, ", because ");
            this.looks = new PeLooks(control, members, part.first(), part.isWhole()
                ? backend.processes(control.nPes()) : part.count(), part.isWhole() ? ""
                : Integer.toString(part.node()));
            totals().forEach(pe -> begin.put(pe.pe(), pe));
        }

        /** {@return the backend whose main class is in the command line; the program's words follow the class} */
        private static BackendPolicy backend(List<String> words) {
            BackendPolicy standard = new BackendPolicy.SharedMemory();
            if (!words.contains(standard.mainClass())) {
                for (BackendPolicy policy : BackendPolicy.added()) {
                    if (words.contains(policy.mainClass())) {
                        return policy;
                    }
                }
            }
            return standard;
        }

        /** {@return the value of a system property in a command line, after a prefix; empty without the property} */
        private static String property(List<String> words, String name, String before) {
            String flag = "-D" + name + "=";
            return words.stream().filter(word -> word.startsWith(flag)).findFirst()
                .map(word -> before + word.substring(flag.length())).orElse("");
        }

        /** {@return totals of all nodes, from the agent; without an answer, those of this node} */
        private List<PeTotals> totals() {
            try {
                List<String> all = part.isWhole() ? null : QuestionFile.SAMPLES.ask(files, "", Times.SAMPLE_NANOS);
                return all == null ? looks.totals() : all.stream().map(PeTotals::of).filter(Objects::nonNull).toList();
            } catch (IOException e) {
                // The job ended in the meantime.
                return looks.totals();
            }
        }

        JobSample end() {
            List<PeTotals> totals = totals();
            List<PeSample> pes = totals.stream().map(now -> PeSample.between(begin.getOrDefault(now.pe(), now), now))
                .toList();
            return new JobSample(files.job(), files.folder().toString(), control.launcherPid(),
                (System.currentTimeMillis() - control.startedMillis()) / 1e3, program, shape, control.nPes(),
                control.heapBytes(), pes, totals, Counters.of(files));
        }

        @Override
        public void close() {
            if (members != null) {
                members.close();
            }
            arena.close();
        }
    }
}
