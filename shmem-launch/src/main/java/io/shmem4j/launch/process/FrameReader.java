// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.pe.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Splits the standard output of a JVM with several PEs, in pieces of any length, into the PEs' frames, see
 * {@link Frames}, and the output of others between them.
 */
final class FrameReader implements LineSink {
    private static final int MARK = Long.BYTES;

    private final int first;
    private final BiFunction<Integer, Integer, LineSink> ways;
    private final LineSink.PartialLines[][] streams;
    private final Listener listener;
    private final LineSink.PartialLines others;
    private final ByteBuffer head = ByteBuffer.allocate(Frames.HEAD);
    private final byte[] mark;
    private final Map<Long, Integer> owners = new HashMap<>();
    private int pe;
    private int kind;
    private int left;
    private ByteBuffer fact;

    /** The way of a PE's stream of a kind is asked for when something comes through it. */
    FrameReader(long mark, int first, int count, BiFunction<Integer, Integer, LineSink> ways, Listener listener,
        LineSink others) {
        this.mark = ByteBuffer.allocate(MARK).putLong(mark).array();
        this.first = first;
        this.ways = ways;
        this.streams = new LineSink.PartialLines[count][2];
        this.listener = listener;
        this.others = new LineSink.PartialLines(others);
    }

    /** Receives events of PEs that share a JVM, in the thread of their output. */
    public interface Listener {
        /** A PE has ended, and its output has been carried. */
        void ended(int pe, int status);

        /** Threads have come or gone: the PE of each thread that PEs have started, by the thread's number. */
        void threads(Map<Long, Integer> owners);

        /** A thread ends the JVM before its PEs have ended. */
        void exit(String where);
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (left > 0) {
                int count = Math.min(left, end - at);
                left -= count;
                take(bytes, at, count);
                at += count;
            } else if (head.position() >= MARK || bytes[at] == mark[head.position()]) {
                head.put(bytes[at++]);
                if (!head.hasRemaining()) {
                    begin();
                }
            } else {
                noMark();
                int from = at;
                while (at < end && bytes[at] != mark[0]) {
                    at++;
                }
                others.accept(bytes, from, at - from);
            }
        }
    }

    /** Bytes that only began like a mark belong to others; a mark's first byte does not recur in it. */
    private void noMark() {
        others.accept(head.array(), 0, head.position());
        head.clear();
    }

    /** The JVM has ended: passes on what is unfinished. */
    void end() {
        noMark();
        others.end();
        for (int i = 0; i < streams.length; i++) {
            end(first + i);
        }
    }

    private void end(int of) {
        for (LineSink.PartialLines lines : streams[of - first]) {
            if (lines != null) {
                lines.end();
            }
        }
    }

    private void begin() {
        head.position(MARK);
        pe = head.getInt();
        kind = head.get();
        left = head.getInt();
        head.clear();
        if (isFact()) {
            fact = ByteBuffer.allocate(left);
            // A JVM without further threads says so in no bytes.
            take(head.array(), 0, 0);
        }
    }

    private boolean isFact() {
        return kind != Frames.OUT && kind != Frames.ERR;
    }

    private void take(byte[] bytes, int offset, int count) {
        if (!isFact()) {
            LineSink.PartialLines[] own = streams[pe - first];
            int stream = kind == Frames.OUT ? 0 : 1;
            if (own[stream] == null) {
                own[stream] = new LineSink.PartialLines(ways.apply(pe, kind));
            }
            own[stream].accept(bytes, offset, count);
            return;
        }
        fact.put(bytes, offset, count);
        if (left == 0) {
            tell(fact.flip());
        }
    }

    private void tell(ByteBuffer whole) {
        switch (kind) {
            case Frames.ENDED -> {
                end(pe);
                listener.ended(pe, whole.getInt());
            }
            case Frames.EXIT -> listener.exit(StandardCharsets.UTF_8.decode(whole).toString());
            default -> {
                while (whole.hasRemaining()) {
                    int owner = whole.getInt();
                    owners.put(whole.getLong(), owner);
                }
                if (pe == 0) {
                    listener.threads(Map.copyOf(owners));
                    owners.clear();
                }
            }
        }
    }
}
