// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;

/**
 * The words in which a job counts its PEs' deaths and records their meetings, see {@link Meeting}. They lie in the
 * control file that the PEs of a node share; the head of several nodes and the explorer have them in the Java heap.
 *
 * <pre>
 *   1220  recoveries (int) | 1224 deaths (int) | 1228 deaths up to the last recovery (int)
 *   1232  leader of a meeting: 1 + its PE (int) | 1236 its life (int)
 *   1240  meetings of survivors (int)
 *   1248  ends of sessions (upper int) and deaths (lower int) | 1256 allocations (upper int) and deaths (lower int)
 *   4096  PE 0, 512 bytes | 4608 PE 1 ...
 * </pre>
 * One PE, where an arrival is the number of the meeting that the PE has come to:
 * <pre>
 *   48    life (int) | 52 arrival at a recovery (int) | 56 life at the last recovery (int)
 *   60    how its last life ended (int) | 64 process of that life (long) | 72 arrival at an allocation (int)
 *   80    arrival at a meeting of survivors (int) | 84 last such meeting it took part in (int)
 *   88    arrival at the end of a session (int)
 * </pre>
 */
public final class LifeRegister {
    public static final long RECOVERIES = 1220;
    public static final long DEATHS = 1224;
    public static final long PE_SLOTS = 4096;
    public static final long PE_SLOT_BYTES = 512;
    /** Offset of a PE's number of deaths within its slot. */
    public static final long LIFE = 48;
    static final long SURVIVALS = 1240;
    static final long ENDS = 1248;
    public static final long ALLOCATIONS = 1256;
    static final long AT_RECOVERY = 52;
    static final long AT_ALLOCATION = 72;
    static final long AT_SURVIVAL = 80;
    static final long AT_END = 88;
    private static final long HANDLED = 1228;
    private static final long LEADER = 1232;
    private static final long RECOVERED = 56;
    private static final long STATUS = 60;
    private static final long PROCESS = 64;
    private static final long SURVIVED = 84;
    private static final long DEATH_BITS = (1L << Integer.SIZE) - 1;

    private final Words words;
    private final int nPes;

    public LifeRegister(Words words, int nPes) {
        this.words = words;
        this.nPes = nPes;
    }

    /** {@return words for a register outside of a control file, all 0} */
    public static Words inHeap(int nPes) {
        return Words.of(MemorySegment.ofArray(new long[Math.toIntExact(at(nPes, 0) / Long.BYTES)]));
    }

    /** {@return the offset of a PE's field} */
    public static long at(int pe, long field) {
        return PE_SLOTS + pe * PE_SLOT_BYTES + field;
    }

    int nPes() {
        return nPes;
    }

    private int get(int pe, long field) {
        return words.getIntVolatile(at(pe, field));
    }

    private void set(int pe, long field, int value) {
        words.setIntVolatile(at(pe, field), value);
    }

    /** {@return how often a PE has died} */
    public int life(int pe) {
        return get(pe, LIFE);
    }

    int lifeAtRecovery(int pe) {
        return get(pe, RECOVERED);
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

    /**
     * Records a death; one process at a time may do so. It first takes the arrivals back, then raises the counts beside
     * the decisions, and last the life, as {@link Meeting} needs it.
     */
    public void recordDeath(int pe, int status, long process) {
        for (Meeting.Kind kind : Meeting.Kind.values()) {
            arrive(kind, pe, 0);
        }
        words.getAndAddLong(ENDS, 1);
        words.getAndAddLong(ALLOCATIONS, 1);
        words.setInt(at(pe, STATUS), status);
        words.setLong(at(pe, PROCESS), process);
        words.getAndAddInt(at(pe, LIFE), 1);
        int deaths = 0;
        for (int other = 0; other < nPes; other++) {
            deaths += life(other);
        }
        words.setIntVolatile(DEATHS, deaths);
    }

    /** {@return the number of meetings of a kind that have been held} */
    public int held(Meeting.Kind kind) {
        return kind.isDecision() ? (int) (decision(kind) >>> Integer.SIZE) : words.getIntVolatile(kind.held());
    }

    /** {@return the number of the meeting that a PE has come to, 0 after its death} */
    public int arrival(Meeting.Kind kind, int pe) {
        return get(pe, kind.arrival());
    }

    public void arrive(Meeting.Kind kind, int pe, int number) {
        set(pe, kind.arrival(), number);
    }

    boolean hasSurvived(int pe, int number) {
        return get(pe, SURVIVED) == number;
    }

    /** {@return the word that counts a kind of decisions and, in its lower half, deaths} */
    long decision(Meeting.Kind kind) {
        return words.getLongVolatile(kind.held());
    }

    /** Publishes a decision unless a PE has died since the word was read. */
    void decide(Meeting.Kind kind, int number, long before) {
        words.compareAndExchangeLong(kind.held(), before, (long) number << Integer.SIZE | before & DEATH_BITS);
    }

    /** Publishes that a meeting has been held: the lives of all PEs, and which of them were there. */
    public void publish(Meeting.Kind kind, int number, int[] lives, boolean[] present) {
        if (kind.isDecision()) {
            decide(kind, number, decision(kind));
            return;
        }
        int sum = 0;
        for (int pe = 0; pe < nPes; pe++) {
            if (kind == Meeting.Kind.RECOVERY) {
                set(pe, RECOVERED, lives[pe]);
                sum += lives[pe];
            } else {
                set(pe, SURVIVED, present[pe] ? number : 0);
            }
        }
        if (kind == Meeting.Kind.RECOVERY) {
            words.setIntVolatile(HANDLED, sum);
        }
        words.setIntVolatile(kind.held(), number);
    }

    /** {@return the PE that leads a meeting, encoded with its life; not {@link #isLed} if it has died or is done} */
    long leader() {
        return words.getLongVolatile(LEADER);
    }

    boolean isLed(long leader) {
        int pe = (int) leader - 1;
        return pe >= 0 && life(pe) == (int) (leader >>> Integer.SIZE);
    }

    boolean takeOver(long leader, int pe, int life) {
        return words.compareAndExchangeLong(LEADER, leader, (long) life << Integer.SIZE | pe + 1) == leader;
    }

    void giveUpLead() {
        words.setLongVolatile(LEADER, 0);
    }
}
