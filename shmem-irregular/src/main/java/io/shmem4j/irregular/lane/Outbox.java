// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import io.shmem4j.engine.Helper;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Buffers the messages of the thread that made the outbox, which appends them without the courier's lock. The owner of
 * the lock moves them to the stages. Consecutive messages of one kind form a run with a single header.
 *
 * <p>Correctness: each target has a box of words with a lower and an upper bound. The thread stores words above the
 * upper bound and then raises the bound with release semantics, so a reader that acquires the bound sees whole messages
 * and their headers. A header has the number of messages of its run, or 0 while the run is open, which then ends at the
 * upper bound. A reader that sees the number but an older bound moves the messages up to the bound; the rest follow
 * later as a run of their own. The lower bound is accessed under the lock only. Only the outbox's thread resets both to
 * zero, under the lock, after all messages have been moved. So it never overwrites a word that may still be read. After
 * an Error between two steps the message is absent: each step is one store, or stores of fields without a call in
 * between.
 */
public final class Outbox {
    /** Size of a box: large enough to amortize the lock, so small that several boxes stay in the cache. */
    private static final int WORDS = 256;
    /** Maximum number of words of a message in a box. */
    public static final int MOST = WORDS - 1;
    private static final int COUNT_SHIFT = 44;
    private static final int LENGTH_SHIFT = 24;
    private static final int LENGTH_MASK = (1 << COUNT_SHIFT - LENGTH_SHIFT) - 1;
    /** Bit of the header of a single message whose length needs the bits of the count, too. */
    private static final int LONG = 1 << 23;
    private static final long NO_RUN = -1;
    private static final VarHandle UPPER;
    private static final VarHandle HEADER = MethodHandles.arrayElementVarHandle(long[].class);

    private final Thread owner = Thread.currentThread();
    /** Empty after the end, so that all calls go through the courier. */
    private Box[] boxes;
    /** The thread that moves messages while the owner computes elsewhere, or null. */
    private Helper helper;

    /** Messages to one target. */
    public static final class Box {
        private final long[] words = new long[WORDS];
        private int upper;
        /** Kind of the open run, and the index of its header. The run is empty until the upper bound exceeds that. */
        private long kind = NO_RUN;
        private int header;
        /** Index of the next message's first word. */
        private int next;
        private int lower;
        /** Index of the header of the run that contains or follows the lower bound. */
        private int run;

        /** Closes the open run by storing its number of messages. */
        private void close() {
            if (kind != NO_RUN && upper > header) {
                HEADER.setOpaque(words, header, header(kind, (upper - header - 1) / length(kind)));
            }
            kind = NO_RUN;
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

        private boolean holds() {
            return (int) UPPER.getAcquire(this) != lower;
        }
    }

    static {
        try {
            UPPER = MethodHandles.lookup().findVarHandle(Box.class, "upper", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    Outbox(int n) {
        this.boxes = new Box[n];
    }

    void served(Helper thread) {
        helper = thread;
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

    /** {@return number of messages of a run} */
    public static int count(long header) {
        return isLong(header) ? 1 : (int) (header >>> COUNT_SHIFT);
    }

    /**
     * {@return the box for another message of the open run, or null} It is null for other threads, for unknown targets,
     * if the run is of another kind, and if the box is full.
     */
    public Box extend(int pe, long kind, int length) {
        if (Integer.compareUnsigned(pe, boxes.length) >= 0 || Thread.currentThread() != owner) {
            return null;
        }
        Box box = boxes[pe];
        return box != null && box.kind == kind && box.upper != box.header && box.upper + length <= WORDS ? box : null;
    }

    /** {@return the box for the first message of a new run, or null if the message must go through the courier} */
    public Box begin(int pe, long kind) {
        if (Integer.compareUnsigned(pe, boxes.length) >= 0 || Thread.currentThread() != owner || boxes[pe] == null) {
            return null;
        }
        Box box = boxes[pe];
        int at = box.upper;
        if (at + 1 + length(kind) > WORDS) {
            return null;
        }
        box.close();
        HEADER.setOpaque(box.words, at, kind);
        if (helper != null) {
            helper.wake();
        }
        box.kind = kind;
        box.header = at;
        box.next = at + 1;
        return box;
    }

    /** {@return whether there are messages; may be called without the lock} */
    boolean holds() {
        for (Box box : boxes) {
            if (box != null && box.holds()) {
                return true;
            }
        }
        return false;
    }

    /** Moves all messages to the stages, under the lock, and takes no more. */
    void end(Lanes lanes) {
        drain(lanes);
        boxes = new Box[0];
    }

    /** Moves all messages to the stages of the lanes, under the lock. */
    void drain(Lanes lanes) {
        for (int pe = 0; pe < boxes.length; pe++) {
            if (boxes[pe] != null && boxes[pe].holds()) {
                drain(lanes, pe);
            }
        }
    }

    /** Moves the messages to one PE to its stage, under the lock. */
    void drain(Lanes lanes, int pe) {
        boolean own = Thread.currentThread() == owner;
        Box box = boxes[pe];
        if (box == null) {
            if (own) {
                boxes[pe] = new Box();
            }
            return;
        }
        int end = (int) UPPER.getAcquire(box);
        while (box.lower < end) {
            moveRun(lanes, pe, box, end);
        }
        if (own) {
            UPPER.setRelease(box, 0);
            box.kind = NO_RUN;
            box.run = 0;
            box.lower = 0;
        }
    }

    /** Moves the messages of a run up to a bound. */
    private static void moveRun(Lanes lanes, int pe, Box box, int end) {
        long header = (long) HEADER.getOpaque(box.words, box.run);
        int length = length(header);
        int first = Math.max(box.lower, box.run + 1);
        int runEnd = count(header) == 0 ? Integer.MAX_VALUE : box.run + 1 + count(header) * length;
        int stop = Math.min(end, runEnd);
        int messages = (stop - first) / length;
        if (messages > 0) {
            int to = lanes.claim(pe, 1 + stop - first);
            long[] stage = lanes.stage(pe);
            stage[to] = header(kind(code(header), length), messages);
            System.arraycopy(box.words, first, stage, to + 1, stop - first);
            lanes.commit(pe, to + 1 + stop - first, messages);
        }
        box.lower = stop;
        if (stop == runEnd) {
            box.run = stop;
        }
    }
}
