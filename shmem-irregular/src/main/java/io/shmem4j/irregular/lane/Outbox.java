// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.channel.ring.Ends;
import io.shmem4j.progress.Progress;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * Buffers messages, and sends those to one target as one message of a channel. The owner, one thread, appends to boxes
 * of its own without a lock; other threads append to common boxes under the courier's lock. Messages in a common box
 * are older than those in the own box of the same target, because a thread sends the latter first. Consecutive messages
 * of one kind in an own box form a run with a single header.
 *
 * <p>Correctness: each box has words with a lower and an upper bound. A thread stores words above the upper bound and
 * then raises the bound with release semantics, so a reader that acquires the bound sees whole messages and their
 * headers. A header has the number of messages of its run, or 0 while the run is open. A run ends at the latest where
 * the sent part of the box ends, so a reader may see either. If more of the run follows, it gets another header, stored
 * over the last sent word. The lower bound is accessed under the lock only. Only the box's owner resets both bounds to
 * zero, under the lock, after all messages have been sent. So it never overwrites a word that may still be read.
 *
 * <p>After an Error between two steps a message is absent, or sent once: each step is one store, or stores of fields
 * without a call in between. A send that an Error cuts off is repeated with the same end and mark.
 */
public final class Outbox {
    /** Size of a box: large enough to amortize a send, so small that several boxes stay in the cache. */
    private static final int NEAR_WORDS = 256;
    /** Between nodes, messages are larger. */
    private static final int FAR_WORDS = 2048;
    /** Length above which no message fits in a box. */
    public static final int MOST = FAR_WORDS - 1;
    private static final int COUNT_SHIFT = 44;
    private static final int LENGTH_SHIFT = 24;
    private static final int LENGTH_MASK = (1 << COUNT_SHIFT - LENGTH_SHIFT) - 1;
    /** Bit of the header of a single message whose length needs the bits of the count, too. */
    private static final int LONG = 1 << 23;
    private static final long NONE = -1;
    private static final VarHandle UPPER;
    private static final VarHandle HEADER = MethodHandles.arrayElementVarHandle(long[].class);

    private final Ends ends;
    private final Thread owner;
    private Box[] own;
    private final Box[] common;
    /** Number of messages, without those in own boxes. */
    private long records;
    /** Reason why the last flush got no page for its messages, or null. */
    private IllegalStateException lacking;
    /** Has the helper that sends messages while the owner computes elsewhere; null if it does not. */
    private Progress helping;

    /** Messages to one target. */
    public static final class Box {
        private final long[] words;
        private final MemorySegment memory;
        private int upper;
        /** Kind of the open run, and the index of its header. The run is empty until the upper bound exceeds that. */
        private long kind = NONE;
        private int header;
        /** Index of the next message's first word. */
        private int next;
        private int lower;
        /** Index of the header of the run that contains or follows the lower bound. */
        private int run;
        /** End of what is being sent, the run there, and the mark, or {@link #NONE}. */
        private int end;
        private int endRun;
        private long mark = NONE;
        private int resets;

        private Box(int size) {
            this.words = new long[size];
            this.memory = MemorySegment.ofArray(words);
        }

        /** Closes the open run by storing its number of messages. */
        private void close() {
            if (kind != NONE && upper > header) {
                HEADER.setOpaque(words, header, header(kind, (upper - header - 1) / length(kind)));
            }
            kind = NONE;
        }

        /** Appends a message of one word. */
        public void add(long word) {
            int at = next;
            words[at] = word;
            UPPER.setRelease(this, at + 1);
            next = at + 1;
        }

        /** Appends a message of two words. */
        public void add(long first, long second) {
            int at = next;
            words[at] = first;
            words[at + 1] = second;
            UPPER.setRelease(this, at + 2);
            next = at + 2;
        }

        /** Appends a message. */
        public void add(long[] message) {
            int end = next + message.length;
            System.arraycopy(message, 0, words, next, message.length);
            UPPER.setRelease(this, end);
            next = end;
        }

        /** Appends a message with a header: the words of an array, or up to two; {@return whether there was room} */
        private boolean append(long head, int count, long first, long second, long[] message) {
            int at = upper;
            if (count >= words.length - at) {
                return false;
            }
            close();
            HEADER.setOpaque(words, at, head);
            if (message != null) {
                System.arraycopy(message, 0, words, at + 1, count);
            } else if (count > 0) {
                words[at + 1] = first;
                words[at + count] = count == 1 ? first : second;
            }
            UPPER.setRelease(this, at + 1 + count);
            return true;
        }

