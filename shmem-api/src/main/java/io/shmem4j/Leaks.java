// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Block;
import io.shmem4j.engine.Fault;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.spi.Backend;
import java.util.List;

/**
 * Resources that a program has not released when its session ends.
 *
 * <p>The end of a session frees its objects, so only lost blocks are listed: the program has no handle left to free
 * them, and a longer run would lose more. Teams of active sets are never listed, because programs can't free them.
 */
final class Leaks {
    private final SessionLibrary library;
    private final List<String> gets;
    private final boolean finishing;

    /** Leaks of a session that ends; {@code gets} are calls that no quiet has completed. */
    Leaks(SessionLibrary library, List<String> gets, boolean finishing) {
        this.library = library;
        this.gets = gets;
        this.finishing = finishing;
    }

    /** Private contexts are closed by their own threads, so the end of a session can't close them. */
    static void refusePrivateContexts(List<Team> teams) {
        for (Team team : teams) {
            for (TeamContext context : team.contexts()) {
                if (context.isPrivate()) {
                    throw new IllegalStateException(Fault.where() + ": still open is " + context.describe()
                        + "; private contexts are closed before the library ends");
                }
            }
        }
    }

    /** Prints the list on standard error. */
    void report(List<Team> teams) {
        for (String text : List.of(blocks(), unreleased(teams), transfers())) {
            print(library.backend(), text, finishing);
        }
    }

    /**
     * Prints a text for the user. A close may run while an exception unwinds, and must not hide that exception's
     * report: then the text waits for the PE's end, and is dropped if the job is aborted.
     */
    static void print(Backend backend, String text, boolean finishing) {
        if (!text.isEmpty() && (finishing || !backend.atExit(() -> print(backend, text)))) {
            backend.observer().report(text);
        }
    }

    private static void print(Backend backend, String text) {
        try {
            backend.checkAbort();
            backend.observer().report(text);
        } catch (JobAbortedException e) {
            // The abort's cause is reported instead.
        }
    }

    private String blocks() {
        StringBuilder text = new StringBuilder();
        // All PEs have the same blocks.
        List<Block> blocks = library.pe() == 0 ? library.allocations().live().stream()
            .filter(Block::isLost).toList() : List.of();
        if (!blocks.isEmpty()) {
            long bytes = blocks.stream().mapToLong(block -> block.bytes).sum();
            text.append(Fault.where()).append(": never freed: ").append(blocks.size())
                .append(blocks.size() == 1 ? " object, " : " objects, ").append(bytes).append(" bytes")
                .append(System.lineSeparator());
            blocks.forEach(block -> line(text, block.toString()));
        }
        return text.toString();
    }

    private String unreleased(List<Team> teams) {
        StringBuilder text = new StringBuilder();
        for (Team team : teams) {
            if (!team.isFreed() && !library.teams.isPredefined(team) && !library.activeSets.has(team)) {
                line(text, team + ", made at " + team.site + ", was never freed");
            }
            team.contexts().forEach(context -> line(text, context.describe() + ", was never closed"));
        }
        return text.isEmpty() ? "" : Fault.where() + ": never released:" + System.lineSeparator() + text;
    }

    private String transfers() {
        StringBuilder text = new StringBuilder();
        gets.forEach(get -> line(text, get));
        return text.isEmpty() ? "" : Fault.where() + ": no quiet() has completed these calls; only after one may their"
            + " targets be read:" + System.lineSeparator() + text;
    }

    private static void line(StringBuilder text, String entry) {
        text.append("  ").append(entry).append(System.lineSeparator());
    }
}
