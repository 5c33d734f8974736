// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;

/** This PE's ends of the rings of a channel, the waits for room and for messages, and the end of all messages. */
final class Ends {
    /** Number of looks for a message before a wait begins, if each PE has a core. */
    private static final int LOOKS = 500;

    private final Rings rings;
    private final boolean lasting = Library.outlives();
    private final Outgoing[] outgoing;
    private final Incoming[] incoming;
    /** The senders that have announced themselves, in the order in which this PE has noticed them. */
    private final int[] talkers;
    private final Finish finish;
    private final int looks;
    private int talking;
    private long announced;
    private int first;
    private boolean handling;
    /** Whether there may be kept messages. */
    private boolean keeps;
    /** The PE of the open claim, or -1. */
    private int claimed = -1;
    private Channel.Landing landing;

    Ends(Rings rings) {
        this.rings = rings;
        this.outgoing = new Outgoing[rings.n];
        this.incoming = new Incoming[rings.n];
        this.talkers = new int[rings.n];
        this.finish = new Finish(rings, this);
        this.looks = rings.direct && rings.backend.cores() >= rings.shmem.nPes() ? LOOKS : 0;
    }

    /** {@return number of words that they need} */
    static int words(int pes) {
        return Finish.words(pes);
    }

    void landing(Channel.Landing newLanding) {
        landing = newLanding;
    }

    /** {@return this PE's end of the ring to another one} */
    Outgoing to(int pe) {
        if (pe < 0 || pe >= outgoing.length) {
            throw invalid(pe);
        }
        Outgoing to = outgoing[pe];
        return to == null ? connect(pe) : to;
    }

    private InvalidPeException invalid(int pe) {
        return new InvalidPeException(Fault.where() + ": a message to PE " + pe + ", but there are PEs 0 to "
            + (outgoing.length - 1));
    }

    private Outgoing connect(int pe) {
        Outgoing to = new Outgoing(rings, pe);
        to.announce();
        outgoing[pe] = to;
        return to;
    }

    void send(int pe, long tag, MemorySegment memory, long offset, long length) {
        Outgoing to = to(pe);
        if (claimed == pe) {
            throw openClaim(pe);
        }
        if (to.keeps() || to.write(tag, memory, offset, length, 0) <= length) {
            sendSlowly(to, pe, tag, memory, offset, length);
        }
    }

    private void sendSlowly(Outgoing to, int pe, long tag, MemorySegment memory, long offset, long length) {
        if (handling) {
            to.keep(tag, memory, offset, length);
            keeps = true;
            return;
        }
        long[] done = {0};
        awaitRoom(to, () -> to.flush() && (done[0] = to.write(tag, memory, offset, length, done[0])) > length);
    }

    private IllegalStateException openClaim(int pe) {
        return new IllegalStateException(Fault.where() + ": the last claim for PE " + pe + " is open; commit or close"
            + " it first");
    }

    void sendPlace(int pe, long tag, long offset, long length) {
        requireOutside("send of symmetric memory");
        Outgoing to = to(pe);
        if (claimed == pe) {
            throw openClaim(pe);
        }
        long region = SystemLayout.heap(rings.shmem.nPes()) + offset;
        rings.context.fence();
        awaitRoom(to, () -> to.flush() && to.place(tag, region, length));
        awaitRoom(to, to::taken);
    }

    boolean offer(int pe, long tag, MemorySegment memory, long offset, long length) {
        Outgoing to = to(pe);
        if (claimed == pe) {
            throw openClaim(pe);
        }
        return to.flush() && to.write(tag, memory, offset, length, 0) > length;
    }

    MemorySegment claim(int pe, long tag, long length) {
        Outgoing to = to(pe);
        if (claimed >= 0) {
            throw openClaim(claimed);
        }
        if (!to.near()) {
            MemorySegment memory = MemorySegment.ofArray(new long[(int) Rings.padded(length) / Long.BYTES])
                .asSlice(0, length);
            claimed = pe;
            return memory;
        }
        requireOutside("claim");
        MemorySegment[] memory = {null};
        awaitRoom(to, () -> to.flush() && (memory[0] = to.claim(tag, length)) != null);
        claimed = pe;
        return memory[0];
    }

    void commit(int pe, long tag, MemorySegment memory, long length) {
        claimed = -1;
        if (to(pe).near()) {
            to(pe).commit(tag, length);
        } else {
            send(pe, tag, memory, 0, length);
        }
    }

