// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.config.ByteSize;
import io.shmem4j.testing.Oshrun;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Heaps beyond 2 GiB. The job touches a few pages of them only, but the launcher wants room for all. */
class LargeHeapIT {
    private static final long HEAP = 2200L << 20;

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

    /** One PE, because zeroing touches all of the memory. */
    @Test
    void zeroWhenItComesAgain() throws Exception {
        long room = Files.getFileStore(Path.of("/dev/shm")).getUsableSpace();
        assumeTrue(room > 2 * HEAP, () -> "a full heap of " + ByteSize.format(HEAP) + " needs more free memory than"
            + " the " + ByteSize.format(room) + " of /dev/shm");
        Oshrun.run(Oshrun.words(1, Oshrun.program(LargeReuse.class), "--heap-size", Long.toString(HEAP))).expect(0);
    }
}
