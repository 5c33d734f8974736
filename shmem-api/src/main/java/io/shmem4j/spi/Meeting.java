// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;

/**
 * A meeting of the PEs of a job that outlives them.
 *
 * <p>A PE arrives with the number of the next meeting. A PE that finds all others there becomes the leader: it checks
 * once more, runs the action of the meeting, and publishes the number together with the lives that have met. Another PE
 * replaces a leader that dies, so the action may run twice.
 *
 * <p>One process records a death: it first withdraws the PE's arrivals and last increments its life. So a PE that dies
 * before the leader's check is missing in it, and one that dies later has another life than the one that met: it has
 * fallen again.
 *
 * <p>The end of a session and an allocation are decisions: a death comes either before or after them for all PEs. So
 * each death also increments the lower half of the word that holds the decision. The leader reads that word before its
 * check and publishes by compare-and-set, which fails if a PE has died since. A PE that sees a death leaves; if a
 * leader may have counted it already, it first waits for the leader's result.
 *
 * <p>On several nodes a node's words show only the arrivals of its own PEs. The head of the job collects those of all
 * nodes in a register of its own, orders meetings and deaths, and agents publish them in this order on each node.
 */
public final class Meeting {
    /** Reason why PEs meet. */
    public enum Purpose {
        /** All PEs, the fallen ones in a later life. */
        RECOVERY("recover()", Register.RECOVERIES, 52),
        /** The PEs that have not fallen. */
        SURVIVAL("survivors()", 1240, 80),
        /** The end of a session. */
        END("finish()", 1248, 88),
        ALLOCATION("an allocation", Register.ALLOCATIONS, 72);

        final String routine;
        private final long held;
        private final long arrival;

        Purpose(String routine, long held, long arrival) {
            this.routine = routine;
            this.held = held;
            this.arrival = arrival;
        }

        boolean isDecision() {
            return this == END || this == ALLOCATION;
        }
    }

    /**
     * The words that count deaths and record meetings. They are in the control file that the PEs of a node share; the
     * head of several nodes and the explorer have them in the Java heap.
     *
     * <pre>
     *   1220  recoveries (int) | 1224 deaths (int) | 1228 deaths up to the last recovery (int)
     *   1232  leader of a meeting: 1 + its PE (int) | 1236 its life (int) | 1240 meetings of survivors (int)
     *   1248  ends of sessions (upper int) and deaths (lower int) | 1256 allocations (upper int) and deaths (lower int)
     *   4096  PE 0, 512 bytes | 4608 PE 1 ...
     * </pre>
     * One PE; an arrival is the number of the meeting at which the PE has arrived:
     * <pre>
     *   48    life (int) | 52 arrival at a recovery (int) | 56 life at the last recovery (int)
     *   60    how its last life ended (int) | 64 process of that life (long) | 72 arrival at an allocation (int)
     *   80    arrival at a meeting of survivors (int) | 84 last such meeting it took part in (int)
     *   88    arrival at the end of a session (int)
     * </pre>
     */
    public static final class Register {
        public static final long RECOVERIES = 1220;
        public static final long DEATHS = 1224;
        public static final long ALLOCATIONS = 1256;
        public static final long PE_SLOTS = 4096;
        public static final long PE_SLOT_BYTES = 512;
        /** Offset of a PE's life in its slot. */
        public static final long LIFE = 48;
        private static final long HANDLED = 1228;
        private static final long LEADER = 1232;
        private static final long RECOVERED = 56;
        private static final long STATUS = 60;
        private static final long PROCESS = 64;
        private static final long SURVIVED = 84;
        private static final long DEATH_BITS = (1L << Integer.SIZE) - 1;

        private final Words words;
        private final int nPes;

        public Register(Words words, int nPes) {
            this.words = words;
            this.nPes = nPes;
        }

        /** {@return zeroed words for a register outside of a control file} */
        public static Words inHeap(int nPes) {
            return Words.of(MemorySegment.ofArray(new long[Math.toIntExact(at(nPes, 0) / Long.BYTES)]));
        }

        /** {@return the offset of a PE's field} */
        public static long at(int pe, long field) {
            return PE_SLOTS + pe * PE_SLOT_BYTES + field;
        }

        /** {@return the number of deaths of a PE} */
        public int life(int pe) {
            return words.getIntVolatile(at(pe, LIFE));
        }

        int lifeAtRecovery(int pe) {
            return words.getIntVolatile(at(pe, RECOVERED));
        }

        /** {@return whether a PE has died since the last recovery} */
        public boolean isFallen(int pe) {
            return life(pe) != lifeAtRecovery(pe);
        }

        /** {@return whether any PE has died since the last recovery, by two loads} */
        public boolean anyFallen() {
            return words.getIntAcquire(DEATHS) != words.getIntAcquire(HANDLED);
        }

        long lastProcess(int pe) {
            return words.getLong(at(pe, PROCESS));
        }

        int lastStatus(int pe) {
            return words.getInt(at(pe, STATUS));
        }

        boolean hasSurvived(int pe, int number) {
            return words.getIntVolatile(at(pe, SURVIVED)) == number;
        }

        /** Records a death; one process at a time may do so. */
        public void recordDeath(int pe, int status, long process) {
            recordDeath(pe, life(pe) + 1, status, process);
        }

