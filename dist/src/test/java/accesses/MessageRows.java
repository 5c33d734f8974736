// SPDX-License-Identifier: Apache-2.0
package accesses;

import static accesses.Pair.FAR;
import static accesses.Pair.NEAR;
import static accesses.Row.pair;

import accesses.Row.Act;
import io.shmem4j.Cmp;
import io.shmem4j.agrona.BufferMessages;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Claim;
import io.shmem4j.channel.Feed;
import io.shmem4j.channel.Selector;
import io.shmem4j.irregular.message.Messages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;

/** Messages: PE 0 looks once for one that the other PE sends. */
final class MessageRows {
    private static final int RING = 1 << 12;

    /** A message of one word. */
    record One(long value) {
    }

    private MessageRows() {
    }

    private static Channel.Handler into(Pair p) {
        return (from, tag, memory, at, length) -> p.in[0] = tag;
    }

    private static int select(Selector selector) {
        return selector.select(Duration.ofNanos(1)) + 1;
    }

    private static Row sends(Act<Channel> send) {
        return receives((p, channel) -> channel.poll(into(p)), send);
    }

    private static Row receives(Act<Channel> receive, Act<Channel> send) {
        return pair(p -> Channel.allocate(p.s, RING), receive, send);
    }

    static List<Row> channels() {
        Act<Channel> send = (p, channel) -> channel.send(NEAR, 1, p.from);
        return List.of(
            sends(send),
            sends((p, channel) -> channel.send(NEAR, 1, p.from, 0, Long.BYTES)),
            sends((p, channel) -> channel.send(NEAR, 1, ByteBuffer.allocateDirect(Long.BYTES))),
            sends((p, channel) -> channel.offer(NEAR, 1, p.from)),
            sends((p, channel) -> channel.offer(NEAR, 1, p.from, 0, Long.BYTES)),
            sends((p, channel) -> {
                try (Claim claim = channel.claim(NEAR, 1, Long.BYTES)) {
                    claim.memory().set(ValueLayout.JAVA_LONG, 0, 1);
                    claim.commit();
                }
            }),
            receives((p, channel) -> channel.poll(into(p), 1), send),
            receives((p, channel) -> channel.take(Duration.ofNanos(1), into(p)), send).asLimited(),
            receives((p, channel) -> p.in[0] = select(new Selector(p.s).add(channel)), send).asLimited(),
            // The store to the memory that is sent is on its way.
            receives((p, channel) -> {
                p.s.p(p.x, 0, 1, FAR);
                channel.take((from, tag, memory, at, length) -> p.in[0] = memory.get(ValueLayout.JAVA_LONG, at));
            }, (p, channel) -> channel.send(NEAR, 1, p.x, 0, Long.BYTES)),
            receives((p, channel) -> {
                channel.take(into(p));
                p.in[0] = p.data.get(0);
            }, (p, channel) -> {
                channel.send(NEAR, 1, p.from);
                p.s.p(p.data, 0, 1, NEAR);
            }),
            receives((p, channel) -> {
                new Selector(p.s).add(channel).select();
                p.in[0] = p.data.get(0);
            }, (p, channel) -> {
                channel.send(NEAR, 1, p.from);
                p.s.p(p.data, 0, 1, NEAR);
            }),
            pair(p -> null, (p, _) -> p.in[0] = select(new Selector(p.s).add(p.x.watch(0), Cmp.EQ, 1)),
                (p, _) -> p.s.atomicSet(p.x, 0, 1, NEAR)).asLimited());
    }

    private static Row publishes(Act<Feed> read, Act<Feed> publish) {
        return pair(p -> Feed.allocate(p.s, FAR, RING), read, publish);
    }

    static List<Row> feeds() {
        Act<Feed> publish = (p, feed) -> feed.publish(1, p.from);
        return List.of(
            publishes((p, feed) -> feed.reader().poll(into(p), 1), publish),
            publishes((p, feed) -> feed.reader().take(Duration.ofNanos(1), into(p)), publish).asLimited(),
            publishes((p, feed) -> feed.holdingReader().poll(into(p), 1), publish),
            publishes((p, feed) -> feed.reader().poll(into(p), 1),
                (p, feed) -> feed.publish(1, p.from, 0, Long.BYTES)),
            publishes((p, feed) -> p.in[0] = select(new Selector(p.s).add(feed.reader())), publish)
                .asLimited());
    }

    private static Row asks(Act<Messages> send) {
        return pair(p -> {
            Messages messages = Messages.allocate(p.s);
            messages.handler((_, _) -> p.in[0] = 1);
            messages.handler(One.class, (_, _) -> p.in[0] = 1);
            messages.handler(String.class, (_, _) -> p.in[0] = 1);
            messages.handler(byte[].class, (_, _) -> p.in[0] = 1);
            messages.open();
            return messages;
        }, (_, messages) -> messages.poll(), send);
    }

    static List<Row> messages() {
        return List.of(
            asks((_, messages) -> sent(messages, () -> messages.send(NEAR, 0))),
            asks((_, messages) -> sent(messages, () -> messages.send(NEAR, 0, 1))),
            asks((_, messages) -> sent(messages, () -> messages.send(NEAR, 0, 1, 1))),
            asks((_, messages) -> sent(messages, () -> messages.send(NEAR, 0, 1, 1, 1))),
            asks((_, messages) -> sent(messages, () -> messages.send(NEAR, 1, new One(1)))),
            asks((_, messages) -> sent(messages, () -> messages.send(NEAR, 2, "1"))),
            asks((_, messages) -> sent(messages, () -> messages.send(NEAR, 3, new byte[1]))));
    }

    /** Sends, and polls once, so that a message that was kept leaves. */
    private static void sent(Messages messages, Runnable send) {
        send.run();
        messages.poll();
    }

    static List<Row> agrona() {
        return List.of(
            sends((p, channel) -> channel.send(NEAR, 1,
                BufferMessages.memory(new org.agrona.concurrent.UnsafeBuffer(new byte[1]), 0, 1))),
            receives((p, channel) -> channel.poll(BufferMessages.handler((type, buffer, at, length) ->
                p.in[0] = type)), (p, channel) -> channel.send(NEAR, 1, MemorySegment.ofArray(new byte[1]))));
    }
}
