// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.MachineFile;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import io.shmem4j.sim.schedule.Scheduler.Outcome;
import io.shmem4j.sim.time.WorkKind;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringReader;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SimulationTest {
    private final CoherentMachine machine = CoherentMachine.load("knc-5110p");

    @Test
    void singleTransfersCostWhatTheMachineFileSays() {
        Simulation simulation = simulation(3, "1", SimulationOptions.STANDARD);
        simulation.chip().place(1, 1, true);
        simulation.chip().place(1, 2, false);
        simulation.chip().place(1, 3, false);
        simulation.chip().share(2, 3);
        simulation.chip().place(0, 4, true);
        simulation.chip().place(0, 5, false);
        simulation.chip().place(0, 6, false);
        simulation.chip().share(2, 6);
        double[] latency = new double[7];
        simulation.run(pe -> {
            for (int line = 0; pe.number() == 0 && line < 7; line++) {
                long before = pe.now();
                pe.read(line);
                latency[line] = (pe.now() - before) / 1000.0;
            }
        });
        assertArrayEquals(new double[] {277.7, 234.7, 235.8, 233.4, 8.6, 8.6, 8.7}, latency, 1e-9);
    }

    /** Groups that share a cache, sockets, more cores than a word has bits; a line comes from its nearest holder. */
    @Test
    void linesOfCoresFarAwayCostMore() {
        CoherentMachine two = CoherentMachine.load("epyc-7r13-x2");
        Simulation simulation = new Simulation(two, Placement.of(two, 96, "scatter"), 1024, SimulationOptions.STANDARD);
        int[] owners = {1, 20, 47, 60, 95};
        for (int line = 0; line < owners.length; line++) {
            simulation.chip().place(owners[line], line, true);
        }
        simulation.chip().place(95, 5, false);
        simulation.chip().share(7, 5);
        double[] latency = new double[6];
        double[] copies = new double[2];
        simulation.run(pe -> {
            for (int line = 0; pe.number() == 0 && line < latency.length; line++) {
                long before = pe.now();
                pe.read(line);
                latency[line] = (pe.now() - before) / 1000.0;
            }
            if (pe.number() == 0) {
                pe.write(4);
                for (int i = 0; i < copies.length; i++) {
                    for (int line = 0; line < 8; line++) {
                        simulation.chip().place(i == 0 ? 1 : 70, 64 + line, true);
                    }
                    long before = pe.now();
                    pe.load(64, 8, true);
                    copies[i] = (pe.now() - before) / 1000.0;
                }
            }
        });
        assertArrayEquals(new double[] {23, 107, 107, 197, 197, 23}, latency, 1e-9);
        assertEquals(174, copies[1] - copies[0], 1e-9);
    }

    /** The simulator takes pages that nobody has at once; that must not show. */
    @Test
    void manyLinesFromMemoryAreLoadedAsOneByOne() {
        assertArrayEquals(streamed(1), streamed(machine.maxLines()));
    }

    /** {@return when lines, some of them of another core, had been loaded in slices, and when each was read again} */
    private long[] streamed(int slice) {
        int lines = 3 * machine.l2().lines();
        Simulation simulation = simulation(2, "1", SimulationOptions.STANDARD);
        for (int line = 0; line < lines; line += line < lines / 2 ? 1 : 701) {
            simulation.chip().place(1, line, line % 3 == 0);
        }
        long[] times = new long[lines / 2 + 1];
        simulation.run(pe -> {
            if (pe.number() == 0) {
                // Placed lines have been written back by then.
                pe.waitUntilTime(1_000_000_000);
                for (int line = lines / 2; line < lines; line += slice) {
                    pe.load(line, slice, false);
                }
                times[0] = pe.now();
                for (int line = lines / 2; line < lines; line++) {
                    pe.read(line);
                    times[1 + line - lines / 2] = pe.now();
                }
            }
        });
        return times;
    }

    @Test
    void aLineThatLeftTheFirstCacheComesFromTheSecondAndOneThatLeftThatFromMemory() {
        Simulation simulation = simulation(1, "1", SimulationOptions.STANDARD);
        double[] again = new double[3];
        simulation.run(pe -> {
            for (int lines : new int[] {400, 4000, 40000}) {
                for (int line = 0; line < lines; line++) {
                    pe.read(line);
                }
                long before = pe.now();
                pe.read(0);
                again[(int) Math.log10(lines) - 2] = (pe.now() - before) / 1000.0;
            }
        });
        assertArrayEquals(new double[] {8.6, machine.cyclesToNs(23.4), 277.7}, again, 0.001);
    }

    @Test
    void aCombiningLoopStartsUpOnce() {
        Simulation simulation = simulation(2, "1", SimulationOptions.STANDARD);
        for (int line = 0; line < 8; line++) {
            simulation.chip().place(1, line, true);
            simulation.chip().place(0, 100 + line, true);
            simulation.chip().place(1, 200 + line, true);
        }
        long[] spent = new long[2];
        simulation.run(pe -> {
            if (pe.number() == 0) {
                long before = pe.now();
                pe.combine(100, 0, 100, 8, true);
                spent[0] = pe.now() - before;
                pe.copy(200, 100, 8, true);
                spent[1] = pe.now() - before - spent[0];
            }
        });
        assertEquals(spent[1], spent[0], "one operand comes from the other core, as the source of a copy does");
    }

    @Test
    void theSameSeedGivesTheSamePicosecondsOnEitherCarrier() {
        long[] first = traffic(7, CarrierKind.CONTINUATIONS, 240, "compact");
        assertArrayEquals(first, traffic(7, CarrierKind.CONTINUATIONS, 240, "compact"));
        assertArrayEquals(first, traffic(7, CarrierKind.THREADS, 240, "compact"));
        assertFalse(Arrays.equals(first, traffic(8, CarrierKind.CONTINUATIONS, 240, "compact")));
    }

    @Test
    void onePePerCoreWithoutSharingNeverWaits() {
        long[] alone = new long[1];
        long[] together = new long[60];
        for (long[] ends : new long[][] {alone, together}) {
            Simulation simulation = simulation(ends.length, "1", SimulationOptions.STANDARD);
            simulation.run(pe -> {
                SplittableRandom random = new SplittableRandom(1);
                for (int i = 0; i < 500; i++) {
                    pe.write(1000L * pe.number() + random.nextInt(100));
                    pe.work(WorkKind.SCALAR, 10);
                }
                ends[pe.number()] = pe.now();
            });
        }
        for (long end : together) {
            assertEquals(alone[0], end, 500 * 400, "more than the memory's bandwidth explains");
        }
    }

    @Test
    void threadsOfACoreShareItsIssueSlots() {
        double[] perOperation = new double[5];
        for (int threads = 1; threads <= 4; threads++) {
            Simulation simulation = simulation(threads, "compact", SimulationOptions.STANDARD);
            simulation.run(pe -> pe.work(WorkKind.VECTOR, 1000));
            perOperation[threads] = simulation.scheduler().clock(0) / 1e6 * machine.clockMHz() / 1000;
        }
        assertArrayEquals(new double[] {0, 2, 2, 3, 4}, perOperation, 0.01);
    }

    @Test
    void virtualTimeEndsInASentence() {
        Outcome outcome = simulation(2, "1", SimulationOptions.STANDARD).run(pe -> {
            pe.work(WorkKind.SCALAR, Long.MAX_VALUE);
            pe.work(WorkKind.SCALAR, Long.MAX_VALUE);
        });
        assertEquals("PE 0: virtual time ends after 106 days",
            assertInstanceOf(Outcome.Failed.class, outcome).cause().getMessage());
        assertEquals(6, VirtualPe.times(2, 3));
        assertEquals(Long.MAX_VALUE, VirtualPe.times(Long.MAX_VALUE, 2));
        assertEquals(Long.MAX_VALUE, VirtualPe.times(1L << 40, 1L << 40));
    }

    @Test
    void theFirstCoreMayBeSlower() throws IOException {
        try (Reader text = new InputStreamReader(CoherentMachine.class.getResourceAsStream("knc-se10p.json"), UTF_8)) {
            CoherentMachine unequal = (CoherentMachine) MachineFile.parse("unequal",
                new StringReader(text.readAllAsString().replace("\"slowestCore\": 1.0", "\"slowestCore\": 1.5")));
            Simulation simulation = new Simulation(unequal, Placement.of(unequal, 2, "scatter"), 64,
                SimulationOptions.STANDARD);
            simulation.run(pe -> pe.work(WorkKind.SCALAR, 1000));
            assertEquals(1.5, (double) simulation.scheduler().clock(0) / simulation.scheduler().clock(1), 1e-6);
        }
    }

    /** The machine file says 10 us in each ms, at a drawn moment: short accesses and pieces of work lose as much. */
    @Test
    void theOperatingSystemTakesTheLastCoreWhereLinesDeviate() {
        for (long seed : new long[] {0, 1, 2}) {
            Simulation simulation = simulation(60, "1", SimulationOptions.STANDARD.withSeed(seed));
            long[] lost = new long[60];
            simulation.run(pe -> {
                while (pe.number() >= 58 && pe.now() < 50_000_000_000L) {
                    long before = pe.now();
                    pe.write(pe.number());
                    pe.spend(900_000);
                    long more = pe.now() - before - 900_000;
                    lost[pe.number()] += more > 1_000_000 ? more : 0;
                }
            });
            assertEquals(0, lost[58]);
            assertEquals(seed == 0 ? 0 : 50 * 10e6, lost[59], 50 * 0.6e6);
        }
    }

    @Test
    void longWorkLosesWhatTheOperatingSystemTakes() {
        Simulation simulation = simulation(60, "1", SimulationOptions.STANDARD.withSeed(1));
        simulation.run(pe -> pe.spend(500_000_000_000L));
        assertEquals(500_000_000_000L, simulation.scheduler().clock(58));
        assertEquals(500e9 / (1 - 0.01), simulation.scheduler().clock(59), 20e6);
    }

    @Test
    void aFullChipStreamsAtTheMemorysBandwidthAndOneThreadAtItsCeiling() {
        for (int pes : new int[] {1, 60}) {
            Simulation simulation = simulation(pes, "1", SimulationOptions.STANDARD);
            simulation.run(pe -> pe.work(WorkKind.STREAM_BYTES, 10_000_000));
            double rate = pes * 1e7 / (simulation.scheduler().clock(pes - 1) / 1000.0);
            assertEquals(Math.min(pes * machine.threadGBs(), machine.chipGBs()), rate, rate * 0.01);
        }
    }

    @Test
    void aSleeperIsWokenByTheWriteItWaitsForAndNoWriteIsMissed() {
        Simulation simulation = simulation(60, "1", SimulationOptions.STANDARD);
        int[] values = new int[60];
        Outcome outcome = simulation.run(pe -> {
            int me = pe.number();
            int next = (me + 1) % 60;
            for (int lap = 1; lap <= 20; lap++) {
                int wanted = lap;
                if (me != 0) {
                    pe.await(me, () -> values[me] >= wanted);
                }
                pe.write(next);
                values[next]++;
                if (me == 0) {
                    pe.await(0, () -> values[0] >= wanted);
                }
            }
        });
        assertInstanceOf(Outcome.Finished.class, outcome);
        for (int value : values) {
            assertEquals(20, value);
        }
    }

    @Test
    void oneTransferOverSeveralLinesWakesAPeThatWaitsForAnyOfThem() {
        Simulation simulation = simulation(3, "1", SimulationOptions.STANDARD);
        int[] values = new int[3];
        long[] woken = new long[3];
        Outcome outcome = simulation.run(pe -> {
            int me = pe.number();
            if (me == 0) {
                pe.waitUntilTime(1_000_000);
                Arrays.fill(values, 1);
                pe.store(10, 3, true);
                return;
            }
            pe.beginWait();
            while (values[me] == 0) {
                for (int line = 10; line < 13; line++) {
                    pe.read(line);
                }
                pe.pause();
            }
            pe.endWait();
            woken[me] = pe.now();
        });
        assertInstanceOf(Outcome.Finished.class, outcome);
        assertTrue(woken[1] > 1_000_000 && woken[2] > 1_000_000, () -> Arrays.toString(woken));
    }

    @Test
    void aDeadlockEndsTheRunAtOnce() {
        for (CarrierKind carrier : CarrierKind.values()) {
            Simulation simulation = simulation(8, "1", SimulationOptions.STANDARD.on(carrier));
            Outcome outcome = simulation.run(pe -> {
                if (pe.number() % 2 == 0) {
                    pe.await(5, () -> false);
                }
            });
            assertEquals(new Outcome.Deadlocked(4), outcome);
        }
    }

    @Test
    void anExceptionOfOnePeEndsTheRun() {
        for (CarrierKind carrier : CarrierKind.values()) {
            Simulation simulation = simulation(8, "1", SimulationOptions.STANDARD.on(carrier));
            Outcome outcome = simulation.run(pe -> {
                pe.read(pe.number());
                if (pe.number() == 3) {
                    throw new ArithmeticException("three");
                }
                pe.await(20, () -> false);
            });
            Outcome.Failed failed = assertInstanceOf(Outcome.Failed.class, outcome);
            assertEquals(3, failed.pe());
            assertEquals("three", failed.cause().getMessage());
        }
    }

    @Thorough
    @Test
    void aMonitorTakenAlongIntoASleepIsFound() {
        Simulation simulation = simulation(4, "1", SimulationOptions.STANDARD.on(CarrierKind.THREADS));
        Object monitor = new Object();
        Outcome outcome = simulation.run(pe -> {
            synchronized (monitor) {
                pe.await(pe.number(), () -> false);
            }
        });
        assertEquals(new Outcome.Stuck(1), outcome);
    }

    /** A launcher may ask so early where the PEs are. */
    @Test
    void thereAreNoStacksBeforeTheRun() {
        for (CarrierKind carrier : CarrierKind.values()) {
            assertEquals(0, simulation(2, "1", SimulationOptions.STANDARD.on(carrier)).scheduler().stack(1).length);
        }
    }

    @Test
    void aPeThatExitsLeavesItsCoreToTheOthers() {
        long[] ends = new long[2];
        for (boolean exits : new boolean[] {false, true}) {
            Simulation simulation = simulation(4, "4", SimulationOptions.STANDARD.on(CarrierKind.THREADS));
            Outcome outcome = simulation.run(pe -> {
                if (pe.number() == 0) {
                    pe.waitUntilTime(1_000_000);
                    pe.work(WorkKind.SCALAR, 1000);
                    ends[exits ? 1 : 0] = pe.now();
                } else if (exits) {
                    simulation.exit(pe.number());
                }
            });
            assertInstanceOf(Outcome.Finished.class, outcome);
        }
        assertEquals(ends[0], ends[1]);
    }

    @Test
    void placements() {
        assertEquals(1, Placement.of(machine, 61, "scatter").thread(60));
        assertEquals(0, Placement.of(machine, 61, "scatter").core(60));
        assertEquals(15, Placement.of(machine, 61, "compact").core(60));
        assertEquals(30, Placement.of(machine, 61, "2").core(60));
        assertThrows(IllegalArgumentException.class, () -> Placement.of(machine, 61, "1"));
        assertThrows(IllegalArgumentException.class, () -> Placement.of(machine, 241, "scatter"));
        assertThrows(IllegalArgumentException.class, () -> Placement.of(machine, 2, "5"));
    }

    private long[] traffic(long seed, CarrierKind carrier, int pes, String placement) {
        Simulation simulation = simulation(pes, placement, SimulationOptions.STANDARD.withSeed(seed).on(carrier));
        long[] ends = new long[pes];
        int[] counters = new int[16];
        Outcome outcome = simulation.run(pe -> {
            SplittableRandom random = new SplittableRandom(pe.number());
            for (int i = 0; i < 40; i++) {
                int line = random.nextInt(16);
                switch (random.nextInt(4)) {
                    case 0 -> pe.read(line);
                    case 1 -> pe.load(line, 16, true);
                    case 2 -> pe.copy(line, 100 + 20L * pe.number(), 16, true);
                    default -> {
                        pe.write(line);
                        counters[line]++;
                    }
                }
                pe.work(WorkKind.SCALAR, random.nextInt(200));
            }
            pe.write(50);
            counters[0] += 1000;
            pe.await(50, () -> counters[0] >= 1000 * pes);
            ends[pe.number()] = pe.now();
        });
        assertInstanceOf(Outcome.Finished.class, outcome);
        assertTrue(simulation.scheduler().handOvers() > pes);
        return ends;
    }

    private Simulation simulation(int pes, String placement, SimulationOptions options) {
        return new Simulation(machine, Placement.of(machine, pes, placement), 100_000, options);
    }
}
