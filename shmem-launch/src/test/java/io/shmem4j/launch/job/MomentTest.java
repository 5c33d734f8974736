// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.shmem4j.hang.JobState.PeStatus;
import io.shmem4j.hang.JobState;
import io.shmem4j.launch.job.Stacks.Moment;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.WaitKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A table and stacks belong together, also where the stacks come late. */
class MomentTest {
    private final List<JobState> published = new ArrayList<>();
    private int taken;

    /** {@return a state whose PEs wait in init since some time, or run with 0} */
    private static JobState waiting(long... since) {
        List<PeStatus> pes = new ArrayList<>();
        for (long time : since) {
            pes.add(new PeStatus(PeState.RUNNING, time == 0 ? PublishedWait.none() : new PublishedWait(WaitKind.INIT,
                -1, 1, time, 0, 0, 0, 1, since.length, null, false, 0, null, -1, List.of(), ""), false));
        }
        return new JobState(pes);
    }

    private Moment moment(JobState... states) throws InterruptedException {
        published.addAll(List.of(states));
        return Moment.of(published::removeFirst, () -> {
            taken++;
            return List.of();
        });
    }

    @Test
    void stacksOfPesThatKeepStillAreTakenOnce() throws InterruptedException {
        JobState still = waiting(5, 6);
        Moment moment = moment(still, waiting(5, 6));
        assertSame(still, moment.state());
        assertEquals(1, taken);
        assertEquals(List.of(), moment.remark());
    }

    /** The wait in init that a table showed beside stacks from behind it. */
    @Test
    void aWaitThatEndsMeanwhileIsNotReported() throws InterruptedException {
        Moment moment = moment(waiting(5, 0), waiting(0, 0), waiting(0, 0));
        assertEquals(0, moment.state().longest(0, 100));
        assertEquals(2, taken);
        assertEquals(List.of(), moment.remark());
    }

    @Test
    void pesThatNeverKeepStillAreNamed() throws InterruptedException {
        Moment moment = moment(waiting(5, 1, 1), waiting(6, 1, 1), waiting(7, 2, 1), waiting(8, 3, 1));
        assertEquals(3, taken);
        assertEquals(List.of("PEs 0, 1 went on meanwhile: their stacks are of a later moment than the table"),
            moment.remark());
    }
}
