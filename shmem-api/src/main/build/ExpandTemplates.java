// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Writes Java files from templates: the single source of all that exists once for each element type.
 *
 * <p>A template is Java text with {@code $name$} variables. One whose file name has a variable becomes one file for
 * each type, or for each type with one of the flags of a line {@code //#types flag...}. Any other becomes one file, in
 * which the lines between {@code //#types flag...} and {@code //#done} stand once for each type (with one of the flags,
 * if any are named).
 *
 * <p>Within them the lines between {@code //#if flag...} and {@code //#end} are kept for types with one of the flags.
 * There, and elsewhere in such a file, those between {@code //#each a/b one/ONE two/TWO flag: three/THREE} and {@code
 * //#next} are repeated for each of the items, those after a flag only for types that have it, with {@code $a$} and
 * {@code $b$} for the item's words; there, the lines between {@code //#when word...} and {@code //#end} are kept for
 * items with one of the words.
 */
public final class ExpandTemplates {
    /** An element type: its Java names, its size, what it can do. */
    private record Type(String name, String primitive, String box, int shift, Set<String> flags) {
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
            v.put("letter", primitive.substring(0, 1));
            v.put("Word", shift == 0 ? "Byte" : shift == 1 ? "Short" : shift == 2 ? "Int" : "Long");
            v.put("word", v.get("Word").toLowerCase());
            v.put("fromLong", shift == 3 ? "" : "(" + primitive + ") ");
            boolean real = flags.contains("real");
            v.put("toWord", real ? box + "." + primitive + "ToRaw" + v.get("Word") + "Bits" : "");
            v.put("fromWord", real ? box + "." + v.get("word") + "BitsTo" + name : "");
            return v;
        }

        boolean hasOneOf(String wanted) {
            return wanted.isEmpty() || Arrays.stream(wanted.split(" +")).anyMatch(flags::contains);
        }
    }

    private static final List<Type> TYPES = List.of(
        new Type("Byte", "byte", "Byte", 0, Set.of("byte", "integer", "small")),
        new Type("Short", "short", "Short", 1, Set.of("short", "integer", "small", "wait")),
        new Type("Int", "int", "Integer", 2, Set.of("int", "integer", "atomic", "swap", "wait")),
        new Type("Long", "long", "Long", 3, Set.of("long", "integer", "atomic", "swap", "wait")),
        new Type("Float", "float", "Float", 2, Set.of("float", "real", "swap")),
        new Type("Double", "double", "Double", 3, Set.of("double", "real", "swap")));

    private final Path templates;
    private final Path target;
    private final Path file;

    private final Set<Path> written;

    private ExpandTemplates(Path templates, Path target, Path file, Set<Path> written) {
        this.templates = templates;
        this.target = target;
        this.file = file;
        this.written = written;
    }

    public static void main(String[] args) throws IOException {
        Path templates = Path.of(args[0]);
        Path target = Path.of(args[1]);
        Set<Path> written = new HashSet<>();
        try (Stream<Path> files = Files.walk(templates)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java")).sorted().toList()) {
                new ExpandTemplates(templates, target, file, written).expand();
            }
        }
        removeOthers(target, written);
    }

    /** Files of templates that have been moved or deleted would still be compiled. */
    private static void removeOthers(Path target, Set<Path> written) throws IOException {
        Files.createDirectories(target);
        try (Stream<Path> files = Files.walk(target)) {
            for (Path file : files.filter(f -> f.toString().endsWith(".java") && !written.contains(f)).toList()) {
                Files.delete(file);
            }
        }
    }

    private void expand() throws IOException {
        List<String> lines = Files.readAllLines(file);
        if (!file.getFileName().toString().contains("$")) {
            write(file.getFileName().toString(), withTypes(lines));
            return;
        }
        String types = lines.stream().filter(line -> line.startsWith("//#types")).findFirst().orElse("//#types");
        lines.remove(types);
        for (Type type : TYPES) {
            if (type.hasOneOf(types.substring("//#types".length()).trim())) {
                write(substitute(file.getFileName().toString(), type.variables()), forType(lines, type));
            }
        }
    }

    /** {@return the lines of a file for all types} */
    private List<String> withTypes(List<String> lines) throws IOException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String directive = lines.get(i).trim();
            if (directive.startsWith("//#types")) {
                int end = end(lines, i, "//#done");
                for (Type type : TYPES) {
                    if (type.hasOneOf(directive.substring("//#types".length()).trim())) {
                        all.addAll(forType(lines.subList(i + 1, end), type));
                    }
                }
                i = end;
            } else {
                all.add(lines.get(i));
            }
        }
        return repeat(all, Set.of());
    }

    private List<String> forType(List<String> lines, Type type) throws IOException {
        List<String> kept = select(repeat(lines, type.flags), "//#if ", type.flags);
        return kept.stream().map(line -> substitute(line, type.variables())).toList();
    }

    private List<String> repeat(List<String> lines, Set<String> flags) throws IOException {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String directive = lines.get(i).trim();
            if (!directive.startsWith("//#each ")) {
                all.add(lines.get(i));
                continue;
            }
            int end = end(lines, i, "//#next");
            String[] items = directive.substring(8).trim().split(" +");
            String[] names = items[0].split("/");
            boolean keep = true;
            for (String item : List.of(items).subList(1, items.length)) {
                if (item.endsWith(":")) {
                    keep = flags.contains(item.substring(0, item.length() - 1));
                } else if (keep) {
                    String[] words = item.split("/");
                    Map<String, String> variables = new LinkedHashMap<>();
                    for (int k = 0; k < names.length; k++) {
                        variables.put(names[k], words[k]);
                    }
                    select(lines.subList(i + 1, end), "//#when ", Set.copyOf(List.of(words)))
                        .forEach(line -> all.add(substitute(line, variables)));
                }
            }
            i = end;
        }
        return all;
    }

    private int end(List<String> lines, int start, String directive) throws IOException {
        for (int i = start + 1; i < lines.size(); i++) {
            if (lines.get(i).trim().equals(directive)) {
                return i;
            }
        }
        throw new IOException(file + ": " + lines.get(start).trim() + " without " + directive);
    }

    /** {@return the lines whose condition holds} Conditions of other kinds stay for later. */
    private List<String> select(List<String> lines, String condition, Set<String> held) throws IOException {
        List<String> kept = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String directive = lines.get(i).trim();
            if (!directive.startsWith(condition)) {
                kept.add(lines.get(i));
                continue;
            }
            int end = end(lines, i, "//#end");
            List<String> inside = lines.subList(i + 1, end);
            if (inside.stream().anyMatch(line -> line.trim().startsWith("//#if "))) {
                throw new IOException(file + ": nested //#if");
            }
            if (Arrays.stream(directive.substring(condition.length()).trim().split(" +")).anyMatch(held::contains)) {
                kept.addAll(inside);
            }
            i = end;
        }
        return kept;
    }

    /** Leaves a file alone that is as it should be, so that nothing is compiled again without need. */
    private void write(String name, List<String> lines) throws IOException {
        List<String> text = new ArrayList<>(lines);
        text.add(1, "// Generated from the template " + templates.relativize(file).toString().replace('\\', '/')
            + "; changes belong there.");
        for (String line : lines) {
            int at = line.indexOf('$');
            if (at >= 0) {
                throw new IOException(file + ": unknown variable near: "
                    + line.substring(at, Math.min(line.length(), at + 20)));
            }
            if (line.trim().startsWith("//#")) {
                throw new IOException(file + ": " + line.trim() + " out of place");
            }
        }
        Path out = target.resolve(templates.relativize(file)).resolveSibling(name);
        written.add(out);
        Files.createDirectories(out.getParent());
        String expanded = String.join("\n", text) + "\n";
        if (!Files.exists(out) || !Files.readString(out).equals(expanded)) {
            Files.writeString(out, expanded);
        }
    }

    private static String substitute(String text, Map<String, String> variables) {
        String result = text;
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            result = result.replace("$" + variable.getKey() + "$", variable.getValue());
        }
        return result;
    }
}
