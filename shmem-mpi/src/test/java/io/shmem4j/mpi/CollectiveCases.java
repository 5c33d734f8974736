// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static io.shmem4j.mpi.MpiCases.equal;
import static io.shmem4j.mpi.MpiCases.refused;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import mpi.Datatype;
import mpi.DoubleInt;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Op;
import mpi.ShortInt;
import mpi.UserFunction;
import mpi.User_function;

/** Calls of all members of a communicator. */
final class CollectiveCases {
    private static final int[] LENGTHS = {0, 1, 5, 5001};
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private CollectiveCases() {
    }

    private static List<Values> allTypes() {
        List<Values> all = new ArrayList<>(Values.BASIC);
        all.add(Values.OBJECTS);
        return all;
    }

    static void exchangesOfAllTypes() {
        for (Spelling spelling : Spelling.ALL) {
            for (Values values : allTypes()) {
                for (int length : LENGTHS) {
                    if (spelling.has(values) && (values != Values.OBJECTS || length < 100)) {
                        exchanges(spelling, values, length);
                    }
                }
            }
        }
    }

    private static void exchanges(Spelling s, Values values, int length) {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int root = length % n;
        Datatype type = values.type();
        String what = s + ", " + length;
        Object buf = s.memory(me == root ? values.filled(length, 50) : values.empty(length));
        s.bcast(WORLD, buf, length, type, root);
        values.check(s.array(values, buf, length), 0, length, 50, "bcast, " + what);
        Object own = s.memory(values.filled(length, (long) me * length));
        Object all = s.memory(values.empty(n * length));
        s.gather(WORLD, own, length, type, all, root);
        values.check(s.array(values, all, n * length), 0, me == root ? n * length : 0, 0, "gather, " + what);
        all = s.memory(values.empty(n * length));
        s.allgather(WORLD, own, length, type, all);
        values.check(s.array(values, all, n * length), 0, n * length, 0, "allgather, " + what);
        Object part = s.memory(values.empty(length));
        s.scatter(WORLD, s.memory(values.filled(n * length, 9)), length, type, part, root);
        values.check(s.array(values, part, length), 0, length, 9 + (long) me * length, "scatter, " + what);
        Object out = values.empty(n * length);
        for (int to = 0; to < n; to++) {
            System.arraycopy(values.filled(length, ((long) to * n + me) * length), 0, out, to * length, length);
        }
        Object in = s.memory(values.empty(n * length));
        s.alltoall(WORLD, s.memory(out), length, type, in);
        values.check(s.array(values, in, n * length), 0, n * length, (long) me * n * length, "alltoall, " + what);
    }

    /** Elements for which a communicator has no memory at once. */
    static void longExchangesAndReductions() {
        Values doubles = Values.BASIC.getLast();
        exchanges(Spelling.ALL.getFirst(), doubles, 70_001);
        reductions(Spelling.ALL.getFirst(), doubles, "SUM", MPI.SUM, 70_001);
    }

    static void differentLengthsAreRefused() {
        int me = WORLD.Rank();
        for (int length : new int[] {4, 100_000}) {
            int[] x = new int[length];
            x[0] = me;
            if (me == 0) {
                WORLD.bcast(x, length, MPI.INT, 0);
            } else {
                refused("a message of " + 4 * length + " bytes for a receive of 8",
                    () -> WORLD.bcast(x, 2, MPI.INT, 0));
            }
            equal(0, x[0], "first element");
            int n = WORLD.Size();
            refused("send " + 8 * n + " bytes to this one, which receives " + 4 * n,
                () -> WORLD.allToAll(new int[2 * n], 2, MPI.INT, new int[n], 1, MPI.INT));
        }
    }

