// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static io.shmem4j.mpi.MpiCases.equal;
import static io.shmem4j.mpi.MpiCases.refused;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import mpi.CartComm;
import mpi.Cartcomm;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Graphcomm;
import mpi.Group;
import mpi.Intercomm;
import mpi.Intracomm;
import mpi.MPI;
import mpi.ShiftParms;
import mpi.Struct;

/** Groups, communicators, topologies and datatypes. */
final class GroupCases {
    private static final Intracomm WORLD = MPI.COMM_WORLD;
    private static final int COMMUNICATORS = 100;

    private GroupCases() {
    }

    static void groups() {
        int n = WORLD.Size();
        Group all = WORLD.Group();
        equal(n, all.Size(), "size");
        equal(WORLD.Rank(), all.getRank(), "rank");
        Group reversed = all.Incl(IntStream.range(0, n).map(i -> n - 1 - i).toArray());
        equal(n == 1 ? MPI.IDENT : MPI.SIMILAR, Group.Compare(all, reversed), "reversed group");
        Group first = all.incl(new int[] {0});
        Group rest = all.Excl(new int[] {0});
        equal(n - 1, rest.getSize(), "size of the rest");
        equal(MPI.IDENT, Group.compare(all, Group.union(first, rest)), "union");
        equal(MPI.UNEQUAL, Group.Compare(all, rest), "rest");
        equal(0, Group.Intersection(first, rest).Size(), "size of nothing");
        equal(MPI.IDENT, Group.Compare(first, Group.Difference(all, rest)), "difference");
        equal(n - 1, Group.Translate_ranks(all, new int[] {0}, reversed)[0], "translated rank");
        equal(MPI.UNDEFINED, Group.translateRanks(all, new int[] {0}, rest)[0], "rank outside");
        equal((n + 1) / 2, all.Range_incl(new int[][] {{0, n - 1, 2}}).Size(), "size of a range");
        equal(n / 2, all.rangeExcl(new int[][] {{0, n - 1, 2}}).getSize(), "size without a range");
        equal(WORLD.Rank() == 0 ? MPI.UNDEFINED : WORLD.Rank() - 1, rest.Rank(), "rank in the rest");
        refused("no rank " + n, () -> all.Incl(new int[] {n}));
        first.free();
        equal(true, first.isNull(), "group is null");
    }

    private static int sum(Intracomm comm) {
        int[] sum = {WORLD.Rank()};
        comm.allReduce(sum, 1, MPI.INT, MPI.SUM);
        return sum[0];
    }

