// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keeps the facts of a trace beside the records, a line {@code name=value} each: command, date, machine, JDK, version.
 */
public final class TraceHead {
    /** Where the command stands, which a page has in its title. */
    public static final String COMMAND = "command";
    private static final String FILE = "head";

    private TraceHead() {
    }

    public static void write(Path folder, Map<String, String> facts) throws IOException {
        List<String> lines = facts.entrySet().stream().map(fact -> fact.getKey() + "="
            + fact.getValue().replace('\n', ' ')).toList();
        Files.write(folder.resolve(FILE), lines);
    }

    public static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(FILE));
    }

    /** {@return the facts, none where the folder has no such file} */
    static Map<String, String> read(Path folder) throws IOException {
        Map<String, String> facts = new LinkedHashMap<>();
        if (Files.isRegularFile(folder.resolve(FILE))) {
            for (String line : Files.readAllLines(folder.resolve(FILE))) {
                int equals = line.indexOf('=');
                if (equals > 0) {
                    facts.put(line.substring(0, equals), line.substring(equals + 1));
                }
            }
        }
        return facts;
    }
}
