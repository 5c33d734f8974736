// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.scan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * A jar as its central directory tells of it. The JDK's class makes a table of all names when it opens a file, and an
 * object of each that is asked for; here the names stay bytes until somebody looks for one.
 */
final class Jar extends Place {
    private static final int END = 0x06054b50;
    private static final int END_LENGTH = 22;
    private static final int END_64 = 0x06064b50;
    private static final int LOCATOR_64 = 0x07064b50;
    private static final int LOCATOR_LENGTH = 20;
    private static final int ENTRY = 0x02014b50;
    private static final int ENTRY_LENGTH = 46;
    private static final int LOCAL_LENGTH = 30;
    private static final int MOST_COMMENT = 0xffff;
    private static final int STORED = 0;
    private static final long UNSIGNED = 0xffffffffL;
    private static final int MULTIPLIER = 31;
    private static final String VERSIONS = "META-INF/versions/";
    private static final int FIRST_VERSION = 9;

    private final RandomAccessFile file;
    private final Inflater inflater = new Inflater(true);
    private final byte[] directory;
    private final int count;
    /** Bytes in front of the archive, such as a script that starts it. */
    private final long before;
    /** Where entries are in the directory, by the hash of their names; made when the first is looked for. */
    private int[] table;
    /** Whether some of its classes are for some JDKs only. */
    private boolean versions;

    Jar(Path path) throws IOException {
        this.file = new RandomAccessFile(path.toFile(), "r");
        try {
            long length = file.length();
            byte[] end = bytes(Math.max(0, length - END_LENGTH), (int) Math.min(length, END_LENGTH));
            int at = 0;
            if (end.length < END_LENGTH || i4(end, 0) != END) {
                end = bytes(Math.max(0, length - END_LENGTH - MOST_COMMENT),
                    (int) Math.min(length, END_LENGTH + MOST_COMMENT));
                at = end.length - END_LENGTH;
                while (at >= 0 && i4(end, at) != END) {
                    at--;
                }
            }
            if (at < 0) {
                throw new ZipException("no end of a central directory");
            }
            long ends = length - end.length + at;
            long entries = u2(end, at + 10);
            long size = i4(end, at + 12) & UNSIGNED;
            long from = i4(end, at + 16) & UNSIGNED;
            if (entries == 0xffff || size == UNSIGNED || from == UNSIGNED) {
                byte[] locator = bytes(ends - LOCATOR_LENGTH, LOCATOR_LENGTH);
                if (i4(locator, 0) == LOCATOR_64) {
                    byte[] large = bytes(i8(locator, 8), 56);
                    if (i4(large, 0) != END_64) {
                        throw new ZipException("a damaged end of the central directory");
                    }
                    entries = i8(large, 32);
                    size = i8(large, 40);
                    from = i8(large, 48);
                    ends = i8(locator, 8);
                }
            }
            this.before = ends - size - from;
            this.directory = bytes(before + from, Math.toIntExact(size));
            this.count = Math.toIntExact(entries);
        } catch (IOException | ArithmeticException | IndexOutOfBoundsException e) {
            file.close();
            throw e instanceof IOException io ? io : new ZipException("a damaged central directory");
        }
    }

    /** An entry of the directory. */
    final class Entry {
        private int at;

        /** {@return whether its name ends with some text} */
        boolean endsWith(String text) {
            int length = u2(directory, at + 28);
            return length >= text.length() && matches(at + ENTRY_LENGTH + length - text.length(), text);
        }

        /** {@return whether its name starts with some text} */
        boolean startsWith(String text) {
            return u2(directory, at + 28) >= text.length() && matches(at + ENTRY_LENGTH, text);
        }

        boolean is(String name) {
            return u2(directory, at + 28) == name.length() && matches(at + ENTRY_LENGTH, name);
        }

        String name() {
            return new String(directory, at + ENTRY_LENGTH, u2(directory, at + 28), StandardCharsets.UTF_8);
        }

        byte[] read() throws IOException {
            return Jar.this.read(at);
        }
    }

    /**
     * Shows all entries.
     *
     * @param reader gets one after the other, as the same object
     */
    void entries(Consumer<Entry> reader) throws ZipException {
        Entry entry = new Entry();
        for (int i = 0, at = 0; i < count; i++, at = next(at)) {
            entry.at = at;
            reader.accept(entry);
        }
    }

