// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.pe.Frames;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Takes apart what comes from the standard output of a JVM with several PEs, in pieces of any length: the frames that
 * the PEs send, see {@link Frames}, and between them what others have written there.
 */
final class FrameReader implements LineSink {
    private static final int MARK = Long.BYTES;

    private final PeVoices voices;
    private final PartialLines others;
    private final ByteBuffer head = ByteBuffer.allocate(Frames.HEAD);
    private final byte[] mark;
    private final Map<Long, Integer> owners = new HashMap<>();
    private int pe;
    private int kind;
    private int left;
    private ByteBuffer fact;

    FrameReader(long mark, PeVoices voices, LineSink others) {
        this.mark = ByteBuffer.allocate(MARK).putLong(mark).array();
        this.voices = voices;
        this.others = new PartialLines(others);
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

    /** What began like a mark, whose first byte does not come again in it, belongs to others. */
    private void noMark() {
        others.accept(head.array(), 0, head.position());
        head.clear();
    }

    /** The JVM has ended: passes on what is unfinished. */
    void end() {
        noMark();
        others.end();
        voices.end();
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
            voices.stream(pe, kind).accept(bytes, offset, count);
            return;
        }
        fact.put(bytes, offset, count);
        if (left == 0) {
            tell(fact.flip());
        }
    }

    private void tell(ByteBuffer whole) {
        switch (kind) {
            case Frames.ENDED -> voices.ended(pe, whole.getInt());
            case Frames.EXIT -> voices.exit(StandardCharsets.UTF_8.decode(whole).toString());
            default -> {
                while (whole.hasRemaining()) {
                    int owner = whole.getInt();
                    owners.put(whole.getLong(), owner);
                }
                if (pe == 0) {
                    voices.threads(Map.copyOf(owners));
                    owners.clear();
                }
            }
        }
    }
}
