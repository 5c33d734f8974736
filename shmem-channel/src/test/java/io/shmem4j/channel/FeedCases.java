// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.error.InvalidPeException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;

/** Feeds and selectors. */
final class FeedCases {
    private FeedCases() {
    }

    /** {@return a message whose words all depend on its number} */
    private static MemorySegment message(int number, int longest) {
        long[] words = new long[1 + number * 7 % (longest / Long.BYTES)];
        Arrays.setAll(words, i -> number * 1000L + i);
        return MemorySegment.ofArray(words).asSlice(0, words.length * 8L - number % 8);
    }

    private static void check(int longest, long number, MemorySegment memory, long offset, long length) {
        MemorySegment expected = message((int) number, longest);
        equal(expected.byteSize(), length, "length of " + number);
        equal(-1L, MemorySegment.mismatch(expected, 0, length, memory, offset, offset + length), "difference in "
            + number);
    }

    static void aHoldingReaderGetsAll(Shmem shmem) {
        int writer = shmem.nPes() - 1;
        Feed feed = Feed.allocate(shmem, writer, 4096);
        int count = 200;
        try (Feed.Reader reader = shmem.myPe() == writer ? null : feed.holdingReader()) {
            shmem.barrierAll();
            long[] next = {0};
            if (shmem.myPe() == writer) {
                for (int i = 0; i < count; i++) {
                    feed.publish(i, message(i, feed.longest()));
                }
            }
            while (reader != null && next[0] < count) {
                reader.take((from, tag, memory, offset, length) -> {
                    equal(writer, from, "writer");
                    equal(next[0]++, tag, "tag");
                    check(feed.longest(), tag, memory, offset, length);
                });
            }
            equal(0L, reader == null ? 0 : reader.lost(), "lost");
        }
        feed.free();
    }

    static void aSlowReaderLearnsHowManyItLost(Shmem shmem) {
        Feed feed = Feed.allocate(shmem, 0, 4096);
        Feed.Reader reader = feed.reader();
        long[] last = {-1};
        long[] got = {0};
        Channel.Handler handler = (_, tag, memory, offset, length) -> {
            check(feed.longest(), tag, memory, offset, length);
            equal(true, tag > last[0], "order");
            last[0] = tag;
            got[0]++;
        };
        for (int round = 0; round < 3; round++) {
            for (int i = 0; shmem.myPe() == 0 && i < 100; i++) {
                feed.publish(100 * round + i, message(100 * round + i, feed.longest()));
            }
            shmem.barrierAll();
            long before = last[0];
            got[0] = 0;
            reader.poll(handler, Integer.MAX_VALUE);
            equal(100L * round + 99, last[0], "last message");
            equal(round == 0 ? 0 : last[0] - before - got[0], reader.lost(), "lost in round " + round);
            equal(true, got[0] < 100, "messages");
            shmem.barrierAll();
        }
        if (shmem.myPe() == 0) {
            feed.publish(300, message(300, feed.longest()));
        }
        shmem.barrierAll();
        reader.skip();
        equal(0, reader.poll(handler, 1), "after a skip");
        equal(false, reader.take(Duration.ofMillis(2), handler), "a message");
        equal(0L, reader.lost(), "lost by a skip");
        feed.free();
    }

    /** Readers are as fast as they can, the writer too. */
    static void fastReadersSeeWholeMessages(Shmem shmem) {
        Feed feed = Feed.allocate(shmem, 0, 4096);
        int count = 3000;
        if (shmem.myPe() == 0) {
            for (int i = 0; i < count; i++) {
                feed.publish(i, message(i, feed.longest()));
            }
        } else {
            Feed.Reader reader = feed.reader();
            long[] seen = {-1, 0};
            while (seen[0] < count - 1) {
                reader.take((_, tag, memory, offset, length) -> {
                    check(feed.longest(), tag, memory, offset, length);
                    seen[0] = tag;
                    seen[1]++;
                });
                seen[1] += reader.lost();
            }
            equal(true, seen[1] <= count, "messages and lost ones");
        }
        feed.free();
    }

    static void misuseOfFeedsIsRefused(Shmem shmem) {
        refused(InvalidPeException.class, "a feed of PE " + shmem.nPes(), () -> Feed.allocate(shmem, shmem.nPes(),
            4096));
        refused(IllegalArgumentException.class, "a feed has a power of two", () -> Feed.allocate(shmem, 0, 5000));
        Feed feed = Feed.allocate(shmem, 0, 4096);
        if (shmem.myPe() == 0) {
            refused(IllegalArgumentException.class, "0 to " + feed.longest() + " bytes", () -> feed.publish(0,
                MemorySegment.ofArray(new byte[feed.longest() + 1])));
        } else {
            refused(IllegalStateException.class, "only PE 0 publishes", () -> feed.publish(0,
                MemorySegment.ofArray(new byte[1])));
        }
        refused(IllegalStateException.class, "no sources", () -> new Selector(shmem).select());
        feed.free();
    }

    static void aSelectorPassesNothingOver(Shmem shmem) {
        int me = shmem.myPe();
        int next = (me + 1) % shmem.nPes();
        Channel first = Channel.allocate(shmem, 4096);
        Channel second = Channel.allocate(shmem, 4096);
        Signal signal = shmem.allocateSignal();
        Feed feed = Feed.allocate(shmem, 0, 4096);
        Feed.Reader reader = feed.reader();
        int[] got = new int[4];
        Selector selector = new Selector(shmem).add(first).add(second).add(signal.watch(), Cmp.NE, 0).add(reader);
        equal(-1, selector.select(Duration.ofMillis(2)), "a source");
        shmem.barrierAll();
        MemorySegment one = MemorySegment.ofArray(new long[] {5});
        for (int i = 0; i < 10; i++) {
            first.send(next, i, one);
            second.send(next, i, one);
        }
        if (me == 0) {
            feed.publish(0, one);
        }
        shmem.signalSet(signal, 1, next);
        Channel.Handler any = (_, _, memory, offset, _) -> equal(5L, memory.get(JAVA_LONG_UNALIGNED, offset), "word");
        while (got[0] + got[1] + got[2] + got[3] < 22) {
            int ready = selector.select();
            got[ready]++;
            switch (ready) {
                case 0 -> equal(1, first.poll(any, 1), "messages");
                case 1 -> equal(1, second.poll(any, 1), "messages");
                case 2 -> shmem.signalSet(signal, 0, me);
                default -> equal(1, reader.poll(any, 1), "entries");
            }
        }
        equal(10, got[0], "messages of the first channel");
        equal(10, got[1], "messages of the second channel");
        equal(1, got[2], "signals");
        shmem.barrierAll();
        feed.free();
        signal.free();
        second.free();
        first.free();
    }
}
