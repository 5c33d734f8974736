// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.spi.AnnouncedWords;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.Meeting;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.WaitKind;

/**
 * The register of incarnations, as one PE sees it.
 *
 * <p>During a meeting, every access to the register is a step. At other times only queries are steps whose answer a
 * death changes: whether a PE has died, and how many allocations there were, which a restarted PE asks. Within a wait
 * queries are not steps, because a death interrupts the wait anyway.
 */
final class ExploredLives extends Lives {
    private final Run run;
    private final Jobs jobs;
    private final Pe pe;

    ExploredLives(Run run, Jobs jobs, Pe pe, Backend backend) {
        super(new Meeting.Register(new RegisterWords(run, pe), jobs.pes()), backend, pe.number, jobs.pes());
        this.run = run;
        this.jobs = jobs;
        this.pe = pe;
    }

    /** {@return the address of a word of the register, which is negative to distinguish it from memory} */
    static long address(long offset) {
        return Long.MIN_VALUE + offset;
    }

    /** {@return the address of a PE's slot} */
    static long addressOf(int pe) {
        return address(Meeting.Register.at(pe, 0));
    }

    /** Announces that the answer to {@link #isAlive} changes for this PE, but not its life. */
    void announceChange() {
        run.comeTo(pe.number, Step.Kind.WRITE, addressOf(pe.number), Integer.BYTES, false, pe.number);
    }

    @Override
    public boolean isAlive(int other) {
        deaths(other);
        return jobs.peState(other) == PeState.RUNNING;
    }

    @Override
    public boolean closeAlone() {
        return false;
    }

    @Override
    protected String describeEnd(int status) {
        return "has died";
    }

    @Override
    protected boolean hold(Meeting meeting, WaitKind wait, long nanos, Runnable once) {
        pe.meets = true;
        try {
            return super.hold(meeting, wait, nanos, once);
        } finally {
            pe.meets = false;
        }
    }

    /** Accesses to the register by one PE. */
    private static final class RegisterWords extends AnnouncedWords {
        private final Run run;
        private final Pe pe;

        RegisterWords(Run run, Pe pe) {
            super(run.registerWords);
            this.run = run;
            this.pe = pe;
        }

        private int holder(long offset) {
            return offset < Meeting.Register.PE_SLOTS ? pe.number
                : (int) ((offset - Meeting.Register.PE_SLOTS) / Meeting.Register.PE_SLOT_BYTES);
        }

        private void comeTo(Step.Kind kind, long offset, long bytes) {
            run.comeTo(pe.number, kind, address(offset), bytes, !run.options.has(Options.Trait.LIBRARY),
                holder(offset));
        }

        @Override
        protected void loads(long offset, long bytes) {
            if (pe.meets) {
                comeTo(Step.Kind.READ, offset, bytes);
            } else if (!pe.waiting) {
                ask(offset, bytes);
            }
        }

        /** Makes a step of a query. The count of deaths depends on all PEs. */
        private void ask(long offset, long bytes) {
            int holder = holder(offset);
            if (offset == Meeting.Register.DEATHS) {
                run.comeTo(pe.number, Step.Kind.READ, addressOf(0), addressOf(run.pes.length) - addressOf(0), false,
                    pe.number);
            } else if (offset == Meeting.Register.at(holder, Meeting.Register.LIFE) && holder != pe.number) {
                run.comeTo(pe.number, Step.Kind.READ, addressOf(holder), Meeting.Register.LIFE + bytes, false, holder);
            } else if (offset == Meeting.Register.ALLOCATIONS && run.register.isFallen(pe.number)) {
                run.comeTo(pe.number, Step.Kind.READ, address(offset), bytes, false, holder);
            }
        }

        @Override
        protected void stores(long offset, long bytes) {
            comeTo(Step.Kind.WRITE, offset, bytes);
        }
    }
}
