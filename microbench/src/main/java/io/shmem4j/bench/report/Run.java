// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Output of one run with {@code --format json}, and facts about its machine. */
record Run(String label, Map<String, String> machine, List<Table> tables) {
    /** {@return the run in a file}; a UsageException says that there is none */
    static Run read(Path file, String label) {
        List<Table> tables = new ArrayList<>();
        Map<String, String> machine = new LinkedHashMap<>();
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("{")) {
                    JsonObject sheet = JsonParser.parseString(line).getAsJsonObject();
                    tables.add(Table.of(sheet));
                    if (sheet.has("machine")) {
                        for (Map.Entry<String, JsonElement> fact : sheet.getAsJsonObject("machine").entrySet()) {
                            machine.put(fact.getKey(), fact.getValue().getAsString());
                        }
                    }
                }
            }
        } catch (NoSuchFileException e) {
            throw new UsageException("can't read " + file + ": there is no such file");
        } catch (IOException e) {
            throw new UsageException("can't read " + file + ": " + e);
        } catch (JsonParseException | NullPointerException | IllegalStateException | UnsupportedOperationException
            | ClassCastException | IndexOutOfBoundsException e) {
            throw new UsageException(file + " has a line that is no table of 'bench TEST --format json > FILE'");
        }
        if (tables.isEmpty()) {
            throw new UsageException(file + " has no tables; make it with 'bench TEST --format json > FILE'");
        }
        return new Run(label, machine, tables);
    }

    /** {@return PEs of its job, 0 if it has not said} */
    int pes() {
        String number = machine.getOrDefault("PEs", "0");
        return number.matches("\\d{1,6}") ? Integer.parseInt(number) : 0;
    }
}
