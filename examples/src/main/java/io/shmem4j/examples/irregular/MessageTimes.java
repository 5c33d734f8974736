// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.container.GlobalCounts;
import io.shmem4j.irregular.message.Messages;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Times of messages from PE 0 to the last PE: in a stream, there and back, and on one machine until a PE that computes
 * has handled one; and of merges into a map by all PEs.
 *
 * <p>Arguments: messages and merges in a round (default 200 thousand), rounds (default 20, the best one counts).
 */
public final class MessageTimes {
    private static final int LATE = 200;
    private static final int KEYS = 10_000;
    private static final long PAUSE_NANOS = 100_000;

    private final Shmem shmem;
    private final int last;
    private final Messages messages;
    private final int one;
    private final int four;
    private final int ask;
    private final int late;
    private final AtomicLong sum = new AtomicLong();
    private final long[] lateness = new long[LATE];
    private volatile int lateCount;

    private MessageTimes(Shmem shmem) {
        this.shmem = shmem;
        this.last = shmem.nPes() - 1;
        this.messages = new Messages(shmem);
        this.one = messages.handler((from, words) -> sum.setPlain(sum.getPlain() + words.get()));
        this.four = messages.handler((from, words) -> sum.setPlain(sum.getPlain() + words.get(0) - words.get(3)));
        this.ask = messages.answerer((from, words) -> words.get() + 1);
        this.late = messages.handler((from, words) -> {
            lateness[lateCount] = System.nanoTime() - words.get();
            lateCount++;
        });
        messages.open();
    }

    public static void main(String[] args) {
        int count = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        try (Shmem shmem = Shmem.init()) {
            MessageTimes times = new MessageTimes(shmem);
            times.stream(count, rounds);
            times.thereAndBack(count, rounds);
            // Clocks of two machines have nothing in common.
            if (shmem.nPes() > 1 && shmem.shared().nPes() == shmem.nPes()) {
                times.late();
            }
            times.merges(count, rounds);
            shmem.finish();
        }
    }

    private void say(String format, Object... values) {
        if (shmem.myPe() == 0) {
            System.out.printf(Locale.ROOT, format + "%n", values);
        }
    }

    private double best(int rounds, Runnable work) {
        double best = Double.POSITIVE_INFINITY;
        for (int round = 0; round < rounds; round++) {
            shmem.barrierAll();
            double start = shmem.time();
            work.run();
            best = Math.min(best, shmem.time() - start);
        }
        return best * 1e9;
    }

    private void stream(int count, int rounds) {
        double small = best(rounds, () -> {
            for (int i = 0; shmem.myPe() == 0 && i < count; i++) {
                messages.send(last, one, i);
            }
            messages.finish();
        });
        double large = best(rounds, () -> {
            for (int i = 0; shmem.myPe() == 0 && i < count; i++) {
                messages.send(last, four, i, i, i, i);
            }
            messages.finish();
        });
        long expected = shmem.myPe() == last ? rounds * (count * (count - 1L) / 2) : 0;
        if (sum.get() != expected) {
            throw new AssertionError("the sum is " + sum + ", not " + expected);
        }
        say("stream of 8 bytes %.1f ns, of 32 bytes %.1f ns a message", small / count, large / count);
    }

    private void thereAndBack(int count, int rounds) {
        long[] nanos = new long[count];
        double mean = Double.POSITIVE_INFINITY;
        long median = Long.MAX_VALUE;
        long worst = Long.MAX_VALUE;
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; shmem.myPe() == 0 && i < count; i++) {
                long start = System.nanoTime();
                messages.ask(last, ask, i).join();
                nanos[i] = System.nanoTime() - start;
            }
            messages.finish();
            mean = Math.min(mean, Arrays.stream(nanos).average().orElse(0));
            Arrays.sort(nanos);
            median = Math.min(median, nanos[count / 2]);
            worst = Math.min(worst, nanos[(int) (count * 0.999)]);
        }
        say("there and back %.0f ns mean, %d ns median, %d ns p99.9, each the best of %d rounds", mean, median, worst,
            rounds);
    }

    /** The last PE makes no call of the messages until each has come. */
    private void late() {
        for (int i = 0; i < LATE; i++) {
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
                messages.send(last, late, System.nanoTime());
                messages.poll();
            }
            while (shmem.myPe() == last && lateCount <= i) {
                Thread.onSpinWait();
            }
        }
        Arrays.sort(lateness);
        long median = shmem.world().maxReduce(lateness[LATE / 2]);
        long tenth = shmem.world().maxReduce(lateness[LATE * 9 / 10]);
        say("handled by a PE that computes after %.0f us median, %.0f us p90", median * 1e-3, tenth * 1e-3);
    }

    private void merges(int count, int rounds) {
        GlobalCounts map = new GlobalCounts(shmem, KEYS, Long::sum);
        long[] keys = new SplittableRandom(shmem.myPe()).longs(count, 0, KEYS).toArray();
        double nanos = best(rounds, () -> {
            for (long key : keys) {
                map.merge(key, 1);
            }
            map.barrier();
        });
        long[] all = new long[1];
        map.forEachOwn((key, value) -> all[0] += value);
        if (shmem.world().sumReduce(all[0]) != (long) count * rounds * shmem.nPes()) {
            throw new AssertionError("merges are lost");
        }
        say("%.1f million merges a second and PE", count / nanos * 1e3);
    }
}
