// SPDX-License-Identifier: Apache-2.0
package waits;

import static waits.World.NOTHING;
import static waits.World.RING;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.channel.Selector;
import java.util.LinkedHashMap;
import java.util.Map;

/** Programs in which PEs begin or end to read, write and select while others are in the middle. */
public final class LateJoiners {
    private static final int LENGTH = 100;
    private static final int COUNT = 9;

    private LateJoiners() {
    }

    /** A program of all PEs. */
    public interface Joined {
        void run(Shmem shmem) throws InterruptedException;
    }

    /** {@return programs without deaths by name} */
    public static Map<String, Joined> programs() {
        Map<String, Joined> all = new LinkedHashMap<>();
        all.put("a holding reader comes and goes", LateJoiners::holder);
        all.put("a reader closes in its handler", LateJoiners::closing);
        all.put("a channel closes in its handler", LateJoiners::closingChannel);
        all.put("a selector gets readers of a feed", LateJoiners::selector);
        all.put("a sender begins while others finish", LateJoiners::sender);
        all.put("a handler sends to a PE for the first time", LateJoiners::answer);
        return all;
    }

    private static void publish(Feed feed) {
        for (int i = 0; i < COUNT; i++) {
            feed.publish(i, World.longs(LENGTH));
        }
    }

    private static Channel.Handler inOrder(long[] next) {
        return (_, tag, _, _, _) -> {
            require(next[0] < 0 || tag == next[0], "message " + tag + ", not " + next[0]);
            next[0] = tag + 1;
        };
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalStateException(problem);
        }
    }

    /** Each reader gets messages without a gap, and none holds up the writer after its end. */
    private static void holder(Shmem shmem) {
        Feed feed = Feed.allocate(shmem, 0, RING);
        if (shmem.myPe() == 0) {
            publish(feed);
        } else {
            for (int i = 0; i < 2; i++) {
                long[] next = {-1};
                try (Feed.Reader reader = feed.holdingReader()) {
                    reader.take(inOrder(next));
                    reader.poll(inOrder(next), 2);
                    require(reader.lost() == 0, "lost");
                }
            }
        }
        shmem.barrierAll();
        feed.free();
    }

    private static void closing(Shmem shmem) {
        Feed feed = Feed.allocate(shmem, 0, RING);
        if (shmem.myPe() == 0) {
            publish(feed);
        } else {
            Feed.Reader reader = feed.holdingReader();
            reader.take((_, _, _, _, _) -> reader.close());
        }
        shmem.barrierAll();
        feed.free();
    }

    /** What the channel's memory has next is 0. */
    private static void closingChannel(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, RING);
        if (shmem.myPe() == 1) {
            channel.send(0, 1, World.longs(LENGTH));
        }
        if (shmem.myPe() == 0) {
            channel.take((_, _, _, _, _) -> channel.close());
        } else {
            channel.close();
        }
        SymmetricLongs next = shmem.allocateLongs(RING / Long.BYTES);
        for (long i = 0; i < next.length(); i++) {
            require(next.get(i) == 0, "changed");
        }
        next.free();
    }

    private static void selector(Shmem shmem) {
        Feed feed = Feed.allocate(shmem, 0, RING);
        if (shmem.myPe() == 0) {
            publish(feed);
        } else {
            for (int i = 0; i < 2; i++) {
                long[] next = {-1};
                try (Feed.Reader reader = feed.holdingReader()) {
                    require(new Selector(shmem).add(reader).select() == 0, "source");
                    reader.poll(inOrder(next), 3);
                }
            }
        }
        shmem.barrierAll();
        feed.free();
    }

    private static void sender(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, RING);
        int[] handled = new int[1];
        if (shmem.myPe() == shmem.nPes() - 1) {
            channel.send(0, 1, World.longs(LENGTH));
        }
        channel.finish((_, _, _, _, _) -> handled[0]++);
        require(handled[0] == (shmem.myPe() == 0 ? 1 : 0), "messages");
        channel.free();
    }

    private static void answer(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, RING);
        int last = shmem.nPes() - 1;
        int[] handled = new int[1];
        if (shmem.myPe() == last) {
            channel.send(0, 1, World.longs(LENGTH));
        }
        channel.finish((_, tag, _, _, _) -> {
            handled[0]++;
            if (tag < 3) {
                channel.send(shmem.myPe() == 0 ? last : 0, tag + 1, World.longs(LENGTH));
            }
        });
        require(handled[0] == (shmem.myPe() == 0 ? 2 : shmem.myPe() == last ? 1 : 0), "messages");
        channel.free();
    }

    /** Messages and a finish, repeated after each death; each message is there at the end. */
    public static void finish(Shmem shmem) throws InterruptedException {
        SymmetricLongs done = Situations.made(shmem, () -> shmem.allocateLongs(2));
        Channel channel = Situations.made(shmem, () -> Channel.allocate(shmem, RING));
        int right = (shmem.myPe() + 1) % shmem.nPes();
        Situations.repeat(shmem, () -> {
            if (done.get(0) == 0) {
                channel.send(right, 1, World.longs(LENGTH));
                done.set(0, 1);
            }
            channel.finish((_, _, _, _, _) -> done.set(1, 1));
            require(done.get(1) == 1, "no message");
            shmem.barrierAll();
            channel.finish(NOTHING);
        });
    }
}
