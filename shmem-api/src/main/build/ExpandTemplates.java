// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes Java files from templates: the single source of code that exists once per element type or call.
 *
 * <p>A template is Java text with {@code $name$} variables. If its file name has a variable, it becomes one file per
 * type, or per type with one of the flags in a line {@code //#types flag...}. Otherwise it becomes one file, in which
 * the lines between {@code //#types flag...} and {@code //#done} are repeated per type (with one of the flags, if there
 * are any). A table below {@code //#files a/b}, like that of {@code //#each}, makes one file per row; these may have
 * such lines, too.
 *
 * <p>In these lines, those between {@code //#if flag...} and {@code //#end} are kept for types with one of the flags,
 * and those after an {@code //#else} for all other types. Lines between
 * {@code //#each a/b one/ONE two/TWO flag: six/SIX} and {@code //#next} are repeated per item, with {@code $a$} and
 * {@code $b$} for the item's words; items after a flag exist only for types that have it. Items with spaces are rows of
 * a table below {@code //#each a/b}: {@code //#row one thing | ONE} and {@code //#row flag: two things | TWO},
 * continued by lines {@code //# }. In an {@code //#each}, {@code //#when word...} is like {@code //#if}, for items with
 * one of the words. All of these nest.
 *
 * <p>{@code //#param name text} describes a parameter once for all methods that follow, and
 * {@code //#throws word class text} an exception; {@code words.txt} has the descriptions for all templates. In a
 * method's comment, {@code @params} expands to a line per parameter, where lines {@code @param} after it take
 * precedence, and {@code @throws word, word} to a line per word.
 */
public final class ExpandTemplates {
    /** An element type: its Java names, its size, and flags for its abilities. */
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

    /** Lines that are repeated per row. */
    private record Table(String[] names, List<String[]> rows, List<String> body) {
        /** {@return the variables for a row} */
        Map<String, String> with(String[] row, Map<String, String> variables) {
            Map<String, String> all = new LinkedHashMap<>();
            for (int i = 0; i < names.length; i++) {
                all.put(names[i], substitute(row[i], variables));
            }
            variables.forEach(all::putIfAbsent);
            return all;
        }
    }

    private static final Type NO_TYPE = new Type("", "", "", 0, Set.of());
    private static final List<Type> TYPES = List.of(
        new Type("Byte", "byte", "Byte", 0, Set.of("byte", "integer", "small")),
        new Type("Short", "short", "Short", 1, Set.of("short", "integer", "small", "wait")),
        new Type("Int", "int", "Integer", 2, Set.of("int", "integer", "atomic", "swap", "wait")),
        new Type("Long", "long", "Long", 3, Set.of("long", "integer", "atomic", "swap", "wait")),
        new Type("Float", "float", "Float", 2, Set.of("float", "real", "swap")),
        new Type("Double", "double", "Double", 3, Set.of("double", "real", "swap")));

    private static final String ROW = "//#row ";
    private static final String MORE = "//# ";
    private static final String CELL_END = " *(?<![^ ])[|](?![^ ]) *";
    private static final Pattern FLAG = Pattern.compile("([a-z]+(?: [a-z]+)*): +");
    private static final Pattern WORD = Pattern.compile("//#(param|throws) (\\S+) *(.*)");
    private static final Pattern OWN_PARAM = Pattern.compile("[*] @param (\\S+) *(.*)");
    private static final Pattern PARAM = Pattern.compile("(\\w+)(?=,|$)");

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

    /** Deletes files of templates that were moved or deleted, which would still be compiled. */
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
        String name = file.getFileName().toString();
        if (!name.contains("$")) {
            write(name, expanded(lines, NO_TYPE));
            return;
        }
        int at = 0;
        while (at < lines.size() && !lines.get(at).startsWith("//#types") && !lines.get(at).startsWith("//#files ")) {
            at++;
        }
        String directive = at < lines.size() ? lines.get(at) : "//#types";
        if (directive.startsWith("//#files ")) {
            Table table = table(directive, lines.subList(at + 1, lines.size()), NO_TYPE);
            for (String[] row : table.rows) {
                Map<String, String> variables = table.with(row, Map.of());
                List<String> all = new ArrayList<>(lines.subList(0, at));
                expand(table.body, NO_TYPE, variables, new HashSet<>(List.of(row)), all);
                write(substitute(name, variables), all);
            }
            return;
        }
        List<String> body = lines.stream().filter(line -> line != directive).toList();
        for (Type type : TYPES) {
            if (type.hasOneOf(directive.substring("//#types".length()).trim())) {
                write(substitute(name, type.variables()), expanded(body, type));
            }
        }
    }

    private List<String> expanded(List<String> lines, Type type) throws IOException {
        List<String> all = new ArrayList<>();
        expand(lines, type, type == NO_TYPE ? Map.of() : type.variables(), Set.of(), all);
        return all;
    }

    /** Adds lines with their variables substituted, for an item with these words. */
    private void expand(List<String> lines, Type type, Map<String, String> variables, Set<String> words,
        List<String> all) throws IOException {
        for (int i = 0; i < lines.size(); i++) {
            String directive = lines.get(i).trim();
            if (directive.startsWith("//#types") && type == NO_TYPE) {
                int end = end(lines, i, "//#types", "//#done");
                for (Type each : TYPES) {
                    if (each.hasOneOf(directive.substring("//#types".length()).trim())) {
                        Map<String, String> more = new LinkedHashMap<>(variables);
                        each.variables().forEach(more::putIfAbsent);
                        expand(lines.subList(i + 1, end), each, more, words, all);
                    }
                }
                i = end;
            } else if (directive.startsWith("//#each ")) {
                int end = end(lines, i, "//#each ", "//#next");
                Table table = table(substitute(directive, variables), lines.subList(i + 1, end), type);
                for (String[] row : table.rows) {
                    Set<String> inside = new HashSet<>(words);
                    inside.addAll(List.of(row));
                    expand(table.body, type, table.with(row, variables), inside, all);
                }
                i = end;
            } else if (directive.startsWith("//#if ") || directive.startsWith("//#when ")) {
                int end = end(lines, i, "//#(if|when) ", "//#end");
                int otherwise = otherwise(lines, i, end);
                String wanted = directive.substring(directive.indexOf(' ') + 1).trim();
                boolean holds = directive.startsWith("//#if ") ? type.hasOneOf(wanted)
                    : Arrays.stream(wanted.split(" +")).anyMatch(words::contains);
                List<String> kept = holds ? lines.subList(i + 1, otherwise)
                    : lines.subList(Math.min(otherwise + 1, end), end);
                expand(kept, type, variables, words, all);
                i = end;
            } else {
                all.add(substitute(lines.get(i), variables));
            }
        }
    }

    /** {@return the table of a directive; its rows, if it has any, are the next lines} */
    private Table table(String directive, List<String> below, Type type) throws IOException {
        String[] items = directive.substring(directive.indexOf(' ')).trim().split(" +");
        String[] names = items[0].split("/");
        List<String[]> rows = new ArrayList<>();
        int at = 0;
        while (at < below.size() && below.get(at).trim().startsWith(ROW)) {
            String row = below.get(at++).trim().substring(ROW.length());
            while (at < below.size() && below.get(at).trim().startsWith(MORE)) {
                row += ' ' + below.get(at++).trim().substring(MORE.length()).trim();
            }
            Matcher flag = FLAG.matcher(row.trim());
            boolean flagged = flag.lookingAt();
            if (!flagged || type.hasOneOf(flag.group(1))) {
                rows.add(row.trim().substring(flagged ? flag.end() : 0).split(CELL_END, -1));
            }
        }
        boolean keep = true;
        for (String item : List.of(items).subList(1, items.length)) {
            if (item.endsWith(":")) {
                keep = type.flags.contains(item.substring(0, item.length() - 1));
            } else if (keep) {
                rows.add(item.split("/", -1));
            }
        }
        for (String[] row : rows) {
            if (row.length < names.length) {
                throw new IOException(file + ": " + String.join("/", names) + " is not " + String.join("/", row));
            }
        }
        return new Table(names, rows, below.subList(at, below.size()));
    }

    private int end(List<String> lines, int start, String opener, String closer) throws IOException {
        Pattern opens = Pattern.compile(opener + ".*");
        int depth = 0;
        for (int i = start + 1; i < lines.size(); i++) {
            String line = lines.get(i).trim();
            if (opens.matcher(line).matches()) {
                depth++;
            } else if (line.equals(closer) && depth-- == 0) {
                return i;
            }
        }
        throw new IOException(file + ": " + lines.get(start).trim() + " without " + closer);
    }

    /** {@return the index of a condition's else, or of its end} */
    private int otherwise(List<String> lines, int start, int end) throws IOException {
        for (int i = start + 1; i < end; i++) {
            String line = lines.get(i).trim();
            if (line.startsWith("//#if ") || line.startsWith("//#when ")) {
                i = end(lines, i, "//#(if|when) ", "//#end");
            } else if (line.equals("//#else")) {
                return i;
            }
        }
        return end;
    }

    /** {@return the lines, with tags that only name words replaced by the words' descriptions} */
    private List<String> documented(List<String> lines) throws IOException {
        Path common = templates.resolve("words.txt");
        List<String> in = new ArrayList<>(Files.exists(common) ? Files.readAllLines(common) : List.of());
        in.addAll(lines);
        Map<String, String> params = new HashMap<>();
        Map<String, String> faults = new HashMap<>();
        List<String> out = new ArrayList<>();
        for (int i = 0; i < in.size(); i++) {
            String text = in.get(i).trim();
            Matcher word = WORD.matcher(text);
            if (word.matches()) {
                (word.group(1).equals("param") ? params : faults).put(word.group(2), word.group(3));
            } else if (text.startsWith("* @params")) {
                i = parameters(in, i, params, out);
            } else if (text.startsWith("* @throws ") && faults.keySet().containsAll(named(text))) {
                String indent = in.get(i).substring(0, in.get(i).indexOf('*'));
                named(text).forEach(fault -> out.add(indent + "* @throws " + faults.get(fault)));
            } else {
                out.add(in.get(i));
            }
        }
        return out;
    }

    private static List<String> named(String tag) {
        return List.of(tag.substring("* @throws ".length()).split(", "));
    }

    /** Adds a line for each parameter of the method below; {@return the index of the last such line in the template} */
    private int parameters(List<String> in, int at, Map<String, String> params, List<String> out) throws IOException {
        String indent = in.get(at).substring(0, in.get(at).indexOf('*'));
        int last = at;
        Map<String, String> own = new HashMap<>();
        for (Matcher tag; (tag = OWN_PARAM.matcher(in.get(last + 1).trim())).matches(); last++) {
            own.put(tag.group(1), tag.group(2));
        }
        int method = last;
        while (!in.get(method++).trim().equals("*/")) {
            continue;
        }
        while (in.get(method).trim().startsWith("@")) {
            method++;
        }
        String signature = String.join(" ", in.subList(method, Math.min(method + 5, in.size())));
        List<String> names = PARAM.matcher(signature.substring(0, signature.indexOf(')'))).results()
            .map(parameter -> parameter.group(1)).toList();
        int width = names.stream().mapToInt(String::length).max().orElse(0);
        for (String name : names) {
            String text = own.getOrDefault(name, params.get(name));
            if (text == null) {
                throw new IOException(file + ": what is " + name + " of " + signature.strip());
            }
            out.add(indent + "* @param " + name + " ".repeat(width - name.length()) + " " + text);
        }
        return last;
    }

    /** Keeps a file that is up to date, so nothing is compiled again without need. */
    private void write(String name, List<String> expanded) throws IOException {
        List<String> lines = documented(expanded);
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
        String content = String.join("\n", text) + "\n";
        if (!Files.exists(out) || !Files.readString(out).equals(content)) {
            Files.writeString(out, content);
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
