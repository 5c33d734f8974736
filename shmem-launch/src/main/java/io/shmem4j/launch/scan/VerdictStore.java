// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.scan;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What earlier scans have found, in one file: keys in order with the places of their texts, then the texts. A launcher
 * reads it whole and looks for a few keys by halving. One that has found something new writes it anew under another
 * name and renames it. Of two that do so at the same time one's findings are lost, and found again.
 */
final class VerdictStore {
    private static final String NAME = "verdicts";
    private static final int MAGIC = 0x73683457;
    private static final int HEAD = 8;
    private static final int RECORD = 16;
    /** More begin anew: a cache of a build server would grow for ever. */
    private static final int MOST = 4096;

    private final List<Path> folders;
    private final ByteBuffer known;
    private final int count;
    private final Map<Long, String> found = new TreeMap<>();

    /**
     * Opens what there is.
     *
     * @param folders where it may be; it is written to the first of them that lets it
     */
    VerdictStore(List<Path> folders) {
        this.folders = folders;
        this.known = load(folders);
        this.count = known == null ? 0 : known.getInt(4);
    }

    private static ByteBuffer load(List<Path> folders) {
        for (Path folder : folders) {
            try {
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(folder.resolve(NAME)));
                if (bytes.capacity() >= HEAD && bytes.getInt(0) == MAGIC && bytes.getInt(4) >= 0
                    && bytes.capacity() >= HEAD + (long) RECORD * bytes.getInt(4)) {
                    return bytes;
                }
            } catch (IOException e) {
                // Not there, or not for this user: the next one, or none.
                continue;
            }
        }
        return null;
    }

    /** {@return the text of a key, or null} */
    String get(long key) {
        String text = found.get(key);
        int low = 0;
        int high = count - 1;
        while (text == null && low <= high) {
            int middle = (low + high) >>> 1;
            long there = known.getLong(HEAD + RECORD * middle);
            if (there == key) {
                return text(middle);
            }
            low = there < key ? middle + 1 : low;
            high = there < key ? high : middle - 1;
        }
        return text;
    }

    private String text(int index) {
        int from = known.getInt(HEAD + RECORD * index + 8);
        int length = known.getInt(HEAD + RECORD * index + 12);
        return from < 0 || length < 0 || from > known.capacity() - length ? null
            : new String(known.array(), from, length, StandardCharsets.UTF_8);
    }

    void put(long key, String text) {
        found.put(key, text);
    }

    /** Writes what was found, if anything was; jobs do without where that can't be. */
    void save() {
        if (found.isEmpty()) {
            return;
        }
        for (int i = 0; i < count && count < MOST; i++) {
            String text = text(i);
            if (text != null) {
                found.putIfAbsent(known.getLong(HEAD + RECORD * i), text);
            }
        }
        byte[] bytes = bytes();
        for (Path folder : folders) {
            Path part = folder.resolve(NAME + "." + ProcessHandle.current().pid());
            try {
                Files.createDirectories(folder);
                Files.write(part, bytes);
                Files.move(part, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
                return;
            } catch (IOException e) {
                part.toFile().delete();
            }
        }
    }

    private byte[] bytes() {
        List<byte[]> texts = new ArrayList<>();
        int length = HEAD + RECORD * found.size();
        for (String text : found.values()) {
            texts.add(text.getBytes(StandardCharsets.UTF_8));
            length += texts.getLast().length;
        }
        ByteBuffer buffer = ByteBuffer.allocate(length).putInt(MAGIC).putInt(found.size());
        int place = HEAD + RECORD * found.size();
        int i = 0;
        for (long key : found.keySet()) {
            buffer.putLong(key).putInt(place).putInt(texts.get(i).length);
            place += texts.get(i++).length;
        }
        texts.forEach(buffer::put);
        return buffer.array();
    }
}
