// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads {@code routines.txt} and expands its families, type by type, and the names of its constants. */
final class RoutineTable {
    private static final String FILE = "routines.txt";
    private static final String OPTIONAL = "[ctx_]";
    private static final Map<String, String> JAVA_TYPES = javaTypes();

    private final Map<String, List<String>> sets = new HashMap<>(Map.of("-", List.of("")));
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> conveniences = new ArrayList<>();
    private final List<Constant> constants = new ArrayList<>();
    private String section;

    private RoutineTable() {
    }

    /** {@return all routines in the order of the file} */
    static List<Row> rows() {
        return List.copyOf(read().rows);
    }

    /** {@return conveniences beside the standard, whose names are words} */
    static List<Row> conveniences() {
        return List.copyOf(read().conveniences);
    }

    /** {@return the constants in the order of the file} */
    static List<Constant> constants() {
        return List.copyOf(read().constants);
    }

    /** Constants of C whose names are alike, in braces where they differ, their Java form or -, and a word on it. */
    record Constant(String name, String java, String note) {
        /** {@return a row for each of them that has a Java form} */
        List<Row> rows() {
            List<String> forms = java.equals("-") ? List.of() : alternatives(java);
            return forms.stream().map(form -> {
                int dot = form.indexOf('.');
                int open = form.indexOf('(');
                return new Row("Constants", name, "-", name, form.substring(0, dot),
                    form.substring(dot + 1, open < 0 ? form.length() : open), parameters(form), null);
            }).toList();
        }

        private static List<String> alternatives(String text) {
            int open = text.indexOf('{');
            int close = text.indexOf('}');
            return open < 0 ? List.of(text) : Stream.of(text.substring(open + 1, close).split(","))
                .map(word -> text.substring(0, open) + word + text.substring(close + 1)).toList();
        }
    }

    /** {@return the sets of types by name, - is that of a single routine} */
    static Map<String, List<String>> sets() {
        return Map.copyOf(read().sets);
    }

    private static RoutineTable read() {
        RoutineTable table = new RoutineTable();
        try (InputStream in = RoutineTable.class.getResourceAsStream(FILE)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(table::line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return table;
    }

    private void line(String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        if (line.startsWith("==")) {
            section = line.substring(2).strip();
        } else if (line.startsWith("@")) {
            String[] parts = line.substring(1).split("=");
            sets.put(parts[0].strip(), List.of(parts[1].strip().split(" +")));
        } else if (line.startsWith("!")) {
            String[] fields = line.substring(1).split("\\|", -1);
            constants.add(new Constant(fields[0].strip(), fields[1].strip(), fields[2].strip()));
        } else {
            boolean convenience = line.startsWith("+");
            String[] fields = line.substring(convenience ? 1 : 0).split("\\|");
            if (fields.length != 4 || !sets.containsKey(fields[1].strip())) {
                throw new IllegalArgumentException(FILE + ": " + line);
            }
            expand(convenience ? conveniences : rows, fields[0].strip(), fields[1].strip(), fields[2].strip(),
                fields[3].strip());
        }
    }

    private void expand(List<Row> to, String family, String types, String java, String test) {
        boolean optional = family.contains(OPTIONAL);
        for (String context : optional ? List.of("", "ctx_") : List.of("")) {
            for (String type : sets.get(types)) {
                String name = family.replace(OPTIONAL, context).replace("{N}", type);
                to.add(row(family, types, name, type, java, test));
            }
        }
    }

    private Row row(String family, String types, String name, String type, String java, String test) {
        String javaType = type.isEmpty() ? "" : JAVA_TYPES.get(type);
        if (javaType == null) {
            throw new IllegalArgumentException(FILE + ": an unknown type, " + type);
        }
        if (javaType.equals("-")) {
            return new Row(section, family, types, name, null, null, null, null);
        }
        boolean unsigned = type.startsWith("u") || type.equals("size");
        String form = substitute(java, javaType, unsigned);
        // A test is "Watch.now().any(..)".
        int dot = form.lastIndexOf('.');
        int open = form.indexOf('(', dot);
        return new Row(section, family, types, name, form.substring(0, dot),
            form.substring(dot + 1, open < 0 ? form.length() : open), parameters(form),
            substitute(test, javaType, unsigned));
    }

    private static List<String> parameters(String form) {
        int open = form.lastIndexOf('(');
        return open < 0 ? null
            : form.endsWith("()") ? List.of() : List.of(form.substring(open + 1, form.length() - 1).split(","));
    }

    private static String substitute(String text, String javaType, boolean unsigned) {
        return text.replace("{T}", javaType).replace("{t}", javaType.toLowerCase())
            .replace("{S}", "Symmetric" + javaType + "s").replace("{u}", unsigned ? "u" : "");
    }

    private static Map<String, String> javaTypes() {
        Map<String, String> types = new HashMap<>();
        add(types, "Byte", "char schar uchar int8 uint8 8");
        add(types, "Short", "short ushort int16 uint16 16");
        add(types, "Int", "int uint int32 uint32 32");
        add(types, "Long", "long longlong ulong ulonglong int64 uint64 size ptrdiff 64");
        add(types, "Float", "float complexf");
        add(types, "Double", "double complexd");
        add(types, "-", "longdouble");
        return types;
    }

    private static void add(Map<String, String> types, String javaType, String names) {
        for (String name : names.split(" ")) {
            types.put(name, javaType);
        }
    }
}
