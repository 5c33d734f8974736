// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.Machine;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Heaps beyond 2 GiB. The job touches a few pages of them only, but the launcher wants room for all. */
@Thorough
class LargeHeapIT {
    private static final long HEAP = 2200L << 20;
    /** Room for JVMs and other programs. */
    private static final long SLACK = 2L << 30;

    @Test
    void heapsBeyondTwoGigabytes() throws Exception {
        long room = Files.getFileStore(Path.of("/dev/shm")).getTotalSpace();
        assumeTrue(room > 2 * HEAP, () -> "two heaps of " + ByteSize.format(HEAP) + " need a larger /dev/shm than "
            + ByteSize.format(room));
        Oshrun.Result result = Oshrun.run(Oshrun.words(2, Oshrun.program(LargeHeap.class), "--heap-size",
            Long.toString(HEAP))).expect(0);
        assertEquals(List.of("PE 0 used 2148540224 bytes", "PE 1 used 2148540224 bytes"),
            result.outLines().stream().sorted().toList());
    }

    /** One size is beyond what an int and what an unsigned int counts. */
    @Test
    void zeroWhenItComesAgain() throws Exception {
        zero(1, "4100m");
    }

    @Weekly
    @ParameterizedTest
    @CsvSource({"1, 1g", "2, 2049m"})
    void otherSizesAreZeroWhenTheyComeAgain(int pes, String size) throws Exception {
        zero(pes, size);
    }

    /** Zeroing touches all of the memory, so there has to be as much. */
    private static void zero(int pes, String size) throws Exception {
        long bytes = ByteSize.parse(size) + 5;
        long heap = bytes + (1 << 20);
        long room = Math.min(Machine.availableMemory(), Files.getFileStore(Path.of("/dev/shm")).getUsableSpace());
        assumeTrue(room > pes * heap + SLACK, () -> pes + " full heaps of " + ByteSize.format(heap)
            + " need more free memory than " + ByteSize.format(room));
        Oshrun.run(Oshrun.words(pes, Oshrun.program(LargeReuse.class, Long.toString(bytes)), "--heap-size",
            Long.toString(heap))).expect(0);
    }
}
