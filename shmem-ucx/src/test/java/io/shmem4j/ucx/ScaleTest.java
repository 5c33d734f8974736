// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** Needs of a job of many nodes, from the sizes in this code; the timings behind the design have the table. */
class ScaleTest {
    private static final Path RECORD = Path.of("..", "docs", "results", "behind-the-design.md");
    private static final int PES_A_NODE = 16;
    private static final long HEAP_BYTES = 1 << 30;
    /** Bytes of an address of UCX's tcp. */
    private static final int ADDRESS_BYTES = 108;
    private static final int KEY_BYTES = 11;
    /** Started, running, finished. */
    private static final int STATES = 3;
    /** Hello, plan, heap and answer, cards and answer, over, release, end. */
    private static final int MESSAGES = 9;

    @Test
    void recordHasTheTable() throws IOException {
        String record = Files.readString(RECORD);
        for (int nodes : new int[] {2, 16, 64, 1000, 10_000, 100_000}) {
            String row = row(nodes);
            assertTrue(record.contains(row), () -> RECORD + " lacks\n" + row);
        }
    }

    private static String row(int nodes) {
        long pes = (long) nodes * PES_A_NODE;
        int card = new Card(0, PES_A_NODE, Long.MAX_VALUE, new byte[ADDRESS_BYTES], new byte[KEY_BYTES], "node00000")
            .line().length() + 1;
        long file = (pes + 1) * SystemLayout.stride((int) pes, HEAP_BYTES);
        // A PE has both counts of each link, readers, a node's number; a leader has links and cards of all nodes.
        long pe = pes * (2 * Long.BYTES + Long.BYTES + Integer.BYTES) + nodes * (3L * Long.BYTES + ADDRESS_BYTES
            + KEY_BYTES);
        long messages = nodes * (long) MESSAGES + (long) STATES * nodes * (nodes - 1);
        int rounds = Integer.SIZE - Integer.numberOfLeadingZeros(nodes - 1);
        return String.format(Locale.ROOT, "| %d | %s | %s | %s | %d | %d | %s |", nodes, size(file), size(pe),
            size((long) nodes * nodes * card), rounds, nodes - 1, messages < 1_000_000 ? Long.toString(messages)
            : messages / 1_000_000 + " million");
    }

    private static String size(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
        int unit = 0;
        double number = bytes;
        while (number >= 1024) {
            number /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, number < 10 ? "%.1f %s" : "%.0f %s", number, units[unit]);
    }
}
