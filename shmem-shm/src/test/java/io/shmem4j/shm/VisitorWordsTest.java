// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.spi.Cell;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Visitors in C and Python have the places, sizes and bits of the library's own code. */
class VisitorWordsTest {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
    private static final Map<String, Long> WORDS = new TreeMap<>(Map.ofEntries(
        Map.entry("FORMAT", (long) ControlLayout.MAJOR), Map.entry("ABORT", ControlLayout.ABORTING),
        Map.entry("OVER", ControlLayout.OVER), Map.entry("ALL_SLEEPERS", ControlLayout.VARIABLE_SLEEPERS),
        Map.entry("SLOTS", ControlLayout.PE_SLOTS), Map.entry("SLOT", ControlLayout.PE_SLOT_BYTES),
        Map.entry("VISITORS", ControlLayout.VISITORS), Map.entry("VISITOR_BYTES", (long) Visitor.MOST),
        Map.entry("SLEEPERS", SystemLayout.BELL + Cell.SLEEPERS),
        Map.entry("VARIABLE", Bell.VARIABLE), Map.entry("MASK", Bell.MASK),
        Map.entry("OBJECTS", (long) ObjectTable.ENTRIES), Map.entry("ENTRY", (long) ObjectTable.ENTRY_BYTES)));

    private static Map<String, Long> constants(String file, String line) throws IOException {
        Map<String, Long> found = new HashMap<>();
        Matcher each = Pattern.compile(line, Pattern.MULTILINE).matcher(Files.readString(ROOT.resolve(file)));
        while (each.find()) {
            String[] names = each.group(1).split(", *");
            String[] values = each.group(2).split(", *");
            for (int i = 0; i < names.length; i++) {
                String name = names[i].replaceFirst("^_", "");
                if (WORDS.containsKey(name)) {
                    found.put(name, Long.decode(values[i]));
                }
            }
        }
        return new TreeMap<>(found);
    }

    @Test
    void headerForC() throws IOException {
        assertEquals(WORDS, constants("include/shmem4j.h", "^#define SHMEM4J_(\\w+) (\\w+)"));
    }

    @Test
    void moduleForPython() throws IOException {
        assertEquals(WORDS, constants("python/shmem4j/__init__.py", "^((?:_?[A-Z_]+, )*_?[A-Z_]+) = ([\\w., -]+)$"));
    }
}
