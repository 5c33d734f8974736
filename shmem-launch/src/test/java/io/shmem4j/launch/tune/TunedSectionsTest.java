// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.collective.cost.CostRow;
import io.shmem4j.collective.cost.CostSection.LineCosts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.Machine;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sections made of the times of several jobs. */
class TunedSectionsTest {
    private static final LineCosts LINE = new LineCosts(1, 2, 3, 4, 5);

    private final TuneRun.TuneJobs.TunedSections sections = new TuneRun.TuneJobs.TunedSections();

    private static CostRow scan(ScanAlgorithm algorithm, int pes, long... nanos) {
        return new CostRow(Operation.SCAN, algorithm.ordinal(), pes, new long[] {4, 1024}, nanos);
    }

    private void job(Load load, double signal, CostRow... rows) {
        sections.add(new CostSection(BackendPolicy.SHARED_MEMORY, load, LINE,
            signal, List.of(rows)));
    }

    @Test
    void theTimesOfAllNumbersOfPesCountAndTheTermsOfTheFirst() {
        job(Load.OWN, 7, scan(ScanAlgorithm.FLAT, 2, 10, 40), scan(ScanAlgorithm.RING, 2, 20, 20));
        job(Load.OWN, 8, scan(ScanAlgorithm.FLAT, 4, 1, 1));
        CostSection own = sections.all(Integer.MAX_VALUE).getFirst();
        assertEquals(3, own.rows().size());
        assertArrayEquals(new long[] {10, 40}, own.rows().get(0).nanos());
        assertArrayEquals(new long[] {20, 20}, own.rows().get(1).nanos());
        assertArrayEquals(new long[] {1, 1}, own.rows().get(2).nanos());
        assertEquals(7, own.signal());
        assertEquals(LINE, own.line());
    }

    @Test
    void morePesThanWereMeasuredKeepTheBuiltInTimes() {
        int largest = 2 * Machine.cores();
        job(Load.SHARED, 7, scan(ScanAlgorithm.FLAT, largest, 10, 40));
        List<CostSection> all = sections.all(largest);
        assertEquals(List.of(Load.SHARED), all.stream().map(CostSection::load).toList());
        CostSection shared = all.getFirst();
        assertArrayEquals(new long[] {10, 40}, shared.rows().getFirst().nanos());
        assertTrue(shared.rows().stream().skip(1).allMatch(row -> row.pes() > largest));
        assertEquals(CostTables.builtIn().section(BackendPolicy.SHARED_MEMORY, Load.SHARED).rows().stream()
            .filter(row -> row.pes() > largest).count(), shared.rows().size() - 1);
    }

    @Test
    void jobsRunByTheBuiltInTimesWithTheCostsFoundSoFar() {
        job(Load.OWN, 7, scan(ScanAlgorithm.FLAT, 2, 10, 40));
        for (CostSection known : sections.known()) {
            CostSection builtIn = CostTables.builtIn().section(BackendPolicy.SHARED_MEMORY, known.load());
            assertEquals(builtIn.rows().size(), known.rows().size());
            assertArrayEquals(builtIn.rows().getFirst().nanos(), known.rows().getFirst().nanos());
            assertEquals(builtIn.line(), known.line());
            assertEquals(known.load() == Load.OWN ? 7 : builtIn.signal(), known.signal());
        }
    }
}
