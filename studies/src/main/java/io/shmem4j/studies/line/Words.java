// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.run.VirtualPe;

/** Words of a program, one per line. A store changes a word once its line has been written. */
final class Words {
    private final long first;
    private final long[] values;

    Words(long first, int count) {
        this.first = first;
        this.values = new long[count];
    }

    long line(int index) {
        return first + index;
    }

    long get(int index) {
        return values[index];
    }

    void set(VirtualPe pe, int index, long value) {
        pe.write(line(index));
        values[index] = value;
    }

    void add(VirtualPe pe, int index) {
        pe.write(line(index));
        values[index]++;
    }

    /** Polls the word until it is at least {@code least}. */
    void await(VirtualPe pe, int index, long least) {
        pe.await(line(index), () -> values[index] >= least);
    }
}
