// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
import io.shmem4j.spi.Undisturbed;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The error reports of a job's PEs, in one file, so that the launcher can print equal reports once. A PE appends a
 * report in one write:
 * <pre>
 *   0xff | PE, a space, bytes of the text, a line feed | text
 * </pre>
 * Numbers are decimal, and the text is UTF-8, which never contains the byte 0xff. So a reader finds the next report
 * after one that a full file system has truncated.
 */
public final class FailureFile {
    private static final byte BEGIN = (byte) 0xff;

    private FailureFile() {
    }

    /** A report of one PE. */
    public record Entry(int pe, String text) { }

    /** Reports, and the offset in the file from which to read next. */
    public record Entries(List<Entry> list, long end) { }

    /** Creates the empty file, which redirects the PEs' reports from their standard errors. */
    public static void create(JobFiles files) throws IOException {
        files.write(JobFiles.FAILURES, "");
    }

    /** Appends a report to the file of this process's job; {@return whether all of it was written} */
    public static boolean append(Entry entry) {
        String folder = Setting.JOB_DIR.value();
        return !folder.isEmpty() && append(new JobFiles(Path.of(folder)), entry);
    }

    /** Appends a report; {@return whether all of it was written: the file may be missing or the file system full} */
    public static boolean append(JobFiles files, Entry entry) {
        byte[] text = entry.text().getBytes(StandardCharsets.UTF_8);
        byte[] head = (entry.pe() + " " + text.length + "\n").getBytes(StandardCharsets.US_ASCII);
        ByteBuffer record = ByteBuffer.allocate(1 + head.length + text.length).put(BEGIN).put(head).put(text).flip();
        try {
            return Undisturbed.call(() -> {
                try (FileChannel channel = FileChannel.open(files.file(JobFiles.FAILURES),
                    Set.of(StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS))) {
                    return channel.write(record.duplicate()) == record.limit();
                }
            });
        } catch (IOException e) {
            return false;
        }
    }

    /** {@return the complete reports after an offset} Skips damaged ones and those with an invalid PE. */
    public static Entries read(JobFiles files, long from, int nPes) throws IOException {
        ByteBuffer all;
        try (FileChannel channel = files.openToRead(JobFiles.FAILURES)) {
            all = ByteBuffer.allocate(Math.clamp(channel.size() - from, 0, Integer.MAX_VALUE));
            while (all.hasRemaining() && channel.read(all, from + all.position()) > 0) {
                // A read may return only a part.
            }
        }
        List<Entry> entries = new ArrayList<>();
        byte[] bytes = all.array();
        int at = 0;
        while (at < all.position()) {
            int next = at + 1;
            while (next < all.position() && bytes[next] != BEGIN) {
                next++;
            }
            Entry entry = entry(bytes, at, next, nPes);
            if (entry != null) {
                entries.add(entry);
            } else if (next == all.position()) {
                // The last report may not be complete yet.
                break;
            }
            at = next;
        }
        return new Entries(entries, from + at);
    }

    /** {@return the report in a range of bytes, or null if it is damaged} */
    private static Entry entry(byte[] bytes, int begin, int end, int nPes) {
        int text = begin + 1;
        while (text < end && bytes[text] != '\n') {
            text++;
        }
        String[] head = new String(bytes, begin + 1, text++ - begin - 1, StandardCharsets.US_ASCII).split(" ", -1);
        try {
            int pe = Integer.parseInt(head[0]);
            return bytes[begin] == BEGIN && text <= end && head.length == 2 && pe >= 0 && pe < nPes
                && Integer.parseInt(head[1]) == end - text
                ? new Entry(pe, new String(bytes, text, end - text, StandardCharsets.UTF_8)) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }
}
