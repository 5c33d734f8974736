// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The text of {@code docs/mapping.md}: the rules, the families by section, and every name. */
final class MappingPage {
    private static final String HEAD = """
        # From C to Java: every routine of OpenSHMEM 1.6

        This page is written from `shmem-api/src/test/resources/io/shmem4j/coverage/routines.txt` by
        `mvn -pl shmem-api test -Dtest=MappingPageTest -Dshmem4j.rewrite=true`; a test holds every line to the API
        and to a conformance case that calls it. %d routines, %d with a Java form, each of those with a test; the
        other %d are on `long double`, which Java does not have (a 16-byte object goes through the 128-bit and `mem`
        forms).

        The rules:

        - `shmem_long_put(...)` is `shmem.put(...)`, `shmem_ctx_long_put(ctx, ...)` is `ctx.put(...)`: `Shmem`, the
          PE's handle, is the default context. Collectives are methods of a `Team`; `shmem.world()` is
          `SHMEM_TEAM_WORLD`.
        - Types come from overloading, so the C11 generic names are the same methods: `byte` for 8-bit types, `short`,
          `int`, `long` for 16, 32 and 64 bits, `float`, `double`. Unsigned types share them; where the sign matters
          the name starts with `u`, and `watch(...).unsigned()` compares several unsigned variables.
        - An address is a symmetric object and an index: `&x[3]` is `x, 3`, or `x.slice(3)` where a routine takes no
          index.
        - A local buffer is a Java array and an index (as below), a `MemorySegment` and an index, or a symmetric object
          and an index: every put, get and signal form has the three.
        - A routine on 128 bits moves two `long`s for each element: counts and strides double.
        - Out-parameters become results, `SIZE_MAX` becomes -1, `shmem_test_lock`'s 0 becomes true.
        - `pshmem_` names are for tools: a subclass of `io.shmem4j.spi.Interceptor` sees every call.
        """;

    private MappingPage() {
    }

    static String text(List<Row> rows) {
        long forms = rows.stream().filter(Row::hasJavaForm).count();
        StringBuilder out = new StringBuilder(HEAD.formatted(rows.size(), forms, rows.size() - forms));
        Map<String, Map<String, List<Row>>> sections = new LinkedHashMap<>();
        for (Row row : rows) {
            sections.computeIfAbsent(row.section(), s -> new LinkedHashMap<>())
                .computeIfAbsent(row.family(), f -> new ArrayList<>()).add(row);
        }
        sections.forEach((section, families) -> {
            out.append("\n## ").append(section).append("\n\n| C | Java | types |\n|---|---|---|\n");
            families.forEach((family, members) -> family(out, family, members));
        });
        out.append("\n## Every name\n\n| C | Java | test |\n|---|---|---|\n");
        for (Row row : rows) {
            out.append("| `").append(row.name()).append("` | ").append(row.hasJavaForm() ? "`" + row.java() + "` | "
                + row.test() : "no Java type |").append(" |\n");
        }
        return out.toString();
    }

    private static void family(StringBuilder out, String family, List<Row> members) {
        List<Row> forms = members.stream().filter(Row::hasJavaForm).toList();
        // The form on ints stands for all.
        Row shown = forms.stream().filter(r -> r.java().contains("Ints")).findFirst().orElse(forms.getFirst());
        int at = family.indexOf("{N}");
        String types = at < 0 ? "" : String.join(" ", members.stream()
            .map(r -> r.name().substring(at, r.name().length() - (family.length() - at - 3))).toList());
        out.append("| `").append(family.replace("{N}", "TYPE")).append("` | `").append(shown.java()).append("` | ")
            .append(types).append(" |\n");
    }
}
