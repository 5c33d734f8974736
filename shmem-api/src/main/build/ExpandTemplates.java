// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes one Java file per element type from each template: the single source of the per-type families.
 *
 * <p>A template is Java text with {@code $Name$} variables in its file name and lines, and with blocks between
 * {@code //#if flag [flag...]} and {@code //#end} that are kept for types having one of the flags. A template whose
 * first line is {@code //#types flag} is expanded only for types with that flag.
 *
 * <p>Lines between {@code //#each a/b one/ONE two/TWO flag: three/THREE} and {@code //#next} are repeated for each of
 * the items, those after a flag only for types having it, with {@code $a$} and {@code $b$} for the item's words.
 */
public final class ExpandTemplates {
    /** An element type: its Java names, its size, its neighbours in the chain of contexts, what it can do. */
    private record Type(String name, String primitive, String box, int shift, String before, String after,
        Set<String> flags) {
        Map<String, String> variables() {
            Map<String, String> v = new LinkedHashMap<>();
            v.put("Type", name);
            v.put("Types", name + "s");
            v.put("type", primitive);
            v.put("Box", box);
            v.put("LAYOUT", "JAVA_" + primitive.toUpperCase());
            v.put("shift", Integer.toString(shift));
            v.put("bytes", Integer.toString(1 << shift));
            v.put("bits", Integer.toString(8 << shift));
            v.put("Before", before);
            v.put("AfterBlock", flags.contains("swap") ? name + "sAtomicContext" : after);
            v.put("AfterAtomic", after);
            v.put("letter", primitive.substring(0, 1));
            v.put("HeapBefore", neighbour(-1, "Heap", "Shmem"));
            v.put("HeapAfter", neighbour(1, "Heap", "Shmem"));
            v.put("TeamBefore", neighbour(-1, "Team", "Team"));
            v.put("TeamAfter", neighbour(1, "Team", "Team"));
            v.put("Word", shift == 0 ? "Byte" : shift == 1 ? "Short" : shift == 2 ? "Int" : "Long");
            v.put("word", v.get("Word").toLowerCase());
            v.put("LegacyBefore", neighbour(-1, "Legacy", "LegacyShmem"));
            v.put("LegacyAfter", neighbour(1, "Legacy", "LegacyShmem"));
            boolean real = flags.contains("real");
            v.put("toWord", real ? box + "." + primitive + "ToRaw" + v.get("Word") + "Bits" : "");
            v.put("fromWord", real ? box + "." + v.get("word") + "BitsTo" + name : "");
            return v;
        }

        /** The class before or after this type's in a chain that starts with Root... and ends with its last class. */
        private String neighbour(int step, String family, String last) {
            int i = TYPES.indexOf(this) + step;
            return i < 0 ? "Root" + family : i == TYPES.size() ? last : TYPES.get(i).name + "s" + family;
        }
    }

    private static final List<Type> TYPES = List.of(
        new Type("Byte", "byte", "Byte", 0, "RootContext", "ShortsContext", Set.of("byte", "integer", "small")),
        new Type("Short", "short", "Short", 1, "BytesBlockContext", "IntsContext",
            Set.of("short", "integer", "small", "wait")),
        new Type("Int", "int", "Integer", 2, "ShortsBlockContext", "LongsContext",
            Set.of("int", "integer", "atomic", "swap", "wait")),
        new Type("Long", "long", "Long", 3, "IntsAtomicContext", "FloatsContext",
            Set.of("long", "integer", "atomic", "swap", "wait")),
        new Type("Float", "float", "Float", 2, "LongsAtomicContext", "DoublesContext", Set.of("float", "real", "swap")),
        new Type("Double", "double", "Double", 3, "FloatsAtomicContext", "Context", Set.of("double", "real", "swap")));

    private ExpandTemplates() {
    }

    public static void main(String[] args) throws IOException {
        Path templates = Path.of(args[0]);
        Path target = Path.of(args[1]);
        try (Stream<Path> files = Files.walk(templates)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                expand(templates, file, target);
            }
        }
    }

    private static void expand(Path templates, Path file, Path target) throws IOException {
        List<String> lines = Files.readAllLines(file);
        String wanted = lines.getFirst().startsWith("//#types ") ? lines.getFirst().substring(9).trim() : null;
        for (Type type : TYPES) {
            if (wanted != null && !type.flags.contains(wanted)) {
                continue;
            }
            Map<String, String> variables = type.variables();
            Path out = target.resolve(substitute(templates.relativize(file).toString(), variables));
            String text = String.join("\n", select(repeat(lines, type, file), type, file)) + "\n";
            String expanded = substitute(text, variables);
            if (expanded.contains("$")) {
                int at = expanded.indexOf('$');
                throw new IOException(file + ": unknown variable near: "
                    + expanded.substring(at, Math.min(expanded.length(), at + 20)));
            }
            Files.createDirectories(out.getParent());
            if (!Files.exists(out) || !Files.readString(out).equals(expanded)) {
                Files.writeString(out, expanded);
            }
        }
    }

    private static List<String> repeat(List<String> lines, Type type, Path file) throws IOException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String directive = lines.get(i).trim();
            if (!directive.startsWith("//#each ")) {
                all.add(lines.get(i));
                continue;
            }
            int end = i + 1;
            while (end < lines.size() && !lines.get(end).trim().equals("//#next")) {
                end++;
            }
            if (end == lines.size()) {
                throw new IOException(file + ": //#each without //#next");
            }
            String[] items = directive.substring(8).trim().split(" +");
            String[] names = items[0].split("/");
            boolean keep = true;
            for (int item = 1; item < items.length; item++) {
                if (items[item].endsWith(":")) {
                    keep = type.flags.contains(items[item].substring(0, items[item].length() - 1));
                } else if (keep) {
                    Map<String, String> words = new LinkedHashMap<>();
                    for (int k = 0; k < names.length; k++) {
                        words.put(names[k], items[item].split("/")[k]);
                    }
                    lines.subList(i + 1, end).forEach(line -> all.add(substitute(line, words)));
                }
            }
            i = end;
        }
        return all;
    }

    private static List<String> select(List<String> lines, Type type, Path file) throws IOException {
        List<String> kept = new ArrayList<>();
        boolean keep = true;
        boolean inside = false;
        for (String line : lines) {
            String directive = line.trim();
            if (directive.startsWith("//#types ")) {
                continue;
            }
            if (directive.startsWith("//#if ")) {
                if (inside) {
                    throw new IOException(file + ": nested //#if");
                }
                inside = true;
                keep = Stream.of(directive.substring(6).trim().split(" ")).anyMatch(type.flags::contains);
            } else if (directive.equals("//#end")) {
                inside = false;
                keep = true;
            } else if (keep) {
                kept.add(line);
            }
        }
        if (inside) {
            throw new IOException(file + ": //#if without //#end");
        }
        return kept;
    }

    private static String substitute(String text, Map<String, String> variables) {
        String result = text;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            result = result.replace("$" + variable.getKey() + "$", variable.getValue());
        }
        return result;
    }
}
