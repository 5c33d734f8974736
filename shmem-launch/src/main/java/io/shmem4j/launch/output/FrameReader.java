// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.output;

import io.shmem4j.pe.Frames;

/** Takes apart what the PEs of a JVM send, as {@link Frames} describes it, from pieces of any length. */
final class FrameReader implements LineSink {
    /** Where what PEs say goes. */
    interface Receiver {
        /** {@return the way of one stream of a PE} @param pe its number @param kind of the frame */
        PartialLines stream(int pe, int kind);

        /** A PE has ended. @param pe its number @param status with which */
        void ended(int pe, int status);
    }

    private final Receiver receiver;
    private final byte[] head = new byte[Frames.HEAD];
    private int headFilled;
    private int pe;
    private int kind;
    private int left;
    private int number;

    FrameReader(Receiver receiver) {
        this.receiver = receiver;
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        int at = offset;
        int end = offset + length;
        while (at < end) {
            if (left == 0) {
                head[headFilled++] = bytes[at++];
                if (headFilled == head.length) {
                    headFilled = 0;
                    begin();
                }
            } else {
                int count = Math.min(left, end - at);
                take(bytes, at, count);
                at += count;
                left -= count;
                if (left == 0 && kind == Frames.ENDED) {
                    receiver.ended(pe, number);
                }
            }
        }
    }

    private void begin() {
        pe = number(0);
        kind = head[4];
        left = number(5);
        number = 0;
    }

    private void take(byte[] bytes, int offset, int count) {
        if (kind == Frames.ENDED) {
            for (int i = 0; i < count; i++) {
                number = number << 8 | bytes[offset + i] & 0xff;
            }
        } else {
            receiver.stream(pe, kind).accept(bytes, offset, count);
        }
    }

    private int number(int at) {
        return (head[at] & 0xff) << 24 | (head[at + 1] & 0xff) << 16 | (head[at + 2] & 0xff) << 8 | head[at + 3] & 0xff;
    }
}
