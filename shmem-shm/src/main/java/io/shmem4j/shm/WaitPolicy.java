// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;

/**
 * How a thread waits before it sleeps.
 *
 * @param name       the value of SHMEM_WAIT that selects it
 * @param yields     times it yields the processor after that, at least
 * @param yieldNanos how long it does so, at least
 * @param sleeps     whether it then sleeps, or yields for ever
 * @param crowd      how many times as long naps last as where few PEs share a core
 */
record WaitPolicy(String name, int spins, int yields, long yieldNanos, boolean sleeps, int crowd) {
    /** The first nap of a wait, where few PEs share a core. */
    static final long FIRST_NAP_NANOS = 300_000;
    /** Naps of loops that nobody wakes grow by a quarter of the first one, up to this. */
    private static final long LAST_PAUSE_NANOS = 1_000_000;
    private static final long FIRST_PAUSE_NANOS = 50_000;
    private static final long YIELD_NANOS = 1_000_000;

    /**
     * A core for every PE: the answer is about to come. But on a machine with other work the scheduler may put two PEs
     * on one core, and then every spin is lost: after 3 us of spinning, yielding finds the end of the rest of a wait
     * nearly as soon. Measured so placed: 6.7 us a message with 200 spins, 108 us with 4000.
     *
     * <p>Yielding lasts longer than the first nap. When it did not, two PEs that had once napped went on napping in
     * turn, each of them asleep when the other came: two cores idled for 8 of the first 16 ms of a loop.
     */
    static final WaitPolicy SPIN = new WaitPolicy("spin", 100, 1000, YIELD_NANOS, true, 1);
    /**
     * More PEs than cores: one spin costs more than it brings, some yields find a short wait's end. Enough of them for
     * queues of unequal length: a PE on the shorter one comes round more often before the others are through. Measured
     * with 64 PEs on 2 cores, a barrier: with 8 yields 95 to 310 us, now and then asleep, with 40 always 95 to 130.
     *
     * <p>With few PEs those yields are soon over, and a core whose PEs all sleep takes a wake-up to go on. So they last
     * for a while at least, which costs little where another PE of the core has work. Measured with 4 PEs
     * on 2 cores, 400 steps of SP: 0.48 s instead of 0.53 with two barriers a step, 0.98 instead of 1.19 where pairs of
     * PEs wait for each other 12 times.
     */
    static final WaitPolicy SLEEP = new WaitPolicy("sleep", 0, 40, YIELD_NANOS, true, 1);
    /** Never sleeps; for measuring what sleeping costs. */
    static final WaitPolicy YIELD = new WaitPolicy("yield", 0, 0, 0, false, 1);

    /** A nap takes some 15 us of the core, so this many PEs that nap for 20 ms each use 5 % of it. */
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

    /** {@return how long a loop that nobody wakes sleeps in a round behind its spins, 0 where it yields} */
    long napNanos(int round) {
        int naps = round - spins - yields;
        return !sleeps || naps < 0 ? 0
            : crowd * Math.min(FIRST_PAUSE_NANOS + FIRST_PAUSE_NANOS / 4 * naps, LAST_PAUSE_NANOS);
    }

    private WaitPolicy with(int sharing) {
        return new WaitPolicy(name, spins, yields, yieldNanos, sleeps, Math.max(1, sharing / FEW_ON_A_CORE));
    }
}
