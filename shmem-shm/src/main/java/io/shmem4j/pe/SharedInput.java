// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The standard input of a JVM and its PEs: one of them reads it, or each reads all of it. Bytes that one has read are
 * kept until the slowest has. A PE that waits for more does not hold up others, which still get what is kept.
 */
public final class SharedInput {
    private final InputStream source;
    private final String who;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final long[] read;
    /** Belongs to the PE that reads the source, which holds no lock meanwhile. */
    private final byte[] chunk = new byte[8192];
    private byte[] kept = new byte[chunk.length];
    private long begin;
    private int length;
    private boolean filling;
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

    private int read(int reader, byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        lock.lock();
        try {
            while (read[reader] == begin + length) {
                if (atEnd) {
                    return -1;
                }
                if (filling) {
                    more.awaitUninterruptibly();
                } else {
                    fill();
                }
            }
            int at = (int) (read[reader] - begin);
            int taken = Math.min(count, length - at);
            System.arraycopy(kept, at, bytes, offset, taken);
            read[reader] += taken;
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /** Waits for more of the source, without the lock. */
    private void fill() throws IOException {
        filling = true;
        lock.unlock();
        int count = 0;
        try {
            count = source.read(chunk);
        } finally {
            lock.lock();
            filling = false;
            more.signalAll();
        }
        atEnd = count < 0;
        keep(Math.max(0, count));
    }

    /** Keeps bytes of the chunk, and drops those that all PEs have read. */
    private void keep(int count) {
        int used = (int) (Arrays.stream(read).min().orElse(begin) - begin);
        length -= used;
        begin += used;
        byte[] all = length + count > kept.length ? new byte[2 * kept.length] : kept;
        System.arraycopy(kept, used, all, 0, length);
        System.arraycopy(chunk, 0, all, length, count);
        kept = all;
        length += count;
    }

    private int available(int reader) throws IOException {
        lock.lock();
        try {
            int here = (int) (begin + length - read[reader]);
            // The source would answer after the read that waits.
            return here > 0 || atEnd || filling ? here : source.available();
        } finally {
            lock.unlock();
        }
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
