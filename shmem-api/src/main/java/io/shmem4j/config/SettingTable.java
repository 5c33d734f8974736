// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A text with all variables: name, kind, current value, its origin, and meaning. */
public final class SettingTable {
    private static final int WIDTH = 100;

    private SettingTable() {
    }

    public static String describe() {
        return "Variables (name, kind, value, where it comes from):\n" + describe(List.of(Setting.values()));
    }

    public static String describe(List<? extends Variable> variables) {
        StringBuilder text = new StringBuilder();
        for (Variable setting : variables) {
            String value = setting.value();
            text.append("  ").append(setting.variable()).append("  ")
                .append(setting.kind().name().toLowerCase(Locale.ROOT)).append("  ")
                .append(value.isEmpty() ? "(none)" : value).append("  ")
                .append(setting.isSet() ? "from " + setting.source() : "default").append('\n');
            for (String part : wrap(meaning(setting))) {
                text.append("      ").append(part).append('\n');
            }
        }
        return text.toString();
    }

    private static String meaning(Variable setting) {
        return setting.help() + (setting.allowed().isEmpty() ? "" : " (" + setting.allowed() + ")");
    }

    private static List<String> wrap(String sentence) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : sentence.split(" ")) {
            if (!line.isEmpty() && line.length() + word.length() >= WIDTH) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }
}
