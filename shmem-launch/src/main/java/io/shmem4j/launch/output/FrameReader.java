// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.output;

import io.shmem4j.pe.Frames;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** Takes apart the frames that the PEs of a JVM send, see {@link Frames}, from pieces of any length. */
final class FrameReader implements LineSink {
    private final PeVoices voices;
    private final ByteBuffer head = ByteBuffer.allocate(Frames.HEAD);
    private int pe;
    private int kind;
    private int left;
    private ByteBuffer facts;

    /**
     * Hands on.
     *
     * @param voices gets what PEs say
     */
    FrameReader(PeVoices voices) {
        this.voices = voices;
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (left == 0) {
                head.put(bytes[at++]);
                if (!head.hasRemaining()) {
                    begin();
                }
            } else {
                int count = Math.min(left, end - at);
                left -= count;
                take(bytes, at, count);
                at += count;
            }
        }
    }

    private void begin() {
        head.flip();
        pe = head.getInt();
        kind = head.get();
        left = head.getInt();
        head.clear();
        if (isFact()) {
            facts = ByteBuffer.allocate(left);
            // A JVM without further threads says so in no bytes.
            take(head.array(), 0, 0);
        }
    }

    private boolean isFact() {
        return kind == Frames.ENDED || kind == Frames.THREADS;
    }

    private void take(byte[] bytes, int offset, int count) {
        if (!isFact()) {
            voices.stream(pe, kind).accept(bytes, offset, count);
            return;
        }
        facts.put(bytes, offset, count);
        if (left > 0) {
            return;
        }
        facts.flip();
        if (kind == Frames.ENDED) {
            voices.ended(pe, facts.getInt());
        } else {
            Map<Long, Integer> owners = new HashMap<>();
            while (facts.hasRemaining()) {
                int owner = facts.getInt();
                owners.put(facts.getLong(), owner);
            }
            voices.threads(owners);
        }
    }
}
