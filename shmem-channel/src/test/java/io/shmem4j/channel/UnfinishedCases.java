// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.WaitTimeoutException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Messages that are not complete when something else happens. */
final class UnfinishedCases {
    private static final Channel.Handler NOTHING = (_, _, _, _, _) -> { };

    private UnfinishedCases() {
    }

    private static MemorySegment longs(int count, long value) {
        MemorySegment longs = MemorySegment.ofArray(new long[count]);
        for (long at = 0; at < longs.byteSize(); at += Long.BYTES) {
            longs.set(JAVA_LONG_UNALIGNED, at, value);
        }
        return longs;
    }

    private static void requireAll(long value, MemorySegment memory, long offset, long length) {
        for (long at = 0; at < length; at += Long.BYTES) {
            equal(value, memory.get(JAVA_LONG_UNALIGNED, offset + at), "word at " + at);
        }
    }

    /** All long messages land in one table, as in the guide, while PEs that wait for room take messages in. */
    static void aWaitingSendKeepsLandings(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        MemorySegment table = MemorySegment.ofArray(new long[3000]);
        channel.landing((_, _, _) -> table);
        for (int i = 0; i < 3; i++) {
            channel.send((shmem.myPe() + 1) % shmem.nPes(), i, longs(3000, i));
        }
        for (int i = 0; i < 3; i++) {
            long number = i;
            channel.take((_, tag, memory, offset, length) -> {
                equal(number, tag, "tag");
                requireAll(number, memory, offset, length);
            });
        }
        channel.finish((_, tag, _, _, _) -> equal(-1L, tag, "message left"));
        channel.free();
    }

    static void aCutSendOfSymmetricMemoryHasSentNothing(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        SymmetricLongs source = shmem.allocateLongs(10);
        int last = shmem.nPes() - 1;
        boolean sends = shmem.myPe() == 0 && last > 0;
        for (int round = 0; sends && round < 3; round++) {
            source.set(0, round);
            refused(WaitTimeoutException.class, "limit", () -> shmem.within(Duration.ofMillis(2),
                () -> channel.send(last, 1, source, 0, 80)));
        }
        shmem.barrierAll();
        if (sends) {
            source.set(0, 7);
            channel.send(last, 2, source, 0, 80);
        } else if (shmem.myPe() == last && last > 0) {
            channel.take((_, tag, memory, offset, _) -> {
                equal(2L, tag, "tag");
                equal(7L, memory.get(JAVA_LONG_UNALIGNED, offset), "word");
            });
        }
        channel.finish((_, tag, _, _, _) -> equal(-1L, tag, "message left"));
        source.free();
        channel.free();
    }

    /** A wait of PE 0 and what ends it, once PE 1 has a message of which most was kept. */
    private record Wait(Runnable begin, Runnable end) {
        static Wait ofAll(Runnable call) {
            return new Wait(call, call);
        }
    }

    static void keptMessagesLeaveInEachWait(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        Channel answers = Channel.allocate(shmem, 4096);
        Feed feed = Feed.allocate(shmem, shmem.nPes() > 1 ? 1 : 0, 4096);
        Feed.Reader reader = feed.reader();
        SymmetricLongs words = shmem.allocateLongs(2);
        Signal signal = shmem.allocateSignal();
        ShmemLock lock = words.lock(1);
        MemorySegment one = longs(1, 1);
        Map<String, Wait> waits = new LinkedHashMap<>();
        waits.put("select", new Wait(() -> {
            new Selector(shmem).add(answers).add(reader).select();
            answers.poll(NOTHING);
        }, () -> answers.send(0, 1, one)));
        waits.put("take", new Wait(() -> answers.take(NOTHING), () -> answers.send(0, 1, one)));
        waits.put("read", new Wait(() -> reader.take(NOTHING), () -> feed.publish(1, one)));
        waits.put("waitUntil", new Wait(() -> words.waitUntil(0, Cmp.EQ, 1), () -> shmem.p(words, 0, 1, 0)));
        waits.put("signal", new Wait(() -> signal.waitUntil(Cmp.EQ, 1), () -> shmem.signalSet(signal, 1, 0)));
        waits.put("lock", new Wait(() -> {
            lock.lock();
            lock.unlock();
        }, lock::unlock));
        waits.put("barrier", Wait.ofAll(shmem::barrierAll));
        waits.put("sync", Wait.ofAll(shmem::syncAll));
        waits.put("reduction", Wait.ofAll(() -> shmem.world().sumReduce(1L)));
        waits.put("allocation", Wait.ofAll(() -> shmem.allocateLongs(1).free()));
        waits.put("finish", Wait.ofAll(() -> answers.finish(NOTHING)));
        waits.forEach((name, wait) -> {
            boolean collective = wait.begin == wait.end;
            if (shmem.myPe() == 1 && name.equals("lock")) {
                lock.lock();
            }
            shmem.barrierAll();
            if (shmem.myPe() == 0 && shmem.nPes() > 1) {
                equal(true, channel.offer(1, 3, longs(5000, 3)), "offer before " + name);
                wait.begin.run();
            } else if (shmem.myPe() == 1) {
                channel.take((_, _, memory, offset, length) -> requireAll(3, memory, offset, length));
                wait.end.run();
            } else if (collective) {
                wait.end.run();
            }
            shmem.barrierAll();
        });
        reader.close();
        signal.free();
        words.free();
        feed.free();
        answers.free();
        channel.free();
    }

