// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Words that may follow an option or a bundled program. Every jar may add some: its {@value #TABLE} has lines
 * {@code word = candidate candidate ...}.
 */
final class WordTable {
    /** Resource that each contributing jar has. */
    static final String TABLE = "META-INF/shmem4j/completion";

    private final Map<String, List<String>> byWord = new TreeMap<>();

    WordTable() {
        try {
            for (URL table : Collections.list(WordTable.class.getClassLoader().getResources(TABLE))) {
                read(table);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + TABLE, e);
        }
    }

    private void read(URL table) throws IOException {
        try (BufferedReader lines = new BufferedReader(
            new InputStreamReader(table.openStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                int equals = line.indexOf('=');
                if (equals > 0 && !line.startsWith("#")) {
                    byWord.computeIfAbsent(line.substring(0, equals).strip(), word -> new ArrayList<>())
                        .addAll(List.of(line.substring(equals + 1).strip().split(" +")));
                }
            }
        }
    }

    /** {@return what may follow a word, nothing where that is not known} */
    List<String> after(String word) {
        return byWord.getOrDefault(word, List.of());
    }
}
