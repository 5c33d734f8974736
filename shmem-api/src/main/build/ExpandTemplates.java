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
 * Writes the code that exists once per element type from its form for {@code long}, and code from tables.
 *
 * <p><b>Long forms.</b> A file in {@code src/main/java} whose second line is {@code //#types} is the form for
 * {@code long}, compiled as it stands. It becomes a file for each other type, or for each with one of the flags in
 * {@code //#types flag...}. Everything that has {@code Long} in its name changes, also {@code JAVA_LONG},
 * {@code shmem_long_put} and shifts by 3; {@code long} changes before brackets, before a name that changes, and before
 * the words after a colon in {@code //#types flag...: word...}. The word {@code (long)} stands for casts, a number for
 * itself, {@code -name} for a name before which nothing changes. A line that ends with {@code //#same} stays.
 *
 * <p><b>Differences.</b> Lines from {@code //#if flag...} to {@code //#end} exist for types with one of the flags,
 * those after {@code //#else} for all others. Those that {@code long} does not have are comments, whose slashes go.
 * Lines {@code //#flag text} replace the line above for types with that flag. What {@code long} does not have is
 * written for {@code double}, or else for the largest type that has it.
 *
 * <p><b>Templates.</b> Files in {@code src/main/templates} are never compiled. Those with {@code //#types} in their
 * second line become a file for each type, {@code long} too. In others, the lines from {@code //#types} to
 * {@code //#done} are repeated for each type. Lines between {@code //#each a/b one/ONE two/TWO flag: six/SIX} and
 * {@code //#next} are repeated per item, with {@code $a$} and {@code $b$} for the item's words; items after a flag
 * exist only for types that have it. Items with spaces are rows of a table below {@code //#each a/b}:
 * {@code //#row one thing | ONE} and {@code //#row flag: two things | TWO}, continued by lines {@code //# }. In an
 * {@code //#each}, {@code //#when word...} is like {@code //#if}, for items with one of the words. A table below
 * {@code //#files a/b} makes one file per row. All of these nest. {@link JavadocTags} are written out.
 */
public final class ExpandTemplates {
    /** An element type: its Java names, its size, and flags for its abilities. */
    private record Type(String name, String primitive, String box, int shift, Set<String> flags) {
        boolean hasOneOf(List<String> wanted) {
            return wanted.isEmpty() || wanted.stream().anyMatch(flags::contains);
        }

        /** {@return the integer type of the same size} */
        Type word() {
            return TYPES.get(shift);
        }
    }

    /** A line of a file, numbered from 1. */
    record Line(int number, String text) {
        String mark() {
            return text.strip();
        }

        boolean is(String mark) {
            return text.contains(mark)
                && (mark().equals(mark) || mark().startsWith(mark + " ") || mark().startsWith(mark + ":"));
        }

        Line with(String newText) {
            return new Line(number, newText);
        }
    }

    /** Lines for some types, and what changes in them. */
    private record TypedPart(Line head, boolean compiled, List<Type> types, Set<String> changing, Set<String> unused) {
    }

    /** Where lines are expanded to: a type, the variables of tables, and words of the items. */
    private record Item(TypedPart part, Type base, Type type, Map<String, String> variables, Set<String> words) {
        /** {@return the same for lines that only types with one of the flags have} */
        Item having(List<String> flags) {
            return base.hasOneOf(flags) ? this : in(part.types.stream().filter(t -> t.hasOneOf(flags)).toList());
        }

        Item in(List<Type> types) {
            return types.contains(base) ? this : new Item(part, largest(types), type, variables, words);
        }
    }

    /** Lines that are repeated per row. */
    private record Table(String[] names, List<String[]> rows, List<Line> body) {
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

    private static final List<Type> TYPES = List.of(
        new Type("Byte", "byte", "Byte", 0, Set.of("byte", "integer", "small")),
        new Type("Short", "short", "Short", 1, Set.of("short", "integer", "small", "wait")),
        new Type("Int", "int", "Integer", 2, Set.of("int", "integer", "atomic", "swap", "wait")),
        new Type("Long", "long", "Long", 3, Set.of("long", "integer", "atomic", "swap", "wait")),
        new Type("Float", "float", "Float", 2, Set.of("float", "real", "swap")),
        new Type("Double", "double", "Double", 3, Set.of("double", "real", "swap")));
    private static final Type LONG = TYPES.get(3);
    /** Types for which lines are written, the first that has them. */
    private static final List<Type> BASES = Stream.of(3, 5, 2, 4, 1, 0).map(TYPES::get).toList();

    /** New names by old name and types. */
    private static final Map<List<String>, String> RENAMED = new HashMap<>();

    private static final String ROW = "//#row ";
    private static final String MORE = "//# ";
    private static final String SAME = " //#same";
    private static final String CELL_END = " *(?<![^ ])[|](?![^ ]) *";
    private static final Pattern HEAD = Pattern.compile("//#types([^:]*)(?::(.*))?");
    private static final Pattern ALTERNATIVE = Pattern.compile("( *)//#([a-z]+) (.*)");
    private static final Pattern COMMENT = Pattern.compile("( *)//(?: (.*))?");
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z_$][\\w$]*|\\d+(?=L?\\b)");
    private static final Pattern NAME_OF_TYPE = Pattern.compile("(?i:byte|short|int|long|float|double)|complex|\\d");
    private static final Pattern ELEMENT = Pattern.compile("\\[|}|\"|\\.class|\\.{3}");
    private static final Pattern FOLLOWING = Pattern.compile("((?:\\[\\])*|\\)) ([A-Za-z_$][\\w$]*)");
    private static final Pattern FLAG = Pattern.compile("([a-z]+(?: [a-z]+)*): +");

    private final Path folder;
    private final Path target;
    private final Path file;
    private final Set<Path> written;

    private ExpandTemplates(Path folder, Path target, Path file, Set<Path> written) {
        this.folder = folder;
        this.target = target;
        this.file = file;
        this.written = written;
    }

    /** Arguments: a folder of Java files with long forms, one of templates, and one for the result. */
    public static void main(String[] args) throws IOException {
        Path target = Path.of(args[2]);
        Set<Path> written = new HashSet<>();
        for (Path file : javaFiles(Path.of(args[0]))) {
            if (isLongForm(file)) {
                new ExpandTemplates(Path.of(args[0]), target, file, written).expandTypes(lines(file), true);
            }
        }
        for (Path file : javaFiles(Path.of(args[1]))) {
            new ExpandTemplates(Path.of(args[1]), target, file, written).expand(lines(file));
        }
        // Files of what was moved or deleted would still be compiled.
        Files.createDirectories(target);
        for (Path file : javaFiles(target)) {
            if (!written.contains(file)) {
                Files.delete(file);
            }
        }
    }

    private static List<Path> javaFiles(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
        }
    }

    private static boolean isLongForm(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.skip(1).findFirst().orElse("").startsWith("//#types");
        }
    }

    private static List<Line> lines(Path file) throws IOException {
        List<Line> lines = new ArrayList<>();
        for (String text : Files.readAllLines(file)) {
            lines.add(new Line(lines.size() + 1, text));
        }
        return lines;
    }

    /** {@return the descriptions for all templates} */
    private List<Line> common() throws IOException {
        Path words = folder.resolve("words.txt");
        return Files.exists(words) ? lines(words) : List.of();
    }

    private IOException mistake(Line line, String what) {
        return new IOException(file + ":" + line.number + ": " + what);
    }

    private void expand(List<Line> lines) throws IOException {
        int at = 0;
        while (at < lines.size() && !lines.get(at).is("//#files")) {
            at++;
        }
        String name = file.getFileName().toString();
        if (lines.size() > 1 && lines.get(1).is("//#types")) {
            expandTypes(lines, false);
        } else if (at == lines.size()) {
            List<Line> all = new ArrayList<>();
            expand(lines, new Item(null, null, null, Map.of(), Set.of()), all);
            write(name, all);
        } else {
            Item none = new Item(null, null, null, Map.of(), Set.of());
            Table table = table(lines.get(at), lines.subList(at + 1, lines.size()), none);
            for (String[] row : table.rows) {
                Map<String, String> variables = table.with(row, Map.of());
                List<Line> all = new ArrayList<>(lines.subList(0, at));
                expand(table.body, new Item(null, null, null, variables, new HashSet<>(List.of(row))), all);
                write(substitute(name, variables), all);
            }
        }
    }

    /** Writes a file for each type; if the one for long is there already, without that. */
    private void expandTypes(List<Line> lines, boolean compiled) throws IOException {
        TypedPart part = part(lines.get(1), compiled);
        if (!part.types.contains(LONG)) {
            throw mistake(part.head, "there is no form for long");
        }
        List<Line> body = new ArrayList<>(lines);
        body.remove(1);
        String name = file.getFileName().toString();
        for (Type type : part.types) {
            List<Line> all = new ArrayList<>();
            expand(body, new Item(part, LONG, type, Map.of(), Set.of()), all);
            if (type != LONG || !compiled) {
                write(replaced(name, new Item(part, LONG, type, Map.of(), Set.of())), all);
            }
        }
        requireUsed(part);
    }

    private TypedPart part(Line head, boolean compiled) throws IOException {
        Matcher parts = HEAD.matcher(head.mark());
        if (!parts.matches()) {
            throw mistake(head, "no types");
        }
        List<String> flags = flags(head, parts.group(1));
        String listed = parts.group(2) == null ? "" : parts.group(2).strip();
        Set<String> words = new HashSet<>(List.of(listed.split(" +")));
        words.remove("");
        return new TypedPart(head, compiled, TYPES.stream().filter(type -> type.hasOneOf(flags)).toList(), words,
            new HashSet<>(words));
    }

    private void requireUsed(TypedPart part) throws IOException {
        if (!part.unused.isEmpty()) {
            throw mistake(part.head, "does nothing: " + String.join(" ", part.unused));
        }
    }

    private List<String> flags(Line mark, String text) throws IOException {
        List<String> flags = Arrays.stream(text.strip().split(" +")).filter(flag -> !flag.isEmpty()).toList();
        for (String flag : flags) {
            if (!isFlag(flag)) {
                throw mistake(mark, "no type is " + flag);
            }
        }
        return flags;
    }

    private static boolean isFlag(String word) {
        return TYPES.stream().anyMatch(type -> type.flags.contains(word));
    }

    private static Type largest(List<Type> types) {
        return BASES.stream().filter(types::contains).findFirst().orElseThrow();
    }

    /** Adds lines for a type, with their variables substituted. */
    private void expand(List<Line> lines, Item item, List<Line> all) throws IOException {
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            if (line.is("//#types") && item.part == null) {
                int end = end(lines, i, "types", "//#done");
                TypedPart part = part(line, false);
                for (Type type : part.types) {
                    Map<String, String> variables = new LinkedHashMap<>(item.variables);
                    Item inside = new Item(part, largest(part.types), type, variables, item.words);
                    variables.replaceAll((name, value) -> replaced(value, inside));
                    expand(lines.subList(i + 1, end), inside, all);
                }
                if (item.variables.isEmpty()) {
                    requireUsed(part);
                }
                i = end;
            } else if (line.is("//#each")) {
                int end = end(lines, i, "each", "//#next");
                Line head = line.with(substitute(line.mark(), item.variables));
                Table table = table(head, lines.subList(i + 1, end), item);
                for (String[] row : table.rows) {
                    Set<String> inside = new HashSet<>(item.words);
                    inside.addAll(List.of(row));
                    expand(table.body, new Item(item.part, item.base, item.type, table.with(row, item.variables),
                        inside), all);
                }
                i = end;
            } else if (line.is("//#if") || line.is("//#when")) {
                int end = end(lines, i, "if|when", "//#end");
                expandIf(lines.subList(i, end), item, all);
                i = end;
            } else {
                i = expandLine(lines, i, item, all);
            }
        }
    }

    private void expandIf(List<Line> lines, Item item, List<Line> all) throws IOException {
        Line head = lines.get(0);
        int otherwise = otherwise(lines);
        List<Line> first = lines.subList(1, otherwise);
        List<Line> second = lines.subList(Math.min(otherwise + 1, lines.size()), lines.size());
        String wanted = head.mark().substring(head.mark().indexOf(' ') + 1).strip();
        if (head.is("//#when")) {
            boolean holds = Arrays.stream(wanted.split(" +")).anyMatch(item.words::contains);
            expand(holds ? first : second, item, all);
            return;
        }
        List<String> flags = flags(head, wanted);
        if (item.part == null) {
            throw mistake(head, "out of place");
        }
        List<Type> with = item.part.types.stream().filter(type -> type.hasOneOf(flags)).toList();
        List<Type> without = item.part.types.stream().filter(type -> !with.contains(type)).toList();
        if (with.isEmpty() || without.isEmpty()) {
            throw mistake(head, "does nothing: " + (with.isEmpty() ? "no type is one of these"
                : "all types are these"));
        }
        boolean holds = with.contains(item.type);
        List<Type> having = holds ? with : without;
        boolean comment = item.part.compiled && item.base == LONG && !having.contains(LONG);
        expand(comment ? uncommented(holds ? first : second) : holds ? first : second, item.in(having), all);
    }

    private List<Line> uncommented(List<Line> lines) throws IOException {
        List<Line> code = new ArrayList<>();
        for (Line line : lines) {
            Matcher comment = COMMENT.matcher(line.text);
            if (!comment.matches()) {
                throw mistake(line, "long does not have this line, which is no comment");
            }
            code.add(line.with(comment.group(2) == null ? "" : comment.group(1) + comment.group(2)));
        }
        return code;
    }

    /** Adds a line, or what replaces it for the type; {@return the index of the last line that is used up} */
    private int expandLine(List<Line> lines, int at, Item item, List<Line> all) throws IOException {
        int last = at;
        boolean replaced = false;
        while (last + 1 < lines.size() && lines.get(last + 1).text.contains("//#")) {
            Matcher mark = ALTERNATIVE.matcher(lines.get(last + 1).text);
            if (!mark.matches() || !isFlag(mark.group(2))) {
                break;
            }
            Line line = lines.get(++last);
            if (lines.get(at).mark().startsWith("//#") || item.part == null) {
                throw mistake(line, "replaces no line");
            }
            List<Type> with = item.part.types.stream().filter(t -> t.flags.contains(mark.group(2))).toList();
            if (with.isEmpty() || with.contains(LONG)) {
                throw mistake(line, with.isEmpty() ? "does nothing: no type is this" : "long is this");
            }
            if (with.contains(item.type)) {
                add(line.with(mark.group(1) + mark.group(3)), item.in(with), all);
                replaced = true;
            }
        }
        if (!replaced) {
            add(lines.get(at), item, all);
        }
        return last;
    }

    private static void add(Line line, Item item, List<Line> all) {
        String text = line.text.endsWith(SAME) ? line.text.substring(0, line.text.length() - SAME.length())
            : replaced(line.text, item);
        all.add(line.with(substitute(text, item.variables)));
    }

    /** {@return a line that is written for one type as it is for another} */
    private static String replaced(String text, Item item) {
        if (item.part == null || item.base == item.type || !NAME_OF_TYPE.matcher(text).find()) {
            return text;
        }
        Matcher words = TOKEN.matcher(text);
        StringBuilder result = new StringBuilder();
        while (words.find()) {
            if (NAME_OF_TYPE.matcher(words.group()).find()) {
                String other = other(words.group(), text.substring(0, words.start()), text.substring(words.end()),
                    item);
                words.appendReplacement(result, Matcher.quoteReplacement(other));
            }
        }
        return words.appendTail(result).toString();
    }

    private static String other(String word, String before, String after, Item item) {
        Type type = item.type;
        Matcher named = FOLLOWING.matcher(after);
        String next = named.lookingAt() ? named.group(2) : "";
        if (changes(item, "-" + next)) {
            return word;
        }
        boolean cast = before.endsWith("(") && after.startsWith(") ");
        if (Character.isDigit(word.charAt(0))) {
            boolean shifts = word.equals("3") && (before.endsWith("<< ") || before.endsWith(">> "));
            if (!shifts && !changes(item, word)) {
                return word;
            }
            return Integer.toString(shifts || word.equals("3") ? type.shift : word.equals("8") ? 1 << type.shift
                : 8 << type.shift);
        }
        boolean element = ELEMENT.matcher(after).lookingAt() || cast && changes(item, "(long)")
            || !cast && !next.isEmpty() && (changes(item, next) || !renamed(next, LONG, type, item).equals(next));
        if (word.equals(item.base.primitive) && item.base != LONG) {
            return type.primitive;
        }
        if (word.equals("long")) {
            return !element || item.base.shift < LONG.shift ? word
                : item.base == LONG ? type.primitive : type.word().primitive;
        }
        return renamed(word, item.base, type, item);
    }

    /** {@return a name with the type's names in place of those of another} */
    private static String renamed(String word, Type from, Type to, Item item) {
        String result = RENAMED.computeIfAbsent(List.of(word, from.name, to.name), key -> renamed(word, from, to));
        return result.endsWith("64") && changes(item, "64") ? result.replaceAll("64$", "" + (8 << to.shift)) : result;
    }

    private static String renamed(String word, Type from, Type to) {
        if (word.equals(from.box)) {
            return to.box;
        }
        String result = word.replaceAll(from.name + "(?=s?(?![a-z]))", to.name)
            .replaceAll("(?<![A-Z])" + from.primitive.toUpperCase() + "(?![A-Z])", to.primitive.toUpperCase())
            .replaceAll("(?<=_|_u|^u)" + from.primitive + "(?=_)|^" + from.primitive + "(?=s?(?![a-z]))", to.primitive)
            .replaceAll("(?<=complex)" + from.primitive.charAt(0) + "(?=_)", to.primitive.substring(0, 1));
        boolean real = from.shift == LONG.shift && from != LONG;
        return !real ? result : word.equals("Long") ? to.word().box : renamed(result, LONG, to.word());
    }

    private static boolean changes(Item item, String word) {
        item.part.unused.remove(word);
        return item.part.changing.contains(word);
    }

    /** {@return the table of a mark; its rows, if it has any, are the next lines} */
    private Table table(Line head, List<Line> below, Item item) throws IOException {
        String[] items = head.mark().substring(head.mark().indexOf(' ')).trim().split(" +");
        String[] names = items[0].split("/");
        List<String[]> rows = new ArrayList<>();
        int at = 0;
        while (at < below.size() && below.get(at).is(ROW.strip())) {
            String row = below.get(at++).mark().substring(ROW.length());
            while (at < below.size() && below.get(at).mark().startsWith(MORE)) {
                row += ' ' + below.get(at++).mark().substring(MORE.length()).trim();
            }
            Matcher flag = FLAG.matcher(row.trim());
            boolean flagged = flag.lookingAt();
            List<String> flags = flagged ? flags(below.get(at - 1), flag.group(1)) : List.of();
            if (!flagged || item.type.hasOneOf(flags)) {
                row = row.trim().substring(flagged ? flag.end() : 0);
                rows.add(replaced(row, flagged ? item.having(flags) : item).split(CELL_END, -1));
            }
        }
        boolean keep = true;
        for (String word : List.of(items).subList(1, items.length)) {
            if (word.endsWith(":")) {
                keep = item.type.hasOneOf(flags(head, word.substring(0, word.length() - 1)));
            } else if (keep) {
                rows.add(replaced(word, item).split("/", -1));
            }
        }
        for (String[] row : rows) {
            if (row.length < names.length) {
                throw mistake(head, String.join("/", names) + " is not " + String.join("/", row));
            }
        }
        return new Table(names, rows, below.subList(at, below.size()));
    }

    private int end(List<Line> lines, int start, String opener, String closer) throws IOException {
        Pattern opens = Pattern.compile("//#(" + opener + ")\\b.*");
        int depth = 0;
        for (int i = start + 1; i < lines.size(); i++) {
            String mark = lines.get(i).mark();
            if (opens.matcher(mark).matches()) {
                depth++;
            } else if (mark.equals(closer) && depth-- == 0) {
                return i;
            }
        }
        throw mistake(lines.get(start), lines.get(start).mark() + " without " + closer);
    }

    /** {@return the index of a condition's else, or of its end} */
    private int otherwise(List<Line> lines) throws IOException {
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).is("//#if") || lines.get(i).is("//#when")) {
                i = end(lines, i, "if|when", "//#end");
            } else if (lines.get(i).is("//#else")) {
                return i;
            }
        }
        return lines.size();
    }

    /** Keeps a file that is up to date, so nothing is compiled again without need. */
    private void write(String name, List<Line> expanded) throws IOException {
        List<Line> lines = new JavadocTags(file, common()).writtenOut(expanded);
        StringBuilder text = new StringBuilder();
        for (Line line : lines) {
            int at = line.text.indexOf('$');
            if (at >= 0) {
                throw mistake(line, "unknown variable near: "
                    + line.text.substring(at, Math.min(line.text.length(), at + 20)));
            }
            if (line.mark().startsWith("//#")) {
                throw mistake(line, line.mark() + " out of place");
            }
            boolean blank = text.lastIndexOf("\n\n") == text.length() - 2 && !text.isEmpty();
            if (line.text.isEmpty() && blank) {
                continue;
            }
            if (line.text.endsWith("}") && blank) {
                text.setLength(text.length() - 1);
            }
            text.append(line.text).append('\n');
            if (text.length() == line.text.length() + 1) {
                text.append("// Generated from ").append(folder.relativize(file).toString().replace('\\', '/'))
                    .append("; changes belong there.\n");
            }
        }
        Path out = target.resolve(folder.relativize(file)).resolveSibling(name);
        if (!written.add(out)) {
            throw mistake(lines.get(0), "another file has made " + name);
        }
        Files.createDirectories(out.getParent());
        if (!Files.exists(out) || !Files.readString(out).equals(text.toString())) {
            Files.writeString(out, text);
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
