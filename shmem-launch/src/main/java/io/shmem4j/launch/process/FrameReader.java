// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.pe.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Separates the standard output of a shared JVM into the PEs' {@link Frames} and unframed bytes. Input may be cut
 * anywhere. A header that {@link Frames} never writes is treated as ordinary output.
 */
final class FrameReader implements LineSink {
    private static final int MARK = Long.BYTES;

    private final int first;
    private final BiFunction<Integer, Integer, LineSink> sinks;
    private final LineSink.PartialLines[][] streams;
    private final Listener listener;
    private final LineSink.PartialLines unframed;
    private final ByteBuffer head = ByteBuffer.allocate(Frames.HEAD);
    private final byte[] mark;
    private final Map<Long, Integer> owners = new HashMap<>();
    private int pe;
    private int kind;
    private int left;
    /** Payload of the current frame if it is for the launcher rather than for a stream. */
    private ByteBuffer fact;

    /**
     * Creates a reader for {@code count} PEs, beginning with {@code first}.
     *
     * @param sinks    called with a PE and {@link Frames#OUT} or {@link Frames#ERR} before the stream's first byte
     * @param unframed receives bytes outside of frames
     */
    FrameReader(long mark, int first, int count, BiFunction<Integer, Integer, LineSink> sinks, Listener listener,
        LineSink unframed) {
        this.mark = ByteBuffer.allocate(MARK).putLong(mark).array();
        this.first = first;
        this.sinks = sinks;
        this.streams = new LineSink.PartialLines[count][2];
        this.listener = listener;
        this.unframed = new LineSink.PartialLines(unframed);
    }

    /** Receives events of a shared JVM's PEs, on the thread that reads its output. */
    public interface Listener {
        /** A PE has ended. Its sinks have received all its output. */
        void ended(int pe, int status);

        /** The JVM's threads have changed. The map goes from thread number to the PE that started the thread. */
        void threads(Map<Long, Integer> owners);

        /** A thread is ending the JVM while PEs still run. */
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
                passOnHead();
                int from = at;
                while (at < end && bytes[at] != mark[0]) {
                    at++;
                }
                unframed.accept(bytes, from, at - from);
            }
        }
    }

    /**
     * Passes on bytes that began like a mark but are not one. Only the first byte of a mark is zero, so no other mark
     * can begin within them.
     */
    private void passOnHead() {
        unframed.accept(head.array(), 0, head.position());
        head.clear();
    }

    /** Passes on unfinished lines after the JVM has ended. */
    void end() {
        passOnHead();
        unframed.end();
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
        if (!isValid()) {
            left = 0;
            byte[] rest = Arrays.copyOfRange(head.array(), MARK, Frames.HEAD);
            unframed.accept(mark, 0, MARK);
            // Shorter than a header, but a real frame may begin within these bytes.
            accept(rest, 0, rest.length);
        } else if (isFact()) {
            fact = ByteBuffer.allocate(left);
            // Handles an empty payload, such as that of a JVM without additional threads.
            take(head.array(), 0, 0);
        }
    }

    private boolean isValid() {
        boolean ours = pe >= first && pe - first < streams.length;
        return left >= 0 && left <= Frames.MOST && switch (kind) {
            case Frames.OUT, Frames.ERR -> ours;
            case Frames.ENDED -> ours && left == Integer.BYTES;
            case Frames.THREADS -> left % Frames.PAIR == 0;
            case Frames.EXIT -> true;
            default -> false;
        };
    }

    private boolean isFact() {
        return kind != Frames.OUT && kind != Frames.ERR;
    }

    private void take(byte[] bytes, int offset, int count) {
        if (!isFact()) {
            LineSink.PartialLines[] own = streams[pe - first];
            int stream = kind == Frames.OUT ? 0 : 1;
            if (own[stream] == null) {
                own[stream] = new LineSink.PartialLines(sinks.apply(pe, kind));
            }
            own[stream].accept(bytes, offset, count);
            return;
        }
        fact.put(bytes, offset, count);
        if (left == 0) {
            report(fact.flip());
        }
    }

    private void report(ByteBuffer whole) {
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
