// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Empties one pipe of one process: hands whole lines on as soon as they end, and the rest at the end. It tells apart
 * the time in which the pipe is empty and the time in which the lines wait for their reader.
 */
public final class OutputPump extends Thread {
    /** A line beyond this is handed on in pieces. */
    static final int LONGEST_LINE = 1 << 20;

    private static final int STACK_BYTES = 128 << 10;

    private final InputStream in;
    private final LineSink out;
    private final boolean immediate;
    private final Runnable atEnd;
    private volatile long carried;
    private volatile long waited;
    private volatile long waitsSince;

    /**
     * Starts to carry.
     *
     * @param immediate whether to hand on unfinished lines at once, which is right when no other PE can mix in
     */
    OutputPump(String name, InputStream in, LineSink out, boolean immediate) {
        this(name, in, out, immediate, () -> { });
    }

    /**
     * Starts to carry.
     *
     * @param immediate whether to hand on unfinished lines at once
     * @param atEnd runs when everything has been carried
     */
    OutputPump(String name, InputStream in, LineSink out, boolean immediate, Runnable atEnd) {
        super(null, null, name, STACK_BYTES);
        this.in = in;
        this.out = out;
        this.immediate = immediate;
        this.atEnd = atEnd;
        setDaemon(true);
        start();
    }

    @Override
    public void run() {
        byte[] buffer = new byte[8192];
        int filled = 0;
        try (in) {
            while (true) {
                int count = read(buffer, filled);
                if (count < 0) {
                    break;
                }
                int end = immediate ? filled + count : lastLineEnd(buffer, filled, count);
                filled += count;
                if (end == 0 && filled == LONGEST_LINE) {
                    end = filled;
                }
                if (end > 0) {
                    out.accept(buffer, 0, end);
                    filled -= end;
                    System.arraycopy(buffer, end, buffer, 0, filled);
                }
                if (filled == buffer.length) {
                    buffer = Arrays.copyOf(buffer, 2 * filled);
                }
            }
        } catch (IOException e) {
            // The PE is gone and its pipe with it: the same as the end of the stream.
        }
        if (filled > 0) {
            out.accept(buffer, 0, filled);
        }
        atEnd.run();
    }

    private int read(byte[] buffer, int filled) throws IOException {
        long start = System.nanoTime() | 1;
        waitsSince = start;
        int count = in.read(buffer, filled, buffer.length - filled);
        waitsSince = 0;
        waited += System.nanoTime() - start;
        carried += Math.max(count, 0);
        return count;
    }

    /** {@return bytes that have come through the pipe} */
    public long carried() {
        return carried;
    }

    /** {@return nanoseconds for which the pipe was empty} */
    public long emptyNanos() {
        while (true) {
            long since = waitsSince;
            long before = waited;
            if (waitsSince == since) {
                return since == 0 ? before : before + System.nanoTime() - since;
            }
        }
    }

    /** Only the new bytes can hold a line's end, because the rest of before has none. */
    private static int lastLineEnd(byte[] buffer, int from, int count) {
        for (int at = from + count; at > from; at--) {
            if (buffer[at - 1] == '\n') {
                return at;
            }
        }
        return 0;
    }
}
