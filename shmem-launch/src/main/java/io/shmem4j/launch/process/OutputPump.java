// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.io.IOException;
import java.io.InputStream;

/**
 * Reads a process's pipe on its own thread. It measures how long the pipe was empty, as opposed to waiting for a slow
 * reader of the output.
 */
public final class OutputPump extends Thread {
    private static final int STACK_BYTES = 128 << 10;

    private final InputStream in;
    private final LineSink out;
    private final Runnable atEnd;
    private volatile long carried;
    private volatile long waited;
    private volatile long waitsSince;

    /** Starts the pump; {@code atEnd} runs once everything has been passed on. */
    OutputPump(String name, InputStream in, LineSink out, Runnable atEnd) {
        super(null, null, name, STACK_BYTES);
        this.in = in;
        this.out = out;
        this.atEnd = atEnd;
        setDaemon(true);
        start();
    }

    /** {@return a pump of whole lines, or an unbuffered one if no other PE writes to the same stream} */
    static OutputPump ofLines(String name, InputStream in, LineSink out, boolean immediate) {
        LineSink.PartialLines lines = new LineSink.PartialLines(out);
        // Without buffering this ends an empty buffer; another lambda would cost time at every start.
        return new OutputPump(name, in, immediate ? out : lines, lines::end);
    }

    @Override
    public void run() {
        byte[] buffer = new byte[8192];
        try (in) {
            for (int count = read(buffer); count >= 0; count = read(buffer)) {
                out.accept(buffer, 0, count);
            }
        } catch (IOException e) {
            // The PE has gone with its pipe: treated as the end of the stream.
        }
        atEnd.run();
    }

    private int read(byte[] buffer) throws IOException {
        long start = System.nanoTime() | 1;
        waitsSince = start;
        int count = in.read(buffer);
        waitsSince = 0;
        waited += System.nanoTime() - start;
        carried += Math.max(count, 0);
        return count;
    }

    public long carried() {
        return carried;
    }

    public long emptyNanos() {
        while (true) {
            long since = waitsSince;
            long before = waited;
            if (waitsSince == since) {
                return since == 0 ? before : before + System.nanoTime() - since;
            }
        }
    }
}
