// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.config.Setting;
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
 * Texts of a job's PEs about uncaught throwables and mistakes found at their ends, one after the other in a file, so
 * that the launcher can print equal texts once. A PE appends its text in one write:
 * <pre>
 *   0  PE (int) | 4 length of the text (int) | 8 text, UTF-8
 * </pre>
 */
public final class FailureFile {
    private static final int HEAD = 2 * Integer.BYTES;

    private FailureFile() {
    }

    public record Entry(int pe, String text) { }

    /** Makes the empty file, after which PEs write there instead of to their standard errors. */
    public static void create(JobFiles files) throws IOException {
        files.write(JobFiles.FAILURES, "");
    }

    /** Adds a text to the file of the job that this process belongs to, and {@return whether it was kept} */
    public static boolean append(Entry entry) {
        String folder = Setting.JOB_DIR.value();
        return !folder.isEmpty() && append(new JobFiles(Path.of(folder)), entry);
    }

    /** Adds a text, and {@return whether it was kept, which it is where a launcher reads it and there is room} */
    public static boolean append(JobFiles files, Entry entry) {
        byte[] text = entry.text().getBytes(StandardCharsets.UTF_8);
        ByteBuffer record = ByteBuffer.allocate(HEAD + text.length).putInt(entry.pe()).putInt(text.length).put(text)
            .flip();
        try (FileChannel channel = FileChannel.open(files.file(JobFiles.FAILURES),
            Set.of(StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS))) {
            return channel.write(record) == record.limit();
        } catch (IOException e) {
            return false;
        }
    }

    /** {@return the complete texts behind some bytes that were read before} */
    public static List<Entry> read(JobFiles files, long from) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (FileChannel channel = files.openToRead(JobFiles.FAILURES)) {
            ByteBuffer all = ByteBuffer.allocate((int) (channel.size() - from));
            while (all.hasRemaining() && channel.read(all, from + all.position()) > 0) {
                continue;
            }
            all.flip();
            while (all.remaining() >= HEAD) {
                int pe = all.getInt();
                int length = all.getInt();
                if (length < 0 || length > all.remaining()) {
                    break;
                }
                byte[] text = new byte[length];
                all.get(text);
                entries.add(new Entry(pe, new String(text, StandardCharsets.UTF_8)));
            }
        }
        return entries;
    }

    public static long bytes(Entry entry) {
        return HEAD + entry.text().getBytes(StandardCharsets.UTF_8).length;
    }
}
