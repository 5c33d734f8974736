// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.report;

import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import io.shmem4j.report.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The output of a run with {@code --format json}.
 *
 * @param pes the number of PEs, or 0 if unknown
 */
record Run(String label, int pes, List<Table> tables) {
    /**
     * {@return the run in a file}
     *
     * @throws UsageException if it can't be read
     */
    static Run read(Path file, String label) {
        List<Table> tables = new ArrayList<>();
        int pes = 0;
        try {
            for (String line : Files.readAllLines(file)) {
                if (line.startsWith("{")) {
                    JsonObject sheet = JsonParser.parseString(line).getAsJsonObject();
                    tables.add(Table.of(sheet));
                    if (sheet.has("machine") && sheet.getAsJsonObject("machine").has("PEs")) {
                        pes = sheet.getAsJsonObject("machine").get("PEs").getAsInt();
                    }
                }
            }
        } catch (NoSuchFileException e) {
            throw new UsageException("can't read " + file + ": there is no such file");
        } catch (IOException e) {
            throw new UsageException("can't read " + file + ": " + e);
        } catch (JsonParseException | NumberFormatException | NullPointerException | IllegalStateException
            | UnsupportedOperationException | ClassCastException | IndexOutOfBoundsException e) {
            throw new UsageException(file + " has a line that is no table of 'bench TEST --format json > FILE'");
        }
        if (tables.isEmpty()) {
            throw new UsageException(file + " has no tables; make it with 'bench TEST --format json > FILE'");
        }
        return new Run(label, pes, tables);
    }
}
