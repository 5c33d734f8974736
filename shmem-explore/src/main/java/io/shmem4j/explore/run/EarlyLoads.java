// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.explore.run.Pe.Late;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Loads that are made before earlier loads of their PE: such a load does not see the last stores to its words. It sees
 * all that were made before the PE's last wait, quiet or fetching atomic, all that the PE has seen there by earlier
 * loads, and the PE's stores to its own memory.
 */
final class EarlyLoads {
    private static final int MOST = Step.WOKEN - 1;
    /** Loads of the same words since the last ordering after which a PE counts as polling, and sees all stores. */
    private static final int POLLS = 2;

    /** Whether there are any; if not, nothing is noted. */
    final boolean any;
    /** The run's stores, each with the contents that it has replaced. */
    private final List<Late> stores = new ArrayList<>();
    /** By PE, its loads since its last ordering. */
    private final List<Map<Long, Seen>> loads = new ArrayList<>();
    private final Seen[] last;
    private final int[] since;
    /** What memory lacks while the PE that has the turn makes its load. */
    private List<Late> undone = List.of();

    /** The last load at an address; {@code before} is the first store that it does not see. */
    private record Seen(Step load, int before, int times) {
    }

    EarlyLoads(int pes, boolean any) {
        this.any = any;
        last = new Seen[pes];
        since = new int[pes];
        for (int pe = 0; pe < pes; pe++) {
            loads.add(new HashMap<>());
        }
    }

    /** Notes a store that is going to be made. */
    void store(Step step) {
        if (any && step.address() >= 0 && !step.fixed() && step.writes()) {
            stores.add(new Late(step, null));
        }
    }

    /** Orders the PE's later loads after all stores so far. */
    void order(int pe) {
        since[pe] = stores.size();
        loads.get(pe).clear();
        last[pe] = null;
    }

    /** {@return the stores that a PE's next load may not see, the last one first} */
    List<Integer> unseen(Pe pe) {
        Step load = pe.next;
        List<Integer> unseen = new ArrayList<>();
        if (!any || load.kind() != Step.Kind.READ) {
            return unseen;
        }
        Seen previous = last[load.pe()];
        Seen same = loads.get(load.pe()).get(load.address());
        // The same load again can be made before those stores as well.
        boolean repeats = previous != null && previous.load.way() == 0 && previous.load.resembles(load);
        if (load.fixed() || load.waits() || load.address() < 0 || repeats
            || same != null && same.times > POLLS || pe.late.stream().anyMatch(late -> late.step.buffered()
                && late.step.overlaps(load.address(), load.bytes()))) {
            return unseen;
        }
        int first = since[load.pe()];
        for (Seen seen : loads.get(load.pe()).values()) {
            first = seen.load.overlaps(load.address(), load.bytes()) ? Math.max(first, seen.before) : first;
        }
        for (int i = stores.size() - 1; i >= first && unseen.size() < MOST; i--) {
            Step store = stores.get(i).step;
            if (store.overlaps(load.address(), load.bytes())) {
                if (store.pe() == load.pe() && store.target() == load.pe()) {
                    break;
                }
                unseen.add(i);
            }
        }
        return unseen;
    }

    /** Prepares memory for a PE's step, which it notes. */
    void make(Step load, List<Integer> unseen) {
        store(load);
        if (!any || load.kind() != Step.Kind.READ) {
            return;
        }
        undone = unseen.subList(0, load.way()).stream().map(stores::get).toList();
        undone.forEach(Late::swap);
        Map<Long, Seen> mine = loads.get(load.pe());
        Seen same = mine.get(load.address());
        last[load.pe()] = new Seen(load, load.way() == 0 ? stores.size() : unseen.get(load.way() - 1),
            same == null ? 1 : same.times + 1);
        mine.put(load.address(), last[load.pe()]);
    }

    /** Restores memory after a load. */
    void restore() {
        undone.reversed().forEach(Late::swap);
        undone = List.of();
    }
}
