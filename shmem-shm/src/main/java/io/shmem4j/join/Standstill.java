// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.hang.Doubt;
import io.shmem4j.hang.HangReport.PeFacts;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.Judge;
import io.shmem4j.hang.PartWaits;
import io.shmem4j.hang.Storers;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.hang.WaitedVariables;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.ControlLives;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Undisturbed;
import io.shmem4j.spi.WaitKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Detects deadlocks of a joined job, as a launcher does for its jobs.
 *
 * <p>When all PEs have waited for a while, each JVM writes a file per PE with the wait, the JVM's threads, and any
 * reason why the wait might still end. The files contain what a launcher would request from its processes. A missing or
 * outdated file counts as such a reason.
 */
public final class Standstill {
    private final JoinedJob job;
    private final ControlFile control;
    private final Judge judge = new Judge(Times.STANDSTILL_NANOS, 0);

    Standstill(JoinedJob job) {
        this.job = job;
        this.control = job.control();
    }

    /** {@return the report of a deadlock, or null} The calling thread may be interrupted. */
    String look(long now) {
        List<String> doubts = new ArrayList<>();
        String deadlock = Undisturbed.call(() -> judged(now, doubts));
        // Without the monitor, because the stream may block.
        doubts.forEach(System.err::println);
        return deadlock;
    }

    private synchronized String judged(long now, List<String> doubts) {
        JobState state = state();
        if (!judge.isDue(state.standing(), now)) {
            return null;
        }
        publish(state);
        List<PartWaits> parts = parts(state);
        if (!job.isWhole()) {
            judge.judge(state.standing(), Doubt.of(0, null), now);
            return null;
        }
        Doubt refused = refused(state);
        return switch (judge.judge(state().standing(), refused != null ? refused : PartWaits.doubt(parts),
            System.nanoTime())) {
            case DEADLOCK -> lines(Judge.DEADLOCK, parts);
            case DOUBTFUL -> tell(lines(judge.doubtful(), parts), state, doubts);
            case LONG_DOUBTFUL -> tell(judge.doubtful(), state, doubts);
            case OPEN -> null;
        };
    }

    private String tell(String text, JobState state, List<String> doubts) {
        if (job.living().owns(state.firstLeft())) {
            doubts.add("job " + job.name() + ": " + text);
        }
        return null;
    }

    /** {@return a doubt if a PE allocates more than the other PEs, which it leaves by itself, or null} */
    private Doubt refused(JobState state) {
        return IntStream.range(0, state.size()).filter(pe -> (state.waitOf(pe).kind() == WaitKind.ALLOCATE
            || state.waitOf(pe).kind() == WaitKind.FREE) && ControlLives.isStranded(control, pe, 0))
            .mapToObj(pe -> new Doubt(pe, "PE " + pe + " will be refused", false)).findFirst().orElse(null);
    }

    /** {@return the state of the PEs; those of other nodes count as ended} */
    public JobState state() {
        return JobState.of(control, control.nPes(), pe -> !job.isHere(pe)
            || control.membership(pe) == ControlLayout.LEFT);
    }

    /**
     * {@return the files of this node's PEs for a state, combined}
     *
     * @param stands whether all PEs of the state have waited for a while
     */
    public PartWaits waits(JobState state, boolean stands) {
        List<PartWaits> parts = parts(state);
        int first = parts.getFirst().first();
        return PartWaits.of(first, state, WaitedVariables.of(job.files(), control, state), parts.stream()
            .map(part -> part.pes().getFirst()).toList(), stands, PartWaits.doubt(parts));
    }

    private String lines(String first, List<PartWaits> parts) {
        return first + "\n" + String.join("\n", PartWaits.report(parts, control.nPes()));
    }

    private void publish(JobState state) {
        Map<Thread, StackTraceElement[]> stacks = ThreadDump.stacks();
        stacks.keySet().removeIf(thread -> job.nodes().waitsForHead(thread));
        PeFacts facts = new PeFacts(ProcessHandle.current().pid(), false, new ThreadDump(null, stacks));
        WaitedVariables variables = WaitedVariables.of(job.files(), control, state);
        Set<Long> members = new HashSet<>(Set.of(control.launcherPid()));
        for (int pe = 0; pe < state.size(); pe++) {
            members.add(control.pid(pe));
        }
        Storers storers = new Storers(job.files(), members, null);
        for (int pe = 0; pe < state.size(); pe++) {
            if (!state.ended(pe) && job.living().owns(pe)) {
                List<PeFacts> own = List.of(facts);
                write(pe, PartWaits.of(pe, state, variables, own, true, storers.first(pe, state, own)).bytes());
            }
        }
    }

    /** Writes a PE's file, or deletes it on failure: a missing file is a doubt and does not end the job. */
    private void write(int pe, byte[] bytes) {
        try {
            job.files().writeWhole(JobFiles.WAITS + pe, bytes);
        } catch (IOException e) {
            job.files().file(JobFiles.WAITS + pe).toFile().delete();
        }
    }

    private List<PartWaits> parts(JobState state) {
        List<PartWaits> parts = new ArrayList<>();
        for (int pe = 0; pe < state.size(); pe++) {
            if (job.isHere(pe)) {
                parts.add(part(pe, state));
            }
        }
        return parts;
    }

    private PartWaits part(int pe, JobState state) {
        boolean ended = state.ended(pe);
        try {
            PartWaits part = ended ? null : PartWaits.of(job.files().read(JobFiles.WAITS + pe));
            if (part != null && part.state().signature()[0] == state.signature()[pe]) {
                return part;
            }
        } catch (IOException e) {
            // The PE's JVM has not written its file yet.
        }
        return PartWaits.of(pe, state, WaitedVariables.none(state.size()), List.of(new PeFacts(control.pid(pe), false,
            null)), true, ended ? null : Doubt.of(pe, null));
    }
}
