// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.coherence.SnoopedCaches.Access;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who has a line in which state, before and after an access, and what the access waits for. */
class SnoopedCachesTest {
    private static final String XEON = "xeon-e5-2650-x2";
    private static final String OPTERON = "opteron-6272-x4";

    /**
     * Steps are letters with the number of a core: s stores, l loads, f flushes, the last one is looked at. States are
     * those of cores 0 and 1, or of the first core of the next socket if a step names it by n.
     */
    @ParameterizedTest
    @CsvSource({
        // Nobody has it.
        "xeon, l0, MEMORY, EI", "xeon, s0, MEMORY, MI", "opteron, l0, MEMORY, EI", "opteron, s0, MEMORY, MI",
        // The owner again.
        "xeon, s0 l0, FIRST, MI", "xeon, s0 s0, FIRST, MI", "xeon, l0 l0, FIRST, EI", "xeon, l0 s0, FIRST, MI",
        "opteron, s0 l0, FIRST, MI", "opteron, l0 s0, FIRST, MI",
        // Another core loads.
        "xeon, s0 l1, MODIFIED, SF", "xeon, l0 l1, EXCLUSIVE, SF", "opteron, s0 l1, MODIFIED, OS",
        "opteron, l0 l1, EXCLUSIVE, SS", "xeon, s0 ln, FAR_MODIFIED, SF", "xeon, l0 ln, FAR_SHARED, SF",
        "opteron, s0 ln, FAR_MODIFIED, OS", "xeon, l2 l1 l0, THIRD, FS", "opteron, s1 l2 l0, MODIFIED, SO",
        // Another core stores.
        "xeon, s0 s1, MODIFIED, IM", "xeon, l0 s1, EXCLUSIVE, IM", "opteron, s0 s1, MODIFIED, IM",
        "xeon, s0 sn, FAR_MODIFIED, IM", "xeon, l0 l2 s1, INVALIDATE, IM", "opteron, s0 l2 s1, INVALIDATE, IM",
        // A holder loads or stores what others have too.
        "xeon, s0 l1 l0, FIRST, SF", "opteron, s0 l1 l0, FIRST, OS", "xeon, s0 l1 s0, INVALIDATE, MI",
        "xeon, s0 l1 s1, INVALIDATE, IM", "opteron, s0 l1 s0, INVALIDATE, MI", "opteron, s0 l1 s1, INVALIDATE, IM",
        "xeon, s0 ln s0, FAR_INVALIDATE, MI", "opteron, s0 ln sn, FAR_INVALIDATE, IM",
        // Flushed.
        "xeon, s0 f0 l1, MEMORY, IE", "xeon, s0 f0 ln, FAR_MEMORY, IE", "opteron, s0 l1 f1 s0, MEMORY, MI"})
    void anAccessChangesStates(String machine, String steps, Access last, String states) {
        CoherentMachine chosen = CoherentMachine.load(machine.equals("xeon") ? XEON : OPTERON);
        SnoopedCaches caches = new SnoopedCaches(chosen, 100);
        int next = chosen.distances().socketCores();
        Access found = null;
        for (String step : steps.split(" ")) {
            int core = step.charAt(1) == 'n' ? next : step.charAt(1) - '0';
            switch (step.charAt(0)) {
                case 's' -> found = caches.store(core, 7);
                case 'l' -> found = caches.load(core, 7);
                default -> caches.flush(core, 7, 1);
            }
        }
        assertEquals(last, found);
        assertEquals(states, letter(caches, 0) + letter(caches, steps.contains("n") ? next : 1));
    }

    private static String letter(SnoopedCaches caches, int core) {
        return caches.state(core, 7).name().substring(0, 1);
    }

    /** Only the store to an own line in state O of the Opteron waits for the line's way to memory, too. */
    @ParameterizedTest
    @CsvSource({"xeon-e5-2650-x2, 0, 21500", "xeon-e5-2650-x2, 1, 21500", "opteron-6272-x4, 0, 69000",
        "opteron-6272-x4, 1, 60000"})
    void leavingOwnedCostsAWriteBack(String machine, int core, long picos) {
        SnoopedCaches caches = new SnoopedCaches(CoherentMachine.load(machine), 100);
        caches.store(0, 7);
        caches.load(1, 7);
        assertEquals(picos, caches.move(core, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, 7, 1, true));
    }

    /** What leaves a core's caches is in the last cache, and what leaves that is in memory and nowhere else. */
    @Test
    void cachesEvictWhatDoesntFit() {
        SnoopedCaches caches = new SnoopedCaches(CoherentMachine.load(XEON), 1 << 20);
        caches.store(0, 0);
        sweep(caches, 1, (64 << 10) / 64);
        assertEquals(Access.SECOND, caches.load(0, 0));
        sweep(caches, 1, (1 << 20) / 64);
        assertEquals(Access.THIRD, caches.load(0, 0));
        sweep(caches, 1, (40 << 20) / 64);
        assertEquals(LineState.INVALID, caches.state(0, 0));
        assertEquals(Access.MEMORY, caches.load(0, 0));
    }

    /** A store to a line of memory takes an update's time; loads that evict such lines take no longer than others. */
    @Test
    void whoStoresPaysForTheWayBack() {
        SnoopedCaches caches = new SnoopedCaches(CoherentMachine.load(XEON), 1 << 20);
        assertEquals(1000 * 5200, caches.move(0, 700_000, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, 1000, false));
        assertEquals(1000 * (5200 + 2200),
            caches.move(0, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, 701_000, 1000, false));
        caches.move(0, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, 0, (40 << 20) / 64, false);
        long missed = caches.misses();
        assertEquals(1000 * 5200, caches.move(0, 702_000, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, 1000, false));
        assertEquals(1000, caches.misses() - missed);
    }

    private static void sweep(SnoopedCaches caches, long from, int count) {
        caches.move(0, from, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, count, false);
    }

    @Test
    void aProgramTakesTheSameTimeAgain() {
        long[] once = times();
        assertTrue(once[1] > once[0] && once[0] > 0);
        assertArrayEquals(once, times());
    }

    /** PE 1 waits for a line that PE 0 writes after lines that PE 1 then copies. */
    private static long[] times() {
        CoherentMachine machine = CoherentMachine.load(OPTERON);
        Simulation simulation = new Simulation(machine, Placement.of(machine, 2, "scatter"), 1000,
            SimulationOptions.STANDARD);
        long[] times = new long[2];
        boolean[] ready = new boolean[1];
        simulation.run(pe -> {
            if (pe.number() == 0) {
                pe.copy(100, 300, 100, true);
                pe.copyPast(100, 500, 100, true);
                pe.flush(300, 10);
                pe.write(0);
                ready[0] = true;
            } else {
                pe.await(0, () -> ready[0]);
                pe.copy(300, 700, 100, true);
            }
            times[pe.number()] = pe.now();
        });
        return times;
    }
}