    private int next(int at) throws ZipException {
        if (at + ENTRY_LENGTH > directory.length || i4(directory, at) != ENTRY) {
            throw new ZipException("a damaged central directory");
        }
        return at + ENTRY_LENGTH + u2(directory, at + 28) + u2(directory, at + 30) + u2(directory, at + 32);
    }

    private boolean matches(int at, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (directory[at + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    @Override
    byte[] read(String name) throws IOException {
        if (table == null) {
            table = table();
        }
        for (int version = versions ? Runtime.version().feature() : 0; version >= FIRST_VERSION; version--) {
            byte[] bytes = named(VERSIONS + version + "/" + name);
            if (bytes != null) {
                return bytes;
            }
        }
        return named(name);
    }

    private byte[] named(String name) throws IOException {
        int hash = 0;
        for (int i = 0; i < name.length(); i++) {
            hash = MULTIPLIER * hash + name.charAt(i);
        }
        for (int slot = hash & table.length - 1; table[slot] != 0; slot = slot + 1 & table.length - 1) {
            int at = table[slot] - 1;
            if (u2(directory, at + 28) == name.length() && matches(at + ENTRY_LENGTH, name)) {
                return read(at);
            }
        }
        return null;
    }

    private int[] table() throws ZipException {
        int[] made = new int[Math.max(2, Integer.highestOneBit(count) * 4)];
        for (int i = 0, at = 0; i < count; i++, at = next(at)) {
            int end = at + ENTRY_LENGTH + u2(directory, at + 28);
            versions |= end - at > ENTRY_LENGTH + VERSIONS.length() && matches(at + ENTRY_LENGTH, VERSIONS);
            int hash = 0;
            for (int each = at + ENTRY_LENGTH; each < end; each++) {
                hash = MULTIPLIER * hash + directory[each];
            }
            int slot = hash & made.length - 1;
            while (made[slot] != 0) {
                slot = slot + 1 & made.length - 1;
            }
            made[slot] = at + 1;
        }
        return made;
    }

    private byte[] read(int at) throws IOException {
        long header = before + (i4(directory, at + 42) & UNSIGNED);
        byte[] local = bytes(header, LOCAL_LENGTH);
        byte[] packed = bytes(header + LOCAL_LENGTH + u2(local, 26) + u2(local, 28), i4(directory, at + 20));
        if (u2(directory, at + 10) == STORED) {
            return packed;
        }
        byte[] whole = new byte[i4(directory, at + 24)];
        inflater.reset();
        inflater.setInput(packed);
        try {
            if (inflater.inflate(whole) != whole.length) {
                throw new ZipException("a damaged entry");
            }
            return whole;
        } catch (DataFormatException e) {
            throw new ZipException(e.getMessage());
        }
    }

    @Override
    void classes(Consumer<String> reader) throws ZipException {
        entries(entry -> {
            if (entry.endsWith(".class") && !entry.startsWith("META-INF/")) {
                String name = entry.name();
                reader.accept(name.substring(0, name.length() - ".class".length()));
            }
        });
    }

    /** {@return whether the jar was packed together with its libraries: it has Maven's files of several} */
    boolean hasLibraries() throws ZipException {
        int[] notes = new int[1];
        entries(entry -> notes[0] += entry.startsWith("META-INF/maven/") && entry.endsWith("/pom.properties") ? 1 : 0);
        return notes[0] > 1;
    }

    /** {@return the main attributes of its manifest, none where it has no manifest} */
    Attributes manifest() throws IOException {
        byte[] text = read("META-INF/MANIFEST.MF");
        return text == null ? new Attributes() : new Manifest(new ByteArrayInputStream(text)).getMainAttributes();
    }

    private byte[] bytes(long from, int length) throws IOException {
        if (from < 0 || length < 0 || from + length > file.length()) {
            throw new ZipException("it ends too soon");
        }
        byte[] read = new byte[length];
        file.seek(from);
        file.readFully(read);
        return read;
    }

    private static int u2(byte[] bytes, int at) {
        return bytes[at] & 0xff | (bytes[at + 1] & 0xff) << 8;
    }

    private static int i4(byte[] bytes, int at) {
        return u2(bytes, at) | u2(bytes, at + 2) << 16;
    }

    private static long i8(byte[] bytes, int at) {
        return i4(bytes, at) & UNSIGNED | (long) i4(bytes, at + 4) << 32;
    }

    @Override
    public void close() {
        inflater.end();
        try {
            file.close();
        } catch (IOException e) {
            // It was only read.
            return;
        }
    }
}
