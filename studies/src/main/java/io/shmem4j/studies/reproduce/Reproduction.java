// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure;
import io.shmem4j.report.FigureFile;
import io.shmem4j.report.FigureTable;
import io.shmem4j.report.Progress;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.Jobs;
import io.shmem4j.studies.reproduce.Laboratory.Effort;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes figures in a folder, each with a table, a drawing and its claims. Continues there after an interruption.
 *
 * @param iterations repetitions of each setting; 0 for the published number
 * @param again      whether to make figures again that the folder already has
 * @param out        receives tables and claims
 * @param err        receives progress reports
 */
public record Reproduction(Path folder, int iterations, boolean again, PrintStream out, PrintStream err) {
    /** Makes the chosen figures and {@return the number of missed claims without a known reason} */
    public int run(List<String> chosen) throws IOException {
        Files.createDirectories(folder);
        Laboratory laboratory = new Laboratory(MeshMachine.load("scc"), new Jobs(err), err, Effort.of(iterations));
        Validation validation = new Validation(out);
        long planned = Paper.all().stream().flatMap(paper -> paper.figures().stream())
            .filter(item -> chosen.contains(item.id())).mapToLong(Paper.Item::seconds).sum();
        long expected = 0;
        long began = System.nanoTime();
        int number = 0;
        for (Paper paper : Paper.all()) {
            for (Paper.Item item : paper.figures()) {
                if (chosen.contains(item.id())) {
                    double pace = expected == 0 ? 1 : (System.nanoTime() - began) / 1e9 / expected;
                    err.println("reproduce: " + ++number + " of " + chosen.size() + ", " + item.id() + ", about "
                        + Progress.inWords(pace * (planned - expected)) + " left");
                    boolean made = make(laboratory, paper, item, validation);
                    expected += made ? item.seconds() : 0;
                    planned -= made ? 0 : item.seconds();
                }
            }
            new Pages(folder, Standing.of(folder)).write(paper);
        }
        new Summary(folder, Standing.of(folder)).write();
        return validation.end();
    }

    /** {@return whether the figure had to be made} */
    private boolean make(Laboratory laboratory, Paper paper, Paper.Item item, Validation validation)
            throws IOException {
        out.println();
        out.println(paper.name() + ", " + item.number() + ": " + item.shows());
        Path file = folder.resolve(item.id() + ".json");
        Outcome known = again ? null : Outcome.read(file);
        boolean made = known == null || known.iterations() != iterations
            || !paper.rows(item.id()).stream().allMatch(row -> known.claims().containsKey(row.id()));
        Outcome outcome = known;
        if (made) {
            double computed = Runs.processors();
            Figure figure = laboratory.figure(item.id());
            new FigureTable(figure).print(out);
            FigureFile.table(folder.resolve(item.id() + ".csv")).write(figure);
            FigureFile.drawing(folder.resolve(item.id() + ".svg")).write(figure);
            Map<String, Result> claims = new LinkedHashMap<>();
            paper.rows(item.id()).forEach(row -> claims.put(row.id(), laboratory.result(row)));
            outcome = new Outcome(iterations, figure.title(), figure.notes(), claims);
            outcome.write(file);
            new Runs(folder).add(item.id(), Runs.processors() - computed);
        } else {
            out.println("made before: " + folder.resolve(item.id() + ".csv"));
        }
        Map<String, Result> results = outcome.claims();
        if (!results.isEmpty()) {
            validation.head();
        }
        Standing standing = Standing.of(folder);
        paper.rows(item.id()).stream().filter(row -> results.containsKey(row.id()))
            .forEach(row -> validation.add(row, results.get(row.id()), standing::text));
        return made;
    }
}
