// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Drops the one line that a JVM prints first when the Vector API is resolved, and nothing else. */
final class IncubatorFilter implements LineSink {
    private static final byte[] LINE =
        "WARNING: Using incubator modules: jdk.incubator.vector\n".getBytes(StandardCharsets.US_ASCII);

    private final LineSink next;
    private boolean done;

    IncubatorFilter(LineSink next) {
        this.next = next;
    }

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        int skip = 0;
        if (!done) {
            done = true;
            if (length >= LINE.length
                && Arrays.equals(bytes, offset, offset + LINE.length, LINE, 0, LINE.length)) {
                skip = LINE.length;
            }
        }
        next.accept(bytes, offset + skip, length - skip);
    }
}
