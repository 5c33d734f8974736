// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads jars one after the other, each in the order of its directory. {@link java.util.jar.JarFile} makes a table of
 * all names and a stream for each entry, which take a fifth of a scan's time. The file is copied through a window,
 * because a mapped file that a build cuts short ends the JVM.
 *
 * <p>Bytes that are no jar end in an exception of an index, or of this class.
 */
public final class JarReader implements AutoCloseable {
    private static final int END = 0x06054b50;
    private static final int END_BYTES = 22;
    private static final int LONG_END = 0x06064b50;
    private static final int LONG_END_BYTES = 56;
    private static final int LONG_PLACE = 0x07064b50;
    private static final int LONG_PLACE_BYTES = 20;
    private static final int ENTRY = 0x02014b50;
    private static final int ENTRY_BYTES = 46;
    private static final int HEAD_BYTES = 30;
    private static final int MOST_SHORT = 0xffff;
    private static final int DEFLATED = 8;
    private static final int WINDOW = 1 << 18;
    /** A larger class or manifest is none. */
    private static final int LARGEST = 1 << 26;
    /** Share of a compressed entry to inflate first, and the number of bytes to inflate in each step after it. */
    private static final double FIRST = .5;
    private static final int FURTHER = 256;
    /** Compressed bytes that have none of the entry's: the tables in front of them. */
    private static final int MOST_TABLES = 1024;
    /** The inflater's fast loop wants as much space behind the bytes that there are. */
    private static final int SPARE = 258;

    private final Inflater inflater = new Inflater(true);
    private ByteBuffer window = ByteBuffer.allocateDirect(WINDOW);
    private FileChannel file;
    /** Place of the window's bytes in the file. */
    private long windowAt;
    private byte[] directory;
    private int next;
    private int entry;
    /** Bytes in front of the jar, such as a script, which its places do not count. */
    private long front;
    /** Bytes of the current entry in the file that are left, as far as they are needed yet. */
    private ByteBuffer packed;
    private int packedEnd;
    private boolean deflated;
    private byte[] bytes = new byte[1 << 16];
    private int have;

    void open(Path path) throws IOException {
        closeFile();
        file = FileChannel.open(path);
        window.limit(0);
        long size = file.size();
        int tail = (int) Math.min(size, END_BYTES + MOST_SHORT);
        byte[] bytes = bytes(size - tail, tail);
        int at = tail - END_BYTES;
        while (at >= 0 && (i4(bytes, at) != END || at + END_BYTES + u2(bytes, at + 20) != tail)) {
            at--;
        }
        if (at < 0) {
            throw new IOException("no jar");
        }
        long end = size - tail + at;
        long length = i4(bytes, at + 12) & 0xffffffffL;
        long begin = i4(bytes, at + 16) & 0xffffffffL;
        int place = at - LONG_PLACE_BYTES;
        if (place >= 0 && i4(bytes, place) == LONG_PLACE) {
            end = i8(bytes, place + 8);
            bytes = bytes(end, LONG_END_BYTES);
            if (i4(bytes, 0) != LONG_END) {
                throw new IOException("no jar");
            }
            length = i8(bytes, 40);
            begin = i8(bytes, 48);
        }
        front = end - length - begin;
        if (length < 0 || length > end || front < 0) {
            throw new IOException("no jar");
        }
        directory = bytes(end - length, Math.toIntExact(length));
        next = 0;
    }

    /** {@return the words of a manifest's class path} */
    static List<String> places(Attributes manifest) {
        String path = manifest.getValue(Attributes.Name.CLASS_PATH);
        return path == null || path.isBlank() ? List.of() : List.of(path.strip().split("\\s+"));
    }

    /** {@return whether there is another entry, which is the current one now} */
    boolean next() throws IOException {
        if (next == directory.length) {
            return false;
        }
        if (i4(directory, next) != ENTRY) {
            throw new IOException("no entry");
        }
        entry = next;
        next += ENTRY_BYTES + u2(directory, entry + 28) + u2(directory, entry + 30) + u2(directory, entry + 32);
        return true;
    }

    /** {@return a checksum of the directory, and so of all that is in the jar} */
    String checksum() {
        CRC32 checksum = new CRC32();
        checksum.update(directory);
        return checksum.getValue() + "-" + directory.length;
    }

    String name() {
        return new String(directory, entry + ENTRY_BYTES, u2(directory, entry + 28), StandardCharsets.UTF_8);
    }

    /** {@return the bytes of the current entry} */
    long length() {
        return i4(directory, entry + 24) & 0xffffffffL;
    }

