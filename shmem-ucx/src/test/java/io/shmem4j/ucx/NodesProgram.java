// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Work of the PEs in tests of jobs on several nodes, by the first argument. */
public final class NodesProgram {
    private static final int ADDITIONS = 1200;
    private static final int RELAYS = 300;
    private static final int TEAMS = 20;

    private NodesProgram() {
    }

    /**
     * Runs on each PE.
     *
     * @param args what to do, and the file that ends it where one does
     * @throws IOException if the process's own mappings can't be read
     */
    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs words = shmem.allocateLongs(4);
            shmem.barrierAll();
            int last = shmem.nPes() - 1;
            switch (args[0]) {
                case "hang" -> {
                    System.out.println("pid " + ProcessHandle.current().pid());
                    words.waitUntil(0, Cmp.NE, 0);
                }
                case "end" -> awaitFile(shmem.myPe(), Path.of(args[1]));
                case "bereft" -> bereft(shmem, words, last);
                case "puts" -> {
                    System.out.println("pid " + ProcessHandle.current().pid());
                    for (long i = 0; words.get(1) == 0; i++) {
                        shmem.p(words, 0, i, last - shmem.myPe());
                    }
                }
                case "sums" -> {
                    System.out.println("pid " + ProcessHandle.current().pid());
                    while (words.get(1) == 0) {
                        shmem.world().sumReduce(words, words, 1);
                    }
                }
                case "late" -> late(shmem, words, last);
                case "stream" -> stream(shmem, words, last);
                case "compute" -> {
                    if (shmem.myPe() == last) {
                        compute();
                    }
                    shmem.barrierAll();
                }
                case "deadlock", "reader" -> deadlock(shmem, words, last, args[0].equals("reader") ? 600 : 5);
                case "exit" -> end(shmem, words, () -> System.exit(7));
                case "abort" -> end(shmem, words, () -> shmem.globalExit(5));
                case "fetch" -> fetch(shmem, words, last);
                case "store" -> {
                    System.out.println("store");
                    while (words.get(1) >= 0) {
                        shmem.p(words, 0, words.get(1), last - shmem.myPe());
                        shmem.quiet();
                        words.set(1, words.get(1) + 1);
                    }
                }
                case "leave" -> leave(shmem, last);
                case "lines" -> lines(shmem, words);
                case "maps" -> System.out.println("UCX " + Files.readString(Path.of("/proc/self/maps"))
                    .contains("libuc"));
                case "foreign" -> System.out.println("read " + JobMemory.slice(last - shmem.myPe(),
                    SystemLayout.heap(shmem.nPes()), Long.BYTES).get(ValueLayout.JAVA_LONG, 0));
                case "variables" -> System.out.println(Stream.of(args).skip(1).map(System::getenv)
                    .collect(Collectors.joining("|", "", "|")));
                case "atomics" -> atomics(shmem, words);
                case "relay" -> relay(shmem, words);
                case "teams" -> teams(shmem, words, last);
                case "checkpoint" -> shmem.checkpoint();
                default -> throw new IllegalArgumentException(args[0]);
            }
        }
    }

    /** PE 0 comes last to the end, and tells the others' nodes. */
    private static void awaitFile(int pe, Path file) {
        ProcessHandle me = ProcessHandle.current();
        System.out.println("agent" + pe + " " + me.parent().orElseThrow().pid() + "\npe" + pe + " " + me.pid());
        while (pe == 0 && !Files.exists(file)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    /** PE 0 comes to a barrier as soon as the agent of the last PE's node has died. */
    private static void bereft(Shmem shmem, SymmetricLongs words, int last) {
        long agent = ProcessHandle.current().parent().orElseThrow().pid();
        shmem.p(words, 0, agent, last - shmem.myPe());
        shmem.barrierAll();
        System.out.println("agent" + shmem.myPe() + " " + agent);
        while (shmem.myPe() == 0 && Files.exists(Path.of("/proc", Long.toString(words.get(0))))) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
        shmem.barrierAll();
    }

    private static void lines(Shmem shmem, SymmetricLongs words) {
        while (words.get(1) == 0) {
            System.out.println("a line of PE " + shmem.myPe());
        }
    }

    private static void fetch(Shmem shmem, SymmetricLongs words, int last) {
        System.out.println("fetch");
        while (shmem.fetchAdd(words, 0, 1L, last - shmem.myPe()) >= 0) {
            words.set(1, words.get(1) + 1);
        }
    }

    /** The last PE ends the job while the others wait. */
    private static void end(Shmem shmem, SymmetricLongs words, Runnable exit) {
        if (shmem.myPe() == shmem.nPes() - 1) {
            exit.run();
        }
        words.waitUntil(0, Cmp.NE, 0);
    }

    /** Teams whose members call the same and leave in any order, the first member being on one node or the other. */
    private static void teams(Shmem shmem, SymmetricLongs words, int last) {
        for (int i = 0; i < TEAMS; i++) {
            Team team = i % 2 == 0 ? shmem.world().splitStrided(last, -1, last + 1)
                : shmem.world().splitStrided(0, 1, last + 1);
            team.sumReduce(words, words, 1);
            team.free();
        }
    }

    /** Many puts are on their way at each moment, and each has an answer. */
    private static void stream(Shmem shmem, SymmetricLongs words, int last) {
        SymmetricLongs block = shmem.allocateLongs(64);
        System.out.println("pid " + ProcessHandle.current().pid());
        while (words.get(1) == 0) {
            for (int i = 0; i < 100; i++) {
                shmem.putNbi(block, 0, block, 32, 32, last - shmem.myPe());
            }
            shmem.quiet();
        }
    }

    /** Nobody will count it down. */
    private static void compute() {
        System.out.println("computes");
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    /** All wait, but at first a thread could still store what the last PE waits for. */
    private static void deadlock(Shmem shmem, SymmetricLongs words, int last, int seconds) {
        words.named("words");
        words.set(1, 5);
        if (shmem.myPe() == last) {
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
            Thread.ofPlatform().name("reader").daemon().start(() -> {
                while (System.nanoTime() - until < 0) {
                    LockSupport.parkNanos(until - System.nanoTime());
                }
            });
            words.waitUntil(1, Cmp.EQ, 7);
        }
        shmem.barrierAll();
    }

    /** Sums to which the last PE comes last. */
    private static void late(Shmem shmem, SymmetricLongs words, int last) {
        for (int round = 0; round < 20; round++) {
            if (shmem.myPe() == last) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
            shmem.world().sumReduce(words, words, 1);
        }
        shmem.finish();
    }

    private static void leave(Shmem shmem, int last) {
        if (shmem.myPe() != last) {
            shmem.barrierAll();
        }
    }

    /** Each PE adds to the words of all: those of its node by instructions, the others by messages. */
    private static void atomics(Shmem shmem, SymmetricLongs words) {
        SymmetricInts ints = shmem.allocateInts(1);
        for (int i = 0; i < ADDITIONS; i++) {
            int pe = i % shmem.nPes();
            shmem.add(words, 0, 1L, pe);
            shmem.fetchAdd(words, 1, 3L, pe);
            shmem.inc(ints, 0, pe);
            shmem.fetchXor(words, 2, 1L << i % Long.SIZE, pe);
        }
        shmem.barrierAll();
        long each = ADDITIONS;
        System.out.println("sums " + (words.get(0) == each) + (words.get(1) == 3 * each) + (ints.get(0) == each));
    }

    /** Data that a PE has put are there for the third one that hears of it from the second. */
    private static void relay(Shmem shmem, SymmetricLongs words) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs block = shmem.allocateLongs(4096);
        for (int round = 1; round <= RELAYS; round++) {
            int writer = round % n;
            int reader = (round + n - 1) % n;
            if (me == writer) {
                long[] values = new long[4096];
                Arrays.fill(values, round);
                shmem.put(block, 0, values, 0, values.length, reader);
                shmem.quiet();
            }
            shmem.syncAll();
            if (me == reader && (block.get(0) != round || block.get(4095) != round)) {
                throw new AssertionError("round " + round + ": " + block.get(0) + ", " + block.get(4095));
            }
            shmem.syncAll();
        }
        System.out.println("relayed");
    }
}
