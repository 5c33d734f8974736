// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import java.util.Arrays;

/** The PEs that sleep until one line is written, in the order they fell asleep. */
final class WatchList {
    private int[] pes = new int[4];
    private int size;

    void add(int pe) {
        for (int i = 0; i < size; i++) {
            if (pes[i] == pe) {
                return;
            }
        }
        if (size == pes.length) {
            pes = Arrays.copyOf(pes, 2 * size);
        }
        pes[size++] = pe;
    }

    void remove(int pe) {
        for (int i = 0; i < size; i++) {
            if (pes[i] == pe) {
                System.arraycopy(pes, i + 1, pes, i, size - i - 1);
                size--;
                return;
            }
        }
    }

    int size() {
        return size;
    }

    int first() {
        return pes[0];
    }
}
