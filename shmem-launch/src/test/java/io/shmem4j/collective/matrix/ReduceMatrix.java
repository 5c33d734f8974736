// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.matrix;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.Team;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Every reduction algorithm x transfer x type x operator x team shape x length, out of place and in place.
 *
 * <p>All types and operators run on short lengths; on each team the long lengths run with the types and operators that
 * differ in what must not be split: one of each size, and pairs. The argument {@code short} leaves all lengths but one
 * and most operators out, {@code large} all teams of up to 17 members and most types, operators and lengths.
 */
public final class ReduceMatrix {
    private static final int[] SHORT = {1, 3, 29};
    /** Lengths beyond the signal's line, of several lines, blocks of whole lines, more than any internal buffer. */
    private static final int[] LONG = {64, 1031, 40_004, 140_002};
    private static final int LARGEST = 140_002;
    /** Length for large teams: some elements for each member. */
    private static final int MIDDLE = 259;

    private final Shmem shmem;
    private final String[] args;
    private final boolean shortOnly;
    private final boolean large;
    private final List<String> failures = new ArrayList<>();
    private long[] total = new long[0];
    private long[] operand = new long[0];
    private final MemorySegment mine = MemorySegment.ofArray(new long[LARGEST]);
    private final MemorySegment expected = MemorySegment.ofArray(new long[LARGEST]);
    private int cases;

    private ReduceMatrix(Shmem shmem, String[] args) {
        this.shmem = shmem;
        this.args = args;
        this.shortOnly = List.of(args).contains("short");
        this.large = List.of(args).contains(TeamShapes.LARGE);
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            new ReduceMatrix(shmem, args).run();
            shmem.barrierAll();
        }
    }

    private void run() {
        for (Element element : large ? new Element[] {Element.INT, Element.DOUBLE} : Element.values()) {
            Symmetric dest = element.allocate(shmem, LARGEST);
            Symmetric source = element.allocate(shmem, LARGEST);
            TeamShapes.forEach(shmem.world(), args, (team, shape) -> {
                for (String operator : large || shortOnly ? element.few() : element.operators()) {
                    run(element, operator, dest, source, team, shape);
                }
            });
            dest.free();
            source.free();
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(failures.size() + " of " + cases + " reductions are wrong, such as "
                + failures.getFirst());
        }
        if (shmem.myPe() == 0) {
            System.out.println(cases + " reductions on " + shmem.nPes() + " PEs are right");
        }
    }

    private void run(Element element, String operator, Symmetric dest, Symmetric source, Team team, String shape) {
        Method reduce = method(element, operator);
        boolean pairs = operator.startsWith("complex");
        for (int count : lengths(element, operator, team.nPes())) {
            int elements = pairs ? 2 * count : count;
            int salt = 31 * count + operator.length();
            long bytes = (long) elements * dest.elementBytes();
            expect(element, operator, team.nPes(), elements, salt);
            fill(element, operator, mine, team.myPe(), elements, salt);
            for (ReduceAlgorithm algorithm : ReduceAlgorithm.values()) {
                for (Transfer transfer : Transfer.values()) {
                    Team by = team.using(team.options().withReduce(algorithm).withTransfer(transfer));
                    for (Symmetric to : List.of(dest, source)) {
                        dest.local().asSlice(0, bytes).fill((byte) 0x5a);
                        MemorySegment.copy(mine, 0, source.local(), 0, bytes);
                        invoke(reduce, by, to, source, count);
                        check(element, to.local(), elements, bytes, () -> element + " " + operator + " of " + count
                            + (to == source ? " in place" : "") + " by " + algorithm + " " + transfer + " on " + shape);
                    }
                }
            }
        }
    }

    private List<Integer> lengths(Element element, String operator, int size) {
        if (shortOnly) {
            return List.of(0, SHORT[1]);
        }
        if (large) {
            return List.of(SHORT[1], MIDDLE);
        }
        List<Integer> lengths = new ArrayList<>();
        lengths.add(0);
        for (int count : SHORT) {
            lengths.add(count);
        }
        boolean all = element == Element.LONG || element == Element.DOUBLE;
        boolean one = operator.equals("sum") || operator.equals("complexProd");
        for (int count : LONG) {
            boolean huge = count > 10_000;
            boolean fits = !operator.equals("complexProd") || 2 * count <= LARGEST;
            if (one && fits && (!huge || all && size <= 17)) {
                lengths.add(count);
            }
        }
        return lengths;
    }

    private static Method method(Element element, String operator) {
        String name = element.name().charAt(0) + element.name().substring(1).toLowerCase(java.util.Locale.ROOT) + "s";
        try {
            Class<?> type = Class.forName("io.shmem4j.Symmetric" + name);
            return Team.class.getMethod(operator + "Reduce", type, type, long.class);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static void invoke(Method reduce, Team team, Symmetric dest, Symmetric source, int count) {
        try {
            reduce.invoke(team, dest, source, (long) count);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e.getCause() == null ? e : e.getCause());
        }
    }

    private static void fill(Element element, String operator, MemorySegment memory, int member, int elements,
        int salt) {
        for (int i = 0; i < elements; i++) {
            element.set(memory, i, element.operand(operator, member, i, salt));
        }
    }

    private void expect(Element element, String operator, int members, int elements, int salt) {
        if (total.length < elements) {
            total = new long[elements];
            operand = new long[elements];
        }
        for (int member = 0; member < members; member++) {
            long[] into = member == 0 ? total : operand;
            for (int i = 0; i < elements; i++) {
                into[i] = element.operand(operator, member, i, salt);
            }
            for (int i = 0; i < elements && member > 0; i++) {
                element.combine(operator, total, operand, i);
            }
        }
        for (int i = 0; i < elements; i++) {
            element.set(expected, i, total[i]);
        }
    }

    private void check(Element element, MemorySegment memory, int elements, long bytes, Supplier<String> what) {
        cases++;
        if (MemorySegment.mismatch(memory, 0, bytes, expected, 0, bytes) < 0) {
            return;
        }
        for (int i = 0; i < elements; i++) {
            long is = element.get(memory, i);
            if (!element.same(is, total[i])) {
                failures.add("PE " + shmem.myPe() + ": " + what.get() + ": element " + i + " has bits "
                    + Long.toHexString(is) + ", not " + Long.toHexString(total[i]));
                return;
            }
        }
    }
}
