// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.engine.Pages;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.spi.Comparison;
import java.util.stream.IntStream;

/**
 * Sends many small items to other PEs in few large puts: items for a PE gather in a buffer and travel together. It
 * suits random updates, lookups and messages of a few words, which would otherwise cost a message each.
 *
 * <pre>{@code
 * Conveyor conveyor = Conveyor.allocate(shmem, 1);
 * int i = 0;
 * while (conveyor.advance(i == n)) {
 *     while (i < n && conveyor.push(owner(i), item(i))) {
 *         i++;
 *     }
 *     while (conveyor.pull()) {
 *         handle(conveyor.from(), conveyor.item());
 *     }
 * }
 * }</pre>
 *
 * <p>PEs do not work in rounds: a buffer travels when it is full. Items of one PE for another keep their order. One
 * thread of each PE uses the conveyor. It works on all backends. After a death {@link #advance} throws a
 * {@link io.shmem4j.error.PeFailedException}. After {@link Shmem#recover} all PEs call {@link #restart}; items in
 * transit are lost.
 *
 * <p>Correctness: a sender has two buffers at each receiver and alternates between them. It may fill buffer {@code k}
 * after {@code emptied} shows that the receiver has emptied buffer {@code k - 2}. {@code arrived} counts the buffers at
 * the receiver; the sender sets it after the put and a fence. Both counts only grow and have one writer, which then
 * adds to {@code events} of the other PE. A PE that has found nothing to do since it read {@code events} can wait until
 * it changes. If an Error interrupts a PE before it has published a count, its next call publishes it again. A program
 * with two conveyors must not wait in one while the other has work; it calls {@link #tryAdvance}.
 */
public final class Conveyor implements AutoCloseable {
    private static final int BUFFERS = 2;
    /** Elements of a buffer before its items: twice the number of items, plus 1 in a sender's last buffer. */
    private static final int HEAD = 1;
    private static final int LARGEST_BUFFER = 1024;
    private static final int ALL_BUFFERS = 1 << 15;

    private final Shmem shmem;
    private final int width;
    private final int room;
    private final int stride;
    private final SymmetricLongs all;
    private final SymmetricLongs inboxes;
    private final SymmetricLongs arrived;
    private final SymmetricLongs emptied;
    private final SymmetricLongs events;

    private final long[][] filling;
    private final int[] filled;
    private final long[] sent;
    private final boolean[] ended;
    private int leftToEnd;

    private final long[] taken;
    /** Whether an Error may have kept this PE from publishing a count. */
    private boolean unpublished;
    private final Pages pages;
    /** The buffer that this PE pulls items from. */
    private final long[] reading;
    private int readingFrom;
    private int readingAt;
    private int readingEnd;
    private int openSources;
    private int nextSource;
    private boolean unpulled;

    private long seenEvents;
    private boolean moved = true;

    /** All PEs in a job that survives deaths, else null. */
    private final int[] mortals;
    /** The recovery after which the conveyor was made or restarted. */
    private int recovery;

    /**
     * Allocates a conveyor; collective.
     *
     * @param shmem the library
     * @param width number of longs in an item
     * @return the conveyor
     */
    public static Conveyor allocate(Shmem shmem, int width) {
        return Library.whole(() -> new Conveyor(shmem, width));
    }

