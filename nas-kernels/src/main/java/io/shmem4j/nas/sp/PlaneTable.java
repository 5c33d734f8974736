// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import java.lang.foreign.MemorySegment;

/** Where each plane of the grid lies. */
final class PlaneTable {
    final MemorySegment[] segment;
    final long[] offset;

    PlaneTable(int planes) {
        segment = new MemorySegment[planes];
        offset = new long[planes];
    }
}
