// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.hang.JobState;
import io.shmem4j.hang.PeNumbers;
import io.shmem4j.hang.ThreadDump;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * What PEs have published, and their stacks of the same moment. On a busy machine JVMs take seconds to answer with
 * their stacks, in which a PE may end the wait that it had published. So the stacks are taken again until no PE has
 * begun or ended a wait meanwhile. In a job that goes on all the time this never comes, and the PEs that did are named.
 *
 * @param dumps their stacks, null where there is none
 * @param moved the PEs whose stacks are of a later moment
 */
record Moment(JobState state, ThreadDump[] dumps, List<Integer> moved) {
    private static final int MOST_TRIES = 3;

    /** Takes the stacks of all PEs. */
    interface Camera {
        ThreadDump[] take() throws InterruptedException;
    }

    static Moment of(Supplier<JobState> published, Camera camera) throws InterruptedException {
        JobState before = published.get();
        for (int tries = 1;; tries++) {
            ThreadDump[] dumps = camera.take();
            JobState after = published.get();
            List<Integer> moved = moved(before.signature(), after.signature());
            if (moved.isEmpty() || tries == MOST_TRIES) {
                return new Moment(before, dumps, moved);
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

    /** {@return a line that says whose stacks are later than the rest, if there are any} */
    List<String> remark() {
        return moved.isEmpty() ? List.of() : List.of(PeNumbers.describe(moved) + " went on meanwhile: "
            + (moved.size() == 1 ? "its stack is" : "their stacks are") + " of a later moment than the table");
    }
}
