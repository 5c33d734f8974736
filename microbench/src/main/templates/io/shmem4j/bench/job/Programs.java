// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.bench.measure.WrongResultException;

/**
 * The programs that {@code bench cold} starts: each is a user's plain loop over one operation, whose results it checks.
 * Their arguments are those of {@link Stopwatch}. A job loads one of the nested classes and none of the others.
 */
public final class Programs {
    private static final int OF_PE = 1_000_003;
    private static final int OF_ELEMENT = 7;
    private static final int LENGTH = 1024;
    private static final long VALUE = 42;

    private Programs() {
    }

    private static int number(int pe, int element) {
        return pe * OF_PE + element * OF_ELEMENT + 1;
    }

    private static void fill(SymmetricInts array, int pe) {
        for (int i = 0; i < array.length(); i++) {
            array.set(i, number(pe, i));
        }
    }

    /** Looks whether elements of a PE, from one on, have arrived at a place. */
    private static void check(String what, SymmetricInts dest, int at, int count, int pe, int from) {
        for (int i = 0; i < count; i++) {
            WrongResultException.check(what, at + i, dest.get(at + i), number(pe, from + i));
        }
    }

    static void checkSum(Shmem shmem, SymmetricInts dest) {
        for (int i = 0; i < dest.length(); i++) {
            int sum = 0;
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                sum += number(pe, i);
            }
            WrongResultException.check("sum", i, dest.get(i), sum);
        }
    }

    private static long sumTo(int calls) {
        int rest = calls & LENGTH - 1;
        return (long) (calls / LENGTH) * (LENGTH * (LENGTH - 1) / 2) + (long) rest * (rest + 1) / 2;
    }

    /** Put with signal from PE 0 to PE 1 and back; a call is both ways. */
    public static final class PingPong {
        private PingPong() {
        }

        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                Stopwatch watch = new Stopwatch(shmem, args);
                SymmetricLongs message = shmem.allocateLongs(1);
                Signal arrived = shmem.allocateSignal();
                long[] value = {0};
                boolean serves = shmem.myPe() == 0;
                boolean plays = shmem.myPe() < 2;
                int peer = 1 - shmem.myPe();
                while (watch.goesOn()) {
                    int calls = plays ? watch.calls() : 0;
                    int mark = watch.start();
                    for (int call = 1; call <= calls; call++) {
                        value[0]++;
                        if (serves) {
                            shmem.putSignal(message, 0, value, 0, 1, arrived, value[0], SignalOp.SET, peer);
                        }
                        arrived.waitUntil(Cmp.GE, value[0]);
                        if (!serves) {
                            shmem.putSignal(message, 0, value, 0, 1, arrived, value[0], SignalOp.SET, peer);
                        }
                        if (call == mark) {
                            mark = watch.pass();
                        }
                    }
                }
                WrongResultException.check("ping-pong", 0, message.get(0), value[0]);
                watch.report();
            }
        }
    }

    //#each Program/name/call/in/out
    //#row Barrier | barrier | shmem.barrierAll() | - | -
    //#row Sync | sync | shmem.syncAll() | - | -
    //#row Sum | sum | world.sumReduce(dest, source, count) | 1 | 1
    //#row Broadcast | broadcast | world.broadcast(dest, source, count, 0) | 1 | 1
    //#row Fcollect | fcollect | world.fcollect(dest, source, count) | 1 | n
    //#row Alltoall | alltoall | world.alltoall(dest, source, count) | n | n
    /** Calls by all PEs. */
    public static final class $Program$ {
        private $Program$() {
        }

        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                Stopwatch watch = new Stopwatch(shmem, args);
                //#when Barrier Sync
                SymmetricLongs flags = shmem.allocateLongs(shmem.nPes());
                //#else
                int count = watch.ints();
                int n = shmem.nPes();
                SymmetricInts source = shmem.allocateInts((long) count * $in$);
                SymmetricInts dest = shmem.allocateInts((long) count * $out$);
                fill(source, shmem.myPe());
                Team world = shmem.world();
                //#end
                while (watch.goesOn()) {
                    int calls = watch.calls();
                    int mark = watch.start();
                    for (int call = 1; call <= calls; call++) {
                        $call$;
                        if (call == mark) {
                            mark = watch.pass();
                        }
                    }
                }
                //#when Barrier Sync
                shmem.p(flags, shmem.myPe(), 1, 0);
                shmem.quiet();
                $call$;
                for (int pe = 0; pe < shmem.nPes() && shmem.myPe() == 0; pe++) {
                    WrongResultException.check("$name$", pe, flags.get(pe), 1);
                }
                //#end
                //#when Sum
                checkSum(shmem, dest);
                //#end
                //#when Broadcast
                check("$name$", dest, 0, count, 0, 0);
                //#end
                //#when Fcollect Alltoall
                for (int pe = 0; pe < n; pe++) {
                    //#when Fcollect
                    check("$name$", dest, pe * count, count, pe, 0);
                    //#else
                    check("$name$", dest, pe * count, count, pe, shmem.myPe() * count);
                    //#end
                }
                //#end
                watch.report();
            }
        }
    }

    //#next
    //#each Program P G
    /** Calls of PE 0 that reach memory of PE 1. */
    public static final class $Program$ {
        private $Program$() {
        }

        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                Stopwatch watch = new Stopwatch(shmem, args);
                SymmetricLongs words = shmem.allocateLongs(LENGTH);
                int peer = shmem.nPes() > 1 ? 1 : 0;
                //#when G
                for (int i = 0; i < LENGTH; i++) {
                    words.set(i, i);
                }
                long sum = 0;
                long expected = 0;
                //#end
                //#when P
                long sent = 0;
                //#end
                while (watch.goesOn()) {
                    int calls = shmem.myPe() == 0 ? watch.calls() : 0;
                    int mark = watch.start();
                    for (int call = 1; call <= calls; call++) {
                        //#when P
                        shmem.p(words, sent & LENGTH - 1, sent + 1, peer);
                        sent++;
                        //#end
                        //#when G
                        sum += shmem.g(words, call & LENGTH - 1, peer);
                        //#end
                        if (call == mark) {
                            mark = watch.pass();
                        }
                    }
                    //#when G
                    expected += sumTo(calls);
                    //#end
                }
                //#when P
                for (long n = Math.max(0, sent - LENGTH); n < sent; n++) {
                    WrongResultException.check("p", n & LENGTH - 1, shmem.g(words, n & LENGTH - 1, peer), n + 1);
                }
                //#end
                //#when G
                WrongResultException.check("sum of g", 0, sum, expected);
                //#end
                watch.report();
            }
        }
    }

    //#next
    //#each Program Put Get FetchAdd
    /** Calls of PE 0 that reach memory of PE 1. */
    public static final class $Program$ {
        private $Program$() {
        }

        public static void main(String[] args) {
            try (Shmem shmem = Shmem.init()) {
                Stopwatch watch = new Stopwatch(shmem, args);
                SymmetricLongs words = shmem.allocateLongs(1);
                int peer = shmem.nPes() > 1 ? 1 : 0;
                //#when Put
                long[] source = {0};
                //#end
                //#when Get
                words.set(0, VALUE);
                long[] dest = {0};
                //#end
                //#when FetchAdd
                long done = 0;
                long last = -1;
                //#end
                while (watch.goesOn()) {
                    int calls = shmem.myPe() == 0 ? watch.calls() : 0;
                    int mark = watch.start();
                    for (int call = 1; call <= calls; call++) {
                        //#when Put
                        source[0]++;
                        shmem.put(words, 0, source, 0, 1, peer);
                        shmem.quiet();
                        //#end
                        //#when Get
                        shmem.get(dest, 0, words, 0, 1, peer);
                        //#end
                        //#when FetchAdd
                        last = shmem.fetchAdd(words, 0, 1L, peer);
                        //#end
                        if (call == mark) {
                            mark = watch.pass();
                        }
                    }
                    //#when FetchAdd
                    done += calls;
                    //#end
                }
                if (shmem.myPe() == 0) {
                    //#when Put
                    WrongResultException.check("put", 0, shmem.g(words, 0, peer), source[0]);
                    //#end
                    //#when Get
                    WrongResultException.check("get", 0, dest[0], VALUE);
                    //#end
                    //#when FetchAdd
                    WrongResultException.check("fetch-add", 0, last, done - 1);
                    WrongResultException.check("counter", 0, shmem.g(words, 0, peer), done);
                    //#end
                }
                watch.report();
            }
        }
    }

    //#next
}
