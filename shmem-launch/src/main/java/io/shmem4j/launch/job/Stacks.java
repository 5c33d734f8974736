// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.HangReport.PeFacts;
import io.shmem4j.hang.JobState;
import io.shmem4j.hang.JvmAttachment;
import io.shmem4j.hang.PeNumbers;
import io.shmem4j.hang.ThreadDump;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.process.JvmProcess;
import io.shmem4j.launch.process.PeProcess;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.spi.LibraryFrames;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Requests the Java stacks of running PEs. */
final class Stacks {
    /** Name of a PE's main thread in its own process, also used for PEs in shared JVMs. */
    private static final String MAIN = "main";

    private final Set<Long> asked = new HashSet<>();
    private final ControlFile control;

    Stacks(ControlFile control) {
        this.control = control;
    }

    List<PeFacts> of(List<PeProcess> processes) throws InterruptedException {
        List<Long> pids = processes.stream().map(process -> process.exited() ? 0 : process.pid()).toList();
        asked.addAll(pids);
        LibraryFrames.search(Installation.loader());
        List<PeFacts> answers = JvmAttachment.ask(pids, (index, text) -> of(processes.get(index), text));
        List<PeFacts> pes = new ArrayList<>();
        for (PeFacts answer : answers) {
            pes.add(new PeFacts(processes.get(pes.size()).pid(), answer.stopped(), answer.dump()));
        }
        return pes;
    }

    /**
     * {@return the part of a JVM's stacks that belongs to a PE} Threads without a PE, such as those of the common pool,
     * go to the first running PE.
     */
    private ThreadDump of(PeProcess process, String text) {
        JvmProcess jvm = process.jvm();
        if (!jvm.which().shared()) {
            return new ThreadDump(text);
        }
        int first = jvm.pes().stream().filter(pe -> !pe.exited()).findFirst().orElse(process).pe();
        return new ThreadDump(text, (name, number, kernel) -> {
            int main = kernel == 0 ? -1 : mainOf(jvm, kernel);
            int owner = main >= 0 ? main : jvm.threads().getOrDefault(number, first);
            return owner != process.pe() ? null : main >= 0 ? MAIN : name;
        });
    }

    private int mainOf(JvmProcess jvm, long kernel) {
        for (int pe = jvm.which().first(); pe <= jvm.which().last(); pe++) {
            if (control.thread(pe) == kernel) {
                return pe;
            }
        }
        return -1;
    }

    /** Deletes files that JVMs left when they were asked. */
    void removeLeftovers() {
        asked.forEach(pid -> new JvmAttachment(pid).forget());
    }

    /**
     * A consistent view of the PEs' waits and stacks. JVMs on a busy machine take seconds to return stacks, and a wait
     * may end meanwhile, so stacks are requested again until no PE has moved. PEs that still move after the last
     * attempt are named in a remark.
     *
     * @param pes   stacks and process states
     * @param moved PEs whose stacks are later than their published wait
     */
    record Moment(JobState state, List<PeFacts> pes, List<Integer> moved) {
        private static final int MOST_TRIES = 3;

        interface Camera {
            List<PeFacts> take() throws InterruptedException;
        }

        static Moment of(Supplier<JobState> published, Camera camera) throws InterruptedException {
            JobState before = published.get();
            for (int tries = 1;; tries++) {
                List<PeFacts> pes = camera.take();
                JobState after = published.get();
                List<Integer> moved = moved(before.signature(), after.signature());
                if (moved.isEmpty() || tries == MOST_TRIES) {
                    return new Moment(before, pes, moved);
                }
                before = after;
            }
        }

        private static List<Integer> moved(long[] before, long[] after) {
            List<Integer> moved = new ArrayList<>();
            for (int pe = 0; pe < before.length; pe++) {
                if (before[pe] != after[pe]) {
                    moved.add(pe);
                }
            }
            return moved;
        }

        /** {@return a line about the PEs that have moved, if any} */
        List<String> remark() {
            return moved.isEmpty() ? List.of() : List.of(PeNumbers.describe(moved) + " went on meanwhile: "
                + (moved.size() == 1 ? "its stack is" : "their stacks are") + " of a later moment than the table");
        }
    }
}
