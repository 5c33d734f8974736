// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A JVM's standard input, read by one of its PEs, or by all of them in full. Bytes are buffered until the slowest
 * running PE has read them. A PE that waits for more input does not block PEs that read buffered bytes.
 */
public final class SharedInput {
    /** Maximum size of the buffer. */
    private static final int MOST = 1 << 30;
    /** Bytes read by a PE that has ended: no others are kept for it. */
    private static final long ENDED = Long.MAX_VALUE;

    private final InputStream source;
    private final int most;
    private final String who;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final long[] read;
    /** Used without the lock by the PE that reads the source. */
    private final byte[] chunk = new byte[8192];
    private byte[] kept = new byte[chunk.length];
    private long begin;
    private int length;
    private boolean filling;
    private boolean atEnd;

    /** {@code who} is the number of a PE, all or none. */
    public SharedInput(String who, int pes) {
        this(who, pes, System.in, MOST);
    }

    /** {@code most} is a multiple of the initial buffer by a power of two. */
    SharedInput(String who, int pes, InputStream source, int most) {
        this.source = source;
        this.most = most;
        this.who = who;
        this.read = new long[pes];
    }

    public InputStream of(int pe, int index) {
        if (who.equals("all")) {
            return new Reader(index);
        }
        return who.equals(Integer.toString(pe)) ? source : InputStream.nullInputStream();
    }

    /** Keeps no more bytes for a PE that has ended. */
    void end(int index) {
        lock.lock();
        try {
            read[index] = ENDED;
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private int read(int reader, byte[] bytes, int offset, int count) throws IOException {
        if (count == 0) {
            return 0;
        }
        lock.lock();
        try {
            while (read[reader] >= begin + length) {
                if (atEnd || read[reader] == ENDED) {
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

    /** Reads more from the source, with the lock released. */
    private void fill() throws IOException {
        discard();
        if (length > most - chunk.length) {
            throw new IOException("another PE of this JVM is " + length + " bytes behind in the standard input, and no "
                + "more are kept for it; let it read too, or end");
        }
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

    /** Discards the bytes that all running PEs have read. */
    private void discard() {
        int used = (int) (Math.min(begin + length, Arrays.stream(read).min().orElse(begin)) - begin);
        length -= used;
        begin += used;
        System.arraycopy(kept, used, kept, 0, length);
    }

    /** Buffers bytes of the chunk. */
    private void keep(int count) {
        if (length + count > kept.length) {
            kept = Arrays.copyOf(kept, 2 * kept.length);
        }
        System.arraycopy(chunk, 0, kept, length, count);
        length += count;
    }

    private int available(int reader) throws IOException {
        lock.lock();
        try {
            int here = read[reader] == ENDED ? 0 : (int) (begin + length - read[reader]);
            // The source would block this call while another thread reads it.
            return here > 0 || atEnd || filling || read[reader] == ENDED ? here : source.available();
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
