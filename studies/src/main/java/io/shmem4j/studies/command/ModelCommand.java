// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.command;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.report.TextTable;
import io.shmem4j.report.ToolMain;
import io.shmem4j.report.UsageException;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.studies.describe.HostMachine;
import io.shmem4j.studies.line.Collective;
import io.shmem4j.studies.line.ModelCosts;
import io.shmem4j.studies.line.Repetition;
import io.shmem4j.studies.pointer.JobValues;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The main class of {@code oshrun model}. */
@Command(name = "model", mixinStandardHelpOptions = true, sortOptions = false, usageHelpAutoWidth = true,
    customSynopsis = {"oshrun model [--pes N] [--quick] [FILE]", "oshrun model --machine NAME|FILE [--pes N]"},
    description = "Measures this machine for about a minute and describes it in a file for --backend sim. Says which"
        + " broadcast, barrier and reduction of one line its costs make best, what they should take, and what the"
        + " library takes.")
public final class ModelCommand implements Callable<Integer> {
    private static final List<Collective> MODELLED = List.of(Collective.BROADCAST, Collective.BARRIER,
        Collective.REDUCTION);
    /** Columns of the benchmark: the library's form of the modelled algorithms, and its default choice. */
    private static final List<String> SHAPED = List.of("tree", "dissemination", "tree direct");
    private static final List<String> CHOSEN = List.of("auto", "auto", "auto direct");
    private static final String BESIDES = "auto.*|barrier_all";
    private static final double CLOSE = 1.1;

    @Parameters(paramLabel = "FILE", arity = "0..1",
        description = "the file (default: machine.json in the user's config folder, where --tune keeps its table)")
    private Path file;

    @Option(names = "--machine", paramLabel = "NAME|FILE",
        description = "measure nothing: say the same of a described machine, see oshrun sim machine")
    private String described;

    @Option(names = {"-n", "--np", "--pes"}, paramLabel = "N", description = "PEs (default: one a core)")
    private Integer wanted;

    @Option(names = "--quick", description = "time the library with few trials, for a look")
    private boolean quick;

    private ModelCommand() {
    }

    /** Exits with 0, 1 if the file can't be written, or 2 if the command line is wrong. */
    public static void main(String[] args) {
        ToolMain.run(new ModelCommand(), args);
    }

    @Override
    public Integer call() {
        if (described != null && file != null) {
            throw new UsageException("--machine reads a machine, so " + file + " can't be written");
        }
        Path written = file == null ? HostMachine.standard() : file;
        if (described == null) {
            System.out.print(HostMachine.describe(written));
        }
        CoherentMachine machine = machine(described == null ? written.toAbsolutePath().toString() : described);
        int most = Math.max(2, machine.cores());
        int pes = wanted == null ? most : wanted;
        if (pes < 2 || pes > most) {
            throw new UsageException("--pes " + pes + ": from 2 to " + most + ", one a core");
        }
        print(machine, pes, described != null ? List.of() : bench(pes));
        return 0;
    }

    /** {@return for each modelled collective the library's microseconds by algorithm, of 8 bytes} */
    private List<Map<String, Double>> bench(int pes) {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.root", "."), "oshrun")
            .toString(), "-np", Integer.toString(pes), "bench", "broadcast", "barrier", "reduce", "--sizes", "8",
            "--format", "json"));
        command.addAll(quick ? List.of("--trials", "1", "--trial-time", "10", "--warmup-time", "50")
            : List.of("--trials", "5", "--warmup-time", "200"));
        return JobValues.outputOf(command, Map.of()).lines().filter(line -> line.startsWith("{")).map(line -> {
            JsonObject table = JsonParser.parseString(line).getAsJsonObject();
            JsonArray columns = table.getAsJsonArray("columns");
            JsonArray last = table.getAsJsonArray("rows").asList().getLast().getAsJsonArray();
            Map<String, Double> micros = new LinkedHashMap<>();
            for (int i = 1; i < columns.size(); i++) {
                if (last.get(i) instanceof JsonPrimitive cell && cell.isNumber()) {
                    micros.put(columns.get(i).getAsString().replaceAll(" \\(.*", ""), cell.getAsDouble());
                }
            }
            return micros;
        }).toList();
    }

    private static CoherentMachine machine(String name) {
        try {
            return CoherentMachine.load(name);
        } catch (IllegalArgumentException e) {
            throw new UsageException("--machine: " + e.getMessage());
        }
    }

    private static void print(CoherentMachine machine, int pes, List<Map<String, Double>> tables) {
        ModelCosts costs = ModelCosts.of(machine, pes);
        System.out.printf(Locale.ROOT, "%n%d PEs on %s, one line, ns: R_L %.1f, R_R %.1f, R_I %.1f, c %.1f%n", pes,
            machine.title(), costs.local(), costs.remote(), costs.memory(), costs.perReader());
        TextTable table = new TextTable().words("collective", "best shape").numbers("model", "simulated");
        if (!tables.isEmpty()) {
            table.numbers("library's form", "its choice", "fastest").words("by");
        }
        int close = 0;
        for (int i = 0; i < MODELLED.size(); i++) {
            Collective collective = MODELLED.get(i);
            Range band = collective.model(costs, pes);
            Object[] predicted = {collective.title(), collective.shape(costs, pes), nanos(band.min()) + " to "
                + nanos(band.max()), nanos(Repetition.once(machine, pes, collective.best(costs, pes)))};
            if (tables.isEmpty()) {
                table.row(predicted);
                continue;
            }
            Map<String, Double> micros = tables.get(i);
            Entry<String, Double> fastest = micros.entrySet().stream().filter(one -> !one.getKey().matches(BESIDES))
                .min(Entry.comparingByValue()).orElseThrow();
            double shaped = micros.get(SHAPED.get(i));
            close += shaped <= CLOSE * fastest.getValue() ? 1 : 0;
            table.row(predicted[0], predicted[1], predicted[2], predicted[3], nanos(1e3 * shaped),
                nanos(1e3 * micros.get(CHOSEN.get(i))), nanos(1e3 * fastest.getValue()), fastest.getKey());
        }
        table.lines().forEach(System.out::println);
        System.out.print(tables.isEmpty() ? "" : "The library's form of the best shape is within 10 % of the fastest in"
            + " " + close + " of " + MODELLED.size() + "; its times are of 8 bytes, with a sync after a broadcast or"
            + " reduction.\n");
    }

    private static String nanos(double nanos) {
        return String.format(Locale.ROOT, "%.0f", nanos);
    }
}
