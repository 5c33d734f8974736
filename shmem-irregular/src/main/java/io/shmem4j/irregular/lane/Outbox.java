// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Messages of one thread, the one that made the outbox, appended without the courier's lock. The owner of the lock
 * carries them on. Messages of the same kind that follow one another are a run, with one header for all.
 *
 * <p>Why it is right: each target has a box of words with two bounds. The owner stores words behind the upper bound and
 * then raises that with release, so a thread that reads the bound with acquire sees whole messages and the headers
 * before them. A header says how many messages its run has, or 0 while the owner may still append some: then the run
 * ends at the upper bound. A reader with the final number and an older bound takes the messages up to the bound; the
 * others follow later as a run of their own. The lower bound is read and written with the lock only. The owner alone
 * sets both to zero, with the lock, when all has been carried on. So it never stores to a word that another thread may
 * still read.
 */
public final class Outbox {
    /** Enough that the lock costs little for each message, few enough that the boxes of some PEs stay in the cache. */
    private static final int WORDS = 256;
    /** The most words of a message that has room in a box. */
    public static final int MOST = WORDS - 1;
    private static final int COUNT_SHIFT = 44;
    private static final int LENGTH_SHIFT = 24;
    private static final int LENGTH_MASK = (1 << COUNT_SHIFT - LENGTH_SHIFT) - 1;
    private static final long NO_RUN = -1;
    private static final VarHandle UPPER;
    private static final VarHandle HEADER = MethodHandles.arrayElementVarHandle(long[].class);

    private final Thread owner = Thread.currentThread();
    private final Box[] boxes;
    /** The thread that carries messages on while the owner computes, null where there is none. */
    private Progress progress;

    /** Words that wait for one target. */
    private static final class Box {
        private final long[] words = new long[WORDS];
        private int upper;
        /** The run that the owner appends to: its header without the number, and the place of the header. */
        private long kind = NO_RUN;
        private int header;
        private int lower;
        /** Place of the header of the run that the lower bound lies in or before. */
        private int run;

        /** Ends the last run, by its number of messages. */
        private void close() {
            if (kind != NO_RUN) {
                HEADER.setOpaque(words, header, header(kind, (upper - header - 1) / length(kind)));
                kind = NO_RUN;
            }
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

    void served(Progress thread) {
        progress = thread;
    }

    /** {@return what the headers of runs have in common: a code of 24 bits, and the words of each message} */
    public static long kind(int code, int length) {
        return (long) length << LENGTH_SHIFT | code;
    }

    public static long header(long kind, int count) {
        return (long) count << COUNT_SHIFT | kind;
    }

    public static int code(long header) {
        return (int) header & (1 << LENGTH_SHIFT) - 1;
    }

    /** {@return words of each message of a run} */
    public static int length(long header) {
        return (int) (header >>> LENGTH_SHIFT) & LENGTH_MASK;
    }

    /** {@return number of messages of a run} */
    public static int count(long header) {
        return (int) (header >>> COUNT_SHIFT);
    }

    /**
     * {@return the place in {@link #words} of a message of the last run, negative where it can't be one} That is where
     * another thread asks, there is no such target, its run is of another kind, or its box is full.
     */
    public int place(int pe, long kind) {
        if (pe < 0 || pe >= boxes.length || Thread.currentThread() != owner) {
            return -1;
        }
        Box box = boxes[pe];
        return box != null && box.kind == kind && box.upper + length(kind) <= WORDS ? box.upper : -1;
    }

    /** {@return the place of the first message of a new run, negative where it must go by the courier} */
    public int begin(int pe, long kind) {
        if (pe < 0 || pe >= boxes.length || Thread.currentThread() != owner || boxes[pe] == null) {
            return -1;
        }
        Box box = boxes[pe];
        int at = box.upper;
        if (at + 1 + length(kind) > WORDS) {
            return -1;
        }
        box.close();
        box.kind = kind;
        box.header = at;
        HEADER.setOpaque(box.words, at, kind);
        if (progress != null) {
            progress.wake();
        }
        return at + 1;
    }

    /** {@return the words that {@link #place} has given a place in} */
    public long[] words(int pe) {
        return boxes[pe].words;
    }

    /** Sends a message whose words have been stored, up to a place. */
    public void append(int pe, int end) {
        UPPER.setRelease(boxes[pe], end);
    }

    /** {@return whether messages lie here, as far as a thread without the lock knows} */
    boolean holds() {
        for (Box box : boxes) {
            if (box != null && box.holds()) {
                return true;
            }
        }
        return false;
    }

    /** Moves all messages into the stages of the lanes, with the lock, and {@return how many there were}. */
    int drain(Lanes lanes) {
        int messages = 0;
        for (int pe = 0; pe < boxes.length; pe++) {
            if (boxes[pe] != null && boxes[pe].holds()) {
                messages += drain(lanes, pe);
            }
        }
        return messages;
    }

    /** Moves the messages for a PE into the stage of the lanes, with the lock, and {@return how many there were}. */
    int drain(Lanes lanes, int pe) {
        boolean own = Thread.currentThread() == owner;
        Box box = boxes[pe];
        if (box == null) {
            if (own) {
                boxes[pe] = new Box();
            }
            return 0;
        }
        int end = (int) UPPER.getAcquire(box);
        int messages = 0;
        while (box.lower < end) {
            messages += moveRun(lanes, pe, box, end);
        }
        if (own) {
            box.kind = NO_RUN;
            box.run = 0;
            box.lower = 0;
            UPPER.setRelease(box, 0);
        }
        return messages;
    }

    /** Moves what a run has up to a bound, and {@return how many messages}; they may be none, if it has ended. */
    private static int moveRun(Lanes lanes, int pe, Box box, int end) {
        long header = (long) HEADER.getOpaque(box.words, box.run);
        int length = length(header);
        int first = Math.max(box.lower, box.run + 1);
        int runEnd = count(header) == 0 ? Integer.MAX_VALUE : box.run + 1 + count(header) * length;
        int stop = Math.min(end, runEnd);
        int messages = (stop - first) / length;
        if (messages > 0) {
            int to = lanes.claim(pe, 1 + stop - first);
            lanes.stage(pe)[to] = header(kind(code(header), length), messages);
            System.arraycopy(box.words, first, lanes.stage(pe), to + 1, stop - first);
        }
        box.lower = stop;
        if (stop == runEnd) {
            box.run = stop;
        }
        return messages;
    }
}
