// SPDX-License-Identifier: Apache-2.0
package waits;

import static waits.World.NOTHING;
import static waits.World.RING;

import io.shmem4j.Cmp;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Claim;
import io.shmem4j.channel.Feed;
import io.shmem4j.channel.Selector;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import waits.Wait.Act;
import waits.Wait.Trait;

/** Waits of channels, feeds and selectors. */
final class MessageRows {
    private static final Duration DAY = Duration.ofDays(1);
    /** Words of a message. */
    private static final int LENGTH = 120;
    /** Number of messages that fill a ring. */
    private static final int FULL = 4;

    private MessageRows() {
    }

    /** {@return a wait for room in a channel, which PE 1 makes} */
    private static Wait send(Act<Channel> begin) {
        return Wait.of(w -> {
            Channel channel = Channel.allocate(w.s, RING);
            for (int i = 0; w.me == 0 && i < FULL; i++) {
                channel.offer(1, 1, World.longs(LENGTH));
            }
            return channel;
        }, begin, (w, channel) -> {
            for (int i = 0; i <= FULL; i++) {
                channel.take(NOTHING);
            }
        }).with(Trait.ROOM);
    }

    private static Wait receive(Act<Channel> begin) {
        return Wait.of(w -> Channel.allocate(w.s, RING), begin, (_, channel) -> channel.send(0, 1, World.longs(1)));
    }

    static List<Wait> channels() {
        return List.of(
            send((_, channel) -> channel.send(1, 1, World.longs(LENGTH))),
            send((_, channel) -> channel.send(1, 1, World.longs(LENGTH), 0, LENGTH * Long.BYTES)),
            send((_, channel) -> channel.send(1, 1, ByteBuffer.allocate(LENGTH * Long.BYTES))),
            send((w, channel) -> channel.send(1, 1, w.x, 0, Long.BYTES)),
            send((_, channel) -> {
                try (Claim claim = channel.claim(1, 1, LENGTH * Long.BYTES)) {
                    claim.commit();
                }
            }),
            receive((_, channel) -> channel.take(NOTHING)),
            receive((_, channel) -> channel.take(DAY, NOTHING)).with(Trait.LIMITED),
            receive((w, channel) -> new Selector(w.s).add(channel).select()),
            receive((w, channel) -> new Selector(w.s).add(channel).select(DAY)).with(Trait.LIMITED),
            Wait.word(w -> new Selector(w.s).add(w.x.watch(0), Cmp.EQ, 1).select()),
            Wait.of(w -> Channel.allocate(w.s, RING), (_, channel) -> channel.finish(NOTHING),
                (_, channel) -> channel.finish(NOTHING)),
            Wait.of(w -> Channel.allocate(w.s, RING), (_, channel) -> channel.free(),
                (_, channel) -> channel.free()).with(Trait.UNLIMITED),
            Wait.whole(w -> Channel.allocate(w.s).close()));
    }

    /** {@return a wait for a reader on PE 1 that holds} */
    private static Wait publish(Act<Feed> begin) {
        return Wait.of(w -> {
            Feed feed = Feed.allocate(w.s, 0, RING);
            w.own = w.me == 1 ? feed.holdingReader() : null;
            w.s.barrierAll();
            for (int i = 0; w.me == 0 && i < FULL; i++) {
                feed.publish(1, World.longs(LENGTH));
            }
            return feed;
        }, begin, (w, _) -> {
            for (int i = 0; i <= FULL; i++) {
                ((Feed.Reader) w.own).take(NOTHING);
            }
        }).with(Trait.ROOM);
    }

    private static Wait read(Act<Feed> begin) {
        return Wait.of(w -> Feed.allocate(w.s, 1, RING), begin, (_, feed) -> feed.publish(1, World.longs(1)));
    }

    static List<Wait> feeds() {
        return List.of(
            publish((_, feed) -> feed.publish(1, World.longs(LENGTH))),
            publish((_, feed) -> feed.publish(1, World.longs(LENGTH), 0, LENGTH * Long.BYTES)),
            read((_, feed) -> feed.reader().take(NOTHING)),
            read((_, feed) -> feed.reader().take(DAY, NOTHING)).with(Trait.LIMITED),
            read((w, feed) -> new Selector(w.s).add(feed.reader()).select()));
    }
}