    /** Rank r has r + 1 elements; they lie in reverse order with gaps. */
    static void exchangesOfDifferentLengths() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int[] counts = new int[n];
        int[] at = new int[n];
        Arrays.setAll(counts, i -> i + 1);
        Arrays.setAll(at, i -> (n - 1 - i) * (n + 1));
        int room = n * (n + 1);
        for (Spelling s : Spelling.ALL) {
            for (Values values : allTypes()) {
                if (!s.has(values)) {
                    continue;
                }
                Object expected = values.empty(room);
                for (int i = 0; i < n; i++) {
                    System.arraycopy(values.filled(i + 1, i), 0, expected, at[i], i + 1);
                }
                Object own = s.memory(values.filled(me + 1, me));
                Object all = s.memory(values.empty(room));
                s.gatherv(WORLD, own, me + 1, values.type(), all, counts, at, n - 1);
                equal(true, me != n - 1 || same(expected, s.array(values, all, room)), "gatherv, " + s + values);
                all = s.memory(values.empty(room));
                s.allgatherv(WORLD, own, me + 1, values.type(), all, counts, at);
                equal(true, same(expected, s.array(values, all, room)), "allgatherv, " + s + values);
                Object part = s.memory(values.empty(me + 1));
                s.scatterv(WORLD, s.memory(expected), counts, at, values.type(), part, me + 1, 0);
                values.check(s.array(values, part, me + 1), 0, me + 1, me, "scatterv, " + s);
                int[] ofMe = new int[n];
                Arrays.fill(ofMe, me + 1);
                Object to = s.memory(expected);
                Object in = s.memory(values.empty(room));
                s.alltoallv(WORLD, to, counts, at, values.type(), in, ofMe, at);
                for (int i = 0; i < n; i++) {
                    Object block = values.empty(me + 1);
                    System.arraycopy(s.array(values, in, room), at[i], block, 0, me + 1);
                    values.check(block, 0, me + 1, me, "alltoallv, " + s);
                }
            }
        }
    }

    private static boolean same(Object a, Object b) {
        return Arrays.deepEquals(new Object[] {a}, new Object[] {b});
    }

    static void exchangesInPlace() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int[] all = new int[n];
        all[me] = me + 1;
        WORLD.allGather(all, 1, MPI.INT);
        equal(n, all[n - 1], "last element");
        int[] at = new int[n];
        int[] ones = new int[n];
        Arrays.setAll(at, i -> i);
        Arrays.fill(ones, 1);
        IntBuffer direct = MPI.newIntBuffer(n);
        direct.put(me, me * 2);
        WORLD.allGatherv(direct, ones, at, MPI.INT);
        equal(2 * (n - 1), direct.get(n - 1), "last element");
        int[] own = {me};
        if (me == 0) {
            int[] whole = new int[n];
            WORLD.gather(whole, 1, MPI.INT, 0);
            equal(n - 1, whole[n - 1], "gather in place");
            WORLD.scatter(whole, 1, MPI.INT, 0);
            whole = new int[n];
            WORLD.gatherv(whole, ones, at, MPI.INT, 0);
            equal(n - 1, whole[n - 1], "gatherv in place");
            WORLD.scatterv(whole, ones, at, MPI.INT, 0);
        } else {
            WORLD.gather(own, 1, MPI.INT, 0);
            WORLD.scatter(own, 1, MPI.INT, 0);
            equal(me, own[0], "scatter");
            WORLD.gatherv(own, 1, MPI.INT, 0);
            WORLD.scatterv(own, 1, MPI.INT, 0);
            equal(me, own[0], "scatterv");
        }
    }

    private static double number(Object array, int i) {
        Object value = Array.get(array, i);
        return switch (value) {
            case Boolean flag -> flag ? 1 : 0;
            case Character c -> c;
            default -> ((Number) value).doubleValue();
        };
    }

    static void reductionsOfAllTypes() {
        Map<String, Op> ops = new TreeMap<>(Map.of("SUM", MPI.SUM, "MAX", MPI.MAX, "MIN", MPI.MIN, "PROD", MPI.PROD,
            "LAND", MPI.LAND, "LOR", MPI.LOR, "LXOR", MPI.LXOR, "BAND", MPI.BAND, "BOR", MPI.BOR, "BXOR", MPI.BXOR));
        for (Spelling s : Spelling.ALL) {
            for (Values values : Values.BASIC) {
                boolean real = values.element() == float.class || values.element() == double.class;
                for (Map.Entry<String, Op> op : ops.entrySet()) {
                    boolean has = switch (op.getKey()) {
                        case "SUM" -> values.element() != boolean.class;
                        case "MAX", "MIN", "PROD" -> true;
                        default -> !real;
                    };
                    if (has && s.has(values)) {
                        for (int length : op.getKey().equals("SUM") ? LENGTHS : new int[] {3}) {
                            reductions(s, values, op.getKey(), op.getValue(), length);
                        }
                    } else if (s.has(values)) {
                        refused("does not combine", () -> s.allreduce(MPI.COMM_SELF, s.memory(values.empty(1)),
                            s.memory(values.empty(1)), 1, values.type(), op.getValue()));
                    }
                }
            }
        }
    }

    /** Rank r passes the values r + i % 2, small enough for all types. */
    private static Object operand(Values values, int rank, int length) {
        Object array = values.empty(length);
        for (int i = 0; i < length; i++) {
            int value = rank % 3 + i % 2;
            switch (array) {
                case boolean[] a -> a[i] = value % 2 == 1;
                case char[] a -> a[i] = (char) value;
                case byte[] a -> a[i] = (byte) value;
                case short[] a -> a[i] = (short) value;
                case int[] a -> a[i] = value;
                case long[] a -> a[i] = value;
                case float[] a -> a[i] = value;
                default -> ((double[]) array)[i] = value;
            }
        }
        return array;
    }

    /** {@return the value of an element, which are alike at all even and all odd indices} */
    private static double combined(Values values, String op, int ranks, int i) {
        double all = number(operand(values, 0, 2), i % 2);
        for (int rank = 1; rank < ranks; rank++) {
            double value = number(operand(values, rank, 2), i % 2);
            all = switch (op) {
                case "SUM" -> all + value;
                case "MAX" -> Math.max(all, value);
                case "MIN" -> Math.min(all, value);
                case "PROD" -> all * value;
                case "LAND" -> all != 0 && value != 0 ? 1 : 0;
                case "LOR" -> all != 0 || value != 0 ? 1 : 0;
                case "LXOR" -> (all != 0) ^ (value != 0) ? 1 : 0;
                case "BAND" -> (int) all & (int) value;
                case "BOR" -> (int) all | (int) value;
                default -> (int) all ^ (int) value;
            };
        }
        return all;
    }

    private static void expect(Spelling s, Values values, Object memory, String op, int ranks, int from, int count,
        String call) {
        Object array = s.array(values, memory, count);
        double[] expected = {combined(values, op, ranks, from), combined(values, op, ranks, from + 1)};
        for (int i = 0; i < count; i += i + 50 < count ? 7 : 1) {
            equal(expected[i % 2], number(array, i), call + " " + op + " of " + values.name() + " " + i + ", " + s);
        }
    }

    private static void reductions(Spelling s, Values values, String name, Op op, int length) {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int root = (length + 1) % n;
        Object out = s.memory(operand(values, me, length));
        Object in = s.memory(values.empty(length));
        s.reduce(WORLD, out, in, length, values.type(), op, root);
        if (me == root) {
            expect(s, values, in, name, n, 0, length, "reduce");
        }
        in = s.memory(values.empty(length));
        s.allreduce(WORLD, out, in, length, values.type(), op);
        expect(s, values, in, name, n, 0, length, "allreduce");
        in = s.memory(values.empty(length));
        s.scan(WORLD, out, in, length, values.type(), op);
        expect(s, values, in, name, me + 1, 0, length, "scan");
        int[] counts = new int[n];
        int start = 0;
        for (int i = 0; i < n; i++) {
            counts[i] = length / n + (i < length % n ? 1 : 0);
            start += i < me ? counts[i] : 0;
        }
        in = s.memory(values.empty(counts[me]));
        s.reduceScatter(WORLD, out, in, counts, values.type(), op);
        expect(s, values, in, name, n, start, counts[me], "reduceScatter");
    }

    static void reductionsInPlace() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int[] x = {me, 1};
        WORLD.allReduce(x, 2, MPI.INT, MPI.SUM);
        equal(n * (n - 1) / 2, x[0], "sum");
        equal(n, x[1], "sum");
        x = new int[] {me};
        WORLD.reduce(x, 1, MPI.INT, MPI.MAX, 0);
        equal(me == 0 ? n - 1 : me, x[0], "maximum");
        x = new int[] {1};
        WORLD.scan(x, 1, MPI.INT, MPI.SUM);
        equal(me + 1, x[0], "scan");
        x = new int[] {1};
        int[] before = {-1};
        WORLD.exScan(x, before, 1, MPI.INT, MPI.SUM);
        equal(me == 0 ? -1 : me, before[0], "exclusive scan");
        x = new int[n];
        Arrays.fill(x, me);
        WORLD.reduceScatterBlock(x, 1, MPI.INT, MPI.SUM);
        equal(n * (n - 1) / 2, x[0], "block");
        int[] two = {5, 7};
        mpi.Comm.reduceLocal(new int[] {1, 2}, two, 2, MPI.INT, MPI.PROD);
        equal(14, two[1], "local");
    }

    static void locations() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        double[] own = {me / 2, me, -me / 2, me};
        double[] best = new double[4];
        WORLD.Allreduce(own, 0, best, 0, 2, MPI.DOUBLE2, MPI.MAXLOC);
        equal((double) ((n - 1) / 2), best[0], "largest value");
        equal((double) ((n - 1) / 2 * 2), best[1], "its first place");
        WORLD.Allreduce(own, 0, best, 0, 2, MPI.DOUBLE2, MPI.MINLOC);
        equal(0.0, best[1], "place of the least");
        int[] pair = {-me, me};
        WORLD.reduce(pair, 1, MPI.INT2, MPI.MINLOC, 0);
        equal(me == 0 ? n - 1 : me, pair[1], "place of the least int");
        DoubleInt access = MPI.doubleInt;
        ByteBuffer out = MPI.newByteBuffer(access.getExtent() * 2);
        ByteBuffer in = MPI.newByteBuffer(access.getExtent() * 2);
        for (int i = 0; i < 2; i++) {
            DoubleInt.Data data = access.getData(out, i);
            data.putValue(i == 0 ? me : -me);
            data.putIndex(me);
        }
        WORLD.allReduce(out, in, 2, MPI.DOUBLE_INT, MPI.MINLOC);
        DoubleInt.Data second = access.getData(in, 1);
        equal(1.0 - n, second.getValue(), "least value");
        equal(n - 1, second.getIndex(), "its place");
    }

    /** Operators that do not commute: 2 by 2 matrices, texts, and sums in each spelling. */
    static void ownOperators() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        Op join = new Op(new User_function() {
            @Override
            public void Call(Object in, int i, Object inOut, int o, int count, Datatype type) {
                for (int k = 0; k < count; k++) {
                    ((String[]) inOut)[o + k] = ((String[]) in)[i + k] + ((String[]) inOut)[o + k];
                }
            }
        }, false);
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < n; i++) {
            expected.append(i).append(' ');
        }
        String[] own = {"x", me + " "};
        for (int root = 0; root < n; root++) {
            String[] all = {"y", "z"};
            WORLD.Reduce(own, 1, all, 1, 1, MPI.OBJECT, join, root);
            equal(me == root ? expected.toString() : "z", all[1], "joined texts");
        }
        String[] all = {"", ""};
        WORLD.Allreduce(own, 1, all, 1, 1, MPI.OBJECT, join);
        equal(expected.toString(), all[1], "texts joined on all");
        // Pairs stand for functions x -> a * x + b, one after the other.
        Op after = new Op(new UserFunction() {
            @Override
            public void call(ByteBuffer in, ByteBuffer inOut, int count, Datatype type) {
                for (int at = 0; at < 8 * count; at += 8) {
                    inOut.putInt(at + 4, in.getInt(at) * inOut.getInt(at + 4) + in.getInt(at + 4));
                    inOut.putInt(at, in.getInt(at) * inOut.getInt(at));
                }
            }
        }, false);
        int whole = 0;
        for (int i = n - 1; i >= 0; i--) {
            whole = 2 * whole + i;
        }
        int[] x = {3, 0, 2, me};
        int[] y = new int[4];
        WORLD.allReduce(x, y, 2, MPI.INT2, after);
        equal(whole, y[3], "own operator");
        WORLD.Allreduce(x, 2, y, 0, 1, MPI.INT2, after);
        equal(whole, y[1], "own operator from an offset");
        IntBuffer buffer = MPI.newIntBuffer(2).put(0, 2).put(1, me);
        IntBuffer result = MPI.newIntBuffer(2);
        WORLD.reduce(buffer, result, 1, MPI.INT2, after, n - 1);
        equal(me == n - 1 ? whole : 0, result.get(1), "own operator in a buffer");
        equal(false, after.isCommutative(), "commutes");
        after.free();
        equal(true, after.isNull(), "operator is null");
        refused("given up", () -> WORLD.allReduce(x, 1, MPI.INT2, after));
    }

    static void ownOperatorsOfBooleans() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        Op flags = new Op(new UserFunction() {
            @Override
            public void call(Object in, Object inOut, int count, Datatype type) {
                for (int i = 0; i < count; i++) {
                    ((boolean[]) inOut)[i] |= ((boolean[]) in)[i];
                }
            }
        }, true);
        boolean[] any = {me == n - 1, false};
        WORLD.allReduce(any, 2, MPI.BOOLEAN, flags);
        equal(true, any[0] && !any[1], "own disjunction");
    }

    /** Messages with any tag and collectives do not meet. */
    static void collectivesBesideMessages() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int[] in = new int[n];
        mpi.Request[] receives = new mpi.Request[n];
        for (int i = 0; i < n; i++) {
            receives[i] = WORLD.Irecv(in, i, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        }
        int[] sum = {0};
        WORLD.Allreduce(new int[] {1}, 0, sum, 0, 1, MPI.INT, MPI.SUM);
        equal(n, sum[0], "sum");
        for (int i = 0; i < n; i++) {
            WORLD.Send(new int[] {me}, 0, 1, MPI.INT, i, 3);
        }
        WORLD.Barrier();
        mpi.Request.Waitall(receives);
        equal(n * (n - 1) / 2, Arrays.stream(in).sum(), "messages");
    }

    /** MPI reads as many counts as there are processes. */
    static void arraysOfCountsMayBeLonger() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int[] counts = new int[n + 5];
        int[] places = new int[n + 5];
        Arrays.setAll(counts, i -> i < n ? 2 : -7);
        Arrays.setAll(places, i -> 2 * i);
        int[] all = new int[2 * n];
        WORLD.allGatherv(new int[] {me, -me}, 2, MPI.INT, all, counts, places, MPI.INT);
        equal(n - 1, all[2 * n - 2], "gathered");
        int[] mine = new int[2];
        WORLD.Scatterv(all, 0, counts, places, MPI.INT, mine, 0, 2, MPI.INT, 0);
        equal(-me, mine[1], "scattered");
        WORLD.reduceScatter(all, mine, counts, MPI.INT, MPI.SUM);
        equal(me * n, mine[0], "reduced");
    }

    static void wrongCountsAndOperatorsAreRefused() {
        int n = WORLD.Size();
        int[] counts = new int[n];
        counts[n - 1] = -1;
        int[] all = new int[n];
        refused("a message of -1 elements", () -> WORLD.scatterv(all, counts, new int[n], MPI.INT, 0));
        refused("a message of -1 elements", () -> WORLD.reduceScatter(all, new int[1], counts, MPI.INT, MPI.SUM));
        refused((n - 1) + " counts", () -> WORLD.allGatherv(all, new int[n - 1], new int[n], MPI.INT));
        refused("without an operator", () -> WORLD.allReduce(all, all, 1, MPI.INT, null));
        refused("twice", () -> WORLD.getGroup().incl(new int[] {0, 0}));
    }

    static void pairsOfShorts() {
        ByteBuffer own = MPI.newByteBuffer(MPI.SHORT_INT.getExtent());
        ByteBuffer least = MPI.newByteBuffer(MPI.SHORT_INT.getExtent());
        ShortInt.Data pair = MPI.shortInt.getData(own, 0);
        pair.putValue((short) (10 - WORLD.Rank()));
        pair.putIndex(WORLD.Rank());
        WORLD.allReduce(own, least, 1, MPI.SHORT_INT, MPI.MINLOC);
        ShortInt.Data found = MPI.shortInt.getData(least, 0);
        equal(WORLD.Size() - 1, found.getIndex(), "index of the least");
    }
}
