// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.HangReport.PeFacts;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.Judge;
import io.shmem4j.hang.Storers;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.spi.Times;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Detects deadlocks of PEs in threads. */
final class LocalWatch {
    /** Class of the carrier threads of virtual threads. */
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    private final ControlFile control;
    private final List<LocalPe> pes;
    private final Judge judge = new Judge(Times.STANDSTILL_NANOS, 0);

    LocalWatch(ControlFile control, List<LocalPe> pes) {
        this.control = control;
        this.pes = pes;
    }

    /** {@return the report of a deadlock, or null} */
    String look(long now) {
        JobState state = state();
        if (!judge.isDue(state.standing(), now)) {
            return null;
        }
        Moment moment = new Moment();
        return switch (judge.judge(state().standing(), moment.doubt(state), now)) {
            case DEADLOCK -> lines(Judge.DEADLOCK, state, moment);
            case DOUBTFUL -> tell(lines(judge.doubtful(), state, moment));
            case LONG_DOUBTFUL -> tell(judge.doubtful());
            case OPEN -> null;
        };
    }

    private static String tell(String text) {
        System.err.println("Shmem.run: " + text);
        return null;
    }

    String report(String why) {
        Moment moment = new Moment();
        JobState state = state();
        Doubt doubt = state.allWait() ? moment.doubt(state) : null;
        return lines(why + (doubt == null ? "" : "\nno deadlock, because " + doubt.why()), state, moment);
    }

    private JobState state() {
        return JobState.of(control, pes.size(), pe -> pes.get(pe).finished());
    }

    private String lines(String first, JobState state, Moment moment) {
        List<String> lines = new ArrayList<>(List.of(first));
        try (HeapFile heap = new HeapFile(control.nPes(), control.heapBytes())) {
            lines.addAll(HangReport.of(state, WaitedVariables.of(heap, state), moment.facts, System.nanoTime()));
        }
        return String.join("\n", lines);
    }

    /** A snapshot of all threads. */
    private final class Moment {
        private final List<PeFacts> facts = new ArrayList<>();
        private final ThreadDump application;

        /**
         * Takes the snapshot. Threads that serve all PEs, such as the common pool's, are assigned to the first running
         * PE.
         */
        Moment() {
            Map<Thread, StackTraceElement[]> all = ThreadDump.stacks();
            boolean test = ThreadDump.inTest(all.remove(Thread.currentThread()));
            List<Map<Thread, StackTraceElement[]>> ofPes = new ArrayList<>();
            for (LocalPe pe : pes) {
                Map<Thread, StackTraceElement[]> own = new LinkedHashMap<>();
                pe.threads().stream().filter(all::containsKey).forEach(thread -> own.put(thread, all.remove(thread)));
                ofPes.add(own);
            }
            pes.stream().filter(pe -> !pe.finished()).findFirst().ifPresent(pe -> all.forEach((thread, frames) -> {
                if (servesAll(thread)) {
                    ofPes.get(pe.number()).put(thread, frames);
                }
            }));
            all.entrySet().removeIf(thread -> servesAll(thread.getKey())
                || test && ThreadDump.inTest(thread.getValue()));
            this.application = new ThreadDump(null, all);
            long pid = ProcessHandle.current().pid();
            pes.forEach(pe -> facts.add(new PeFacts(pid, false, new ThreadDump(pe.main(), ofPes.get(pe.number())))));
        }

        Doubt doubt(JobState state) {
            return new Storers(null, Set.of(), application).first(0, state, facts);
        }
    }

    private static boolean servesAll(Thread thread) {
        return CurrentPe.isOfCommonPool(thread) || thread.getClass().getName().equals(CARRIER)
            || thread.getName().startsWith("VirtualThread-") || thread.getName().startsWith("ForkJoinPool.commonPool");
    }
}