    void abandon(int pe) {
        if (claimed == pe) {
            claimed = -1;
        }
    }

    private void requireOutside(String call) {
        if (handling) {
            throw new IllegalStateException(Fault.where() + ": " + call + " waits, which a handler must not do");
        }
    }

    /** Waits until a condition holds that depends on the room of a ring, and takes arriving messages meanwhile. */
    private void awaitRoom(Outgoing to, Wait.Condition done) {
        if (done.holds()) {
            return;
        }
        requireOutside("a message without room");
        long word = rings.region((long) to.roomWord() * Long.BYTES);
        long[] written = {to.written()};
        Wait.forRoom(to.world(), word, () -> {
            while (!done.holds()) {
                boolean moved = to.written() != written[0] | !lasting && stashAll();
                written[0] = to.written();
                if (!moved) {
                    return false;
                }
                rings.backend.quiet();
            }
            return true;
        });
    }

    private boolean stashAll() {
        boolean any = false;
        for (int i = 0, count = senders(); i < count; i++) {
            any |= incoming[talkers[i]].stash(landing);
        }
        return any;
    }

    /** {@return the number of PEs that have sent anything to this one} */
    int senders() {
        long now = rings.get(rings.talkersWord());
        if (now != announced) {
            for (int pe = 0; pe < incoming.length; pe++) {
                long bits = rings.get(rings.talkersWord() + 1 + pe / Long.SIZE);
                if ((bits >>> pe & 1) != 0 && incoming[pe] == null) {
                    Incoming from = new Incoming(rings, pe);
                    talkers[talking] = pe;
                    incoming[pe] = from;
                    talking++;
                }
            }
            announced = now;
        }
        return talking;
    }

    /** Handles messages; {@return their number} */
    int poll(Channel.Handler handler, int limit) {
        requireOutside("poll");
        int count = senders();
        int done = 0;
        int start = first < count ? first : 0;
        handling = true;
        try {
            for (int i = 0; i < count && done < limit; i++) {
                int at = start + i < count ? start + i : start + i - count;
                done += incoming[talkers[at]].drain(handler, landing, limit - done);
                first = at + 1;
            }
        } finally {
            handling = false;
        }
        if (keeps) {
            flush();
        }
        return done;
    }

    /** Sends kept messages; {@return whether none is left} */
    boolean flush() {
        boolean left = false;
        for (int pe = 0; keeps && pe < outgoing.length; pe++) {
            left |= outgoing[pe] != null && !outgoing[pe].flush();
        }
        keeps = left;
        return !left;
    }

    boolean take(Channel.Handler handler, long nanos) {
        long end = nanos >= Waiter.FOREVER ? Waiter.FOREVER : rings.backend.nanoTime() + nanos;
        for (int look = 0; look < looks; look++) {
            if (poll(handler, 1) > 0) {
                return true;
            }
            Thread.onSpinWait();
        }
        while (poll(handler, 1) == 0) {
            long left = end == Waiter.FOREVER ? Waiter.FOREVER : end - rings.backend.nanoTime();
            if (!await(left, this::arrived)) {
                return false;
            }
        }
        return true;
    }

    /** Sleeps until a condition holds that depends on messages and words of this PE, or kept messages have left. */
    boolean await(long nanos, Wait.Condition done) {
        return Wait.until(nanos, rings.region(0), () -> done.holds() || keeps && flushSome());
    }

    private boolean flushSome() {
        long before = sent();
        flush();
        return sent() != before;
    }

    /** {@return whether messages, or parts of one, wait to be handled} */
    boolean arrived() {
        for (int i = 0, count = senders(); i < count; i++) {
            if (incoming[talkers[i]].waiting()) {
                return true;
            }
        }
        return false;
    }

    void finish(Channel.Handler handler) {
        requireOutside("finish");
        if (rings.n > 0) {
            finish.await(handler);
        }
    }

    /** {@return whether messages have been taken out of rings and not been handled} */
    boolean stashed() {
        boolean any = false;
        for (int i = 0; i < talking; i++) {
            any |= incoming[talkers[i]].keeps();
        }
        return any;
    }

    long sent() {
        long sum = 0;
        for (Outgoing to : outgoing) {
            sum += to == null ? 0 : to.written();
        }
        return sum;
    }

    long handled() {
        long sum = 0;
        for (int i = 0; i < talking; i++) {
            sum += incoming[talkers[i]].position();
        }
        return sum;
    }

    void stop() {
        rings.stop();
    }
}