    private Conveyor(Shmem shmem, int width) {
        this.shmem = Fault.required(shmem, "shmem");
        if (width < 1 || width > LARGEST_BUFFER) {
            throw new IllegalArgumentException("PE " + shmem.myPe() + ": an item of a conveyor has 1 to "
                + LARGEST_BUFFER + " longs, not " + width);
        }
        int n = shmem.nPes();
        this.width = width;
        this.room = Math.max(1, Math.min(LARGEST_BUFFER, ALL_BUFFERS / (BUFFERS * n)) / width) * width;
        this.stride = HEAD + room;
        long items = (long) n * BUFFERS * stride;
        this.all = shmem.allocateLongs(items + 2L * n + 1).named("conveyor");
        this.inboxes = all.slice(0, items);
        this.arrived = all.slice(items, n);
        this.emptied = all.slice(items + n, n);
        this.events = all.slice(items + 2L * n, 1);
        this.filling = new long[n][];
        this.filled = new int[n];
        this.sent = new long[n];
        this.ended = new boolean[n];
        this.taken = new long[n];
        this.pages = new Pages(all.heapOffset(), all.byteSize(), n);
        this.reading = new long[stride];
        this.leftToEnd = n;
        this.openSources = n;
        this.mortals = Library.outlives() ? IntStream.range(0, n).toArray() : null;
        this.recovery = Library.recoveries();
    }

    private void reset() {
        for (int pe = 0; pe < sent.length; pe++) {
            filled[pe] = 0;
            sent[pe] = 0;
            ended[pe] = false;
            taken[pe] = 0;
            arrived.set(pe, 0);
            emptied.set(pe, 0);
        }
        events.set(0, 0);
        seenEvents = 0;
        leftToEnd = sent.length;
        openSources = sent.length;
        readingAt = 0;
        readingEnd = 0;
        unpulled = false;
        unpublished = false;
        moved = true;
    }

    /**
     * Adds an item of one long.
     *
     * @param pe   destination
     * @param item the item
     * @return whether there was room; if not, {@link #pull} arrived items, {@link #advance}, and push again
     * @throws IllegalArgumentException if items of this conveyor have another number of longs
     * @throws InvalidPeException if there is no such PE
     * @throws IllegalStateException after {@code advance(true)}
     */
    public boolean push(int pe, long item) {
        if (!reserve(pe, 1)) {
            return false;
        }
        long[] buffer = filling[pe];
        int at = HEAD + filled[pe];
        buffer[at] = item;
        filled[pe]++;
        return true;
    }

    /**
     * Adds an item of two longs.
     *
     * @param pe     destination
     * @param first  its first long
     * @param second its second long
     * @return whether there was room; if not, {@link #pull} arrived items, {@link #advance}, and push again
     * @throws IllegalArgumentException if items of this conveyor have another number of longs
     * @throws InvalidPeException if there is no such PE
     * @throws IllegalStateException after {@code advance(true)}
     */
    public boolean push(int pe, long first, long second) {
        if (!reserve(pe, 2)) {
            return false;
        }
        long[] buffer = filling[pe];
        int at = HEAD + filled[pe];
        buffer[at] = first;
        buffer[at + 1] = second;
        filled[pe] += 2;
        return true;
    }

    /**
     * Adds an item of three longs.
     *
     * @param pe     destination
     * @param first  its first long
     * @param second its second long
     * @param third  its third long
     * @return whether there was room; if not, {@link #pull} arrived items, {@link #advance}, and push again
     * @throws IllegalArgumentException if items of this conveyor have another number of longs
     * @throws InvalidPeException if there is no such PE
     * @throws IllegalStateException after {@code advance(true)}
     */
    public boolean push(int pe, long first, long second, long third) {
        if (!reserve(pe, 3)) {
            return false;
        }
        long[] buffer = filling[pe];
        int at = HEAD + filled[pe];
        buffer[at] = first;
        buffer[at + 1] = second;
        buffer[at + 2] = third;
        filled[pe] += 3;
        return true;
    }

    /**
     * Adds an item.
     *
     * @param pe   destination
     * @param item the item's longs
     * @return whether there was room; if not, {@link #pull} arrived items, {@link #advance}, and push again
     * @throws IllegalArgumentException if items of this conveyor have another number of longs
     * @throws InvalidPeException if there is no such PE
     * @throws IllegalStateException after {@code advance(true)}
     */
    public boolean push(int pe, long... item) {
        if (!reserve(pe, Fault.required(item, "item").length)) {
            return false;
        }
        System.arraycopy(item, 0, filling[pe], HEAD + filled[pe], width);
        filled[pe] += width;
        return true;
    }

