// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.StringJoiner;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** This PE's ends of the rings of a channel, the waits for room and for messages, and the end of all messages. */
public final class Ends implements Progress.Client {
    private final Rings rings;
    private final Progress progress;
    private final int nudgeWord;
    private final boolean lasting = Library.outlives();
    /** Empty after the end, so that each call finds it without another check. */
    private Outgoing[] outgoing;
    private final Incoming[] incoming;
    /** The senders that have announced themselves, in the order in which this PE has noticed them. */
    private final int[] talkers;
    private final Finish finish;
    /** Most bytes that a waiting send takes out of a ring: from all PEs an eighth of the heap of the JVM. */
    private final long stash;
    /** The last thread that used what arrives. It changes under the lock, so {@link #takeIn} disturbs no other one. */
    private Thread user = Thread.currentThread();
    private int talking;
    private long announced;
    private int first;
    private boolean handling;
    /** The PE of the open claim, or -1. */
    private int claimed = -1;
    private Sink.Target landing;

    /**
     * Makes the rings; collective over all PEs.
     *
     * @param name      name for reports
     * @param ringBytes size of a ring, 0 for the usual one
     */
    public Ends(Shmem shmem, Team team, String name, int ringBytes) {
        this.rings = Rings.allocate(shmem, team, name, ringBytes, 1 + Finish.words(shmem.nPes()));
        this.progress = rings.progress;
        this.nudgeWord = rings.extraWord();
        this.outgoing = new Outgoing[rings.n];
        this.incoming = new Incoming[rings.n];
        this.talkers = new int[rings.n];
        this.finish = new Finish(rings, this, nudgeWord + 1);
        this.stash = Math.max(rings.capacity, Runtime.getRuntime().maxMemory() / 8 / Math.max(1, rings.n * rings.n));
        progress.add(this);
    }

    /** {@return whether a ring may have this many bytes} */
    public static boolean isCapacity(int bytes) {
        return Rings.isCapacity(bytes);
    }

    /** {@return the number of PEs of the team, 0 on PEs outside of it} */
    public int size() {
        return rings.n;
    }

    /** {@return this PE's number in the team} */
    public int me() {
        return rings.me;
    }

    /** {@return the context with the team's numbers} */
    public Context context() {
        return rings.context;
    }

    /** {@return whether this PE reaches the memory of another one by load and store} */
    public boolean reaches(int pe) {
        return rings.reaches(pe);
    }

    /** {@return length of the longest message that is one record} */
    public int longest() {
        return rings.longest();
    }

    /** {@return the world number of a PE of the team, or the number itself if there is none, for reports} */
    public int world(int pe) {
        return pe >= 0 && pe < outgoing.length ? rings.world(pe) : pe;
    }

    public Finish finish() {
        return finish;
    }

    /** Refuses a call after the rings have been freed, or the session has ended. */
    public void requireOpen() {
        rings.requireOpen();
    }

    public void landing(Sink.Target newLanding) {
        requireOpen();
        landing = newLanding;
    }

    /** {@return this PE's end of the ring to another one} */
    Outgoing to(int pe) {
        if (pe < 0 || pe >= outgoing.length) {
            rings.requireOpen();
            throw new InvalidPeException(Fault.where() + ": a message to PE " + pe + ", but there are PEs 0 to "
                + (outgoing.length - 1));
        }
        Outgoing to = outgoing[pe];
        return to == null ? connect(pe) : to;
    }

    private Outgoing connect(int pe) {
        Outgoing to = new Outgoing(rings, pe);
        to.announce();
        outgoing[pe] = to;
        return to;
    }

    public void send(int pe, long tag, MemorySegment memory, long offset, long length) {
        Outgoing to = unclaimed(pe);
        long first = to.records();
        if (to.keeps() || !to.write(tag, memory, offset, length, first)) {
            sendSlowly(to, tag, memory, offset, length, first);
        }
    }