        /** Records the death before a life. Another process repeats it if the first one is killed in between. */
        public void recordDeath(int pe, int nextLife, int status, long process) {
            for (Purpose kind : Purpose.values()) {
                arrive(kind, pe, 0);
                if (kind.isDecision()) {
                    words.getAndAddLong(kind.held, 1);
                }
            }
            words.setInt(at(pe, STATUS), status);
            words.setLong(at(pe, PROCESS), process);
            words.getAndAddInt(at(pe, LIFE), nextLife - life(pe));
            int deaths = 0;
            for (int other = 0; other < nPes; other++) {
                deaths += life(other);
            }
            words.setIntVolatile(DEATHS, deaths);
        }

        /** {@return the number of meetings of a kind so far} */
        public int held(Purpose kind) {
            return kind.isDecision() ? (int) (words.getLongVolatile(kind.held) >>> Integer.SIZE)
                : words.getIntVolatile(kind.held);
        }

        /** {@return the number of the meeting at which a PE has arrived, 0 after its death} */
        public int arrival(Purpose kind, int pe) {
            return words.getIntVolatile(at(pe, kind.arrival));
        }

        public void arrive(Purpose kind, int pe, int number) {
            words.setIntVolatile(at(pe, kind.arrival), number);
        }

        /** Publishes a decision, unless a PE has died since its word was read. */
        private void decide(Purpose kind, int number, long before) {
            words.compareAndExchangeLong(kind.held, before, (long) number << Integer.SIZE | before & DEATH_BITS);
        }

        /** Publishes a meeting, with the lives of all PEs and those that were present. */
        public void publish(Purpose kind, int number, int[] lives, boolean[] present) {
            if (kind.isDecision()) {
                decide(kind, number, words.getLongVolatile(kind.held));
                return;
            }
            int sum = 0;
            for (int pe = 0; pe < nPes; pe++) {
                sum += lives[pe];
                boolean recovers = kind == Purpose.RECOVERY;
                words.setIntVolatile(at(pe, recovers ? RECOVERED : SURVIVED),
                    recovers ? lives[pe] : present[pe] ? number : 0);
            }
            if (kind == Purpose.RECOVERY) {
                words.setIntVolatile(HANDLED, sum);
            }
            words.setIntVolatile(kind.held, number);
        }

        /** {@return whether the leader is alive, in the life that took the lead, and not done} */
        private boolean isLed(long leader) {
            int pe = (int) leader - 1;
            return pe >= 0 && life(pe) == (int) (leader >>> Integer.SIZE);
        }
    }

    private final Register register;
    private final Words words;
    private final Purpose kind;
    /** Whether a PE that waits too long leaves instead of ending the job. */
    final boolean optional;
    private final int number;
    private final int[] lives;
    private final boolean[] present;

    /** Prepares the next meeting of a kind. */
    public Meeting(Register register, Purpose kind) {
        this(register, kind, false);
    }

    Meeting(Register register, Purpose kind, boolean optional) {
        this.register = register;
        this.words = register.words;
        this.kind = kind;
        this.optional = optional;
        this.number = register.held(kind) + 1;
        this.lives = new int[register.nPes];
        this.present = new boolean[register.nPes];
    }

    public Purpose kind() {
        return kind;
    }

    public int number() {
        return number;
    }

    /** {@return the lives that the last {@link #missing} found} */
    public int[] lives() {
        return lives;
    }

    /** {@return which PEs take part, as of the last {@link #missing}} */
    public boolean[] present() {
        return present;
    }

    boolean isHeld() {
        return register.held(kind) >= number;
    }

    void arrive(int pe) {
        register.arrive(kind, pe, number);
    }

    /** {@return a PE in the range that takes part and has not arrived, or -1} */
    public int missing(int first, int end) {
        int missing = -1;
        for (int pe = 0; pe < lives.length && missing < 0; pe++) {
            lives[pe] = register.life(pe);
            present[pe] = kind != Purpose.SURVIVAL || lives[pe] == register.lifeAtRecovery(pe);
            missing = present[pe] && pe >= first && pe < end && register.arrival(kind, pe) != number ? pe : -1;
        }
        return missing;
    }

    /** Publishes a meeting at which no PE is {@link #missing}. */
    public void publish() {
        register.publish(kind, number, lives, present);
    }

    /** {@return whether a PE took the lead of a complete meeting} It then held it, unless a PE has died or left. */
    boolean lead(int pe, int life, Runnable once) {
        long leader = words.getLongVolatile(Register.LEADER);
        // One thread of a PE leads at a time, so a lead of the PE itself is one that an error has left behind.
        long own = (long) life << Integer.SIZE | pe + 1;
        if (missing(0, lives.length) >= 0 || leader != own && register.isLed(leader)
            || words.compareAndExchangeLong(Register.LEADER, leader, own) != leader) {
            return false;
        }
        try {
            holdOnce(once);
        } catch (RuntimeException | VirtualMachineError e) {
            // Not finally: another error may unwind a PE that a test has killed, and a dead PE stores nothing.
            words.setLongVolatile(Register.LEADER, 0);
            throw e;
        }
        words.setLongVolatile(Register.LEADER, 0);
        return true;
    }

    private void holdOnce(Runnable once) {
        long before = kind.isDecision() ? words.getLongVolatile(kind.held) : 0;
        if (!isHeld() && missing(0, lives.length) < 0) {
            once.run();
            if (kind.isDecision()) {
                register.decide(kind, number, before);
            } else {
                publish();
            }
        }
    }

    /** Withdraws an arrival, and waits for a leader that may have seen it; {@return whether the meeting was held} */
    boolean leave(int pe, Waiter waiter) {
        register.arrive(kind, pe, 0);
        while (register.isLed(words.getLongVolatile(Register.LEADER))) {
            waiter.pause();
        }
        return isHeld();
    }
}