    private IllegalArgumentException wrongWidth(int given) {
        return new IllegalArgumentException("PE " + shmem.myPe() + ": an item of this conveyor has " + width
            + (width == 1 ? " long" : " longs") + ", not " + given);
    }

    /** {@return whether there is room for an item of this many longs} */
    private boolean reserve(int pe, int longs) {
        if (longs != width) {
            throw wrongWidth(longs);
        }
        if (pe < 0 || pe >= filled.length) {
            throw new InvalidPeException("PE " + shmem.myPe() + ": Conveyor.push to PE " + pe
                + ", but there are PEs 0 to " + (filled.length - 1));
        }
        if (ended[pe]) {
            throw new IllegalStateException("PE " + shmem.myPe() + ": Conveyor.push after advance(true)");
        }
        if (filling[pe] == null) {
            filling[pe] = new long[stride];
        }
        if (filled[pe] == room && !send(pe, false)) {
            return false;
        }
        moved = true;
        return true;
    }

    /** Sends the gathered items to a PE, if it has emptied a buffer. */
    private boolean send(int pe, boolean last) {
        publishAgain();
        if (sent[pe] - emptied.getAcquire(pe) >= BUFFERS) {
            return false;
        }
        if (filling[pe] == null) {
            filling[pe] = new long[stride];
        }
        long at = buffer(shmem.myPe(), sent[pe]);
        int count = HEAD + filled[pe];
        if (sent[pe] < BUFFERS) {
            pages.require(at * Long.BYTES, (long) count * Long.BYTES, pe);
        }
        filling[pe][0] = 2L * filled[pe] + (last ? 1 : 0);
        shmem.put(inboxes, at, filling[pe], 0, count, pe);
        shmem.fence();
        unpublished = true;
        filled[pe] = 0;
        sent[pe]++;
        if (last) {
            ended[pe] = true;
            leftToEnd--;
        }
        publish(arrived, sent[pe], pe);
        unpublished = false;
        return true;
    }

    private long buffer(int sender, long number) {
        return ((long) sender * BUFFERS + number % BUFFERS) * stride;
    }

    /**
     * Moves to the next item that has arrived.
     *
     * @return whether there is one now
     */
    public boolean pull() {
        if (unpulled) {
            unpulled = false;
            return true;
        }
        if (readingAt < readingEnd) {
            readingAt += width;
        }
        if (readingAt < readingEnd) {
            return true;
        }
        return openSources > 0 && open();
    }

    /**
     * Puts the current item back, so the next {@link #pull} moves to it again. Useful if an item can't be handled yet,
     * because its answer finds no room.
     *
     * @throws IllegalStateException if there is no such item
     */
    public void unpull() {
        requireItem(0);
        unpulled = true;
    }

