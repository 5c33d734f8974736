// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.HangReport;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.TimeUnit;

/**
 * Finds out that the PEs of this JVM wait for ever: all PEs that are left wait, for a while none has begun or ended a
 * wait, and twice in a row no thread of theirs could still end a wait.
 */
final class LocalWatch {
    /** What virtual threads run on. */
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Several times as long as a sleeping waiter leaves its variable alone. */
    private static final long NOTICE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long AGAIN_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ControlFile control;
    private final List<LocalPe> pes;
    private long[] stuck = {};
    private long nextSearch;
    private boolean certain;

    LocalWatch(ControlFile control, List<LocalPe> pes) {
        this.control = control;
        this.pes = pes;
    }

    String look(long now) {
        JobState state = state();
        long[] seen = state.signature();
        if (!state.allWait() || !Arrays.equals(seen, stuck)) {
            stuck = seen;
            certain = false;
            nextSearch = now + FIRST_NANOS;
            return null;
        }
        if (now - nextSearch < 0) {
            return null;
        }
        List<ThreadDump> dumps = dumps();
        for (int pe = 0; pe < dumps.size(); pe++) {
            if (!pes.get(pe).over() && Doubt.of(pe, dumps.get(pe)) != null) {
                certain = false;
                nextSearch = now + AGAIN_NANOS;
                return null;
            }
        }
        if (!certain) {
            certain = true;
            nextSearch = now + NOTICE_NANOS;
            return null;
        }
        return lines("deadlock: every PE waits and none can go on", state, dumps);
    }

    String report(String why) {
        return lines(why, state(), dumps());
    }

    private JobState state() {
        return JobState.of(control, pes.size(), pe -> pes.get(pe).over());
    }

    /** Workers of the common pool, and what runs virtual threads, are shown with the first PE that is there. */
    private List<ThreadDump> dumps() {
        Map<Thread, StackTraceElement[]> all = Thread.getAllStackTraces();
        List<Map<Thread, StackTraceElement[]>> ofPes = new ArrayList<>();
        for (LocalPe pe : pes) {
            Map<Thread, StackTraceElement[]> own = new LinkedHashMap<>();
            pe.threads().stream().filter(all::containsKey).forEach(thread -> own.put(thread, all.remove(thread)));
            ofPes.add(own);
        }
        all.keySet().removeIf(thread -> !servesAll(thread));
        pes.stream().filter(pe -> !pe.over()).findFirst().ifPresent(pe -> ofPes.get(pe.number()).putAll(all));
        return pes.stream().map(pe -> new ThreadDump(pe, ofPes.get(pe.number()))).toList();
    }

    /** Other pools serve other code, such as the framework that runs a test; a PE's own pools are in its group. */
    private static boolean servesAll(Thread thread) {
        return thread instanceof ForkJoinWorkerThread worker && worker.getPool() == ForkJoinPool.commonPool()
            || thread.getClass().getName().equals(CARRIER) || thread.getName().startsWith("VirtualThread-")
            || thread.getName().startsWith("ForkJoinPool.commonPool");
    }

    private String lines(String first, JobState state, List<ThreadDump> dumps) {
        long pid = ProcessHandle.current().pid();
        List<HangReport.PeFacts> shown = dumps.stream().map(dump -> new HangReport.PeFacts(pid, false, dump)).toList();
        List<String> lines = new ArrayList<>(List.of(first));
        try (HeapFile heap = new HeapFile(control)) {
            lines.addAll(HangReport.of(state, WaitedVariables.of(heap, state), shown, System.nanoTime()));
        }
        return String.join("\n", lines);
    }
}
