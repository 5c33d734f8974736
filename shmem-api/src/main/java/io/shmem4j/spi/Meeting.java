// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/**
 * One meeting of the PEs of a job that outlives them.
 *
 * <p>PEs arrive with the number of the next meeting. A PE that finds all of them there becomes the leader: it checks
 * once more, does what has to be done once, and publishes the number together with the lives that have met. A leader
 * that dies is replaced, so the leader's work may be done twice.
 *
 * <p>A death is recorded by one process: it first takes the PE's arrivals back and last raises its life. So a PE that
 * dies before the leader's check is missing in it, and one that dies later has another life than the one that met: it
 * has fallen again.
 *
 * <p>The end of a session and an allocation are decisions: a death comes before them or after them for all PEs. So each
 * death also raises the lower half of the word that holds the decision. The leader reads that word before its check and
 * publishes by compare-and-set, which fails if a PE has died since. A PE that sees a death leaves; where a leader may
 * have counted it already, it first waits for the leader's result.
 *
 * <p>On several nodes the words of a node show only the arrivals of its own PEs. The head of the job collects those of
 * all nodes in a register of its own, orders meetings and deaths, and agents publish them in this order on each node.
 */
public final class Meeting {
    /** Reason why PEs meet. */
    public enum Kind {
        /** All PEs, the fallen ones in a later life. */
        RECOVERY("recover()", LifeRegister.RECOVERIES, LifeRegister.AT_RECOVERY),
        /** The PEs that have not fallen. */
        SURVIVAL("survivors()", LifeRegister.SURVIVALS, LifeRegister.AT_SURVIVAL),
        /** The end of a session. */
        END("finish()", LifeRegister.ENDS, LifeRegister.AT_END),
        ALLOCATION("an allocation", LifeRegister.ALLOCATIONS, LifeRegister.AT_ALLOCATION);

        private final String routine;
        private final long held;
        private final long arrival;

        Kind(String routine, long held, long arrival) {
            this.routine = routine;
            this.held = held;
            this.arrival = arrival;
        }

        boolean isDecision() {
            return this == END || this == ALLOCATION;
        }

        String routine() {
            return routine;
        }

        long held() {
            return held;
        }

        long arrival() {
            return arrival;
        }
    }

    private final LifeRegister register;
    private final Kind kind;
    private final int number;
    private final int[] lives;
    private final boolean[] present;

    /** Takes part in the next meeting of a kind. */
    public Meeting(LifeRegister register, Kind kind) {
        this.register = register;
        this.kind = kind;
        this.number = register.held(kind) + 1;
        this.lives = new int[register.nPes()];
        this.present = new boolean[register.nPes()];
    }

    public Kind kind() {
        return kind;
    }

    public int number() {
        return number;
    }

    /** {@return the lives that the last {@link #missing} has found} */
    public int[] lives() {
        return lives;
    }

    /** {@return which PEs take part, as the last {@link #missing} has found} */
    public boolean[] present() {
        return present;
    }

    boolean isHeld() {
        return register.held(kind) >= number;
    }

    void arrive(int pe) {
        register.arrive(kind, pe, number);
    }

    /** {@return a PE from first to end that takes part and has not arrived, -1 if there is none} */
    public int missing(int first, int end) {
        int missing = -1;
        for (int pe = 0; pe < lives.length && missing < 0; pe++) {
            lives[pe] = register.life(pe);
            present[pe] = kind != Kind.SURVIVAL || lives[pe] == register.lifeAtRecovery(pe);
            missing = present[pe] && pe >= first && pe < end && register.arrival(kind, pe) != number ? pe : -1;
        }
        return missing;
    }

    private boolean isComplete() {
        return missing(0, lives.length) < 0;
    }

    /** Publishes a meeting in which nobody is {@link #missing}; for the head of several nodes. */
    public void publish() {
        register.publish(kind, number, lives, present);
    }

    /** {@return whether a PE got the lead of a complete meeting} It has held the meeting unless a PE died or left. */
    boolean lead(int pe, int life, Runnable once) {
        long leader = register.leader();
        if (!isComplete() || register.isLed(leader) || !register.takeOver(leader, pe, life)) {
            return false;
        }
        long before = kind.isDecision() ? register.decision(kind) : 0;
        if (!isHeld() && isComplete()) {
            once.run();
            if (kind.isDecision()) {
                register.decide(kind, number, before);
            } else {
                publish();
            }
        }
        register.giveUpLead();
        return true;
    }

    /** Takes an arrival back, and waits for a leader that may have seen it; {@return whether the meeting was held} */
    boolean leave(int pe, Waiter waiter) {
        register.arrive(kind, pe, 0);
        while (register.isLed(register.leader())) {
            waiter.pause();
        }
        return isHeld();
    }
}