    /** Looks for a buffer with items, round robin over the PEs. */
    private boolean open() {
        int n = taken.length;
        for (int look = 0; look < n; look++) {
            int pe = nextSource;
            nextSource = pe + 1 == n ? 0 : pe + 1;
            if (arrived.getAcquire(pe) > taken[pe]) {
                take(pe);
                if (readingAt < readingEnd) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Copies a buffer, so its sender can fill it again at once. */
    private void take(int pe) {
        publishAgain();
        long at = buffer(pe, taken[pe]);
        long head = inboxes.get(at);
        int count = (int) (head >>> 1);
        shmem.get(reading, 0, inboxes, at + HEAD, count, shmem.myPe());
        shmem.fence();
        unpublished = true;
        readingFrom = pe;
        readingAt = 0;
        readingEnd = count;
        // If an Error ends this pull, the next one moves to the first item.
        unpulled = count > 0;
        taken[pe]++;
        openSources -= (int) (head & 1);
        moved = true;
        publish(emptied, taken[pe], pe);
        unpublished = false;
        unpulled = false;
    }

    /** Publishes all counts again, if some PE may have missed one. */
    private void publishAgain() {
        for (int pe = 0; unpublished && pe < taken.length; pe++) {
            publish(arrived, sent[pe], pe);
            publish(emptied, taken[pe], pe);
        }
        unpublished = false;
    }

    /** Publishes a count, then the event: a PE woken by an event without its cause would look and wait again. */
    private void publish(SymmetricLongs numbers, long number, int pe) {
        shmem.p(numbers, shmem.myPe(), number, pe);
        shmem.fence();
        shmem.inc(events, 0, pe);
    }

    /** {@return the first long of the current item} */
    public long item() {
        return item(0);
    }

    /**
     * {@return a long of the current item}
     *
     * @param index its index
     * @throws IllegalStateException if there is no such long, because {@code pull} has not returned true
     */
    public long item(int index) {
        requireItem(index);
        return reading[readingAt + index];
    }

    private void requireItem(int index) {
        if (index < 0 || index >= width || readingAt >= readingEnd || unpulled) {
            throw new IllegalStateException("PE " + shmem.myPe() + ": there is no long " + index
                + " of an item; pull has to return true first");
        }
    }

    /** {@return the PE that pushed the current item} */
    public int from() {
        return readingFrom;
    }

    /**
     * Drives the conveyor between pushes and pulls. If no item was pushed or pulled since the last call, it sends
     * partly filled buffers. If there are none, it waits until an item arrives or a full buffer gets room. It returns
     * false when all PEs are done and this PE has pulled its last item.
     *
     * @param done whether this PE will push no more
     * @return whether items may still arrive, or wait to be sent
     */
    public boolean advance(boolean done) {
        return advance(done, true);
    }

    /**
     * Like {@link #advance}, but never waits: for programs that have other work or drive several conveyors.
     *
     * @param done whether this PE will push no more
     * @return whether items may still arrive, or wait to be sent
     */
    public boolean tryAdvance(boolean done) {
        return advance(done, false);
    }

    private boolean advance(boolean done, boolean wait) {
        requireAlive();
        publishAgain();
        if (done) {
            finish();
        }
        if (leftToEnd == 0 && openSources == 0 && readingAt >= readingEnd) {
            return false;
        }
        if (!moved && readingAt >= readingEnd && !flush() && wait) {
            if (mortals == null) {
                events.waitUntil(0, Cmp.NE, seenEvents);
            } else {
                Library.await(events.heapOffset(), Comparison.NE, seenEvents, mortals);
            }
        }
        seenEvents = events.getAcquire(0);
        moved = false;
        return true;
    }

    private void requireAlive() {
        if (mortals == null) {
            return;
        }
        Library.requireAlive(mortals);
        if (Library.recoveries() != recovery) {
            throw new IllegalStateException("PE " + shmem.myPe() + ": a PE has died since this conveyor was made; call "
                + "restart() on all PEs");
        }
    }

    /** Sends all buffers that contain items, full or not. */
    private boolean flush() {
        boolean any = false;
        for (int pe = 0; pe < filled.length; pe++) {
            any |= filled[pe] > 0 && send(pe, false);
        }
        return any;
    }

    private void finish() {
        for (int pe = 0; leftToEnd > 0 && pe < ended.length; pe++) {
            if (!ended[pe] && send(pe, true)) {
                moved = true;
            }
        }
    }

    /**
     * Makes the conveyor ready for new items after {@link #advance} has returned false, or after a recovery;
     * collective.
     */
    public void restart() {
        shmem.barrierAll();
        reset();
        shmem.barrierAll();
        recovery = Library.recoveries();
    }

    /** Frees the memory of the conveyor; collective over all PEs. */
    public void free() {
        all.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        all.close();
    }
}
