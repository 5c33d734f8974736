// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import static io.shmem4j.mpi.MpiCases.equal;
import static io.shmem4j.mpi.MpiCases.refused;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.WaitTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** Messages between two processes. */
final class MessageCases {
    private static final int[] LENGTHS = {0, 1, 7, 3001};
    private static final int LONG = 100_000;
    private static final Intracomm WORLD = MPI.COMM_WORLD;

    private MessageCases() {
    }

    private static int next() {
        return (WORLD.Rank() + 1) % WORLD.Size();
    }

    private static int before() {
        return (WORLD.Rank() + WORLD.Size() - 1) % WORLD.Size();
    }

    private static List<Values> allTypes() {
        List<Values> all = new ArrayList<>(Values.BASIC);
        all.add(Values.OBJECTS);
        return all;
    }

    private static void check(Status status, int length, Values values, int tag) {
        equal(before(), status.source, "source");
        equal(before(), status.getSource(), "source");
        equal(tag, status.tag, "tag");
        equal(tag, status.getTag(), "tag");
        equal(length, status.Get_count(values.type()), "count");
        equal(length, status.getCount(values.type()), "count");
        equal(length, status.Get_elements(values.type()), "elements");
    }

    static void messagesOfAllTypes() {
        MPI.Buffer_attach(new byte[1 << 22]);
        for (Spelling spelling : Spelling.ALL) {
            for (Values values : allTypes()) {
                for (int length : values == Values.OBJECTS ? new int[] {0, 1, 40} : LENGTHS) {
                    for (int mode = 0; spelling.has(values) && mode < 4; mode++) {
                        ring(spelling, values, length, "nsbr".charAt(mode));
                    }
                }
            }
        }
        MPI.Buffer_detach();
    }

    /** Sends to the next rank, alternately waiting in the send and in the receive. */
    private static void ring(Spelling spelling, Values values, int length, char mode) {
        int tag = length + mode;
        Object out = spelling.memory(values.filled(length, WORLD.Rank()));
        Object in = spelling.memory(values.empty(length + 3));
        Status status;
        if (length % 2 == 0 || mode == 'r') {
            Request receive = spelling.irecv(WORLD, in, length + 3, values.type(), before(), tag);
            if (mode == 'r') {
                WORLD.Barrier();
            }
            spelling.send(WORLD, out, length, values.type(), next(), tag, mode);
            status = receive.Wait();
        } else {
            Request send = spelling.isend(WORLD, out, length, values.type(), next(), tag, mode);
            status = spelling.recv(WORLD, in, length + 3, values.type(), before(), tag);
            send.Wait();
        }
        check(status, length, values, tag);
        values.check(spelling.array(values, in, length + 3), 0, length, before(), spelling + " " + mode);
    }

    static void longMessages() {
        for (Spelling spelling : Spelling.ALL) {
            for (Values values : Values.BASIC) {
                if (spelling.has(values) && (values.element() == boolean.class || values.element() == double.class)) {
                    ring(spelling, values, LONG, 'n');
                    ring(spelling, values, LONG + 1, 's');
                }
            }
        }
    }

    static void objects() {
        Object[] out = {null, new int[] {1, 2}, List.of("a", "b"), new Values.Point(3, null), "x".repeat(200_000)};
        Object[] in = new Object[6];
        Request send = WORLD.Isend(out, 0, 5, MPI.OBJECT, next(), 1);
        Status status = WORLD.Recv(in, 1, 5, MPI.OBJECT, MPI.ANY_SOURCE, 1);
        send.Wait();
        equal(5, status.Get_count(MPI.OBJECT), "objects");
        equal(5, status.count, "objects");
        equal(null, in[1], "null");
        equal(2, ((int[]) in[2])[1], "array");
        equal(out[2], in[3], "list");
        equal(out[3], in[4], "record");
        equal(out[4], in[5], "text");
        String[] texts = {"a" + WORLD.Rank(), null};
        String[] got = new String[2];
        WORLD.Sendrecv(texts, 0, 2, MPI.OBJECT, next(), 2, got, 0, 2, MPI.OBJECT, before(), 2);
        equal("a" + before(), got[0], "text");
        refused("can't be sent", () -> WORLD.Send(new Object[] {new Object()}, 0, 1, MPI.OBJECT, next(), 3));
    }

