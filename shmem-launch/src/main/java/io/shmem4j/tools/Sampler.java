// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.pe.SharedJvm;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.QuestionFile;
import io.shmem4j.spi.Waiter;
import io.shmem4j.tools.JobSample.PeSample;
import io.shmem4j.tools.JobSample.PeTotals;
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
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Finds the user's jobs whose names begin as wanted, and looks at the running ones, all at the same time. */
record Sampler(Path parent, String wanted) {
    private static final long LOOK_NANOS = 20_000_000;

    /** Jobs that run, and others: the launcher is gone, or the files can't be read. */
    record Found(List<JobSample> running, List<Absent> others) {
    }

    Found sample(long nanos, BooleanSupplier enough) throws IOException {
        List<LiveJob> live = new ArrayList<>();
        List<Absent> others = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (JobFiles files : OwnJobs.named(parent, wanted)) {
            open(files, live, others, seen);
        }
        try {
            long end = System.nanoTime() + nanos;
            while (!live.isEmpty() && !enough.getAsBoolean() && System.nanoTime() - end < 0) {
                Waiter.park(Math.min(LOOK_NANOS, end - System.nanoTime()));
                live.forEach(LiveJob::look);
            }
            return new Found(live.stream().map(LiveJob::end).toList(), others);
        } finally {
            live.forEach(LiveJob::close);
        }
    }

    /** Opens a job. On several nodes one part answers for all. */
    private static void open(JobFiles files, List<LiveJob> live, List<Absent> others, Set<String> seen) {
        String folder = files.folder().toString();
        try {
            if (OwnJobs.abandoned(files)) {
                others.add(new Absent(files.id(), folder, "stale: its processes are gone; oshrun --clean "
                    + "removes it"));
            } else if (!seen.contains(files.job())) {
                live.add(new LiveJob(files));
                seen.add(files.job());
            }
        } catch (IOException e) {
            if (Files.exists(files.folder())) {
                others.add(new Absent(files.id(), folder, "unreadable: " + e.getMessage()));
            }
        }
    }

    /** A job that does not run, or can't be read, and why it has no sample. */
    record Absent(String job, String folder, String what) {
    }

    /**
     * A running job during a sample, or its part on this machine with its agent's answers about the other parts. Rates
     * are differences between the begin and the end of a sample.
     */
    private static final class LiveJob implements AutoCloseable {
        /** Longer than the agents of nodes that are there need, even where their cores are busy. */
        private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(3);

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
            this.shape = said(words, BackendPolicy.SHAPE, "") + said(words, BackendPolicy.SHAPE_REASON, ", because ");
            this.looks = new PeLooks(control, members, part.first(), part.isWhole()
                ? backend.processes(control.nPes()) : part.count(), part.isWhole() ? ""
                : Integer.toString(part.node()));
            totals().forEach(pe -> begin.put(pe.pe(), pe));
        }

        /** {@return the backend whose main class a process runs; the program's own words follow it} */
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

        /** {@return the value of a system property in a process's command line, behind some text} */
        private static String said(List<String> words, String property, String before) {
            String flag = "-D" + property + "=";
            return words.stream().filter(word -> word.startsWith(flag)).findFirst()
                .map(word -> before + word.substring(flag.length())).orElse("");
        }

        /** Totals of all nodes from the agent here; if it does not answer, those of this node's PEs. */
        private List<PeTotals> totals() {
            try {
                List<String> all = part.isWhole() ? null : QuestionFile.SAMPLES.ask(files, "", LIMIT_NANOS);
                return all == null ? looks.totals() : all.stream().map(PeTotals::of).filter(Objects::nonNull).toList();
            } catch (IOException e) {
                // The job has ended meanwhile.
                return looks.totals();
            }
        }

        void look() {
            looks.look();
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
