// SPDX-License-Identifier: Apache-2.0
package exploretest;

import exploretest.Litmus.Op;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Executions of a {@link Litmus} program without barriers as axioms judge them: each load reads from any store to its
 * word, and the stores to a word have any order. A fetch-add is a load and a store.
 */
public final class Candidates {
    private static final int WORDS = 3;

    private final CatModel model;
    private final List<Event> events = new ArrayList<>();
    private final List<Event> loads = new ArrayList<>();
    private final List<List<Event>> stores = new ArrayList<>();
    private final int pes;
    /** Whether gets have the tag of loads that may come before others. */
    private final boolean early;
    private final Set<String> results = new TreeSet<>();

    /** An access or a fence; number of a PE is -1 for the first value of a word. */
    private static final class Event {
        private final int number;
        private final int pe;
        private final Op op;
        private final boolean load;
        private Event source;

        Event(int number, int pe, Op op, boolean load) {
            this.number = number;
            this.pe = pe;
            this.op = op;
            this.load = load;
        }
    }

    private Candidates(Litmus litmus, CatModel model, boolean early) {
        this.model = model;
        this.early = early;
        this.pes = litmus.pes().size();
        for (int word = 0; word < WORDS; word++) {
            stores.add(new ArrayList<>(List.of(add(-1, new Op('W', word, Math.max(0, litmus.home(word)), 0), false))));
        }
        for (int pe = 0; pe < pes; pe++) {
            for (Op op : litmus.pes().get(pe)) {
                if (op.reads()) {
                    loads.add(add(pe, op, true));
                }
                if (!op.reads() || op.writes()) {
                    Event event = add(pe, op, false);
                    if (op.writes()) {
                        stores.get(op.variable()).add(event);
                    }
                }
            }
        }
    }

    private Event add(int pe, Op op, boolean load) {
        events.add(new Event(events.size(), pe, op, load));
        return events.getLast();
    }

    /** {@return what a model in herd7's language allows a program} */
    public static Set<String> results(Litmus litmus, CatModel model, boolean early) {
        Candidates candidates = new Candidates(litmus, model, early);
        candidates.read(0);
        return candidates.results;
    }

    private void read(int from) {
        if (from == loads.size()) {
            order(0);
            return;
        }
        for (Event store : stores.get(loads.get(from).op.variable())) {
            loads.get(from).source = store;
            read(from + 1);
        }
    }

    private void order(int word) {
        if (word == WORDS) {
            judge();
        } else {
            permute(stores.get(word), 1, word);
        }
    }

    private void permute(List<Event> all, int from, int word) {
        if (from >= all.size()) {
            order(word + 1);
        }
        for (int i = from; i < all.size(); i++) {
            Collections.swap(all, from, i);
            permute(all, from + 1, word);
            Collections.swap(all, from, i);
        }
    }

    private void judge() {
        if (!model.allows(execution())) {
            return;
        }
        List<List<Long>> read = new ArrayList<>();
        for (int pe = 0; pe < pes; pe++) {
            int reader = pe;
            read.add(loads.stream().filter(load -> load.pe == reader).map(load -> value(load.source)).toList());
        }
        results.add(Litmus.result(read, stores.stream().mapToLong(all -> value(all.getLast())).toArray()));
    }

    private long value(Event store) {
        return store.op.adds() ? value(loads.stream().filter(load -> load.number == store.number - 1).findFirst()
            .orElseThrow().source) + store.op.value() : store.op.value();
    }

    private CatModel.Execution execution() {
        CatModel.Execution x = new CatModel.Execution(events.size());
        for (Event event : events) {
            Op op = event.op;
            x.relate("id", event.number, event.number);
            if (Character.isLowerCase(op.kind())) {
                x.add(op.kind() == 'r' || op.kind() == 'a' ? "Acquire" : "Release", event.number);
            }
            if (op.kind() == 's') {
                x.add("Acquire", event.number);
                x.add("Full", event.number);
            }
            if (op.variable() < 0) {
                x.add(op.kind() == 'Q' ? "Quiet" : op.kind() == 'P' ? "With" : "Fence", event.number);
            } else {
                x.add(event.load ? "R" : "W", event.number);
                if (early && op.kind() == 'R') {
                    x.add("Early", event.number);
                }
                tag(x, event, op);
            }
            for (Event other : events) {
                if (event.pe >= 0 && event.pe == other.pe) {
                    x.relate("int", event.number, other.number);
                    if (event.number < other.number) {
                        x.relate("po", event.number, other.number);
                    }
                }
                if (op.variable() >= 0 && op.variable() == other.op.variable()) {
                    x.relate("loc", event.number, other.number);
                }
            }
            if (event.load) {
                x.relate("rf", event.source.number, event.number);
            }
        }
        for (List<Event> all : stores) {
            for (int i = 0; i < all.size(); i++) {
                for (int k = i + 1; k < all.size(); k++) {
                    x.relate("co", all.get(i).number, all.get(k).number);
                }
            }
        }
        return x;
    }

    private static void tag(CatModel.Execution x, Event event, Op op) {
        if (op.adds() || op.kind() == 'L') {
            x.add(op.adds() ? "U" : "L", event.number);
        }
        if (op.adds() && event.load) {
            x.relate("rmw", event.number, event.number + 1);
        }
        if (event.pe >= 0) {
            x.add("At" + op.home(), event.number);
            if (op.home() == event.pe) {
                x.add("Own", event.number);
            }
        }
    }
}
