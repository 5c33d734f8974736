// SPDX-License-Identifier: Apache-2.0
package waits;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.channel.Channel;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import io.shmem4j.nonblocking.Pending;
import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

/** What a PE's waits use, and what PE 0 may leave unfinished before a wait. */
public final class World {
    static final Channel.Handler NOTHING = (_, _, _, _, _) -> { };
    static final int RING = 1 << 12;
    private static final int WORDS = 8;
    private static final int LONG = 2000;
    private static final int SHORT = 100;

    public final Shmem s;
    public final Team t;
    public final int me;
    /** Words for which PE 0 waits, and operands of collectives. */
    public final SymmetricLongs x;
    public final SymmetricLongs z;
    public final SymmetricLongs sync;
    /** Words by which a test orders the PEs. */
    public final SymmetricLongs turn;
    private final Channel channel;
    private final NonBlocking all;
    private final NonBlockingTeam pending;
    private final SymmetricLongs sum;
    private long turns;
    /** What the current row has made for its own PE, or null. */
    Object own;
    /** Numbers of messages that the current row has sent and handled. */
    int sent;
    int handled;
    /** The collective that the current row has started, or null. */
    Pending begun;

    /** Makes all; collective. */
    public World(Shmem shmem, Maker maker) {
        this.s = shmem;
        this.t = shmem.world();
        this.me = shmem.myPe();
        this.x = maker.make(() -> shmem.allocateLongs(WORDS));
        this.z = maker.make(() -> shmem.allocateLongs(WORDS));
        this.sync = maker.make(() -> shmem.allocateLongs(WORDS));
        this.turn = maker.make(() -> shmem.allocateLongs(2));
        this.sum = maker.make(() -> shmem.allocateLongs(2));
        this.channel = maker.make(() -> Channel.allocate(shmem, RING));
        this.all = maker.make(() -> NonBlocking.allocate(shmem));
        this.pending = maker.make(() -> all.on(t, 1));
    }

    /** Makes something with all PEs. */
    public interface Maker {
        <T> T make(Supplier<T> of);
    }

    public World(Shmem shmem) {
        this(shmem, Supplier::get);
    }

    NonBlocking nonBlocking() {
        return all;
    }

    static MemorySegment longs(int count) {
        return MemorySegment.ofArray(new long[count]);
    }

    /** Leaves a message that has no room, and a collective; PE 1 completes both by {@link #need}. */
    public Pending leave() {
        if (!channel.offer(1, 1, longs(LONG))) {
            throw new IllegalStateException("no room");
        }
        return pending.sumReduce(sum.slice(1, 1), sum.slice(0, 1), 1);
    }

    /** Waits on PE 1 for what PE 0 has left. */
    public void need() {
        channel.take(NOTHING);
        pending.sumReduce(sum.slice(1, 1), sum.slice(0, 1), 1).await();
    }

    /** Sends PE 0 a message, which its wait leaves where it is. */
    public void message() {
        channel.send(0, 1, longs(SHORT));
    }

    /** Handles the message of {@link #message}. */
    public void handle() {
        channel.take(NOTHING);
    }

    /** Lets the other PE go on. */
    public void signal() {
        s.inc(turn, 0, 1 - me);
    }

    /** Waits for a {@link #signal} of the other PE. */
    public void await() {
        turns++;
        turn.waitUntil(0, Cmp.GE, turns);
    }

    /** Makes all what it was before a row. */
    void reset() {
        again();
        own = null;
        sent = 0;
        handled = 0;
    }

    /** Makes all what it was before the wait. */
    void again() {
        x.fill(0);
        z.fill(0);
        sync.fill(0);
        begun = null;
    }
}
