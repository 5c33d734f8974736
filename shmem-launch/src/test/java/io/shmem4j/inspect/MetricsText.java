// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict reader of OpenMetrics 1.0: families in one piece each, TYPE before UNIT before HELP before samples, suffixes
 * by type, units at the ends of names, labels with escapes and without doubles, and one end.
 */
final class MetricsText {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern META = Pattern.compile("# (TYPE|UNIT|HELP) (" + NAME + ")(?: (.*))?");
    private static final Pattern SAMPLE = Pattern.compile("(" + NAME + ")(?:\\{(.*)\\})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\[\\\\n\"])*)\""
        + "(,|$)");
    private static final Map<String, String> SUFFIXES = Map.of("gauge", "", "counter", "_total", "info", "_info",
        "stateset", "");

    private final Map<String, String> types = new LinkedHashMap<>();
    private final Map<String, Double> samples = new LinkedHashMap<>();
    private String family;
    private boolean sampled;

    static MetricsText read(String text) {
        MetricsText read = new MetricsText();
        assertTrue(text.endsWith("\n# EOF\n"), "the end");
        String body = text.substring(0, text.length() - "# EOF\n".length());
        assertFalse(body.contains("# EOF") || body.contains("\r") || body.contains("\n\n"), "one end, no empty lines");
        body.lines().forEach(read::line);
        return read;
    }

    private void line(String line) {
        Matcher meta = META.matcher(line);
        if (meta.matches()) {
            meta(meta.group(1), meta.group(2), meta.group(3));
            return;
        }
        Matcher sample = SAMPLE.matcher(line);
        assertTrue(sample.matches(), line);
        String type = types.get(family);
        assertEquals(family + SUFFIXES.get(type), sample.group(1), "a sample of its family");
        sampled = true;
        Map<String, String> labels = labels(sample.group(2), line);
        double value = Double.parseDouble(sample.group(3));
        assertTrue(!type.equals("info") || value == 1, line);
        assertTrue(!type.equals("stateset") || (value == 0 || value == 1) && labels.containsKey(family), line);
        assertTrue(!type.equals("counter") || value >= 0, line);
        assertEquals(null, samples.put(sample.group(1) + labels, value), () -> "twice: " + line);
    }

    private void meta(String word, String name, String rest) {
        if (word.equals("TYPE")) {
            assertTrue(SUFFIXES.containsKey(rest), rest);
            assertEquals(null, types.put(name, rest), () -> "a family in two pieces: " + name);
            family = name;
            sampled = false;
        } else {
            assertTrue(name.equals(family) && !sampled, () -> word + " of " + name + " stands apart");
            assertTrue(!word.equals("UNIT") || name.endsWith("_" + rest), () -> name + " does not end with " + rest);
        }
    }

    private static Map<String, String> labels(String text, String line) {
        Map<String, String> labels = new TreeMap<>();
        Matcher label = LABEL.matcher(text == null ? "" : text);
        int at = 0;
        while (text != null && at < text.length()) {
            assertTrue(label.find(at) && label.start() == at, line);
            assertEquals(null, labels.put(label.group(1), label.group(2).replace("\\\"", "\"").replace("\\\\", "\\")),
                line);
            at = label.end();
        }
        return labels;
    }

    /** {@return a sample's value} */
    double value(String name, Map<String, String> labels) {
        Double value = samples.get(name + new TreeMap<>(labels));
        assertTrue(value != null, () -> name + new TreeMap<>(labels) + " is not among " + samples.keySet());
        return value;
    }

    Set<String> families() {
        return types.keySet();
    }
}
