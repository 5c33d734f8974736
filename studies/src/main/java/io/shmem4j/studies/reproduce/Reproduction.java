// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.Figure;
import io.shmem4j.report.FigureFile;
import io.shmem4j.report.FigureTable;
import io.shmem4j.report.TextTable;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.Jobs;
import io.shmem4j.studies.reproduce.Laboratory.Effort;
import io.shmem4j.studies.reproduce.Standing.Outcome;
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
    public long run(List<String> chosen) throws IOException {
        Files.createDirectories(folder);
        Laboratory laboratory = new Laboratory(MeshMachine.load("scc"), new Jobs(err), err, Effort.of(iterations));
        Standing standing = Standing.of(folder);
        int number = 0;
        long unexplained = 0;
        for (Paper paper : Paper.all()) {
            for (Paper.Item item : paper.figures()) {
                if (chosen.contains(item.id())) {
                    err.println("reproduce: " + ++number + " of " + chosen.size() + ", " + item.id());
                    make(laboratory, standing, paper, item);
                    unexplained += paper.rows(item.id()).stream().filter(row -> row.reason().isEmpty()
                        && !row.met(standing.result(row))).count();
                }
            }
            new Pages(folder, standing).write(paper);
        }
        new Summary(folder, standing).write();
        return unexplained;
    }

    private void make(Laboratory laboratory, Standing standing, Paper paper, Paper.Item item) throws IOException {
        out.println();
        out.println(paper.name() + ", " + item.number() + ": " + item.shows());
        List<Row> rows = paper.rows(item.id());
        Outcome known = standing.outcome(item.id());
        if (again || known == null || known.iterations() != iterations || !rows.stream().allMatch(standing::tried)) {
            Figure figure = laboratory.figure(item.id());
            new FigureTable(figure).print(out);
            FigureFile.table(folder.resolve(item.id() + ".csv")).write(figure);
            FigureFile.drawing(folder.resolve(item.id() + ".svg")).write(figure);
            Map<String, Result> claims = new LinkedHashMap<>();
            rows.forEach(row -> claims.put(row.id(), laboratory.result(row)));
            standing.add(item.id(), new Outcome(iterations, figure.title(), figure.notes(), claims));
        } else {
            out.println("made before: " + folder.resolve(item.id() + ".csv"));
        }
        if (!rows.isEmpty()) {
            TextTable table = new TextTable().words("claim", "published", "here", "our demand", "verdict");
            rows.forEach(row -> table.row(row.id(), row.published(), row.shown(standing.result(row)), row.demanded(),
                standing.proves(row).words()));
            table.lines().forEach(out::println);
        }
    }
}
