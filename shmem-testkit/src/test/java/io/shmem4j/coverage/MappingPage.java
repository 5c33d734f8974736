// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Two pages: {@code docs/mapping.md} with the rules and the families, and the list of every name. */
final class MappingPage {
    private static final String HEAD = """
        # From C to Java: every routine of OpenSHMEM 1.6

        The tests of `shmem-testkit` write all %d names, each with its Java form and the test that calls it, to
        `shmem-testkit/target/routines.md`:

            mvn -q -pl shmem-testkit -am test -Dtest=MappingPageTest -Dsurefire.failIfNoSpecifiedTests=false

        %d routines have a Java form. The other %d take or return a `long double`, which Java does not have. The 128-bit
        and `mem` forms can move an object of 16 bytes.

        ## Rules

        These rules add to [those of porting](how-to/port-a-c-program.md#1-translate-the-calls):

        - In the tables `shmem` is the PE's handle from `Shmem.init()`, `team` a team, `ctx` a context (`shmem` is one),
          `signal` a signal, `watch` the result of `x.watch(index, count)`, and `x` a symmetric object. A capitalised
          name is a class. Parameters are shown by type.
        - Overloading selects the type. Java's `byte` stands for the 8-bit types, `short`, `int` and `long` for those of
          16, 32 and 64 bits.
        - Unsigned types share the signed types' methods. If the sign matters, they use comparisons that start with `U`,
          such as `Cmp.UGT`, and reductions that start with `u`, such as `umaxReduce`. `Cmp.GT` always compares signed
          numbers, even for signals, which are unsigned in C; below 2^63 there is no difference.
        - A `status` array of C goes into `watch.except(status)`; for null, omit the call.
        - `&x[3]` is `x, 3`, or `x.slice(3)` if a routine takes no index.
        - A local buffer is a Java array and an index (as in the tables below), a `MemorySegment` and an index, or a
          symmetric object and an index. Every put, get and signal routine has these three forms.
        - A `get` or `set` without a PE accesses this PE's own copy, or a view's; with a PE, the last argument, `get`
          and `put` access that PE's copy.
        - A 128-bit routine moves two `long`s per element, so counts and strides double.
        - `SIZE_MAX` becomes -1, and a 0 of `shmem_test_lock` becomes true.
        - Signals of C are unsigned: for a signal `SHMEM_CMP_GT` becomes `Cmp.UGT`, and so on.
        - `pshmem_` names are for tools: a subclass of `io.shmem4j.spi.Interceptor` sees every call.
        - Methods of `LegacyShmem` take C's arguments in C's order.
        """;

    private static final String FAMILIES = """

        ## Families

        A name stands for all routines of a family. `[ctx_]` means that the routine exists with and without a context.
        `TYPE` stands for each type of the sets in the last column; sets named `OLD_` are deprecated. The Java form is
        shown for `int`.

        | set | types |
        |---|---|
        """;

    private MappingPage() {
    }

    /** {@return the page of the rules and families} */
    static String families(List<Row> rows, Map<String, List<String>> sets) {
        long forms = rows.stream().filter(Row::hasJavaForm).count();
        StringBuilder out = new StringBuilder(HEAD.formatted(rows.size(), forms, rows.size() - forms));
        constants(out);
        conveniences(out);
        out.append(FAMILIES);
        new TreeMap<>(sets).forEach((name, types) -> {
            if (!name.equals("-")) {
                out.append("| ").append(name).append(" | ").append(String.join(" ", types)).append(" |\n");
            }
        });
        Map<String, Map<String, List<Row>>> sections = new LinkedHashMap<>();
        for (Row row : rows) {
            sections.computeIfAbsent(row.section(), s -> new LinkedHashMap<>())
                .computeIfAbsent(row.family(), f -> new ArrayList<>()).add(row);
        }
        sections.forEach((section, families) -> section(out, section, families));
        return out.toString();
    }

    /** {@return the page of every name} */
    static String names(List<Row> rows) {
        StringBuilder out = new StringBuilder("# Every routine of OpenSHMEM 1.6 in Java\n\n"
            + "| C | Java | test |\n|---|---|---|\n");
        for (Row row : rows) {
            out.append("| `").append(row.name()).append("` | ").append(row.hasJavaForm() ? "`" + row.java() + "` | "
                + row.test() : "no Java type | ").append(" |\n");
        }
        return out.toString();
    }

    private static void constants(StringBuilder out) {
        out.append("\n## Constants\n\n| C | Java | |\n|---|---|---|\n");
        RoutineTable.constants().forEach(constant -> out.append("| `").append(constant.name()).append("` | ")
            .append(constant.java().equals("-") ? "-" : "`" + constant.java() + "`").append(" | ")
            .append(constant.note()).append(" |\n"));
    }

    private static void conveniences(StringBuilder out) {
        out.append("\n## Beyond the standard\n\nC programs write these by hand. `double` and `long` stand for all "
            + "types.\n\n| what for | Java |\n|---|---|\n");
        Map<String, Row> shown = new LinkedHashMap<>();
        // The last type of a row's set is the one that is shown.
        RoutineTable.conveniences().forEach(row -> shown.put(row.name(), row));
        shown.forEach((words, row) -> out.append("| ").append(words).append(" | `").append(row.java())
            .append("` |\n"));
    }

    /** Families with the same Java form share a row. Deprecated routines keep C's arguments, so the page omits them. */
    private static void section(StringBuilder out, String section, Map<String, List<Row>> families) {
        Map<String, Set<String>> names = new LinkedHashMap<>();
        Map<String, Set<String>> types = new LinkedHashMap<>();
        families.forEach((family, members) -> {
            String form = section.startsWith("Deprecated") ? form(members).replaceFirst("\\(.*", "") : form(members);
            names.computeIfAbsent(form, f -> new LinkedHashSet<>()).add("`" + family.replace("{N}", "TYPE") + "`");
            Set<String> sets = types.computeIfAbsent(form, f -> new LinkedHashSet<>());
            members.stream().map(Row::types).filter(set -> !set.equals("-")).forEach(sets::add);
        });
        boolean typed = types.values().stream().anyMatch(sets -> !sets.isEmpty());
        out.append("\n### ").append(section).append("\n\n| C | Java |").append(typed ? " types |" : "")
            .append("\n|---|---|").append(typed ? "---|\n" : "\n");
        names.forEach((form, c) -> out.append("| ").append(String.join(", ", c)).append(" | `").append(form)
            .append("` |").append(typed ? " " + String.join(", ", types.get(form)) + " |\n" : "\n"));
    }

    private static String form(List<Row> members) {
        List<Row> forms = members.stream().filter(Row::hasJavaForm).toList();
        return forms.stream().filter(r -> (r.type() + r.java()).contains("Ints")).findFirst()
            .orElse(forms.getFirst()).java();
    }
}
