// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;

/**
 * How a thread waits before it sleeps.
 *
 * @param name       the value of SHMEM_WAIT that selects it
 * @param spins      number of spins before the first yield
 * @param yields     minimum number of yields before the first sleep
 * @param yieldNanos minimum time of yielding before the first sleep
 * @param sleeps     whether it sleeps at all, otherwise yields for ever
 * @param crowd      factor of the length of naps, above 1 where many PEs share a core
 */
record WaitPolicy(String name, int spins, int yields, long yieldNanos, boolean sleeps, int crowd) {
    /** Length of a wait's first nap, where few PEs share a core. */
    static final long FIRST_NAP_NANOS = 300_000;
    /** Maximum nap of polling loops, whose naps grow by a quarter of the first one. */
    private static final long LAST_PAUSE_NANOS = 1_000_000;
    private static final long FIRST_PAUSE_NANOS = 50_000;
    private static final long YIELD_NANOS = 1_000_000;

    /**
     * For PEs with a core each, whose waits are short. On a machine with other work, the scheduler may put two PEs on
     * one core, where spinning is futile; after 3 us of spinning, yielding notices the end of a wait nearly as soon.
     * Measured with two PEs on one core: 6.7 us per message with 200 spins, 108 us with 4000.
     *
     * <p>Yielding must last longer than the first nap. Otherwise two PEs that had once napped kept napping in turn,
     * each asleep when the other was ready: two cores idled for 8 of the first 16 ms of a loop.
     */
    static final WaitPolicy SPIN = new WaitPolicy("spin", 100, 1000, YIELD_NANOS, true, 1);
    /**
     * For more PEs than cores, where spinning is futile, and yields notice the end of short waits. Their number allows
     * for run queues of unequal length: a PE in the shorter one has more turns before the others have had theirs.
     * Measured for a barrier of 64 PEs on 2 cores: 95 to 310 us with 8 yields, because some PEs slept, and 95 to 130 us
     * with 40.
     *
     * <p>With few PEs, the yields take little time, and a core whose PEs all sleep needs a wake-up to continue. So
     * yielding has a minimum time, which costs little where another PE of the core has work. Measured for 400 steps of
     * SP on 4 PEs and 2 cores: 0.48 s instead of 0.53 with two barriers per step, 0.98 instead of 1.19 where pairs of
     * PEs wait for each other 12 times.
     */
    static final WaitPolicy SLEEP = new WaitPolicy("sleep", 0, 40, YIELD_NANOS, true, 1);
    /** Never sleeps; for measurements of the cost of sleeping. */
    static final WaitPolicy YIELD = new WaitPolicy("yield", 0, 0, 0, false, 1);

    /** A nap costs about 15 us of the core, so this many PEs with naps of 20 ms use 5 % of it. */
    private static final int FEW_ON_A_CORE = 64;

    static WaitPolicy of(String word, int pes, int cores) {
        return switch (word) {
            case "auto" -> pes <= cores ? SPIN : SLEEP.with(pes / cores);
            case "spin" -> SPIN;
            case "sleep" -> SLEEP.with(pes / cores);
            case "yield" -> YIELD;
            default -> throw new IllegalArgumentException(Setting.WAIT.problem(Setting.WAIT.variable(), word));
        };
    }

    /** {@return the length of a polling loop's nap in a round after its spins, or 0 to yield} */
    long napNanos(int round) {
        int naps = round - spins - yields;
        return !sleeps || naps < 0 ? 0
            : crowd * Math.min(FIRST_PAUSE_NANOS + FIRST_PAUSE_NANOS / 4 * naps, LAST_PAUSE_NANOS);
    }

    private WaitPolicy with(int sharing) {
        return new WaitPolicy(name, spins, yields, yieldNanos, sleeps, Math.max(1, sharing / FEW_ON_A_CORE));
    }
}
