// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.legacy.LegacyShmem;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.nonblocking.Pending;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/** Halos, non-blocking collectives, channels, feeds and active sets that PEs use again after deaths. */
final class LastingProtocols {
    private static final int STEPS = 2;

    private LastingProtocols() {
    }

    static void all(Map<String, Protocol> protocols) {
        IrregularProtocols.addMortal(protocols, "a halo", LastingProtocols::halo);
        IrregularProtocols.addMortal(protocols, "non-blocking collectives", LastingProtocols::nonBlocking);
        IrregularProtocols.addMortal(protocols, "a channel", LastingProtocols::channel);
        IrregularProtocols.addMortal(protocols, "a feed", LastingProtocols::feed);
        IrregularProtocols.addMortal(protocols, "an active set", LastingProtocols::activeSet);
        IrregularProtocols.addMortal(protocols, "refusals", LastingProtocols::refusals);
    }

    private static SymmetricLongs longs(Shmem shmem, int count) {
        return IrregularProtocols.made(shmem, () -> shmem.allocateLongs(count));
    }

    /** {@return a number that grows with each death, the same on all PEs} Values of an earlier attempt differ. */
    private static long attempt(Shmem shmem, SymmetricLongs incarnations) {
        incarnations.set(0, shmem.incarnation());
        shmem.barrierAll();
        long sum = 0;
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            sum += shmem.g(incarnations, 0, pe);
        }
        return 1000 * sum;
    }

    private static void halo(Shmem shmem) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        SymmetricLongs incarnations = longs(shmem, 1);
        SymmetricLongs2D grid = IrregularProtocols.made(shmem, () -> SymmetricLongs2D.allocate(shmem, 3, 3));
        Halo halo = IrregularProtocols.made(shmem, () -> grid.halo(n, true));
        IrregularProtocols.endTogether(shmem, () -> {
            long attempt = attempt(shmem, incarnations);
            for (long value = attempt; value < attempt + 10 * STEPS; value += 10) {
                grid.set(1, 1, value + me);
                halo.exchange();
                assertEquals(value + (me + n - 1) % n, grid.get(0, 1));
                assertEquals(value + (me + 1) % n, grid.get(2, 1));
            }
        });
    }

    /** Two sums at once, of which the first may be complete when a PE dies. */
    private static void nonBlocking(Shmem shmem) {
        int n = shmem.nPes();
        SymmetricLongs incarnations = longs(shmem, 1);
        SymmetricLongs words = longs(shmem, 4);
        NonBlocking all = IrregularProtocols.made(shmem, () -> NonBlocking.allocate(shmem));
        NonBlockingTeam world = IrregularProtocols.made(shmem, () -> all.on(shmem.world(), 2));
        IrregularProtocols.endTogether(shmem, () -> {
            long attempt = attempt(shmem, incarnations);
            for (int step = 0; step < STEPS; step++) {
                words.set(0, attempt + step);
                words.set(1, attempt - step);
                Pending first = world.sumReduce(words.slice(2, 1), words.slice(0, 1), 1);
                Pending second = world.sumReduce(words.slice(3, 1), words.slice(1, 1), 1);
                second.await();
                assertEquals(n * (attempt - step), words.get(3));
                first.await();
                assertEquals(n * (attempt + step), words.get(2));
            }
        });
    }

    /** A message comes twice if its sender or its receiver dies before it has stored that it is done. */
    private static void channel(Shmem shmem) {
        int n = shmem.nPes();
        int right = (shmem.myPe() + 1) % n;
        SymmetricLongs done = longs(shmem, 2);
        Channel channel = IrregularProtocols.made(shmem, () -> Channel.allocate(shmem, 4096));
        IrregularProtocols.endTogether(shmem, () -> {
            while (done.get(0) < STEPS) {
                channel.send(right, done.get(0) + 1, MemorySegment.ofArray(new long[] {done.get(0)}));
                done.set(0, done.get(0) + 1);
            }
            while (done.get(1) < STEPS) {
                channel.take((from, number, memory, offset, length) -> {
                    assertEquals((shmem.myPe() + n - 1) % n, from);
                    assertEquals(number - 1, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
                    assertTrue(number == done.get(1) || number == done.get(1) + 1, () -> number + " after "
                        + done.get(1));
                    done.set(1, number);
                });
            }
        });
    }

    /** PE 0 publishes numbers, which the others read in order, each after a death from the oldest one on. */
    private static void feed(Shmem shmem) {
        SymmetricLongs done = longs(shmem, 1);
        Feed feed = IrregularProtocols.made(shmem, () -> Feed.allocate(shmem, 0, 4096));
        IrregularProtocols.endTogether(shmem, () -> {
            if (shmem.myPe() == 0) {
                while (done.get(0) < STEPS) {
                    feed.publish(done.get(0) + 1, MemorySegment.ofArray(new long[] {done.get(0)}));
                    done.set(0, done.get(0) + 1);
                }
                return;
            }
            try (Feed.Reader reader = feed.holdingReader()) {
                long[] last = new long[1];
                while (last[0] < STEPS) {
                    reader.take((from, number, memory, offset, length) -> {
                        assertEquals(number - 1, memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset));
                        assertTrue(number == last[0] || number == last[0] + 1, () -> number + " after " + last[0]);
                        last[0] = number;
                    });
                }
            }
        });
    }

    /** A set whose first use a death may cut, after which the program clears the work array. */
    @SuppressWarnings("deprecation")
    private static void activeSet(Shmem shmem) {
        SymmetricLongs data = longs(shmem, 1);
        SymmetricLongs pSync = longs(shmem, LegacyShmem.BARRIER_SYNC_SIZE);
        SymmetricLongs incarnations = longs(shmem, 1);
        IrregularProtocols.endTogether(shmem, () -> {
            for (int i = 0; i < pSync.length(); i++) {
                pSync.set(i, LegacyShmem.SYNC_VALUE);
            }
            long attempt = attempt(shmem, incarnations);
            shmem.p(data, 0, attempt, (shmem.myPe() + 1) % shmem.nPes());
            LegacyShmem.barrier(0, 0, shmem.nPes(), pSync);
            assertEquals(attempt, data.get(0));
        });
    }

    private static void refusals(Shmem shmem) {
        SymmetricLongs words = longs(shmem, 1);
        Map<String, Runnable> refused = Map.of(
            "global arrays over a team, since teams end with a death; make one over all PEs",
            () -> GlobalLongs.cyclic(shmem, shmem.shared(), 4),
            "batches; on one machine the accesses of the library are as fast", () -> Batch.allocate(shmem, words),
            "reallocation, because a death could cut the copy; allocate, copy and free",
            () -> shmem.reallocate(words, 2));
        IrregularProtocols.endTogether(shmem, () -> refused.forEach((what, call) -> {
            String message = assertThrows(IllegalStateException.class, call::run).getMessage();
            assertEquals("a job that outlives its PEs has no " + what, message.replaceFirst("(?s).*: ", ""));
        }));
    }
}