    private void sendSlowly(Outgoing to, long tag, MemorySegment memory, long offset, long length, long begun) {
        if (handling) {
            keep(to, tag, memory, offset, length, -1);
            return;
        }
        long[] first = {to.keeps() ? -1 : begun};
        awaitRoom(to, tag, () -> {
            if (!flush(to)) {
                return false;
            }
            first[0] = first[0] < 0 ? to.records() : first[0];
            return to.write(tag, memory, offset, length, first[0]);
        });
    }

    /** Keeps a message, or the rest of one, until there is room. */
    private void keep(Outgoing to, long tag, MemorySegment memory, long offset, long length, long begun) {
        progress.locked(() -> {
            progress.leave(this);
            to.keep(tag, memory, offset, length, begun);
            return true;
        });
    }

    private boolean flush(Outgoing to) {
        return !to.keeps() || progress.locked(to::flush);
    }

    private Outgoing unclaimed(int pe) {
        Outgoing to = to(pe);
        if (claimed == pe) {
            throw openClaim(pe);
        }
        return to;
    }

    private IllegalStateException openClaim(int pe) {
        return new IllegalStateException(Fault.where() + ": the last claim for PE " + pe + " is open; commit or close"
            + " it first");
    }

    public void sendPlace(int pe, long tag, long offset, long length) {
        requireOutside("send of symmetric memory");
        Outgoing to = unclaimed(pe);
        long region = SystemLayout.heap(rings.shmem.nPes()) + offset;
        rings.context.fence();
        awaitRoom(to, tag, () -> flush(to) && to.place(tag, region, length));
        try {
            awaitRoom(to, tag, to::taken);
        } catch (Throwable e) {
            if (to.giveUp() || !(e instanceof WaitTimeoutException)) {
                throw e;
            }
            awaitHandler(to, tag);
        }
    }

    /** Waits without a limit until the receiver's handler returns, which reads this PE's memory. */
    private void awaitHandler(Outgoing to, long tag) {
        Waiter waiter = rings.backend.waiter();
        long limit = waiter.bound(Waiter.FOREVER);
        waiter.unbound(Long.MAX_VALUE);
        try {
            awaitRoom(to, tag, to::taken);
        } finally {
            waiter.unbound(limit);
        }
    }

    public boolean offer(int pe, long tag, MemorySegment memory, long offset, long length) {
        Outgoing to = unclaimed(pe);
        if (!flush(to)) {
            return false;
        }
        long first = to.records();
        if (!to.write(tag, memory, offset, length, first)) {
            if (to.records() == first) {
                return false;
            }
            keep(to, tag, memory, offset, length, first);
        }
        return true;
    }

    /** Sends a message of one record, or keeps a copy until there is room. After an error it is repeated as a write. */
    public void post(int pe, MemorySegment memory, long offset, long length, long mark) {
        Outgoing to = to(pe);
        boolean written = false;
        try {
            written = !to.keeps() && to.write(0, memory, offset, length, mark);
        } catch (IllegalStateException _) {
            // There is no page for it; a later flush says so.
        }
        if (!written) {
            keep(to, 0, memory, offset, length, -1);
        }
    }

    /** {@return whether messages to a PE are kept} Any thread may ask. */
    public boolean keeps(int pe) {
        Outgoing[] all = outgoing;
        return pe < all.length && all[pe] != null && all[pe].keeps();
    }

    /** Sends kept messages to a PE; {@return whether none is left} */
    public boolean flush(int pe) {
        return flush(to(pe));
    }

    /** {@return the mark for a new message by {@link #write}} */
    public long mark(int pe) {
        return to(pe).records();
    }

    /**
     * Writes a message, or as many of its parts as there is room for; {@return whether it is complete} The caller
     * repeats the call until it is, also after an error, before it writes another message to the PE.
     *
     * @param mark the result of {@link #mark} before the first call
     */
    public boolean write(int pe, long tag, MemorySegment memory, long offset, long length, long mark) {
        return to(pe).write(tag, memory, offset, length, mark);
    }

