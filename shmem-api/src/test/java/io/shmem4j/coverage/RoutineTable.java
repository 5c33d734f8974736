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

/** Reads {@code routines.txt} and expands its families, type by type. */
final class RoutineTable {
    private static final String FILE = "routines.txt";
    private static final String OPTIONAL = "[ctx_]";
    private static final Map<String, String> JAVA_TYPES = javaTypes();

    private final Map<String, List<String>> sets = new HashMap<>(Map.of("-", List.of("")));
    private final List<Row> rows = new ArrayList<>();
    private String section;

    private RoutineTable() {
    }

    /** {@return all routines in the order of the file} */
    static List<Row> rows() {
        return List.copyOf(read().rows);
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
        } else {
            String[] fields = line.split("\\|");
            if (fields.length != 4 || !sets.containsKey(fields[1].strip())) {
                throw new IllegalArgumentException(FILE + ": " + line);
            }
            expand(fields[0].strip(), fields[1].strip(), fields[2].strip(), fields[3].strip());
        }
    }

    private void expand(String family, String types, String java, String test) {
        boolean optional = family.contains(OPTIONAL);
        for (String context : optional ? List.of("", "ctx_") : List.of("")) {
            for (String type : sets.get(types)) {
                String name = family.replace(OPTIONAL, context).replace("{N}", type);
                rows.add(row(family, types, name, type, java, test));
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
        int dot = form.indexOf('.');
        int open = form.indexOf('(');
        List<String> parameters = open < 0 ? null
            : form.endsWith("()") ? List.of() : List.of(form.substring(open + 1, form.length() - 1).split(","));
        return new Row(section, family, types, name, form.substring(0, dot),
            form.substring(dot + 1, open < 0 ? form.length() : open), parameters,
            substitute(test, javaType, unsigned));
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
