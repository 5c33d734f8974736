// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Program that {@code bench cold} runs: a loop over one operation, whose result it checks. The job loads only this
 * operation's class, so the compiler can inline the call as in a user's loop.
 *
 * <p>Arguments: a {@link ColdOperation}, the number of cold calls, milliseconds of warm-up, bytes per call.
 */
public final class ColdLoop {
    private static final int LENGTH = 1024;
    private static final long VALUE = 42;

    private ColdLoop() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            int count = Integer.parseInt(args[3]) / Integer.BYTES;
            run(shmem, operation(ColdOperation.valueOf(args[0]), shmem, count), args);
        }
    }

    static void run(Shmem shmem, Operation operation, String... args) {
        Stopwatch watch = new Stopwatch(shmem, Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        while (watch.hasNext()) {
            int calls = shmem.myPe() < operation.actors ? watch.calls() : 0;
            int mark = watch.start();
            for (int call = 1; call <= calls; call++) {
                operation.call(call);
                if (call == mark) {
                    mark = watch.pass();
                }
            }
            operation.count(calls);
        }
        operation.check();
        watch.report();
    }

    private static Operation operation(ColdOperation operation, Shmem shmem, int count) {
        Team world = shmem.world();
        int me = shmem.myPe();
        int n = shmem.nPes();
        return switch (operation) {
            case BARRIER -> new Meeting(shmem, shmem::barrierAll);
            case SYNC -> new Meeting(shmem, shmem::syncAll);
            case SUM -> new Collective(shmem, count, 1, 1, world::sumReduce, i -> sum(n, i));
            case BROADCAST -> new Collective(shmem, count, 1, 1, (dest, source, length) ->
                world.broadcast(dest, source, length, 0), i -> number(0, i));
            case FCOLLECT -> new Collective(shmem, count, 1, n, world::fcollect, i -> number(i / count, i % count));
            case ALLTOALL -> new Collective(shmem, count, n, n, world::alltoall,
                i -> number(i / count, me * count + i % count));
            case P -> new Puts(shmem);
            case G -> new Gets(shmem);
            case PUT -> new ArrayPuts(shmem);
            case GET -> new ArrayGets(shmem);
            case FETCH_ADD -> new Additions(shmem);
            case PING_PONG -> new PingPong(shmem);
        };
    }

    private static int number(int pe, int element) {
        return pe * 1_000_003 + element * 7 + 1;
    }

    static int sum(int pes, int element) {
        return IntStream.range(0, pes).map(pe -> number(pe, element)).sum();
    }

    /** The operation that the loop calls. */
    abstract static class Operation {
        final Shmem shmem;
        final int peer;
        /** The lowest PEs, this many, make the calls. */
        private final int actors;

        Operation(Shmem shmem, int actors) {
            this.shmem = shmem;
            this.actors = actors;
            this.peer = shmem.nPes() > 1 ? 1 : 0;
        }

        abstract void call(int number);

        /** Adds the calls of a finished loop. */
        void count(int calls) {
        }

        abstract void check();
    }

    private static final class Meeting extends Operation {
        private final Runnable call;
        private final SymmetricLongs flags;

        Meeting(Shmem shmem, Runnable call) {
            super(shmem, shmem.nPes());
            this.call = call;
            this.flags = shmem.allocateLongs(shmem.nPes());
        }

        @Override
        void call(int number) {
            call.run();
        }

        @Override
        void check() {
            shmem.p(flags, shmem.myPe(), 1, 0);
            shmem.quiet();
            call.run();
            for (int pe = 0; pe < shmem.nPes() && shmem.myPe() == 0; pe++) {
                WrongResultException.check("flags after a meeting", pe, flags.get(pe), 1);
            }
        }
    }

    /** A collective on arrays of ints. */
    interface Call {
        void make(SymmetricInts dest, SymmetricInts source, long count);
    }

    static final class Collective extends Operation {
        private final int count;
        private final SymmetricInts source;
        private final SymmetricInts dest;
        private final Call call;
        private final IntUnaryOperator expected;

        /**
         * A collective.
         *
         * @param in       length of the source in units of {@code count} elements
         * @param out      length of the dest in the same units
         * @param expected the expected value of each element of the dest
         */
        Collective(Shmem shmem, int count, int in, int out, Call call, IntUnaryOperator expected) {
            super(shmem, shmem.nPes());
            this.count = count;
            this.source = shmem.allocateInts((long) count * in);
            this.dest = shmem.allocateInts((long) count * out);
            this.call = call;
            this.expected = expected;
            for (int i = 0; i < source.length(); i++) {
                source.set(i, number(shmem.myPe(), i));
            }
        }

        @Override
        void call(int number) {
            call.make(dest, source, count);
        }

        @Override
        void check() {
            for (int i = 0; i < dest.length(); i++) {
                WrongResultException.check("collective", i, dest.get(i), expected.applyAsInt(i));
            }
        }
    }

    private static final class Puts extends Operation {
        private final SymmetricLongs words;
        private long sent;

        Puts(Shmem shmem) {
            super(shmem, 1);
            this.words = shmem.allocateLongs(LENGTH);
        }

        @Override
        void call(int number) {
            shmem.p(words, sent & LENGTH - 1, sent + 1, peer);
            sent++;
        }

        @Override
        void check() {
            for (long n = Math.max(0, sent - LENGTH); n < sent; n++) {
                WrongResultException.check("p", n & LENGTH - 1, shmem.g(words, n & LENGTH - 1, peer), n + 1);
            }
        }
    }

    private static final class Gets extends Operation {
        private final SymmetricLongs words;
        private long sum;
        private long expected;

        Gets(Shmem shmem) {
            super(shmem, 1);
            this.words = shmem.allocateLongs(LENGTH);
            for (int i = 0; i < LENGTH; i++) {
                words.set(i, i);
            }
        }

        @Override
        void call(int number) {
            sum += shmem.g(words, number & LENGTH - 1, peer);
        }

        @Override
        void count(int calls) {
            long rest = calls & LENGTH - 1;
            expected += (long) (calls / LENGTH) * (LENGTH * (LENGTH - 1) / 2) + rest * (rest + 1) / 2;
        }

        @Override
        void check() {
            WrongResultException.check("sum of g", 0, sum, expected);
        }
    }

    /** Puts of one long from an array, each followed by a quiet. */
    private static final class ArrayPuts extends Operation {
        private final SymmetricLongs word;
        private final long[] source = {0};

        ArrayPuts(Shmem shmem) {
            super(shmem, 1);
            this.word = shmem.allocateLongs(1);
        }

        @Override
        void call(int number) {
            source[0]++;
            shmem.put(word, 0, source, 0, 1, peer);
            shmem.quiet();
        }

        @Override
        void check() {
            if (shmem.myPe() == 0) {
                WrongResultException.check("put", 0, shmem.g(word, 0, peer), source[0]);
            }
        }
    }

    /** Gets of one long into an array. */
    private static final class ArrayGets extends Operation {
        private final SymmetricLongs word;
        private final long[] dest = {0};

        ArrayGets(Shmem shmem) {
            super(shmem, 1);
            this.word = shmem.allocateLongs(1);
            word.set(0, VALUE);
        }

        @Override
        void call(int number) {
            shmem.get(dest, 0, word, 0, 1, peer);
        }

        @Override
        void check() {
            if (shmem.myPe() == 0) {
                WrongResultException.check("get", 0, dest[0], VALUE);
            }
        }
    }

    private static final class Additions extends Operation {
        private final SymmetricLongs word;
        private long last = -1;
        private long done;

        Additions(Shmem shmem) {
            super(shmem, 1);
            this.word = shmem.allocateLongs(1);
        }

        @Override
        void call(int number) {
            last = shmem.fetchAdd(word, 0, 1L, peer);
        }

        @Override
        void count(int calls) {
            done += calls;
        }

        @Override
        void check() {
            if (shmem.myPe() == 0) {
                WrongResultException.check("fetch-add", 0, last, done - 1);
                WrongResultException.check("counter", 0, shmem.g(word, 0, peer), done);
            }
        }
    }

    /** Put with signal from PE 0 to PE 1 and back; a call is a round trip. */
    private static final class PingPong extends Operation {
        private final SymmetricLongs message;
        private final Signal arrived;
        private final long[] value = {0};
        private final boolean serves;

        PingPong(Shmem shmem) {
            super(shmem, 2);
            this.message = shmem.allocateLongs(1);
            this.arrived = shmem.allocateSignal();
            this.serves = shmem.myPe() == 0;
        }

        @Override
        void call(int number) {
            value[0]++;
            if (serves) {
                send(1);
            }
            arrived.waitUntil(Cmp.GE, value[0]);
            if (!serves) {
                send(0);
            }
        }

        private void send(int pe) {
            shmem.putSignal(message, 0, value, 0, 1, arrived, value[0], SignalOp.SET, pe);
        }

        @Override
        void check() {
            WrongResultException.check("ping-pong", 0, message.get(0), value[0]);
        }
    }
}