    static void handlersThatThrowMakeRoom(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        MemorySegment message = longs(125, 4);
        for (int i = 0; i < 4; i++) {
            channel.send(shmem.myPe(), i, message);
        }
        for (int i = 0; i < 4; i++) {
            refused(IllegalArgumentException.class, "bad", () -> channel.poll((_, _, _, _, _) -> {
                throw new IllegalArgumentException("bad");
            }, 1));
        }
        channel.send(shmem.myPe(), 4, message);
        equal(1, channel.poll(NOTHING), "messages");
        channel.free();
    }

    static void handlersThatThrowLetAFeedGoOn(Shmem shmem) {
        int last = shmem.nPes() - 1;
        int count = 12;
        Feed feed = Feed.allocate(shmem, 0, 4096);
        Feed.Reader reader = shmem.myPe() == last ? feed.holdingReader() : null;
        shmem.barrierAll();
        for (int i = 0; shmem.myPe() == 0 && last > 0 && i < count; i++) {
            feed.publish(i, longs(100, i));
        }
        for (int i = 0; reader != null && last > 0 && i < count; shmem.pause(i)) {
            try {
                reader.poll((_, _, _, _, _) -> {
                    throw new IllegalArgumentException("bad");
                }, 1);
            } catch (IllegalArgumentException _) {
                i++;
            }
        }
        shmem.barrierAll();
        feed.free();
    }

    /** PE 0 sends a message in parts, the last ones from within a barrier. */
    static void aSelectedMessageCanBeHandled(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int last = shmem.nPes() - 1;
        if (shmem.myPe() == 0) {
            equal(true, channel.offer(last, 5, longs(5000, 5)), "offer");
        }
        shmem.barrierAll();
        if (shmem.myPe() == last) {
            equal(0, new Selector(shmem).add(channel).select(), "source");
            equal(1, channel.poll((_, _, memory, offset, length) -> requireAll(5, memory, offset, length)), "messages");
        }
        shmem.barrierAll();
        channel.free();
    }

    static void freedChannelsAndFeedsChangeNothing(Shmem shmem) {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        Channel channel = Channel.allocate(shmem, 4096);
        Feed feed = Feed.allocate(shmem, 0, 4096);
        Feed.Reader reader = feed.reader();
        MemorySegment message = longs(4, -1);
        SymmetricLongs source = shmem.allocateLongs(4);
        channel.send(next, 1, message);
        channel.take(NOTHING);
        if (shmem.myPe() == 0) {
            feed.publish(1, message);
        }
        reader.take(NOTHING);
        Claim claim = channel.claim(next, 2, 8);
        shmem.barrierAll();
        source.free();
        feed.free();
        channel.free();
        SymmetricLongs other = shmem.allocateLongs(2000);
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("send", () -> channel.send(next, 5, message));
        calls.put("send symmetric memory", () -> channel.send(next, 5, other, 0, 8));
        calls.put("offer", () -> channel.offer(next, 5, message));
        calls.put("claim", () -> channel.claim(next, 5, 32));
        calls.put("commit", claim::commit);
        calls.put("poll", () -> channel.poll(NOTHING));
        calls.put("take", () -> channel.take(Duration.ofMillis(1), NOTHING));
        calls.put("finish", () -> channel.finish(NOTHING));
        calls.put("select", () -> new Selector(shmem).add(channel).select(Duration.ofMillis(1)));
        calls.put("read", () -> reader.poll(NOTHING, 9));
        calls.put("select an entry", () -> new Selector(shmem).add(reader).select(Duration.ofMillis(1)));
        calls.put("skip", reader::skip);
        calls.put("reader", feed::reader);
        calls.put("holding reader", feed::holdingReader);
        if (shmem.myPe() == 0) {
            calls.put("publish", () -> feed.publish(9, message));
        }
        calls.forEach((name, call) -> {
            try {
                call.run();
                throw new AssertionError(name + ": no exception");
            } catch (FreedObjectException e) {
                equal(true, e.getMessage().contains("freed"), e.getMessage());
            }
        });
        shmem.barrierAll();
        for (int i = 0; i < other.length(); i++) {
            equal(0L, other.get(i), "word " + i);
        }
        shmem.barrierAll();
        other.free();
    }

    /** Readers come while the writer publishes. */
    static void lateHoldersGetAll(Shmem shmem) {
        Feed feed = Feed.allocate(shmem, 0, 4096);
        SymmetricLongs ended = shmem.allocateLongs(1);
        long[] next = {0};
        while (shmem.myPe() == 0 && ended.getAcquire(0) < shmem.nPes() - 1) {
            feed.publish(next[0], longs(20, next[0]++));
        }
        for (int i = 0; shmem.myPe() > 0 && i < 200; i++) {
            try (Feed.Reader reader = feed.holdingReader()) {
                next[0] = -1;
                for (int k = 0; k < 8; k++) {
                    reader.take((_, tag, memory, offset, length) -> {
                        equal(next[0] < 0 ? tag : next[0], tag, "tag");
                        requireAll(tag, memory, offset, length);
                        next[0] = tag + 1;
                    });
                }
                equal(0L, reader.lost(), "lost");
            }
        }
        if (shmem.myPe() > 0) {
            shmem.inc(ended, 0, 0);
        }
        shmem.barrierAll();
        ended.free();
        feed.free();
    }
}
