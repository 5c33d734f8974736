// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

/** Where each plane of the grid lies, or each row of some lines: addresses, or distances from one. */
final class PlaneTable {
    final long[] address;

    PlaneTable(int planes) {
        address = new long[planes];
    }
}
