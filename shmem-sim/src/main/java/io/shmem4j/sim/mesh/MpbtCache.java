// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.Machine.CacheSize;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Copies of buffer lines in a core's first cache. Nothing keeps them up to date: a copy keeps its contents until all
 * copies are dropped at once, or until it has to make room.
 */
final class MpbtCache {
    private final List<List<Copy>> sets = new ArrayList<>();
    private final int ways;

    private record Copy(long line, double[] numbers) {
    }

    MpbtCache(CacheSize size) {
        for (int set = 0; set < size.sets(); set++) {
            sets.add(new ArrayList<>());
        }
        ways = size.ways();
    }

    /** {@return a line's copy, or null} */
    double[] find(long line) {
        List<Copy> set = sets.get((int) (line % sets.size()));
        for (Iterator<Copy> copies = set.iterator(); copies.hasNext();) {
            Copy copy = copies.next();
            if (copy.line == line) {
                copies.remove();
                set.add(copy);
                return copy.numbers;
            }
        }
        return null;
    }

    void add(long line, double[] numbers) {
        List<Copy> set = sets.get((int) (line % sets.size()));
        if (set.size() == ways) {
            set.removeFirst();
        }
        set.add(new Copy(line, numbers));
    }

    void clear() {
        sets.forEach(List::clear);
    }
}
