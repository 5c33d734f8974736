// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import io.shmem4j.report.ToolException;
import io.shmem4j.sim.machine.Change;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.pointer.JobValues;
import io.shmem4j.studies.pointer.Jobs;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tries claims in another JVM, with one number of the model changed.
 *
 * @param change {@code NAME*FACTOR}, or empty for no change
 * @param quick  whether to use fewer settings
 */
record Trial(String change, boolean quick, List<String> claims) {
    private static final int ITERATIONS = 50;
    private static final String MARK = "claim";
    private static final String UNREAD = "";

    /**
     * The verdict on a claim.
     *
     * @param met  whether it holds
     * @param text its result
     */
    record Verdict(boolean met, String text) {
    }

    /**
     * {@return verdicts by claim, without claims that can't be tried with this number} The map is empty if the number
     * is not used at all, which is an error if one of the claims names it.
     */
    Map<String, Verdict> run() {
        List<String> words = new ArrayList<>(List.of(Trial.class.getName(), String.valueOf(quick)));
        words.addAll(claims);
        Map<String, Verdict> verdicts = new HashMap<>();
        JobValues.output(words, Map.of(Change.VARIABLE, change)).lines().map(line -> line.split("\t"))
            .filter(cells -> cells[0].equals(MARK))
            .forEach(cells -> verdicts.put(cells[1], new Verdict(Boolean.parseBoolean(cells[2]), cells[3])));
        if (verdicts.remove(UNREAD) != null) {
            List<String> own = claims.stream().filter(claim -> Paper.row(claim).turns() != null).toList();
            if (!own.isEmpty()) {
                throw new ToolException(1, String.join(", ", own) + ": nothing reads " + change
                    + "; name another number among the turns");
            }
            verdicts.clear();
        }
        return verdicts;
    }

    /** Tries claims and prints a line for each. The first argument is {@code quick}, the rest are claims. */
    public static void main(String[] words) {
        try {
            Laboratory laboratory = new Laboratory(MeshMachine.load("scc"), new Jobs(System.err), System.err,
                new Laboratory.Effort(Boolean.parseBoolean(words[0]), ITERATIONS, 1, 0));
            List<String> claims = List.of(words);
            Paper.all().stream().flatMap(paper -> paper.rows().stream()).filter(row -> claims.contains(row.id()))
                .forEach(row -> print(laboratory, row));
        } catch (RuntimeException e) {
            System.err.println("no machine with this number: " + e.getMessage());
        }
        if (!Change.isFound()) {
            System.out.println(String.join("\t", MARK, UNREAD, "false", "-"));
        }
        System.out.flush();
        // Jobs whose results are not needed may still run.
        Runtime.getRuntime().halt(0);
    }

    private static void print(Laboratory laboratory, Row row) {
        try {
            Result result = laboratory.result(row.id());
            System.out.println(String.join("\t", MARK, row.id(), String.valueOf(row.met(result)), result.text()));
        } catch (RuntimeException e) {
            System.err.println(row.id() + " can't be tried with this number: " + e.getMessage());
        }
    }
}
