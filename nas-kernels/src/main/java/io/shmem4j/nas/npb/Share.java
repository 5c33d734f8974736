// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** Divides a range into contiguous shares whose sizes differ by at most one. */
public record Share(long total, int pes) {
    /** {@return the start of a PE's share; for the number of PEs, the end of the range} */
    public long from(int pe) {
        return Math.multiplyExact(total, Math.min(pe, pes)) / pes;
    }

    public long size(int pe) {
        return from(pe + 1) - from(pe);
    }

    public int owner(long number) {
        int pe = (int) (Math.multiplyExact(number, pes) / total);
        while (from(pe + 1) <= number) {
            pe++;
        }
        return pe;
    }

    public long largest() {
        return (total + pes - 1) / pes;
    }
}