    static void communicators() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        Intracomm copy = WORLD.clone();
        equal(MPI.CONGRUENT, Comm.Compare(WORLD, copy), "copy");
        equal(MPI.IDENT, Comm.compare(WORLD, WORLD), "same");
        WORLD.Isend(new int[] {1}, 0, 1, MPI.INT, (me + 1) % n, 5);
        copy.Isend(new int[] {2}, 0, 1, MPI.INT, (me + 1) % n, 5);
        int[] one = {0};
        copy.Recv(one, 0, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        equal(2, one[0], "message of the copy");
        WORLD.recv(one, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
        equal(1, one[0], "message of the world");
        Intracomm half = WORLD.Split(me % 2, -me);
        equal((n + 1 - me % 2) / 2, half.Size(), "size of a half");
        equal((half.Size() - 1) - me / 2, half.getRank(), "rank in a half");
        equal(IntStream.range(0, n).filter(i -> i % 2 == me % 2).sum(), sum(half), "sum of a half");
        Intracomm some = WORLD.split(me == 0 ? MPI.UNDEFINED : 3, 0);
        equal(me == 0, some.isNull(), "communicator is null");
        equal(true, me == 0 || some.Size() == n - 1, "size");
        Group even = WORLD.Group().Range_incl(new int[][] {{0, n - 1, 2}});
        Intracomm ofEven = WORLD.Create(even);
        equal(me % 2 == 1, ofEven.Is_null(), "communicator is null");
        if (me % 2 == 0) {
            Intracomm again = WORLD.createGroup(even, 3);
            equal(sum(ofEven), sum(again), "sum");
            again.free();
            equal(true, again.isNull(), "freed communicator is null");
            refused("is null", () -> again.barrier());
        }
        equal(1, MPI.COMM_SELF.getSize(), "size of self");
        equal(me, sum(MPI.COMM_SELF), "sum of self");
        int key = Comm.createKeyval();
        copy.setAttr(key, "value");
        equal("value", copy.Attr_get(key), "attribute");
        copy.deleteAttr(key);
        equal(null, copy.getAttr(key), "attribute");
        equal(true, (Integer) WORLD.Attr_get(MPI.TAG_UB) >= 32767, "highest tag");
        equal(true, Comm.getParent().isNull(), "parent is null");
        equal(n, WORLD.group.Size(), "size of the field's group");
    }

    /** Each thread makes communicators of its own, and finds its own messages in them. */
    static void communicatorsOfTwoThreads() {
        Intracomm[] own = {WORLD.dup(), WORLD.dup()};
        AtomicReference<Throwable> failure = new AtomicReference<>();
        List<Thread> threads = IntStream.range(0, 2).mapToObj(which -> new Thread(() -> {
            try {
                for (int i = 0; i < COMMUNICATORS; i++) {
                    Intracomm made = own[which].dup();
                    Object[] in = new Object[2];
                    int next = (WORLD.Rank() + 1) % WORLD.Size();
                    made.Sendrecv(new Object[] {"thread " + which, null}, 0, 2, MPI.OBJECT, next, 1, in, 0, 2,
                        MPI.OBJECT, MPI.ANY_SOURCE, 1);
                    equal("thread " + which, in[0], "text of communicator " + i);
                }
            } catch (Throwable t) {
                failure.compareAndSet(null, t);
            }
        })).toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        equal(null, failure.get(), "failure");
    }

    static void grids() {
        int n = WORLD.Size();
        int[] dims = {2, 0};
        if (n % 2 == 1) {
            dims = new int[] {1, 0};
        }
        MPI.COMM_WORLD.Barrier();
        Cartcomm.Dims_create(n, dims);
        Cartcomm grid = WORLD.Create_cart(dims, new boolean[] {false, true}, false);
        int me = grid.Rank();
        int[] coords = grid.Coords(me);
        equal(me, grid.Rank(coords), "rank of the own coordinates");
        equal(MPI.CART, grid.Topo_test(), "topology");
        equal(coords[1], grid.Get().coords[1], "coordinate");
        equal(dims[1], grid.Get().getDim(1), "dimension");
        ShiftParms down = grid.Shift(0, 1);
        equal(coords[0] == dims[0] - 1 ? MPI.PROC_NULL : me + dims[1], down.rank_dest, "lower neighbour");
        ShiftParms right = ((CartComm) grid).shift(1, 1);
        equal(coords[0] * dims[1] + (coords[1] + 1) % dims[1], right.getRankDest(), "right neighbour");
        Cartcomm row = grid.Sub(new boolean[] {false, true});
        equal(dims[1], row.Size(), "size of a row");
        equal(coords[1], row.Rank(), "rank in a row");
        CartComm small = WORLD.createCart(new int[] {1}, new boolean[] {true}, false);
        equal(WORLD.Rank() > 0, small.isNull(), "grid of one");
        equal(dims[0], grid.clone().Get().dims[0], "copied grid");
        refused("is not one of", () -> WORLD.Create_cart(new int[] {n + 1}, new boolean[1], false));
    }

    static void dimensions() {
        for (int[][] each : new int[][][] {{{6, 0, 0}, {3, 2}}, {{7, 0}, {7}}, {{24, 0, 0, 0}, {4, 3, 2}},
            {{12, 0, 3}, {4, 3}}, {{1, 0, 0}, {1, 1}}, {{16, 0, 0}, {4, 4}}}) {
            int[] dims = Arrays.copyOfRange(each[0], 1, each[0].length);
            CartComm.createDims(each[0][0], dims);
            equal(Arrays.toString(each[1]), Arrays.toString(dims), "dimensions of " + each[0][0]);
        }
        refused("don't form a grid", () -> Cartcomm.Dims_create(7, new int[] {2, 0}));
    }

    static void graphs() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        int[] index = new int[n];
        int[] edges = new int[2 * n];
        for (int i = 0; i < n; i++) {
            index[i] = 2 * (i + 1);
            edges[2 * i] = (i + n - 1) % n;
            edges[2 * i + 1] = (i + 1) % n;
        }
        Graphcomm ring = WORLD.Create_graph(index, edges, false);
        equal(MPI.GRAPH, ring.Topo_test(), "topology");
        equal((me + 1) % n, ring.Neighbours(me)[1], "neighbour");
        equal(2 * n, ring.Get().edges.length, "edges");
        GraphComm same = WORLD.createGraph(index, edges, false);
        int[] theirs = new int[2];
        same.neighborAllGather(new int[] {me}, 1, MPI.INT, theirs, 1, MPI.INT);
        equal((me + n - 1) % n, theirs[0], "element of the one before");
    }