    static void sendrecv() {
        for (Spelling spelling : Spelling.ALL) {
            for (Values values : allTypes()) {
                for (int length : spelling.has(values) ? new int[] {3, 9001} : new int[0]) {
                    int size = values == Values.OBJECTS ? length % 100 : length;
                    Object out = spelling.memory(values.filled(size, WORLD.Rank()));
                    Object in = spelling.memory(values.empty(size));
                    check(spelling.sendrecv(WORLD, out, size, values.type(), next(), in, before(), 4), size, values, 4);
                    values.check(spelling.array(values, in, size), 0, size, before(), "sendrecv, " + spelling);
                    check(spelling.replace(WORLD, out, size, values.type(), next(), before(), 5), size, values, 5);
                    values.check(spelling.array(values, out, size), 0, size, before(), "replace, " + spelling);
                }
            }
        }
    }

    /** All ranks send to rank 0, which receives in several orders. */
    static void orderAndWildcards() {
        int n = WORLD.Size();
        int each = 40;
        int[] one = {0};
        if (WORLD.Rank() > 0) {
            for (int i = 0; i < each; i++) {
                one[0] = i;
                WORLD.Send(one, 0, 1, MPI.INT, 0, i % 4);
            }
            return;
        }
        int[] seen = new int[n];
        int[] ofTagThree = new int[n];
        for (int i = 0; i < (n - 1) * (each / 4); i++) {
            Status status = WORLD.Recv(one, 0, 1, MPI.INT, MPI.ANY_SOURCE, 3);
            equal(4 * ofTagThree[status.source]++ + 3, one[0], "of tag 3");
        }
        for (int source = n - 1; source > 0; source--) {
            for (int i = 0; i < each / 4; i++) {
                WORLD.Recv(one, 0, 1, MPI.INT, source, 1);
                equal(4 * i + 1, one[0], "of tag 1");
            }
        }
        for (int i = 0; i < (n - 1) * each / 2; i++) {
            Status status = WORLD.recv(one, 1, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
            equal(seen[status.source]++ * 2, one[0], "of any tag");
            equal(one[0] % 4, status.tag, "tag");
        }
        equal(null, WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG), "message left");
    }

    static void probes() {
        double[] out = new double[12_345];
        for (int length : new int[] {0, 5, 12_345}) {
            Request send = WORLD.Isend(out, 0, length, MPI.DOUBLE, next(), 7);
            Status status = WORLD.Probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
            equal(length, status.Get_count(MPI.DOUBLE), "probed count");
            equal(7, status.tag, "probed tag");
            equal(before(), status.source, "probed source");
            equal(null, WORLD.iProbe(before(), 8), "message of another tag");
            equal(length, WORLD.iProbe(before(), 7).getCount(MPI.DOUBLE), "count");
            WORLD.recv(new double[length], length, MPI.DOUBLE, status.getSource(), status.getTag());
            send.Wait();
        }
        Request send = WORLD.Isend(new String[] {"a", "b"}, 0, 2, MPI.OBJECT, next(), 9);
        equal(2, WORLD.Probe(before(), 9).Get_count(MPI.OBJECT), "probed objects");
        WORLD.Recv(new String[2], 0, 2, MPI.OBJECT, before(), 9);
        send.Wait();
    }

    /** Rank 0 gets messages of the others in the order that they are asked for. */
    static void waits() {
        int n = WORLD.Size();
        int[] in = new int[4];
        Request[] all = new Request[5];
        for (int i = 0; i < 4; i++) {
            all[i] = WORLD.Irecv(in, i, 1, MPI.INT, before(), i);
        }
        equal(null, all[2].Test(), "status before the message");
        equal(false, all[2].test(), "end before the message");
        equal(null, Request.Testall(all), "all before the messages");
        equal(null, Request.Testany(all), "any before the messages");
        equal(0, Request.Testsome(all).length, "some before the messages");
        WORLD.Barrier();
        for (int tag : new int[] {2, 0, 3, 1}) {
            WORLD.Barrier();
            WORLD.Send(new int[] {tag + 10}, 0, 1, MPI.INT, next(), tag);
            if (tag == 2) {
                Status status = Request.Waitany(all);
                equal(2, status.index, "index");
                equal(12, in[2], "value");
                equal(true, all[2].Is_null(), "request is null");
            } else if (tag == 0) {
                Status[] some = Request.waitSomeStatus(all);
                equal(1, some.length, "some");
                equal(0, some[0].getIndex(), "index");
            }
        }
        Status[] rest = Request.Waitall(all);
        equal(5, rest.length, "statuses");
        equal(3, rest[3].tag, "tag");
        equal(11, in[1], "value");
        equal(MPI.UNDEFINED, Request.waitAny(all), "index of none");
        equal(null, Request.waitSome(all), "some of none");
        equal(true, Request.testAll(all), "end of none");
        equal(true, n > 0, "size");
    }