    /** Sends a message, or keeps it where it is until there is room; then runs an action, or null, under the lock. */
    public void keep(int pe, long tag, MemorySegment message, Runnable left) {
        Outgoing to = to(pe);
        progress.locked(() -> {
            progress.leave(this);
            to.keep(tag, message, left);
            return progress.complete(this);
        });
    }

    /** Forgets a kept message of which nothing has been written; {@return whether there is one} */
    public boolean forget(int pe, MemorySegment message) {
        return progress.locked(() -> to(pe).forget(message));
    }

    public MemorySegment claim(int pe, long tag, long length) {
        Outgoing to = to(pe);
        if (claimed >= 0) {
            throw openClaim(claimed);
        }
        if (!to.near) {
            MemorySegment memory = MemorySegment.ofArray(new long[(int) RingMemory.padded(length) / Long.BYTES])
                .asSlice(0, length);
            claimed = pe;
            return memory;
        }
        requireOutside("claim");
        MemorySegment[] memory = {null};
        awaitRoom(to, tag, () -> flush(to) && (memory[0] = to.claim(tag, length)) != null);
        claimed = pe;
        return memory[0];
    }

    public void commit(int pe, long tag, MemorySegment memory, long length) {
        claimed = -1;
        if (to(pe).near) {
            to(pe).commit(tag, length);
        } else {
            send(pe, tag, memory, 0, length);
        }
    }

