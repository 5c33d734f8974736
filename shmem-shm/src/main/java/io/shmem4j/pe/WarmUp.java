// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.Ends;
import io.shmem4j.apart.PeClassLoader;
import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.PoolThreads;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.Streams;
import io.shmem4j.pe.SharedJvm.SharedHost;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * Training program of start-up caches. It makes all common calls once, so that their classes start linked. The doctor
 * runs it to test jobs.
 */
public final class WarmUp {
    /** Enough rounds to link all calls, and to compile them if the training has low thresholds. */
    private static final int ROUNDS = 20;
    /** The argument of a test run without training. */
    private static final String ONCE = "--once";
    private static final int LATE = 12;
    private static final long LATE_NANOS = 60_000_000;

    private WarmUp() {
    }

    /**
     * Runs the training. Arguments are classes to load; those followed by arguments are programs, which are also run.
     */
    public static void main(String[] args) throws IOException {
        MethodShapes.link();
        boolean once = Arrays.equals(args, new String[] {ONCE});
        List<String> programs = once ? List.of() : List.of(args);
        List<String> names = new ArrayList<>();
        programs.forEach(words -> names.add(words.split(" ")[0]));
        load(names);
        rehearse(names);
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            int next = (me + 1) % shmem.nPes();
            SymmetricLongs longs = shmem.allocateLongs(8);
            SymmetricDoubles doubles = shmem.allocateDoubles(8);
            Signal arrived = shmem.allocateSignal();
            long[] mine = {me, 1, 2, 3};
            shmem.putSignal(longs, 0, mine, 0, mine.length, arrived, 1, SignalOp.SET, next);
            arrived.waitUntil(Cmp.EQ, 1);
            shmem.fetchAdd(longs, 4, 1L, next);
            shmem.inc(longs, 5, 0);
            shmem.quiet();
            doubles.set(0, me);
            if (!once) {
                waitLong(shmem);
            }
            new CommonCalls(shmem).run(once ? 1 : ROUNDS);
            if (!once) {
                new CallsOfTypes(shmem).run();
            }
            String line = String.format("PE %d of %d: got %d", me, shmem.nPes(), longs.get(0));
            System.out.println(line);
            likePrograms();
            for (String words : programs) {
                if (words.contains(" ")) {
                    run(words.split(" "));
                }
            }
        }
    }

    /** Runs a bundled program within the current session, so that its lambdas and calls are linked, too. */
    private static void run(String[] words) {
        try {
            Class<?> type = Class.forName(words[0]);
            MainMethod.of(type).run(type, Arrays.copyOfRange(words, 1, words.length));
        } catch (ClassNotFoundException | LinkageError e) {
            // Ignored as in {@code load}.
        } catch (Throwable e) {
            throw new IllegalStateException(words[0] + " fails in the training", e);
        }
    }

    /** Uses the JDK as typical programs do: random keys, tables, a formatted time. */
    private static String likePrograms() {
        SplittableRandom random = new SplittableRandom(1);
        Map<String, Double> table = new LinkedHashMap<>();
        for (long key : LongStream.range(0, 4).map(value -> random.nextLong(9)).filter(value -> value >= 0).toArray()) {
            table.put("key " + key, random.nextDouble());
        }
        return String.format("%-8s %.3f s, %.1f%%", table.keySet(), Arrays.stream(new double[] {1, 2}).sum(), .5)
            + table.values().stream().sorted().map(Object::toString).collect(Collectors.joining());
    }

    /** Loads classes as a shared JVM does for its PEs. */
    private static void rehearse(List<String> programs) {
        CurrentPe.find();
        ProgramClasses classes = new ProgramClasses(System.getProperty("java.class.path"), 1, true);
        PeClassLoader loader = classes.loader(null);
        List<String> names = new ArrayList<>(programs);
        for (Class<?> ours : List.of(SharedJvm.class, SharedHost.class, ProgramJvm.class, Pe.class, Frames.class,
            SharedInput.class, PeOutput.class, PeThreads.Main.class, Streams.class, Ends.class, PoolThreads.class)) {
            names.add(ours.getName());
        }
        for (String name : names) {
            try {
                classes.rehearse(WarmUp.class.getName());
                Class.forName(name, false, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                // Ignored as in {@code load}.
            }
        }
    }

    /** Waits until the PEs switch from parking to the system call, which links it. */
    private static void waitLong(Shmem shmem) {
        for (int i = 0; i < LATE; i++) {
            if (shmem.myPe() != 0) {
                Waiter.park(LATE_NANOS);
            }
            shmem.barrierAll();
        }
    }

    /** Loads classes without initializing them, so that start-up gets them from the cache. */
    public static void load(List<String> classes) {
        for (String name : classes) {
            try {
                Class.forName(name, false, WarmUp.class.getClassLoader());
            } catch (ClassNotFoundException | LinkageError e) {
                // Depends on a library outside of the cache's class path, so it starts without the cache.
            }
        }
    }
}
