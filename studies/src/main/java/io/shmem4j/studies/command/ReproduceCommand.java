// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import io.shmem4j.report.CommandLines;
import io.shmem4j.report.TextTable;
import io.shmem4j.report.ToolException;
import io.shmem4j.report.ToolMain;
import io.shmem4j.report.UsageException;
import io.shmem4j.studies.reproduce.Paper;
import io.shmem4j.studies.reproduce.Reproduction;
import io.shmem4j.studies.reproduce.Row.Label;
import io.shmem4j.studies.reproduce.Standing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main class of {@code oshrun reproduce}. */
@Command(name = "reproduce", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    customSynopsis = {"oshrun reproduce list [--paper PAPER] [--missed | --format tsv] [--out FOLDER]",
        "oshrun reproduce ID... | --paper PAPER | all [options]"},
    description = "Makes figures and tables of papers again: their values, a drawing, and what the paper says beside"
        + " what came out.")
public final class ReproduceCommand implements Callable<Integer> {
    private enum Format {
        TEXT, TSV
    }

    @Parameters(arity = "0..*", paramLabel = "ID", description = "list, all, or ids of figures")
    private List<String> words = new ArrayList<>();

    @Option(names = "--paper", paramLabel = "PAPER",
        description = "all figures of ramos, putigny, namashivayam, petrovic or kohler")
    private String paper;

    @Option(names = "--format", paramLabel = "text|tsv", defaultValue = "text",
        description = "of the list (default: ${DEFAULT-VALUE})")
    private Format format;

    @Option(names = "--out", paramLabel = "FOLDER", defaultValue = "reproduction",
        description = "takes tables, drawings and pages; figures that it has are not made again (default:"
            + " ${DEFAULT-VALUE})")
    private Path folder;

    @Option(names = "--again", description = "make figures that the folder has already")
    private boolean again;

    @Option(names = "--iterations", paramLabel = "N", defaultValue = "0",
        description = "at most so many repetitions of each setting, for a quick look (default: as published)")
    private int iterations;

    @Option(names = "--missed",
        description = "of the list: the claims that miss or can't be reached, each with its reason")
    private boolean missed;

    private ReproduceCommand() {
    }

    /** Exits with 0, 1 if a claim was missed without a known reason, or 2 if the command line is wrong. */
    public static void main(String[] args) {
        ToolMain.run(new ReproduceCommand(), args.length == 0 ? new String[] {"--help"} : args);
    }

    @Override
    public Integer call() {
        if (paper != null && !Paper.IDS.contains(paper)) {
            throw new UsageException("--paper: there is no " + paper + CommandLines.suggestion(paper, Paper.IDS)
                + "; known: " + String.join(", ", Paper.IDS));
        }
        if (words.equals(List.of("list"))) {
            try {
                list();
                return 0;
            } catch (IOException e) {
                throw new ToolException(1, "can't read " + madeBefore() + ": " + e.getMessage());
            }
        }
        if (missed) {
            throw new UsageException("--missed belongs to reproduce list");
        }
        if (iterations < 0) {
            throw new UsageException("--iterations " + iterations + ": at least 1, or 0 for as many as published");
        }
        List<String> chosen = chosen();
        if (chosen.isEmpty()) {
            throw new UsageException("name figures, a paper by --paper, or all; reproduce list shows what there is");
        }
        try {
            return new Reproduction(folder, iterations, again, System.out, System.err).run(chosen) == 0 ? 0 : 1;
        } catch (IOException e) {
            throw new ToolException(1, "can't write to " + folder + " (" + e.getClass().getSimpleName() + ": "
                + e.getMessage() + "); name a folder by --out");
        }
    }

    private List<String> chosen() {
        List<String> all = Paper.all().stream().flatMap(one -> one.figures().stream()).map(Paper.Item::id).toList();
        for (String word : words) {
            if (!word.equals("all") && !all.contains(word)) {
                throw new UsageException("there is no figure " + word + CommandLines.suggestion(word, all)
                    + "; reproduce list shows what there is");
            }
        }
        return words.contains("all") ? all : Paper.all().stream().flatMap(one -> one.figures().stream()
            .map(Paper.Item::id).filter(id -> one.id().equals(paper) || words.contains(id))).toList();
    }

    /** Lists figures with the verdicts of their claims from the last run. */
    private void list() throws IOException {
        Path made = madeBefore();
        Standing standing = Standing.of(made);
        List<Paper> papers = Paper.all().stream().filter(one -> paper == null || one.id().equals(paper)).toList();
        if (missed) {
            standing.missed(papers.stream()).forEach(System.out::println);
            return;
        }
        Map<Label, Integer> sums = new EnumMap<>(Label.class);
        int figures = 0;
        TextTable table = new TextTable().words("id", "paper", "number").numbers("holds", "missed", "unreachable")
            .words("shows");
        for (Paper one : papers) {
            for (Paper.Item item : one.figures()) {
                figures++;
                Map<Label, Integer> counts = standing.counts(one.rows(item.id()));
                counts.forEach((label, count) -> sums.merge(label, count, Integer::sum));
                int misses = counts.getOrDefault(Label.MISSED, 0);
                int unreachable = counts.getOrDefault(Label.UNREACHABLE, 0);
                int holds = counts.values().stream().mapToInt(Integer::intValue).sum() - misses - unreachable;
                if (format == Format.TSV) {
                    System.out.println(String.join("\t", item.id(), one.name(), item.number(), item.shows(),
                        Integer.toString(holds), Integer.toString(misses), Integer.toString(unreachable)));
                } else {
                    table.row(item.id(), one.name(), item.number(), holds, misses, unreachable, item.shows());
                }
            }
        }
        if (format == Format.TEXT) {
            table.lines().forEach(System.out::println);
            System.out.println(figures + " figures; " + sums.values().stream().mapToInt(Integer::intValue).sum()
                + " claims tried in " + made + ": " + Label.counts(sums));
            System.out.println(standing.results(papers));
        }
    }

    /** {@return the folder of --out, or that of the documentation if it is empty} */
    private Path madeBefore() {
        Path stored = Path.of(System.getProperty("shmem4j.root", "."), "docs", "reproduction");
        return Files.isDirectory(folder) || !Files.isDirectory(stored) ? folder : stored;
    }
}