    /** {@return the bytes of the current entry, if they fit into an array} */
    int size() throws IOException {
        if (length() > LARGEST) {
            throw new IOException("an entry of " + length() + " bytes");
        }
        return (int) length();
    }

    /** {@return a number that entries of the same bytes have in common, by size and checksum; others hardly ever} */
    long contents() {
        return (long) i4(directory, entry + 16) << Integer.SIZE | length();
    }

    /** Begins the current entry, perhaps again; some bytes of it are enough. */
    void begin(int enough) throws IOException {
        long head = front + (i4(directory, entry + 42) & 0xffffffffL);
        int at = look(head, HEAD_BYTES);
        packedEnd = (int) Math.min(i4(directory, entry + 20) & 0xffffffffL, 2L * enough + MOST_TABLES);
        long data = head + HEAD_BYTES + u2(at + 26) + u2(at + 28);
        at = look(data, packedEnd);
        packed = window.slice(at, packedEnd);
        have = 0;
        if (bytes.length < enough + SPARE) {
            bytes = new byte[enough + SPARE];
        }
        int method = u2(directory, entry + 10);
        deflated = method == DEFLATED;
        if (deflated) {
            packed.limit((int) (packedEnd * FIRST));
            inflater.reset();
            inflater.setInput(packed);
        } else if (method != 0) {
            throw new IOException("compressed in an unknown way");
        }
    }

    /**
     * Reads the current entry as far as some count of bytes, or further. What it takes grows with the compressed bytes,
     * because the inflater is slow where it has to stop at a byte of the result.
     *
     * @return the number of {@link #first() bytes} that there are
     */
    int read(int need) throws IOException {
        while (have < need) {
            int got = Math.min(packed.remaining(), bytes.length - have);
            if (deflated) {
                try {
                    got = inflater.inflate(bytes, have, bytes.length - have);
                } catch (DataFormatException e) {
                    throw new IOException(e);
                }
            } else {
                packed.get(bytes, have, got);
            }
            if (got == 0 && (packed.limit() == packedEnd || inflater.finished())) {
                throw new EOFException();
            }
            packed.limit(Math.min(packedEnd, packed.limit() + FURTHER));
            have += got;
        }
        return have;
    }

    /** {@return the current entry's bytes, as far as they have been read, until another one begins} */
    byte[] first() {
        return bytes;
    }

    /** {@return all bytes of the current entry} */
    byte[] bytes() throws IOException {
        int size = size();
        begin(size);
        read(size);
        return Arrays.copyOf(bytes, size);
    }

    /** {@return the main attributes of the manifest, none where there is no manifest} Entries begin anew. */
    Attributes manifest() throws IOException {
        next = 0;
        Attributes found = new Attributes();
        while (found.isEmpty() && next()) {
            if (name().equalsIgnoreCase("META-INF/MANIFEST.MF")) {
                found = new Manifest(new ByteArrayInputStream(bytes())).getMainAttributes();
            }
        }
        next = 0;
        return found;
    }

    /** Moves the window where it does not have some bytes of the file, and returns their place in it. */
    private int look(long from, int count) throws IOException {
        if (from < windowAt || from + count > windowAt + window.limit()) {
            if (count > window.capacity()) {
                window = ByteBuffer.allocateDirect(count);
            }
            windowAt = from;
            window.clear();
            fill(window, from);
            window.flip();
            if (count > window.limit()) {
                throw new EOFException();
            }
        }
        return (int) (from - windowAt);
    }

    private byte[] bytes(long from, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        fill(bytes, from);
        if (bytes.hasRemaining()) {
            throw new EOFException();
        }
        return bytes.array();
    }

    private void fill(ByteBuffer bytes, long from) throws IOException {
        long at = from;
        int got = 0;
        while (bytes.hasRemaining() && got >= 0) {
            got = file.read(bytes, at);
            at += got;
        }
    }

    private int u2(int place) {
        return window.get(place) & 0xff | (window.get(place + 1) & 0xff) << 8;
    }

    private static int u2(byte[] bytes, int place) {
        return bytes[place] & 0xff | (bytes[place + 1] & 0xff) << 8;
    }

    private static int i4(byte[] bytes, int place) {
        return u2(bytes, place) | u2(bytes, place + 2) << 16;
    }

    private static long i8(byte[] bytes, int place) {
        return i4(bytes, place) & 0xffffffffL | (long) i4(bytes, place + 4) << 32;
    }

    private void closeFile() throws IOException {
        if (file != null) {
            file.close();
        }
    }

    @Override
    public void close() {
        inflater.end();
        try {
            closeFile();
        } catch (IOException e) {
            // It was only read.
        }
    }
}