    static void neighbours() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        CartComm ring = WORLD.createCart(new int[] {n}, new boolean[] {true}, false);
        int[] theirs = new int[2];
        ring.neighborAllToAll(new int[] {10 * me, 10 * me + 1}, 1, MPI.INT, theirs, 1, MPI.INT);
        equal(10 * ((me + n - 1) % n) + 1, theirs[0], "element of the one before");
        equal(10 * ((me + 1) % n), theirs[1], "element of the one behind");
        CartComm line = WORLD.createCart(new int[] {n}, new boolean[] {false}, false);
        int[] ends = {-1, -1};
        line.neighborAllGather(new int[] {me}, 1, MPI.INT, ends, 1, MPI.INT);
        equal(me == 0 ? -1 : me - 1, ends[0], "element of the one before");
        equal(me == n - 1 ? -1 : me + 1, ends[1], "element of the one behind");
        int[] next = {(me + 1) % n};
        int[] before = {(me + n - 1) % n};
        GraphComm graph = WORLD.createDistGraphAdjacent(before, next, MPI.INFO_NULL, false);
        equal(before[0], graph.getDistGraphNeighbors().getSource(0), "source");
        int[] in = new int[3];
        graph.neighborAllGatherv(new int[] {me, me}, 2, MPI.INT, in, new int[] {2}, new int[] {1}, MPI.INT);
        equal(before[0], in[2], "element of the source");
        graph.neighborAllToAllv(new int[] {0, me}, new int[] {1}, new int[] {1}, MPI.INT, in, new int[] {1},
            new int[] {0}, MPI.INT);
        equal(before[0], in[0], "element of the source");
        ByteBuffer out = MPI.newByteBuffer(12).putInt(8, me);
        ByteBuffer got = MPI.newByteBuffer(12);
        graph.neighborAllToAllw(out, new int[] {1}, new int[] {8}, new Datatype[] {MPI.INT}, got, new int[] {1},
            new int[] {4}, new Datatype[] {MPI.INT});
        equal(before[0], got.getInt(4), "element of the source");
        refused("has no neighbours", () -> WORLD.neighborAllGather(theirs, 1, MPI.INT, theirs, 1, MPI.INT));
    }

    static void intercommunicators() {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        if (n < 2) {
            return;
        }
        int side = me % 2;
        Intracomm own = WORLD.Split(side, me);
        Intercomm both = WORLD.Create_intercomm(own, 0, 1 - side, 7);
        equal((n + side) / 2, both.Remote_size(), "size of the others");
        equal(own.Rank(), both.getRank(), "rank");
        equal(true, both.Test_inter(), "is between groups");
        int[] one = {me};
        int peer = Math.min(own.Rank(), both.getRemoteSize() - 1);
        for (int i = 0; i < both.Remote_size(); i++) {
            both.Isend(one, 0, 1, MPI.INT, i, 1);
        }
        int[] in = {0};
        for (int i = 0; i < both.Remote_size(); i++) {
            both.Recv(in, 0, 1, MPI.INT, i, 1);
            equal(2 * i + 1 - side, in[0], "message of the other group");
        }
        equal(true, peer >= 0, "peer");
        Intracomm merged = both.Merge(side == 1);
        equal(n, merged.Size(), "size of both");
        equal(side == 0 ? own.Rank() : (n + 1) / 2 + own.Rank(), merged.Rank(), "rank in both");
        equal(n * (n - 1) / 2, sum(merged), "sum of both");
        Intercomm copy = both.dup();
        equal(MPI.CONGRUENT, Comm.Compare(both, copy), "copy");
        equal(n, copy.merge(false).getSize(), "size of both");
    }

    private static int[] numbers(int length) {
        return IntStream.range(0, length).toArray();
    }

    /** Sends some elements to itself; {@return what arrived, in order} */
    private static String through(Datatype type, int count, int offset, int length) {
        int[] in = new int[length];
        type.commit();
        int size = type.Size() * count;
        MPI.COMM_SELF.Sendrecv(numbers(length), offset, count, type, 0, 1, in, 0, size, MPI.INT, 0, 1);
        int[] back = new int[length];
        MPI.COMM_SELF.Sendrecv(in, 0, size, MPI.INT, 0, 1, back, offset, count, type, 0, 1);
        for (int i = 0; i < size; i++) {
            equal(in[i], back[in[i]], "element in its place");
        }
        equal(IntStream.of(in).distinct().count(), IntStream.of(back).distinct().count(), "number of elements");
        return Arrays.toString(Arrays.copyOf(in, size));
    }

    static void derivedTypes() {
        Datatype three = Datatype.Contiguous(3, MPI.INT);
        equal("[2, 3, 4, 5, 6, 7]", through(three, 2, 2, 20), "contiguous");
        Datatype vector = Datatype.Vector(3, 2, 4, MPI.INT);
        equal("[1, 2, 5, 6, 9, 10]", through(vector, 1, 1, 20), "vector");
        equal(10, vector.Extent(), "extent");
        equal(6, vector.getSize(), "size");
        equal("[0, 1, 2, 6, 7, 8]", through(Datatype.createVector(2, 1, 2, three), 1, 0, 20), "vector of vectors");
        equal("[0, 4, 8]", through(Datatype.Hvector(3, 1, 4, MPI.INT), 1, 0, 20), "vector by elements");
        equal("[0, 4, 8]", through(Datatype.createHVector(3, 1, 16, MPI.INT), 1, 0, 20), "vector by bytes");
        Datatype indexed = Datatype.Indexed(new int[] {2, 1}, new int[] {5, 1}, MPI.INT);
        equal("[6, 7, 2]", through(indexed, 1, 1, 20), "indexed");
        equal(1, indexed.Lb(), "lower bound");
        equal(7, indexed.Ub(), "upper bound");
        equal("[3, 6]", through(Datatype.createHIndexed(new int[] {1, 1}, new int[] {12, 24}, MPI.INT), 1, 0, 20),
            "indexed by bytes");
        Datatype struct = Datatype.Struct(new int[] {1, 2}, new int[] {0, 4}, new Datatype[] {MPI.INT, three});
        equal("[0, 4, 5, 6, 7, 8, 9]", through(struct, 1, 0, 20), "struct");
        Datatype wide = Datatype.createResized(MPI.INT, 0, 12);
        equal("[0, 3, 6]", through(wide, 3, 0, 20), "resized");
        equal(3, wide.getExtent(), "extent");
        equal("[1, 5, 2, 6]", through(Datatype.createResized(Datatype.createVector(2, 1, 4, MPI.INT), 0, 4), 2, 1, 20),
            "columns");
        Object[] texts = {"a", "b", "c", "d", "e", "f"};
        Object[] in = new Object[6];
        MPI.COMM_SELF.Sendrecv(texts, 0, 1, Datatype.Vector(3, 1, 2, MPI.OBJECT), 0, 1, in, 1, 3, MPI.OBJECT, 0, 1);
        equal("[null, a, c, e, null, null]", Arrays.toString(in), "vector of objects");
        boolean[] flags = {true, false, true, false, true};
        boolean[] got = new boolean[5];
        MPI.COMM_SELF.Sendrecv(flags, 0, 1, Datatype.Vector(3, 1, 2, MPI.BOOLEAN), 0, 1, got, 0, 5, MPI.BOOLEAN, 0, 1);
        equal("[true, true, true, false, false]", Arrays.toString(got), "vector of booleans");
        int[] matrix = numbers(2000);
        int[] result = new int[1000 * WORLD.Size()];
        Datatype column = Datatype.createVector(1000, 1, 2, MPI.INT);
        refused("not committed", () -> WORLD.gather(matrix, 1, column, result, 1000, MPI.INT, 0));
        column.commit();
        WORLD.gather(matrix, 1, column, result, 1000, MPI.INT, 0);
        equal(WORLD.Rank() == 0 ? 1998 : 0, result[1000 * WORLD.Size() - 1], "last element of a column");
    }

    static void bounds() {
        Datatype marked = Datatype.Struct(new int[] {1, 1, 1}, new int[] {-2, 0, 6},
            new Datatype[] {MPI.LB, MPI.INT, MPI.UB});
        equal(-2, marked.Lb(), "lower bound");
        equal(6, marked.Ub(), "upper bound");
        equal(8, marked.Extent(), "extent");
        equal(1, marked.Size(), "size");
        equal(0, marked.getTrueLb(), "true lower bound");
        equal(1, marked.getTrueExtent(), "true extent");
        int[] three = {0, 0, 0};
        MPI.COMM_SELF.Sendrecv(three, 0, 3, MPI.INT, 0, 1, three, 0, 3, MPI.INT, 0, 1);
        mpi.Request send = MPI.COMM_SELF.Isend(three, 0, 3, MPI.INT, 0, 2);
        mpi.Status status = MPI.COMM_SELF.Probe(0, 2);
        Datatype two = Datatype.Contiguous(2, MPI.INT);
        equal(MPI.UNDEFINED, status.Get_count(two), "count of pairs");
        equal(3, status.Get_elements(two), "elements of pairs");
        MPI.COMM_SELF.Recv(three, 0, 3, MPI.INT, 0, 2);
        send.Wait();
        Datatype freed = Datatype.Contiguous(2, MPI.INT);
        freed.free();
        equal(true, freed.isNull(), "freed type is null");
        refused("without a datatype", () -> MPI.COMM_SELF.send(three, 1, freed, 0, 1));
        Datatype copy = two.dup();
        copy.setName("two");
        equal("two", copy.getName(), "name");
    }

    private static final class Particle extends Struct {
        private final int position = addDouble(3);
        private final int id = addInt();
        private final int kind = addByte();

        @Override
        protected Data newData() {
            return new Data();
        }

        private final class Data extends Struct.Data {
            private void set(double x, int number, int type) {
                putDouble(position, 2, x);
                putInt(id, number);
                putByte(kind, (byte) type);
            }

            private String text() {
                return getDouble(position, 2) + " " + getInt(id) + " " + getByte(kind);
            }
        }
    }

    static void structs() {
        Particle particle = new Particle();
        int me = WORLD.Rank();
        ByteBuffer all = MPI.newByteBuffer(4 * particle.getExtent());
        for (int i = 0; i < 4; i++) {
            Particle.Data data = particle.getData(all, i);
            data.set(i + 0.5, me, -i);
        }
        WORLD.bcast(all, 4, particle.getType(), 0);
        Particle.Data last = particle.getData(all, 3);
        equal("3.5 0 -3", last.text(), "last particle");
        byte[] heap = new byte[4 * particle.getExtent()];
        MPI.COMM_SELF.sendRecv(all, 4, particle.getType(), 0, 1, heap, 4, particle.getType(), 0, 1);
        Particle.Data second = particle.getData(heap, 1);
        equal("1.5 0 -1", second.text(), "second particle");
        Datatype pair = Datatype.createStruct(new int[] {1, 1}, new int[] {0, 8}, new Datatype[] {MPI.DOUBLE, MPI.INT});
        Datatype padded = Datatype.createResized(pair, 0, 16);
        equal(16, padded.getExtent(), "extent in bytes");
        padded.commit();
        refused("-1 elements", () -> Datatype.createContiguous(-1, MPI.INT));
        ByteBuffer pairs = MPI.newByteBuffer(32).putDouble(16, 2.5).putInt(24, 7);
        ByteBuffer got = MPI.newByteBuffer(32);
        MPI.COMM_SELF.sendRecv(pairs, 2, padded, 0, 1, got, 2, padded, 0, 1);
        equal(7, got.getInt(24), "second int");
        equal(2.5, MPI.slice(got, 16).getDouble(0), "second double");
    }

    static void packing() {
        byte[] packed = new byte[400];
        int at = WORLD.Pack(new int[] {9, 1, 2}, 1, 2, MPI.INT, packed, 0);
        equal(WORLD.Pack_size(2, MPI.INT), at, "packed bytes");
        at = WORLD.pack(new double[] {0.5}, 1, MPI.DOUBLE, packed, at);
        at = WORLD.Pack(new Object[] {"x", null}, 0, 2, MPI.OBJECT, packed, at);
        WORLD.Bcast(packed, 0, packed.length, MPI.PACKED, 0);
        int[] ints = new int[2];
        double[] one = {0};
        Object[] objects = {"", ""};
        int from = WORLD.unpack(packed, 0, ints, 2, MPI.INT);
        from = WORLD.Unpack(packed, from, one, 0, 1, MPI.DOUBLE);
        from = WORLD.Unpack(packed, from, objects, 0, 2, MPI.OBJECT);
        equal(at, from, "place behind");
        equal("[1, 2]", Arrays.toString(ints), "ints");
        equal(0.5, one[0], "double");
        equal("[x, null]", Arrays.toString(objects), "objects");
        refused("no room", () -> WORLD.Pack(ints, 0, 2, MPI.INT, packed, 396));
    }

    static void environment() {
        equal(true, MPI.Initialized() && MPI.isInitialized() && !MPI.isFinalized(), "is initialised");
        equal(true, MPI.Wtime() > 0 && MPI.wtick() > 0, "time");
        equal(true, !MPI.Get_processor_name().isEmpty(), "name of the machine");
        equal(true, MPI.isThreadMain(), "is the main thread");
        equal(MPI.THREAD_MULTIPLE, MPI.queryThread(), "threads");
        equal(WORLD.Rank(), io.shmem4j.Shmem.current().myPe(), "the library's own handle");
        equal(7, MPI.slice(new int[] {5, 6, 7}, 2).get(0), "slice");
        equal(2, MPI.slice(MPI.newDoubleBuffer(5), 3).capacity(), "length of a slice");
        equal("MPI_COMM_WORLD", WORLD.getName(), "name");
    }

    static void absentParts() {
        refused("starts no processes", () -> WORLD.spawn("x", null, 1, MPI.INFO_NULL, 0, null));
        refused("opens no ports", () -> Intracomm.openPort());
        try {
            Class.forName("mpi.File");
        } catch (ExceptionInInitializerError e) {
            equal(true, e.getCause().getMessage().startsWith("shmem4j has no mpi.File: "), "sentence");
            return;
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            equal(true, e instanceof NoClassDefFoundError, "second use");
            return;
        }
        throw new AssertionError("mpi.File exists");
    }
}
