// SPDX-License-Identifier: Apache-2.0
package exploretest;

import exploretest.Litmus.Op;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * All results that the memory model allows a {@link Litmus} program: those of every order of its accesses in one memory
 * that keeps, of each PE's order, what the model says is kept.
 *
 * <p>Kept are: what follows a get or a fetching atomic, whose value the PE has; what follows a {@code set} of the PE's
 * own memory, but for gets; accesses to the same word of the PE's own memory, but for gets, which see the PE's own
 * stores early; what follows such a get, but for gets, after the stores it may have seen; the two stores of a put with
 * a signal; stores to one PE that a fence stands between; and all that a quiet or a barrier stands between. A barrier
 * keeps the order of all PEs' accesses.
 */
public final class Model {
    private final List<Event> events = new ArrayList<>();
    private final int pes;
    private final Set<String> results = new TreeSet<>();
    private final Set<String> seen = new HashSet<>();

    /** An access, and those of all that must come before it. */
    private record Event(int pe, Op op, Set<Integer> before) {
    }

    private Model(Litmus litmus, boolean inTurns, boolean early) {
        this.pes = litmus.pes().size();
        List<Integer> barriers = new ArrayList<>();
        for (int pe = 0; pe < pes; pe++) {
            List<Op> ops = litmus.pes().get(pe);
            int first = events.size();
            List<Integer> places = new ArrayList<>();
            int passed = 0;
            for (int i = 0; i < ops.size(); i++) {
                passed += ops.get(i).kind() == 'B' ? 1 : 0;
                if (ops.get(i).variable() >= 0) {
                    Set<Integer> before = new HashSet<>();
                    for (int k = 0; k < places.size(); k++) {
                        if (inTurns || kept(pe, ops, places.get(k), i, early)) {
                            before.add(first + k);
                        }
                    }
                    places.add(i);
                    barriers.add(passed);
                    events.add(new Event(pe, ops.get(i), before));
                }
            }
        }
        for (int i = 0; i < events.size(); i++) {
            for (int k = 0; k < events.size(); k++) {
                if (barriers.get(k) < barriers.get(i)) {
                    events.get(i).before.add(k);
                }
            }
        }
    }

    private static boolean kept(int pe, List<Op> ops, int first, int second, boolean early) {
        Op a = ops.get(first);
        Op b = ops.get(second);
        List<Op> between = ops.subList(first + 1, second);
        return between.size() == 1 && between.getFirst().kind() == 'P'
            || a.reads() && !(early && a.kind() == 'R' && b.kind() == 'R' && !sameWord(a, b))
            || b.kind() != 'R' && (a.kind() == 'L' || a.home() == pe && (sameWord(a, b)
                || between.stream().anyMatch(op -> op.reads() && sameWord(a, op))))
            || between.stream().anyMatch(op -> op.kind() == 'Q' || op.kind() == 'B')
            || a.writes() && b.writes() && a.home() == b.home() && between.stream().anyMatch(op -> op.kind() == 'F');
    }

    private static boolean sameWord(Op a, Op b) {
        return a.variable() == b.variable() && a.home() == b.home();
    }

    /** {@return what the model allows} */
    public static Set<String> results(Litmus litmus) {
        return results(litmus, false, false);
    }

    /** {@return what the model allows where gets may come before gets of other words} */
    public static Set<String> earlyResults(Litmus litmus) {
        return results(litmus, false, true);
    }

    /** {@return what is possible where each PE's accesses happen in the order of its program} */
    static Set<String> inTurns(Litmus litmus) {
        return results(litmus, true, false);
    }

    private static Set<String> results(Litmus litmus, boolean inTurns, boolean early) {
        Model model = new Model(litmus, inTurns, early);
        List<List<Long>> read = new ArrayList<>();
        for (int pe = 0; pe < model.pes; pe++) {
            read.add(Collections.nCopies((int) litmus.pes().get(pe).stream().filter(Op::reads).count(), -1L));
        }
        model.search(new ArrayList<>(), new long[3], read);
        return model.results;
    }

    /** {@return what a read sees: its PE's own store while that is still on its way, or what memory has} */
    private long read(int reader, List<Integer> made, long[] memory) {
        Event event = events.get(reader);
        for (int i = reader - 1; i >= 0 && events.get(i).pe == event.pe; i--) {
            Op op = events.get(i).op;
            if (op.writes() && op.variable() == event.op.variable() && op.home() == event.pe) {
                return made.contains(i) ? memory[op.variable()] : op.value();
            }
        }
        return memory[event.op.variable()];
    }

    private void search(List<Integer> made, long[] memory, List<List<Long>> read) {
        if (!seen.add(new TreeSet<>(made) + Litmus.result(read, memory))) {
            return;
        }
        if (made.size() == events.size()) {
            results.add(Litmus.result(read, memory));
            return;
        }
        for (int i = 0; i < events.size(); i++) {
            if (!made.contains(i) && made.containsAll(events.get(i).before)) {
                Op op = events.get(i).op;
                long[] after = Arrays.copyOf(memory, memory.length);
                List<List<Long>> seenByPes = new ArrayList<>(read);
                if (op.reads()) {
                    int pe = events.get(i).pe;
                    List<Long> mine = new ArrayList<>(read.get(pe));
                    mine.set((int) events.subList(0, i).stream().filter(each -> each.pe == pe && each.op.reads())
                        .count(), read(i, made, memory));
                    seenByPes.set(pe, mine);
                }
                if (op.writes()) {
                    after[op.variable()] = op.adds() ? memory[op.variable()] + op.value() : op.value();
                }
                List<Integer> longer = new ArrayList<>(made);
                longer.add(i);
                search(longer, after, seenByPes);
            }
        }
    }
}