    static void persistentRequests() {
        for (Spelling spelling : List.of(Spelling.ALL.get(0), Spelling.ALL.get(2))) {
            for (char mode : "nsr".toCharArray()) {
                Values values = Values.BASIC.get(4);
                Object in = spelling.memory(values.empty(3));
                Object out = spelling.memory(values.filled(3, WORLD.Rank()));
                Prequest receive = spelling.init(WORLD, in, 3, values.type(), before(), 1, 'i');
                Prequest send = spelling.init(WORLD, out, 3, values.type(), next(), 1, mode);
                for (int round = 0; round < 3; round++) {
                    receive.Start();
                    WORLD.Barrier();
                    Prequest.startAll(new Prequest[] {send});
                    Request.Waitall(new Request[] {send, receive});
                    values.check(spelling.array(values, in, 3), 0, 3, before(), "persistent");
                }
            }
        }
    }

    static void cancels() {
        int[] in = {0};
        Request receive = WORLD.Irecv(in, 0, 1, MPI.INT, before(), 31);
        receive.Cancel();
        equal(true, receive.Wait().Test_cancelled(), "cancelled receive");
        Request send = WORLD.Issend(in, 0, 1, MPI.INT, next(), 32);
        Request large = WORLD.Isend(new byte[LONG], 0, LONG, MPI.BYTE, next(), 33);
        WORLD.Barrier();
        send.cancel();
        equal(true, send.waitStatus().isCancelled(), "cancelled send");
        WORLD.Recv(new byte[LONG], 0, LONG, MPI.BYTE, before(), 33);
        large.Wait();
        large = WORLD.Isend(new byte[LONG], 0, LONG, MPI.BYTE, next(), 34);
        large.Cancel();
        boolean cancelled = large.Wait().Test_cancelled();
        Status found = WORLD.Iprobe(before(), 34);
        equal(true, cancelled || found != null, "long send is cancelled");
        WORLD.Barrier();
        equal(null, WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG), "message of a cancelled send");
    }

    static void buffered() {
        refused("no room", () -> WORLD.Bsend(new byte[10], 0, 10, MPI.BYTE, next(), 1));
        byte[] space = new byte[10_000 + 3 * MPI.BSEND_OVERHEAD];
        MPI.attachBuffer(space);
        refused("attached already", () -> MPI.attachBuffer(space));
        refused("no room", () -> WORLD.Bsend(new byte[20_000], 0, 20_000, MPI.BYTE, next(), 1));
        for (int i = 0; i < 3; i++) {
            WORLD.bSend(new byte[] {(byte) i}, 1, MPI.BYTE, next(), 1);
        }
        byte[] in = {0};
        for (int i = 0; i < 3; i++) {
            WORLD.recv(in, 1, MPI.BYTE, before(), 1);
            equal((byte) i, in[0], "byte");
        }
        equal(true, space == MPI.detachBuffer(), "the attached buffer");
        refused("no buffer is attached", MPI::detachBuffer);
    }

    /** Messages go on while their senders and receivers are in other calls, of MPI or of the library. */
    static void progressInOtherCalls() {
        Shmem shmem = Shmem.current();
        SymmetricLongs arrivals = shmem.allocateLongs(1);
        int[] round = {0};
        List<Runnable> meetings = List.of(WORLD::Barrier, shmem::barrierAll, () -> shmem.world().sumReduce(1),
            () -> shmem.allocateLongs(1).free(), () -> {
                for (int pe = 0; pe < WORLD.Size(); pe++) {
                    shmem.inc(arrivals, 0, pe);
                }
                arrivals.waitUntil(0, Cmp.GE, (long) WORLD.Size() * ++round[0]);
            });
        for (Runnable meeting : meetings) {
            longMessages(meeting);
            // More short messages than the rings hold, before the receiver asks for any.
            for (int i = 0; WORLD.Rank() > 0 && i < 5000; i++) {
                WORLD.Send(new long[] {i}, 0, 1, MPI.LONG, 0, 2);
            }
            meeting.run();
            long[] one = {0};
            for (int source = 1; WORLD.Rank() == 0 && source < WORLD.Size(); source++) {
                for (int i = 0; i < 5000; i++) {
                    WORLD.Recv(one, 0, 1, MPI.LONG, source, 2);
                    equal((long) i, one[0], "value");
                }
            }
        }
    }

    private static void longMessages(Runnable meeting) {
        double[] out = new double[LONG];
        double[] in = new double[LONG];
        out[LONG - 1] = WORLD.Rank() + 1;
        Request receive = WORLD.Irecv(in, 0, LONG, MPI.DOUBLE, before(), 1);
        Request send = WORLD.Isend(out, 0, LONG, MPI.DOUBLE, next(), 1);
        if (WORLD.Rank() % 2 == 0) {
            receive.Wait();
            meeting.run();
        } else {
            meeting.run();
            receive.Wait();
        }
        send.Wait();
        equal(before() + 1.0, in[LONG - 1], "last element");
    }

    /** Two threads of each process talk to those of the next one. */
    static void threads() {
        Throwable[] failure = {null};
        Thread[] threads = new Thread[2];
        for (int number = 0; number < threads.length; number++) {
            int tag = number;
            threads[number] = new Thread(() -> {
                int[] one = {0};
                for (int i = 0; i < 300; i++) {
                    Request send = WORLD.Isend(new int[] {i}, 0, 1, MPI.INT, next(), tag);
                    WORLD.Recv(one, 0, 1, MPI.INT, before(), tag);
                    equal(i, one[0], "value");
                    send.Wait();
                }
            });
            threads[number].setUncaughtExceptionHandler((_, e) -> failure[0] = e);
            threads[number].start();
        }
        for (Thread each : threads) {
            try {
                each.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        equal(null, failure[0], "failure");
    }

    /**
     * Messages and receives at random, of which wildcards may take what others ask for. A receive gets the earliest
     * message of its sender that matches and that no receive before it has got.
     */
    static void randomPrograms() {
        int programs = Integer.getInteger("mpi.programs", 60);
        for (int seed = 0; seed < programs; seed++) {
            randomProgram(seed);
        }
    }

    private record Pattern(int source, int tag, int[] in, Request request) {
    }

    private static void randomProgram(int seed) {
        int n = WORLD.Size();
        int me = WORLD.Rank();
        SplittableRandom random = new SplittableRandom(seed);
        int count = random.nextInt(1, 25);
        int tags = random.nextInt(1, 4);
        int wild = random.nextInt(4);
        List<List<Integer>> sent = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            sent.add(new ArrayList<>());
        }
        List<Pattern> receives = new ArrayList<>();
        List<Request> sends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int from = random.nextInt(n);
            int to = random.nextInt(n);
            int tag = random.nextInt(tags);
            int length = random.nextInt(20) == 0 ? 40_000 : 2;
            boolean anySource = random.nextInt(6) < wild;
            boolean anyTag = random.nextInt(6) < wild;
            boolean receivesLater = random.nextBoolean();
            if (from == me) {
                int[] out = new int[length];
                out[0] = sent.get(to).size();
                sends.add(i % 5 == 0 ? WORLD.Issend(out, 0, length, MPI.INT, to, tag)
                    : WORLD.Isend(out, 0, length, MPI.INT, to, tag));
                sent.get(to).add(tag);
            }
            if (to == me) {
                if (receivesLater) {
                    WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                }
                int[] in = new int[40_000];
                int source = anySource ? MPI.ANY_SOURCE : from;
                int wanted = anyTag ? MPI.ANY_TAG : tag;
                receives.add(new Pattern(source, wanted, in, WORLD.Irecv(in, 0, in.length, MPI.INT, source, wanted)));
            }
        }
        settle(receives, sends);
        check(receives, seed);
    }

    /** Ends all operations; receives that can't get a message are cancelled, and others take the rest. */
    private static void settle(List<Pattern> receives, List<Request> sends) {
        int n = WORLD.Size();
        int[] done = {0};
        int[] left = {0, 0};
        do {
            done[0] = Request.Testall(sends.toArray(Request[]::new)) == null ? 1 : 0;
            // Behind each sent message comes one of this call.
            WORLD.Alltoall(new int[n], 0, 1, MPI.INT, new int[n], 0, 1, MPI.INT);
            boolean stuck = WORLD.Iprobe(MPI.ANY_SOURCE, MPI.ANY_TAG) != null;
            if (stuck) {
                int[] in = new int[40_000];
                Request rest = WORLD.Irecv(in, 0, in.length, MPI.INT, MPI.ANY_SOURCE, MPI.ANY_TAG);
                receives.add(new Pattern(MPI.ANY_SOURCE, MPI.ANY_TAG, in, rest));
            }
            WORLD.Allreduce(new int[] {done[0], stuck ? 1 : 0}, 0, left, 0, 2, MPI.INT, MPI.MAX);
        } while (left[0] + left[1] > 0);
    }

    private static void check(List<Pattern> receives, int seed) {
        Map<Integer, List<int[]>> got = new TreeMap<>();
        for (Pattern each : receives) {
            Status status = each.request().Test();
            if (status == null) {
                each.request().Cancel();
                equal(true, each.request().Wait().Test_cancelled(), "cancelled receive, program " + seed);
                continue;
            }
            int number = each.in()[0];
            for (int[] later : got.computeIfAbsent(status.source, source -> new ArrayList<>())) {
                // An earlier receive that this message matches took a later message of the same sender.
                boolean overtaken = later[0] > number && (later[1] == MPI.ANY_TAG || later[1] == status.tag)
                    && (later[2] == MPI.ANY_SOURCE || later[2] == status.source);
                equal(false, overtaken, "message " + number + " is overtaken, program " + seed);
            }
            got.get(status.source).add(new int[] {number, each.tag(), each.source()});
        }
        WORLD.Barrier();
    }

    /** A limit cuts the receive of a message that has begun to arrive; a call for another message gets that one. */
    static void aCutReceiveIsContinuedByTheSameCallOnly() {
        byte[] in = new byte[LONG];
        if (WORLD.Rank() == 1) {
            byte[] out = new byte[LONG];
            out[LONG - 1] = 5;
            Request late = WORLD.Isend(out, 0, LONG, MPI.BYTE, 0, 5);
            WORLD.Send(new byte[] {6}, 0, 1, MPI.BYTE, 0, 6);
            late.Wait();
        } else if (WORLD.Rank() == 0 && WORLD.Size() > 1) {
            WORLD.Probe(1, 6);
            try {
                Shmem.current().within(Duration.ofNanos(1), () -> {
                    WORLD.Recv(in, 0, LONG, MPI.BYTE, MPI.ANY_SOURCE, 5);
                });
            } catch (WaitTimeoutException _) {
                // The message was not there.
            }
            Status other = WORLD.Recv(in, 0, LONG, MPI.BYTE, 1, 6);
            equal("6, 1", other.tag + ", " + other.Get_count(MPI.BYTE), "the other message");
            WORLD.Recv(in, 0, LONG, MPI.BYTE, MPI.ANY_SOURCE, 5);
            equal(5, (int) in[LONG - 1], "the end of the cut one");
        }
        WORLD.Barrier();
    }

    static void noProcess() {
        int[] one = {5};
        WORLD.Send(one, 0, 1, MPI.INT, MPI.PROC_NULL, 1);
        Status status = WORLD.Recv(one, 0, 1, MPI.INT, MPI.PROC_NULL, 1);
        equal(MPI.PROC_NULL, status.source, "source");
        equal(MPI.ANY_TAG, status.tag, "tag");
        equal(0, status.Get_count(MPI.INT), "count");
        equal(5, one[0], "element");
        equal(MPI.PROC_NULL, WORLD.Irecv(one, 0, 1, MPI.INT, MPI.PROC_NULL, 1).Wait().source, "source");
    }

    static void mistakes() {
        int n = WORLD.Size();
        int[] two = {1, 2};
        Map<String, Runnable> table = Map.of(
            "there is no rank " + n, () -> WORLD.Send(two, 0, 1, MPI.INT, n, 0),
            "there is no rank -1", () -> WORLD.recv(two, 1, MPI.INT, -1, 0),
            "the tag -5 is negative", () -> WORLD.send(two, 1, MPI.INT, 0, -5),
            "a message of -1 elements", () -> WORLD.send(two, -1, MPI.INT, 0, 0),
            "int[] is no buffer for elements of MPI.DOUBLE", () -> WORLD.send(two, 1, MPI.DOUBLE, 0, 0),
            "3 elements of MPI.INT from index 0 are not within", () -> WORLD.send(two, 3, MPI.INT, 0, 0),
            "from index -1 are not within", () -> WORLD.Send(two, -1, 1, MPI.INT, 0, 0),
            "without a buffer", () -> WORLD.send(null, 1, MPI.INT, 0, 0),
            "without a datatype", () -> WORLD.send(two, 1, null, 0, 0),
            "initialised once", () -> MPI.Init(new String[0]));
        table.forEach(MpiCases::refused);
        Request send = WORLD.Isend(two, 0, 2, MPI.INT, next(), 1);
        refused("a message of 8 bytes for a receive of 4", () -> WORLD.Recv(two, 0, 1, MPI.INT, before(), 1));
        send.Wait();
    }
}
