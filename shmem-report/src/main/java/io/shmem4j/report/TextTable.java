// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.util.ArrayList;
import java.util.List;

/** A text table with columns as wide as their widest cells; texts are left-aligned, numbers right-aligned. */
public final class TextTable {
    private final List<String> heads = new ArrayList<>();
    private final List<Boolean> words = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    public TextTable words(String... names) {
        return columns(true, names);
    }

    public TextTable numbers(String... names) {
        return columns(false, names);
    }

    private TextTable columns(boolean left, String... names) {
        for (String name : names) {
            heads.add(name);
            words.add(left);
        }
        return this;
    }

    public void row(Object... cells) {
        List<String> row = new ArrayList<>();
        for (Object cell : cells) {
            row.add(cell.toString());
        }
        rows.add(row);
    }

    public List<String> lines() {
        List<List<String>> all = new ArrayList<>(rows);
        all.addFirst(heads);
        List<StringBuilder> lines = new ArrayList<>();
        all.forEach(row -> lines.add(new StringBuilder()));
        for (int c = 0; c < heads.size(); c++) {
            int column = c;
            int width = all.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
            for (int r = 0; r < lines.size(); r++) {
                String cell = all.get(r).get(c);
                String blanks = " ".repeat(width - cell.length());
                lines.get(r).append(c == 0 ? "" : "  ").append(words.get(c) ? cell + blanks : blanks + cell);
            }
        }
        return lines.stream().map(line -> line.toString().stripTrailing()).toList();
    }
}
