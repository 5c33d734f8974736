// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.collective.team.Dissemination;
import io.shmem4j.report.Figure.Range;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.machine.SoftwareProfile.Prefetch;
import io.shmem4j.sim.run.Placement;
import io.shmem4j.sim.run.Simulation;
import io.shmem4j.sim.run.SimulationOptions;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Results come from the machine file: other inputs give other results, the ones the equations predict. */
class PerturbationTest {
    private static final SimulationOptions OPTIONS = SimulationOptions.STANDARD.withoutOverhead();

    @Test
    void twiceTheRemoteLatencyMovesEverythingAsTheEquationsSay() throws IOException {
        CoherentMachine slow = (CoherentMachine) MachineFile.parse("slow", new StringReader(withRemoteTimes(2)));
        assertEquals(471.6, slow.simplified().remoteExclusive(), 1e-9);
        assertEquals(new PingPongModel(slow).oneLine(false, false), time(slow, 2, base -> new PingPong(base, 1, false)),
            1e-6);
        ModelCosts costs = ModelCosts.of(slow);
        for (int n : new int[] {8, 30, 60}) {
            inside(Collective.BROADCAST.model(costs, n), time(slow, n, Collective.BROADCAST.best(costs, n)));
            Dissemination pattern = costs.bestBarrier(n);
            double slowTime = time(slow, n, base -> new DisseminationBarrier(base, pattern));
            inside(costs.barrier(pattern), slowTime);
            double fastTime = time(CoherentMachine.load("knc-5110p"), n,
                base -> new DisseminationBarrier(base, pattern));
            assertEquals(2, slowTime / fastTime, 0.1, "a barrier is little but remote transfers");
        }
    }

    @Test
    void withoutContentionManyReadersAreAsFastAsOne() throws IOException {
        String text = knc().replace("\"perReaderNs\": 54", "\"perReaderNs\": 0");
        CoherentMachine calm = (CoherentMachine) MachineFile.parse("calm", new StringReader(text));
        CoherentMachine machine = calm.withSimplifiedLatency();
        for (int readers : new int[] {1, 2, 20, 59}) {
            double ns = time(machine, readers + 1, base -> new ContendedCopy(base, readers, false));
            assertEquals(8.6 + 235.8, ns, 1e-6);
        }
    }

    @Test
    void prefetchedLinesComeAtTheRateOfAThreadsStream() throws IOException {
        CoherentMachine machine = CoherentMachine.load("knc-5110p");
        String text = knc().replace("\"threadGBs\": 4.6", "\"threadGBs\": 2.3");
        CoherentMachine slow = (CoherentMachine) MachineFile.parse("slow", new StringReader(text));
        double plain = load(machine, Prefetch.NONE, true);
        assertEquals(plain, load(slow, Prefetch.NONE, true), 1e-9);
        double line = machine.lineBytes() / machine.threadGBs();
        assertEquals(plain - machine.maxLines() * (machine.cached().o() - line),
            load(machine, Prefetch.ALL, true), 0.1);
        assertEquals(plain - machine.maxLines() * (machine.cached().o() - 2 * line),
            load(slow, Prefetch.ALL, true), 0.1);
    }

    @Test
    void loopsWithoutDirectivesPrefetchLinesOfOtherCachesOnly() {
        CoherentMachine machine = CoherentMachine.load("knc-5110p");
        assertEquals(load(machine, Prefetch.ALL, true), load(machine, Prefetch.CACHED, true), 1e-9);
        assertEquals(load(machine, Prefetch.NONE, false), load(machine, Prefetch.CACHED, false), 1e-9);
        assertTrue(load(machine, Prefetch.ALL, false) < 0.5 * load(machine, Prefetch.CACHED, false));
    }

    /** {@return nanoseconds of a load of lines that another core has changed, or nobody has} */
    private static double load(CoherentMachine machine, Prefetch prefetch, boolean cached) {
        int lines = machine.maxLines();
        Simulation simulation = new Simulation(machine, Placement.of(machine, 2, "1"), lines, OPTIONS);
        simulation.prefetch(prefetch);
        for (int line = 0; cached && line < lines; line++) {
            simulation.chip().place(1, line, true);
        }
        simulation.run(pe -> {
            if (pe.number() == 0) {
                pe.load(0, lines, true);
            }
        });
        return simulation.scheduler().clock(0) / 1000.0;
    }

    private static void inside(Range range, double ns) {
        assertTrue(range.contains(ns), ns + " is outside " + range);
    }

    private static double time(CoherentMachine machine, int pes, LongFunction<LineAlgorithm> factory) {
        return new Repetition(machine, OPTIONS, pes).run(1, factory)[0];
    }

    /** Multiplies the latencies of other cores' caches, in the full table and in the simplified one. */
    private static String withRemoteTimes(double factor) throws IOException {
        Matcher remote = Pattern.compile("\"remote\": (\\{[^}]*\\}|[0-9.]+)").matcher(knc());
        StringBuilder text = new StringBuilder();
        while (remote.find()) {
            String scaled = Pattern.compile("[0-9]+\\.[0-9]+").matcher(remote.group())
                .replaceAll(number -> Double.toString(factor * Double.parseDouble(number.group())));
            remote.appendReplacement(text, Matcher.quoteReplacement(scaled));
        }
        return remote.appendTail(text).toString();
    }

    private static String knc() throws IOException {
        try (var stream = MachineFile.class.getResourceAsStream("/io/shmem4j/sim/machine/knc-5110p.json")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