        /**
         * Appends a word to the last message of a common box, and adds to its header, which is at an index;
         * {@return whether there was room}
         */
        public boolean extend(int at, long added, long word) {
            if (at < lower || upper == words.length || mark != NONE) {
                return false;
            }
            words[upper] = word;
            words[at] += added;
            upper++;
            return true;
        }

        /** {@return a word of a common box} */
        public long word(int at) {
            return words[at];
        }

        /** {@return the end of the last message of a common box} */
        public int end() {
            return upper;
        }

        /** {@return a number that changes when indices become invalid} */
        public int resets() {
            return resets;
        }

        private boolean holds() {
            return (int) UPPER.getAcquire(this) != lower;
        }

        private int stop(int at, long head) {
            return count(head) == 0 ? Integer.MAX_VALUE : at + 1 + count(head) * length(head);
        }

        /** {@return the index from which to send} Gives the rest of a run a header. */
        private int begin() {
            if (lower <= run) {
                return lower;
            }
            long head = (long) HEADER.getOpaque(words, run);
            int stop = stop(run, head);
            if (stop == lower) {
                return lower;
            }
            words[lower - 1] = count(head) == 0 ? head
                : header(kind(code(head), length(head)), (stop - lower) / length(head));
            return lower - 1;
        }

        /** {@return the number of messages between the lower and another bound} Sets the run at that bound. */
        private int pass(int bound) {
            int messages = 0;
            int at = run;
            while (at < bound) {
                long head = (long) HEADER.getOpaque(words, at);
                int stop = stop(at, head);
                messages += stop <= bound && lower <= at ? count(head)
                    : (Math.min(stop, bound) - Math.max(lower, at + 1)) / length(head);
                if (stop > bound) {
                    break;
                }
                at = stop;
            }
            endRun = at;
            return messages;
        }
    }

