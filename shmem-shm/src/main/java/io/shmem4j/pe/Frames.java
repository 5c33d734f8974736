// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Frames with the output and ends of a JVM's PEs, sent to the launcher through the pipe of standard output.
 *
 * <pre>
 *   0  mark (long) | 8  PE (int) | 12  kind (byte) | 13  length (int) | 17  bytes
 * </pre>
 * Numbers are big-endian. A frame is one write of at most {@link #LONGEST} bytes, which the kernel never mixes with
 * other writes. Native code, child processes and {@code FileDescriptor.out} may therefore write to the same pipe; their
 * bytes are those between frames. The mark is derived from the job's name and contains a zero, so it occurs in no text.
 */
public final class Frames {
    /** System property of a JVM that writes the output of several PEs although it is not a shared JVM. */
    public static final String FRAMED = "shmem4j.framed";
    /** Bytes of a PE's standard output. */
    public static final int OUT = 1;
    /** Bytes of a PE's standard error. */
    public static final int ERR = 2;
    /** A PE has ended with a status (int). It writes nothing afterwards. */
    public static final int ENDED = 3;
    /**
     * Owners of threads, as pairs of a PE (int) and a thread's number (long). The frame's PE field contains the number
     * of further frames of the list.
     */
    public static final int THREADS = 4;
    /** Size of such a pair. */
    public static final int PAIR = Integer.BYTES + Long.BYTES;
    /** A thread is ending the JVM before its PEs have ended: a text with the thread and its call site. */
    public static final int EXIT = 5;
    /** Size of the header. */
    public static final int HEAD = 17;
    /** Maximum size of a frame with its header, which the kernel writes to a pipe atomically. */
    static final int LONGEST = 4096;
    /** Maximum size of the payload. */
    public static final int MOST = LONGEST - HEAD;

    /** Opened separately, because programs may close the standard output's descriptor. */
    private static final String STANDARD_OUTPUT = "/proc/self/fd/1";
    private static final int PE_AT = 8;
    private static final int KIND_AT = 12;
    private static final int LENGTH_AT = 13;
    private static final long SEED = 0xcbf29ce484222325L;
    private static final long FACTOR = 0x100000001b3L;

    private final OutputStream out;
    private final BitSet silent = new BitSet();
    private final byte[] buffer = new byte[LONGEST];

    Frames(OutputStream out, long mark) {
        this.out = out;
        ByteBuffer.wrap(buffer).putLong(mark);
    }

    public static Frames toLauncher() {
        return new Frames(standardOutput(), mark(Setting.JOB_ID.value()));
    }

    private static OutputStream standardOutput() {
        try {
            return new FileOutputStream(STANDARD_OUTPUT, true);
        } catch (FileNotFoundException e) {
            // Without /proc the descriptor itself is used.
            return new FileOutputStream(FileDescriptor.out);
        }
    }

    /** {@return the start of all frames of a job: a zero byte and seven nonzero ones} */
    public static long mark(String jobId) {
        long mixed = SEED;
        for (int i = 0; i < jobId.length(); i++) {
            mixed = (mixed ^ jobId.charAt(i)) * FACTOR;
        }
        return (mixed | 0x01010101010101L) & -1L >>> Byte.SIZE;
    }

    /** Writes a frame unless its PE has ended. A failure is ignored, because it means that the launcher is gone. */
    synchronized void write(int pe, int kind, byte[] bytes, int offset, int length) {
        if (!silent.get(pe)) {
            send(pe, kind, bytes, offset, length);
        }
    }

    private void send(int pe, int kind, byte[] bytes, int offset, int length) {
        number(PE_AT, pe);
        buffer[KIND_AT] = (byte) kind;
        number(LENGTH_AT, length);
        System.arraycopy(bytes, offset, buffer, HEAD, length);
        try {
            out.write(buffer, 0, HEAD + length);
        } catch (IOException e) {
            // The launcher is gone or about to end this process.
        }
    }

    synchronized void ended(int pe, int status) {
        write(pe, ENDED, new byte[] {(byte) (status >> 24), (byte) (status >> 16), (byte) (status >> 8),
            (byte) status}, 0, Integer.BYTES);
        silent.set(pe);
    }

    public synchronized void exit(String where) {
        byte[] text = where.getBytes(StandardCharsets.UTF_8);
        send(0, EXIT, text, 0, Math.min(text.length, MOST));
    }

    /** Writes the owners of threads: pairs of a PE and a thread's number in this JVM. */
    synchronized void threads(long[] pairs) {
        int ofFrame = MOST / PAIR * 2;
        int more = pairs.length / ofFrame;
        for (int from = 0; more >= 0; from += ofFrame) {
            long[] some = Arrays.copyOfRange(pairs, from, Math.min(pairs.length, from + ofFrame));
            ByteBuffer bytes = ByteBuffer.allocate(some.length / 2 * PAIR);
            for (int i = 0; i < some.length; i += 2) {
                bytes.putInt((int) some[i]).putLong(some[i + 1]);
            }
            send(more--, THREADS, bytes.array(), 0, bytes.capacity());
        }
    }

    private void number(int at, int value) {
        buffer[at] = (byte) (value >> 24);
        buffer[at + 1] = (byte) (value >> 16);
        buffer[at + 2] = (byte) (value >> 8);
        buffer[at + 3] = (byte) value;
    }
}
