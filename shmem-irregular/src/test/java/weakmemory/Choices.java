// SPDX-License-Identifier: Apache-2.0
package weakmemory;

import java.util.ArrayList;
import java.util.List;

/**
 * All runs with some deviations from the usual one at most: each choice is the usual one, 0, unless a run deviates
 * there.
 */
public final class Choices {
    private final int most;
    private final List<Integer> made = new ArrayList<>();
    private final List<Integer> counts = new ArrayList<>();
    private int known;

    /** Begins with the run that never deviates. */
    public Choices(int most) {
        this.most = most;
    }

    int choose(int count) {
        if (known < made.size()) {
            if (counts.get(known) != count) {
                throw new IllegalStateException("a run that is repeated differs from itself");
            }
            return made.get(known++);
        }
        made.add(0);
        counts.add(count);
        known++;
        return 0;
    }

    /** Prepares the next run, and {@return whether there is one} */
    public boolean next() {
        known = 0;
        int deviations = (int) made.stream().filter(choice -> choice > 0).count();
        while (!made.isEmpty()) {
            int last = made.removeLast();
            int count = counts.removeLast();
            deviations -= last > 0 ? 1 : 0;
            if (deviations < most && last + 1 < count) {
                made.add(last + 1);
                counts.add(count);
                return true;
            }
        }
        return false;
    }
}
