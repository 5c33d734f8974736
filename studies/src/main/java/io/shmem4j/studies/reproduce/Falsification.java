// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import com.google.gson.reflect.TypeToken;
import io.shmem4j.report.JsonText;
import io.shmem4j.studies.reproduce.Row.Label;
import io.shmem4j.studies.reproduce.Trial.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Determines whether claims that hold could have failed. Each is tried with numbers of the model halved, doubled or
 * switched off, until its verdict changes. A claim whose verdict never changes holds by construction.
 */
public final class Falsification {
    private static final String FILE = "falsify.json";
    static final String PAGE = "falsify.md";
    private static final List<String> FACTORS = List.of("*0.5", "*2");
    private static final String HEAD = """
        # Which claims could have failed

        Made by `./oshrun reproduce --falsify`. Each claim that holds is tried again with numbers of the model halved,
        doubled, or switched off, until one turns its verdict, with fewer settings if it holds with those, and again
        where the claim or its numbers have changed. On a host no number can be moved: a claim has to fail where the
        same run says that it should. A claim that nothing turns is by construction, whatever its label; one that
        nothing but fitted numbers turn is calibrated. Published numbers are tried first, so a claim that a published
        one turns may depend on fitted ones as well. Claims that are missed have failed, and those that are fed in or
        by construction are not tried.

        """;

    private final Path folder;
    private final PrintStream out;
    private final boolean again;
    private final Map<String, Turn> turns;

    /**
     * The change that turned a claim.
     *
     * @param number the number with its factor, or the control; empty if the claim was not turned
     * @param text   the claim's result then, or how many numbers were tried without effect
     * @param of     a hash of the claim as it was tried
     */
    record Turn(String number, String text, String of) {
        boolean turned() {
            return !number.isEmpty();
        }
    }

    /** Continues with the results in a folder; {@code again} tries all claims again. */
    public Falsification(Path folder, boolean again, PrintStream out) throws IOException {
        this.folder = folder;
        this.out = out;
        this.again = again;
        this.turns = new TreeMap<>(read(folder));
    }

    /**
     * {@return the results in a folder by claim, without claims that have changed since; empty if there is no valid
     * file}
     */
    static Map<String, Turn> read(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        try {
            Map<String, Turn> turns = Files.isRegularFile(file) ? new Gson().fromJson(Files.readString(file),
                new TypeToken<Map<String, Turn>>() { }.getType()) : null;
            return turns == null ? Map.of() : Paper.all().stream().flatMap(paper -> paper.rows().stream()
                .filter(row -> turns.containsKey(row.id()) && mark(paper, row).equals(turns.get(row.id()).of)))
                .collect(Collectors.toMap(Row::id, row -> turns.get(row.id())));
        } catch (JsonParseException e) {
            return Map.of();
        }
    }

    /** Tries the claims of some figures and {@return the number of claims that nothing turns} */
    public int run(List<String> figures) throws IOException {
        for (Paper paper : Paper.all()) {
            Standing standing = Standing.of(folder);
            List<Row> rows = paper.rows().stream().filter(row -> figures.contains(row.figure())
                && (standing.open(row) || again && standing.holds(row.id()) && turns.containsKey(row.id()))).toList();
            for (Row row : rows) {
                if (row.label() == Label.MEASURED_HERE) {
                    hold(paper, row, standing.outcome(row.figure()).controls().get(row.id()));
                }
            }
            move(paper, rows.stream().filter(row -> row.label() != Label.MEASURED_HERE).toList());
        }
        Standing before = Standing.of(folder);
        turns.keySet().removeIf(claim -> !before.isProof(claim));
        write();
        Standing standing = Standing.of(folder);
        Files.writeString(folder.resolve(PAGE), page(standing));
        for (Paper paper : Paper.all()) {
            new Pages(folder, standing).write(paper);
        }
        new Summary(folder, standing).write();
        return (int) turns.values().stream().filter(turn -> !turn.turned()).count();
    }

    /** Records whether a claim about the host fails by its control. */
    private void hold(Paper paper, Row row, Result control) throws IOException {
        boolean fails = control != null && !row.met(control);
        keep(paper, row, fails ? row.control() : "", fails ? control.text() : control == null
            ? "a host's numbers can't be moved, and it has no control" : "the same by its control: " + control.text());
    }

