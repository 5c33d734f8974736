// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * The standard input of a JVM and its PEs: one of them reads it, or each reads all of it. Bytes that one has read are
 * kept until the slowest has.
 */
public final class SharedInput {
    private final InputStream source;
    private final String who;
    private final long[] read;
    private byte[] kept = new byte[8192];
    private long begin;
    private int length;
    private boolean atEnd;

    /** The input of a JVM, read by a PE of the given number, by all or by none. */
    public SharedInput(String who, int pes) {
        this.source = System.in;
        this.who = who;
        this.read = new long[pes];
    }

    public InputStream of(int pe, int index) {
        if (who.equals("all")) {
            return new Reader(index);
        }
        return who.equals(Integer.toString(pe)) ? source : InputStream.nullInputStream();
    }

    private synchronized int read(int reader, byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        int at = (int) (read[reader] - begin);
        if (at == length && !more()) {
            return -1;
        }
        at = (int) (read[reader] - begin);
        int taken = Math.min(count, length - at);
        System.arraycopy(kept, at, bytes, offset, taken);
        read[reader] += taken;
        return taken;
    }

    /** Drops the bytes that all PEs have read, then reads some more. */
    private boolean more() throws IOException {
        int used = (int) (Arrays.stream(read).min().orElse(begin) - begin);
        length -= used;
        begin += used;
        System.arraycopy(kept, used, kept, 0, length);
        if (length == kept.length) {
            kept = Arrays.copyOf(kept, 2 * length);
        }
        int count = atEnd ? -1 : source.read(kept, length, kept.length - length);
        atEnd = count < 0;
        length += Math.max(0, count);
        return count > 0;
    }

    private synchronized int available(int reader) throws IOException {
        int here = (int) (begin + length - read[reader]);
        return here > 0 || atEnd ? here : source.available();
    }

    private final class Reader extends InputStream {
        private final int reader;

        Reader(int reader) {
            this.reader = reader;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int count) throws IOException {
            return SharedInput.this.read(reader, bytes, offset, count);
        }

        @Override
        public int available() throws IOException {
            return SharedInput.this.available(reader);
        }
    }
}