    static {
        try {
            UPPER = MethodHandles.lookup().findVarHandle(Box.class, "upper", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Makes the outbox of a thread, or one with common boxes only. */
    Outbox(Ends ends, Thread owner) {
        this.ends = ends;
        this.owner = owner;
        this.common = new Box[ends.size()];
        this.own = new Box[owner == null ? 0 : common.length];
    }

    void helped(Progress progress) {
        helping = progress;
    }

    /** {@return a header without a count: a code of 23 bits, and the words per message} */
    public static long kind(int code, int length) {
        return (long) length << LENGTH_SHIFT | code;
    }

    private static long header(long kind, int count) {
        return (long) count << COUNT_SHIFT | kind;
    }

    /** {@return the header of a single message} */
    public static long single(int code, int length) {
        return length > LENGTH_MASK ? kind(code | LONG, length) : header(kind(code, length), 1);
    }

    private static boolean isLong(long header) {
        return (header & LONG) != 0;
    }

    public static int code(long header) {
        return (int) header & LONG - 1;
    }

    /** {@return words per message of a run} */
    public static int length(long header) {
        return (int) (header >>> LENGTH_SHIFT) & (isLong(header) ? Integer.MAX_VALUE : LENGTH_MASK);
    }

    /** {@return number of messages of a run, or 0 while it is open} */
    private static int count(long header) {
        return isLong(header) ? 1 : (int) (header >>> COUNT_SHIFT);
    }

    /** {@return number of messages of a run in this many words, with the header} */
    public static int count(long header, int words) {
        int count = count(header);
        return count > 0 && (long) count * length(header) < words ? count : (words - 1) / length(header);
    }

    /**
     * {@return the box for another message of the open run, or null} It is null for other threads, for unknown targets,
     * if the run is of another kind, and if the box is full.
     */
    public Box extend(int pe, long kind, int length) {
        if (Integer.compareUnsigned(pe, own.length) >= 0 || Thread.currentThread() != owner) {
            return null;
        }
        Box box = own[pe];
        return box != null && box.kind == kind && box.upper != box.header && box.upper + length <= box.words.length
            ? box : null;
    }

    /** {@return the box for the first message of a new run, or null if the message must go through the courier} */
    public Box begin(int pe, long kind) {
        if (Integer.compareUnsigned(pe, own.length) >= 0 || Thread.currentThread() != owner) {
            return null;
        }
        Box box = box(own, pe);
        int at = box.upper;
        if (length(kind) >= box.words.length - at) {
            return null;
        }
        box.close();
        HEADER.setOpaque(box.words, at, kind);
        if (helping != null) {
            helping.wakeHelper();
        }
        box.kind = kind;
        box.header = at;
        box.next = at + 1;
        return box;
    }

    private Box box(Box[] boxes, int pe) {
        Box box = boxes[pe];
        if (box == null) {
            int size = ends.reaches(pe) ? NEAR_WORDS : FAR_WORDS;
            box = new Box(Math.min(size, ends.longest() / Long.BYTES));
            boxes[pe] = box;
        }
        return box;
    }

    /** {@return the common box for a target, under the lock} */
    public Box common(int pe) {
        return box(common, pe);
    }

    /**
     * Appends a message with a header, under the lock: the words of an array, or up to two; {@return whether there was
     * no room before}
     */
    boolean write(int pe, long head, int count, long first, long second, long[] message) {
        boolean mine = Thread.currentThread() == owner;
        Box box = box(mine ? own : common, pe);
        if (!mine && holds(own, pe)) {
            send(pe);
        }
        boolean room = box.append(head, count, first, second, message);
        if (!room) {
            send(pe);
            if (!box.append(head, count, first, second, message)) {
                long[] whole = new long[Math.addExact(count, 1)];
                whole[0] = head;
                System.arraycopy(message, 0, whole, 1, count);
                mine = false;
                keep(pe, MemorySegment.ofArray(whole));
            }
        }
        records += mine ? 0 : 1;
        return !room;
    }

    private void keep(int pe, MemorySegment message) {
        try {
            ends.keep(pe, 0, message, null);
        } catch (IllegalStateException e) {
            lacking = e;
        }
    }

    private static boolean holds(Box[] boxes, int pe) {
        return pe < boxes.length && boxes[pe] != null && boxes[pe].holds();
    }

    private boolean holds(int pe) {
        return holds(common, pe) || holds(own, pe);
    }

    /** {@return whether there are messages; may be called without the lock} */
    boolean holds() {
        for (int pe = 0; pe < common.length; pe++) {
            if (holds(pe)) {
                return true;
            }
        }
        return false;
    }

    /** Sends all messages for which there is room, under the lock; {@return whether none is left} */
    boolean flush() {
        lacking = null;
        boolean all = true;
        for (int pe = 0; pe < common.length; pe++) {
            all &= !holds(pe) && !ends.keeps(pe) || flush(pe);
        }
        return all;
    }

    private boolean flush(int pe) {
        try {
            if (!ends.keeps(pe) || ends.flush(pe)) {
                send(pe);
                return !ends.keeps(pe);
            }
        } catch (IllegalStateException e) {
            lacking = e;
        }
        return false;
    }

    /** {@return whether the last flush got no page} */
    boolean lacksPages() {
        return lacking != null;
    }

    /** Throws if the last flush got no page. */
    void requirePages() {
        IllegalStateException reason = lacking;
        lacking = null;
        if (reason != null) {
            throw reason;
        }
    }

    /** Sends the messages to a PE, or keeps them until there is room; under the lock. */
    private void send(int pe) {
        if (common[pe] != null) {
            send(pe, common[pe], false);
        }
        Box[] boxes = own;
        if (holds(boxes, pe) || Thread.currentThread() == owner && pe < boxes.length && boxes[pe] != null) {
            send(pe, boxes[pe], true);
        }
    }

    private void send(int pe, Box box, boolean runs) {
        while (box.mark != NONE || box.holds()) {
            if (box.mark == NONE) {
                long mark = ends.mark(pe);
                box.end = (int) UPPER.getAcquire(box);
                box.mark = mark;
            }
            int from = runs ? box.begin() : box.lower;
            int messages = runs ? box.pass(box.end) : 0;
            ends.post(pe, box.memory, (long) from * Long.BYTES, (long) (box.end - from) * Long.BYTES, box.mark);
            records += messages;
            box.lower = box.end;
            box.run = box.endRun;
            box.mark = NONE;
        }
        if (!runs || Thread.currentThread() == owner) {
            UPPER.setRelease(box, 0);
            box.kind = NONE;
            box.run = 0;
            box.lower = 0;
            box.resets++;
        }
    }

    /** {@return number of messages since the start or the last reset} */
    long records() {
        long sum = records;
        for (Box box : own) {
            sum += box == null ? 0 : box.pass((int) UPPER.getAcquire(box));
        }
        return sum;
    }

    /** Discards all messages, under the lock, while no thread sends any. */
    void reset() {
        Arrays.fill(own, null);
        Arrays.fill(common, null);
        records = 0;
    }

    /** Lets all later messages go through the courier, which refuses them. */
    void end() {
        records = records();
        own = new Box[0];
    }
}
