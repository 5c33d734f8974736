// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * What the PEs of a JVM write, and how they end, on their one way to the launcher.
 *
 * <pre>
 *   0  PE (int) | 4  kind (byte) | 5  length (int) | 9  bytes
 * </pre>
 * Numbers are big-endian. A frame goes out in one write under one lock, so frames of different PEs never mix.
 */
public final class Frames {
    /** System property of a JVM that prints for several PEs although it is started as one. */
    public static final String FRAMED = "shmem4j.framed";
    /** Bytes of a PE's standard output. */
    public static final int OUT = 1;
    /** Bytes of a PE's standard error. */
    public static final int ERR = 2;
    /** A PE has ended; its status (int). It writes nothing after that. */
    public static final int ENDED = 3;
    /** Whose the threads are that PEs have started: pairs of a PE (int) and a thread's number (long). */
    public static final int THREADS = 4;
    /** Bytes before a frame's own. */
    public static final int HEAD = 9;
    /** The file that leads to the launcher; the shell that starts this JVM opens it. */
    private static final String LAUNCHER = "/proc/self/fd/3";

    private final OutputStream out;
    private final BitSet silent = new BitSet();
    private byte[] buffer = new byte[1024];

    /**
     * Writes to a stream.
     *
     * @param out the stream
     */
    Frames(OutputStream out) {
        this.out = out;
    }

    /**
     * {@return the way to the launcher}
     *
     * @throws IOException if this JVM was started without one
     */
    public static Frames toLauncher() throws IOException {
        return new Frames(new FileOutputStream(LAUNCHER));
    }

    /** Writes a frame, unless its PE has ended; a failure is ignored, because the launcher has gone. */
    synchronized void write(int pe, int kind, byte[] bytes, int offset, int length) {
        if (!silent.get(pe)) {
            send(pe, kind, bytes, offset, length);
        }
    }

    private void send(int pe, int kind, byte[] bytes, int offset, int length) {
        int whole = HEAD + length;
        if (buffer.length < whole) {
            buffer = new byte[Math.max(whole, 2 * buffer.length)];
        }
        number(0, pe);
        buffer[4] = (byte) kind;
        number(5, length);
        System.arraycopy(bytes, offset, buffer, HEAD, length);
        try {
            out.write(buffer, 0, whole);
        } catch (IOException e) {
            // The launcher is gone or about to end this process.
            return;
        }
    }

    /** Says that a PE has ended. */
    synchronized void ended(int pe, int status) {
        write(pe, ENDED, new byte[] {(byte) (status >> 24), (byte) (status >> 16), (byte) (status >> 8),
            (byte) status}, 0, Integer.BYTES);
        silent.set(pe);
    }

    /**
     * Says whose threads there are.
     *
     * @param pairs of a PE and a thread's number in this JVM
     */
    synchronized void threads(long[] pairs) {
        ByteBuffer bytes = ByteBuffer.allocate(pairs.length / 2 * (Integer.BYTES + Long.BYTES));
        for (int i = 0; i < pairs.length; i += 2) {
            bytes.putInt((int) pairs[i]).putLong(pairs[i + 1]);
        }
        send(0, THREADS, bytes.array(), 0, bytes.capacity());
    }

    private void number(int at, int value) {
        buffer[at] = (byte) (value >> 24);
        buffer[at + 1] = (byte) (value >> 16);
        buffer[at + 2] = (byte) (value >> 8);
        buffer[at + 3] = (byte) value;
    }
}
