// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.shmem4j.bench.job.Comparison.Best;
import io.shmem4j.bench.suite.Commands;
import io.shmem4j.bench.suite.Tool;
import java.util.ArrayList;
import java.util.List;

/** The suite's own tests, run by our launcher. */
final class OurSide {
    private static final int FIRST_VALUE = 2;
    private static final String UNSTEADY = "not steady";

    private final Commands commands;
    private final List<String> launchOptions;

    OurSide(Commands commands, List<String> launchOptions) {
        this.commands = commands;
        this.launchOptions = launchOptions;
    }

    void run(Section section, Request request, int pes, Best best) {
        section.ourWords(request, pes).forEach(words -> run(section, words, request, pes, best));
    }

    /** Runs some tests, read as those of a section. */
    void run(Section section, List<String> words, Request request, int pes, Best best) {
        List<String> command = new ArrayList<>(Tool.launcher());
        boolean tool = section == Section.COLD;
        command.addAll(tool ? List.of() : launchOptions);
        command.addAll(tool ? List.of("bench") : List.of("-np", Integer.toString(pes), "bench"));
        command.addAll(words);
        command.addAll(List.of("--format", "json", "--warmup-time", Integer.toString(request.warmup())));
        if (!tool) {
            command.addAll(List.of("--trials", Integer.toString(request.trials()), "--trial-time",
                Integer.toString(request.millis())));
        }
        commands.run(command, request.heap(pes, System.getenv())).lines().filter(line -> line.startsWith("{"))
            .map(line -> JsonParser.parseString(line).getAsJsonObject())
            .forEach(sheet -> read(section, sheet, pes, best));
    }

    static void read(Section section, JsonObject sheet, int pes, Best best) {
        List<String> heads = sheet.getAsJsonArray("columns").asList().stream().map(JsonElement::getAsString).toList();
        best.addUnsteady((int) sheet.getAsJsonArray("notes").asList().stream()
            .filter(note -> note.getAsString().contains(UNSTEADY)).count());
        for (JsonElement element : sheet.getAsJsonArray("rows")) {
            JsonArray row = element.getAsJsonArray();
            if (section == Section.STREAM) {
                stream(heads, row, pes, best, sheet.get("title").getAsString());
            } else if (section == Section.COLD) {
                cold(heads, row, pes, best);
            } else if (heads.get(1).equals("bytes")) {
                add(section, row.get(0).getAsString(), row.get(1).getAsLong(), heads.get(FIRST_VALUE),
                    row.get(FIRST_VALUE), pes, best);
            } else {
                for (int c = 1; c < heads.size(); c++) {
                    boolean sized = row.get(0).getAsJsonPrimitive().isNumber();
                    String column = name(heads.get(c));
                    String operation = section == Section.COLLECTIVES ? sheet.get("test").getAsString()
                        : sized ? column : row.get(0).getAsString() + ", " + column;
                    add(section, operation, sized ? row.get(0).getAsLong() : 0, heads.get(c), row.get(c), pes, best);
                }
            }
        }
    }

    private static void cold(List<String> heads, JsonArray row, int pes, Best best) {
        long bytes = row.get(1).isJsonNull() ? 0 : row.get(1).getAsLong();
        for (int c = FIRST_VALUE; c < heads.size(); c++) {
            if (heads.get(c).endsWith("(us)")) {
                add(Section.COLD, row.get(0).getAsString() + ", " + name(heads.get(c)), bytes, heads.get(c),
                    row.get(c), pes, best);
            }
        }
    }

    /** Reads the rows of whole arrays, not of blocks with reductions: the best of all ways to write the kernel. */
    private static void stream(List<String> heads, JsonArray row, int pes, Best best, String title) {
        for (int c = 1; c < heads.size() && !title.contains("blocks"); c++) {
            add(Section.STREAM, row.get(0).getAsString(), 0, heads.get(c), row.get(c), pes, best);
        }
    }

    private static void add(Section section, String operation, long bytes, String head, JsonElement value, int pes,
        Best best) {
        if (!value.isJsonNull()) {
            boolean thousandth = head.endsWith("(ns)") && section.unit.equals("us");
            best.add(new Best.Row(operation, bytes, pes), value.getAsDouble() * (thousandth ? 1e-3 : 1));
        }
    }

    private static String name(String head) {
        int unit = head.lastIndexOf(" (");
        return unit < 0 ? head : head.substring(0, unit);
    }
}
