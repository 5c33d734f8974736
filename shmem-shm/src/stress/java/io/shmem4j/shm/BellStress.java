// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Words;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/**
 * A sleeper on a {@link Bell} and a PE that changes what it waits for. The first result says whether the sleeper has
 * found its condition true before it sleeps, the second whether the bell's value has changed since it looked, so that
 * the kernel does not let it sleep. If neither holds, the wake-up is lost.
 */
final class BellStress {
    private static final long FIRST = 1024;
    private static final long SECOND = 2048;

    private BellStress() {
    }

    /** One PE's bell and two variables. */
    abstract static class Wait {
        final int pe = StressMemory.next();
        private int seen;

        Wait() {
            Words words = words();
            words.setLong(at(FIRST), 0);
            words.setLong(at(SECOND), 0);
            for (long word = 0; word < Cell.BYTES; word += Long.BYTES) {
                words.setLong(at(SystemLayout.BELL + word), 0);
            }
        }

        private static Words words() {
            return JobMemory.words();
        }

        private long at(long offset) {
            return pe * StressMemory.PE_BYTES + offset;
        }

        final void register(long variable) {
            StressMemory.backend().addSleepers(pe, SystemLayout.BELL, 1);
            Bell.publish(pe, variable, true, -1, 0, Comparison.EQ, 1);
            seen = (int) StressMemory.backend().cellGet(pe, SystemLayout.BELL);
        }

        final void leave() {
            Bell.withdraw(pe);
            StressMemory.backend().addSleepers(pe, SystemLayout.BELL, -1);
        }

        final boolean holds(long variable) {
            return words().getLongAcquire(at(variable)) == 1;
        }

        final void change(long variable) {
            words().getAndAddLong(at(variable), 1);
            StressMemory.backend().ring(pe);
        }

        final boolean rung() {
            return (int) StressMemory.backend().cellGet(pe, SystemLayout.BELL) != seen;
        }
    }

    /** One wait. */
    @JCStressTest
    @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "The sleeper goes on.")
    @State
    public static class OneWait extends Wait {
        /** Waits. */
        @Actor
        public void sleeper(ZZ_Result r) {
            register(FIRST);
            r.r1 = holds(FIRST);
        }

        /** Changes the variable. */
        @Actor
        public void waker() {
            change(FIRST);
        }

        /** Asks whether the sleeper would sleep. */
        @Arbiter
        public void end(ZZ_Result r) {
            r.r2 = rung();
        }
    }

    /** A wait for one variable, then one for another: a waker may read a mixture of both conditions. */
    @JCStressTest
    @Outcome(id = "false, false", expect = Expect.FORBIDDEN, desc = "The wake-up is lost.")
    @Outcome(expect = Expect.ACCEPTABLE, desc = "The sleeper goes on.")
    @State
    public static class TwoWaits extends Wait {
        /** Waits twice. */
        @Actor
        public void sleeper(ZZ_Result r) {
            register(SECOND);
            leave();
            register(FIRST);
            r.r1 = holds(FIRST);
        }

        /** Changes the variable of the second wait. */
        @Actor
        public void waker() {
            change(FIRST);
        }

        /** Asks whether the sleeper would sleep. */
        @Arbiter
        public void end(ZZ_Result r) {
            r.r2 = rung();
        }
    }
}