    public void abandon(int pe) {
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
    private void awaitRoom(Outgoing to, long tag, BooleanSupplier done) {
        if (done.getAsBoolean()) {
            return;
        }
        requireOutside("a message without room");
        use();
        long word = rings.region((long) to.roomWord() * Long.BYTES);
        long[] written = {to.written()};
        progress.awaitRoom(to.world, word, tag, to::unread, () -> {
            boolean ends = done.getAsBoolean();
            if (!ends && to.written() != written[0]) {
                written[0] = to.written();
                rings.backend.quiet();
            }
            return ends;
        });
    }

    @Override
    public boolean takeIn() {
        boolean any = false;
        if (user == Thread.currentThread() && !handling && !lasting) {
            for (int i = 0, count = senders(); i < count; i++) {
                any |= incoming[talkers[i]].stash(stash);
            }
        }
        return any;
    }

    /** Makes this thread the one that uses what arrives. */
    private void use() {
        if (user != Thread.currentThread()) {
            progress.locked(() -> {
                user = Thread.currentThread();
                return true;
            });
        }
    }

    /** {@return the number of PEs that have sent anything to this one} */
    int senders() {
        use();
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
    public int poll(Sink handler, int limit) {
        int done = handle(handler, limit);
        flush();
        return done;
    }

    /** Handles messages, and leaves what the handler sends without room; {@return their number} */
    public int handle(Sink handler, int limit) {
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
        return done;
    }

    /** Sends kept messages; {@return whether none is left} */
    public boolean flush() {
        return !progress.isLeft() || !isLeft() || progress.complete(this);
    }

    @Override
    public boolean advance() {
        boolean moved = false;
        for (Outgoing to : outgoing) {
            if (to != null && to.keeps()) {
                long before = to.written();
                to.flush();
                moved |= to.written() != before;
            }
        }
        return moved;
    }

    @Override
    public boolean isLeft() {
        for (Outgoing to : outgoing) {
            if (to != null && to.keeps()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void end() {
        outgoing = new Outgoing[0];
        talking = 0;
        rings.end();
    }

    /** Finds what earlier lives of this PE have written. */
    void connectAll() {
        for (int pe = 0; lasting && rings.backend.lives().life() > 0 && pe < outgoing.length; pe++) {
            to(pe);
        }
    }

    public boolean take(Sink handler, long nanos) {
        long end = nanos >= Waiter.FOREVER ? Waiter.FOREVER : rings.backend.nanoTime() + nanos;
        for (int look = 0; look < progress.looks(); look++) {
            if (poll(handler, 1) > 0) {
                return true;
            }
            Thread.onSpinWait();
        }
        while (poll(handler, 1) == 0) {
            long left = end == Waiter.FOREVER ? Waiter.FOREVER : end - rings.backend.nanoTime();
            if (!await(left, this::ready)) {
                return false;
            }
        }
        return true;
    }

    /** Sleeps until a condition holds that depends on messages and words of this PE. */
    public boolean await(long nanos, BooleanSupplier done) {
        return progress.await(nanos, WaitKind.TAKE, rings.region(0), -1, this::underway, done);
    }

    /** {@return the messages that have arrived or left in part, for hang reports} */
    public String underway() {
        StringJoiner messages = new StringJoiner("; ");
        if (finish.collects()) {
            messages.add(finish.missing());
        }
        for (int i = 0; i < talking; i++) {
            incoming[talkers[i]].describe(messages);
        }
        for (Outgoing to : outgoing) {
            if (to != null && to.keeps() && !to.unread().isEmpty()) {
                messages.add("it keeps messages for PE " + to.world + ", which " + to.unread());
            }
        }
        return messages.toString();
    }

    /** Tells all senders at once what has been handled. */
    public void report() {
        for (int i = 0; i < talking; i++) {
            incoming[talkers[i]].report();
        }
    }

    /** {@return whether the receivers have reported all messages of this PE as handled} */
    public boolean taken() {
        for (Outgoing to : outgoing) {
            if (to != null && !to.taken()) {
                return false;
            }
        }
        return true;
    }

    /** Wakes the waiting threads of this PE to test their conditions. */
    public void nudge() {
        rings.context.inc(rings.all, nudgeWord, rings.me);
    }

    /** {@return whether a message can be handled} */
    public boolean ready() {
        senders();
        return any(from -> from.ready(landing));
    }

    /** {@return whether messages, or parts of one, wait to be handled} */
    public boolean arrived() {
        senders();
        return any(Incoming::waiting);
    }

    /** {@return whether messages or new senders wait} Any thread may ask; the answer may be out of date. */
    public boolean arriving() {
        return rings.get(rings.talkersWord()) != announced || any(Incoming::waiting);
    }

    private boolean any(Predicate<Incoming> what) {
        for (int i = 0; i < talking; i++) {
            if (what.test(incoming[talkers[i]])) {
                return true;
            }
        }
        return false;
    }

    public void finish(Sink handler) {
        requireOutside("finish");
        if (rings.n > 0) {
            finish.await(handler);
        }
    }

    /** {@return whether messages have been taken out of rings and not been handled} */
    boolean stashed() {
        return any(from -> from.stashed() > 0);
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

    /** {@return a number that changes with each store of this PE for others} */
    public long stores() {
        return sent() + rings.published();
    }

    /** Discards all messages; collective over all PEs, and none sends any. */
    public void reset() {
        progress.locked(() -> {
            Arrays.fill(outgoing, null);
            return true;
        });
        rings.shmem.syncAll();
        senders();
        for (int i = 0; i < talking; i++) {
            rings.all.set(rings.ring(talkers[i]) / Long.BYTES, 0);
        }
        rings.clearWords();
        Arrays.fill(incoming, null);
        talking = 0;
        announced = 0;
        first = 0;
        finish.reset();
        rings.shmem.syncAll();
    }

    /** Frees the rings; collective over all PEs. */
    public void free() {
        leave();
        rings.free();
    }

    /** Frees the rings without waiting, see {@code Symmetric.close}. */
    public void close() {
        leave();
        rings.close();
    }

    private void leave() {
        use();
        progress.remove(this);
        end();
    }
}
