// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.cfd;

/** Where each plane of the grid lies, or each row of some lines: addresses, or distances from one. */
public final class PlaneTable {
    public final long[] address;

    public PlaneTable(int planes) {
        address = new long[planes];
    }
}
