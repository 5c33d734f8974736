// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.util.Arrays;
import java.util.function.Supplier;

/** Starts each line with the PE it comes from, or the time. */
final class TagSink implements LineSink {
    private final Supplier<byte[]> tags;
    private final LineSink next;
    private byte[] tagged = new byte[1024];
    private boolean inLine;

    /**
     * A tagging stage.
     *
     * @param tags makes a line's, such as {@code "[3] "}
     */
    TagSink(Supplier<byte[]> tags, LineSink next) {
        this.tags = tags;
        this.next = next;
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        int filled = 0;
        int at = offset;
        int end = offset + length;
        byte[] tag = tags.get();
        while (at < end) {
            int stop = at;
            while (stop < end && bytes[stop] != '\n') {
                stop++;
            }
            int count = Math.min(stop + 1, end) - at;
            if (tagged.length < filled + tag.length + count) {
                tagged = Arrays.copyOf(tagged, 2 * (filled + tag.length + count));
            }
            if (!inLine) {
                System.arraycopy(tag, 0, tagged, filled, tag.length);
                filled += tag.length;
            }
            System.arraycopy(bytes, at, tagged, filled, count);
            filled += count;
            at += count;
            inLine = bytes[at - 1] != '\n';
        }
        next.accept(tagged, 0, filled);
    }
}
