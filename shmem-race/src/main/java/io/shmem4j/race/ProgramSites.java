// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.util.ArrayList;
import java.util.List;

/** Places in rewritten classes: each call tells its number first, which spares a walk of the stack. */
public final class ProgramSites {
    private static final ThreadLocal<int[]> PLACE = ThreadLocal.withInitial(() -> new int[1]);
    private static final List<String> TEXTS = new ArrayList<>(List.of(""));

    private ProgramSites() {
    }

    /** {@return the cell with the number of the calling thread's latest place, 0 for none} */
    static int[] ofThread() {
        return PLACE.get();
    }

    /**
     * The thread comes to a place; rewritten classes call it.
     *
     * @param place its number
     */
    public static void at(int place) {
        PLACE.get()[0] = place;
    }

    /** {@return the number of a new place} */
    static synchronized int add(String text) {
        TEXTS.add(text);
        return TEXTS.size() - 1;
    }

    static synchronized String text(int place) {
        return TEXTS.get(place);
    }
}
