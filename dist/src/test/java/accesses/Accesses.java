// SPDX-License-Identifier: Apache-2.0
package accesses;

import accesses.Row.Look;
import io.shmem4j.Shmem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Runs rows on the PEs of a job, and prints the results of each. */
public final class Accesses {
    private static final String RUN = "accesses.run";

    private Accesses() {
    }

    /** {@return all rows; those of other libraries need flags of the JVM} */
    public static Stream<Row> rows(boolean flags) {
        return Stream.of(ContextRows.puts(), ContextRows.gets(), ContextRows.atomics(), ContextRows.signals(),
            ContextRows.legacy(), ObjectRows.own(), ObjectRows.views(), ObjectRows.ordered(), ObjectRows.waits(),
            ObjectRows.locks(), ObjectRows.strings(), ObjectRows.records(), ObjectRows.structs(), ObjectRows.grids(),
            TeamRows.exchanges(), TeamRows.reductions(), TeamRows.inPlace(), TeamRows.pending(), TeamRows.legacy(),
            MessageRows.channels(), MessageRows.feeds(), MessageRows.messages(), ContainerRows.arrays(),
            ContainerRows.maps(), ContainerRows.queues(), flags ? MessageRows.agrona() : List.<Row>of(),
            flags ? ContainerRows.chronicle() : List.<Row>of()).flatMap(List::stream);
    }

    /** {@return rows of loads and stores by objects and views, a sample for slow runs} */
    public static Stream<Row> explored() {
        return Stream.of(ObjectRows.own(), ObjectRows.views(), ObjectRows.ordered(), ObjectRows.strings(),
            ObjectRows.records()).flatMap(List::stream);
    }

    /** {@return rows whose accesses are no race because their objects order them, or which the PE's helper may make} */
    public static Stream<Row> ordered() {
        return Stream.of(ObjectRows.ordered(), ObjectRows.waits(), ObjectRows.locks(), TeamRows.pending(),
            MessageRows.channels(), MessageRows.feeds(), MessageRows.messages(), MessageRows.agrona(),
            ContainerRows.arrays(), ContainerRows.maps(), ContainerRows.queues(), ContainerRows.chronicle())
            .flatMap(List::stream);
    }

    /** {@return rows of plain accesses to the own copy, which take no simulated time} */
    public static Stream<Row> free() {
        return ObjectRows.own().stream();
    }

    /**
     * The arguments are {@code rounds N}, {@code releases N} or {@code races N}, or {@code explored FILE}, where each
     * schedule takes another row.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        if (args[0].equals("explored")) {
            explored(Path.of(args[1]));
            return;
        }
        int rounds = Integer.parseInt(args[1]);
        try (Shmem shmem = Shmem.init()) {
            Pair pair = new Pair(shmem);
            for (Row row : rows(true).toList()) {
                if (!args[0].equals("releases") || row.orders()) {
                    print(row, results(pair, row, row.orders() ? 10 * rounds : rounds,
                        args[0].equals("races") ? Look.PLAIN : Look.POLL));
                }
            }
            shmem.finish();
        }
    }

    /** Runs a row once as a program, and stores its result. */
    public static void once(Row row, long[] result) throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            long seen = row.run(new Pair(shmem), Look.ONCE);
            result[0] = seen < 0 ? result[0] : seen;
            shmem.finish();
        }
    }

    private static Set<String> results(Pair pair, Row row, int rounds, Look look) throws InterruptedException {
        Set<String> results = new TreeSet<>();
        for (int round = 0; round < rounds; round++) {
            pair.reset();
            long result = row.run(pair, look);
            if (pair.free) {
                results.add("free");
            }
            if (result >= 0) {
                results.add(Long.toString(result));
            }
            pair.s.barrierAll();
        }
        return results;
    }

    private static void print(Row row, Set<String> results) {
        if (!results.isEmpty()) {
            System.out.println(row.label() + " " + String.join(" ", results));
        }
    }

    /** {@return results by row, from lines of a label and results} */
    public static Map<String, Set<Long>> read(Stream<String> lines) {
        Map<String, Set<Long>> read = new TreeMap<>();
        lines.filter(line -> line.matches("\\w+Rows\\.java:\\d+ .*")).map(line -> line.split(" ")).forEach(words -> {
            for (int i = 1; i < words.length; i++) {
                read.computeIfAbsent(words[0], _ -> new TreeSet<>()).add(Long.parseLong(words[i]));
            }
        });
        return read;
    }

    private static void explored(Path file) throws IOException, InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            Pair pair = new Pair(shmem);
            if (pair.me == 0) {
                System.setProperty(RUN, Integer.toString(Integer.getInteger(RUN, -1) + 1));
            }
            shmem.barrierAll();
            List<Row> rows = explored().toList();
            Row row = rows.get(Integer.getInteger(RUN) % rows.size());
            long result = row.run(pair, Look.ONCE);
            shmem.barrierAll();
            if (result >= 0) {
                Files.writeString(file, row.label() + " " + result + "\n", StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
            }
            shmem.finish();
        }
    }
}
