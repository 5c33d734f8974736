// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.util.Arrays;

/** Hands on whole lines of a text that comes in pieces, and the rest at the end. */
final class PartialLines implements LineSink {
    private static final byte[] NOTHING = {};

    private final LineSink next;
    private byte[] held = NOTHING;

    PartialLines(LineSink next) {
        this.next = next;
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        int end = offset + length;
        while (end > offset && bytes[end - 1] != '\n') {
            end--;
        }
        if (end > offset) {
            if (held.length == 0) {
                next.accept(bytes, offset, end - offset);
            } else {
                hold(bytes, offset, end - offset);
                end();
            }
        }
        hold(bytes, end, offset + length - end);
        if (held.length >= OutputPump.LONGEST_LINE) {
            end();
        }
    }

    private void hold(byte[] bytes, int offset, int length) {
        if (length > 0) {
            int before = held.length;
            held = Arrays.copyOf(held, before + length);
            System.arraycopy(bytes, offset, held, before, length);
        }
    }

    /** Hands on the rest. */
    void end() {
        if (held.length > 0) {
            byte[] last = held;
            held = NOTHING;
            next.accept(last, 0, last.length);
        }
    }
}