    /** Tries claims about models, with fewer settings if they hold with those. */
    private void move(Paper paper, List<Row> rows) throws IOException {
        List<String> other = rows.stream().filter(row -> !row.exact()).map(Row::id).toList();
        Map<String, Verdict> few = other.isEmpty() ? Map.of() : new Trial("", true, other).run();
        Predicate<Row> holds = row -> row.exact() || few.containsKey(row.id()) && few.get(row.id()).met();
        move(paper, rows.stream().filter(holds).toList(), true);
        move(paper, rows.stream().filter(holds.negate()).toList(), false);
    }

    private void move(Paper paper, List<Row> rows, boolean quick) throws IOException {
        List<Row> open = new ArrayList<>(rows);
        Map<Row, Integer> tries = new HashMap<>();
        Set<String> numbers = new LinkedHashSet<>();
        rows.forEach(row -> numbers.addAll(row.turns() == null ? List.of() : row.turns()));
        numbers.addAll(paper.turns());
        for (String number : numbers) {
            for (String change : number.contains("*") ? List.of(number)
                : FACTORS.stream().map(factor -> number + factor).toList()) {
                List<Row> tried = open.stream().filter(row -> numbers(paper, row).contains(number)).toList();
                Map<String, Verdict> verdicts = tried.isEmpty() ? Map.of()
                    : new Trial(change, quick, tried.stream().map(Row::id).toList()).run();
                for (Row row : tried) {
                    Verdict verdict = verdicts.get(row.id());
                    tries.merge(row, verdict == null ? 0 : 1, Integer::sum);
                    if (verdict != null && !verdict.met()) {
                        open.remove(row);
                        keep(paper, row, change, verdict.text());
                    }
                }
            }
        }
        open.removeIf(row -> tries.getOrDefault(row, 0) == 0);
        for (Row row : open) {
            keep(paper, row, "", "none of " + numbers(paper, row).size() + " numbers, by " + tries.get(row)
                + " trials");
        }
    }

    private static List<String> numbers(Paper paper, Row row) {
        return row.turns() == null ? paper.turns() : row.turns();
    }

    /** {@return a hash of what is tried and with which numbers; reasons and labels are excluded} */
    static String mark(Paper paper, Row row) {
        return Integer.toHexString(List.of(row.figure(), row.what(), row.published(), row.demand().name(), row.least(),
            row.tolerance(), row.seeded(), row.exact(), numbers(paper, row), String.valueOf(row.control())).hashCode());
    }

    private void keep(Paper paper, Row row, String number, String text) throws IOException {
        Turn turn = new Turn(number, text, mark(paper, row));
        turns.put(row.id(), turn);
        write();
        out.printf(Locale.ROOT, "%-28s %s%n", row.id(), turn.turned()
            ? "turned by " + turn.number() + ": " + turn.text()
            : "not turned, so by construction: " + turn.text());
    }

    private void write() throws IOException {
        Files.writeString(folder.resolve(FILE), JsonText.indented(new Gson().toJsonTree(turns)));
    }

    private String page(Standing standing) {
        return HEAD + turns.values().stream().filter(Turn::turned).count() + " of " + turns.size()
            + " claims could have failed.\n\n" + Pages.table(List.of("paper", "claim", "holds with", "turned by",
            "gives"), Paper.all().stream().flatMap(paper -> paper.rows().stream()
                .filter(row -> turns.containsKey(row.id()) && standing.tried(row)).map(row -> {
                    Turn turn = turns.get(row.id());
                    return List.of(paper.name(), row.what(), standing.result(row).text(), turn.turned()
                        ? turn.number() : "nothing", turn.text());
                }))) + notRun(standing);
    }

    /** {@return a section on figures with untried claims and the cost of trying them} */
    private String notRun(Standing standing) {
        List<List<String>> rows = new ArrayList<>();
        int all = 0;
        for (Paper paper : Paper.all()) {
            for (Paper.Item item : paper.figures()) {
                List<Row> open = paper.rows(item.id()).stream().filter(standing::open).toList();
                all += open.size();
                if (!open.isEmpty()) {
                    int trials = open.stream().mapToInt(row -> numbers(paper, row).size()).max().orElseThrow();
                    rows.add(List.of(item.id(), String.valueOf(open.size()), "up to " + trials * FACTORS.size()
                        + " trials of " + item.seconds() + " s"));
                }
            }
        }
        return all == 0 ? "" : "\n## Not run\n\n" + all + " claims.\n\n" + Pages.table(List.of("figure", "claims",
            "why"), rows.stream());
    }
}
