// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.schedule.Scheduler.CarrierKind;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The chip itself: distances, flags, stale copies, ports under random load. */
class MeshChipTest {
    private final MeshMachine machine = MeshMachine.load("scc");
    private final Topology topology = new Topology(machine);

    @Test
    void distancesAreThoseOfTheMesh() {
        assertEquals(1, topology.distance(0, 0));
        assertEquals(1, topology.distance(0, 1));
        assertEquals(9, topology.distance(0, 47));
        assertEquals(7, topology.distance(11, 12));
        long all = 0;
        int[] memory = new int[5];
        for (int core = 0; core < 48; core++) {
            memory[topology.memoryDistance(core, core)]++;
            for (int other = 0; other < 48; other++) {
                all += core == other ? 0 : topology.distance(core, other);
            }
        }
        assertEquals(4.262, all / (48.0 * 47), 0.0005);
        assertEquals("8 16 16 8", memory[1] + " " + memory[2] + " " + memory[3] + " " + memory[4]);
    }

    /** Whenever a flag is set before, while or after its owner looks, the first look that can see it does. */
    @Test
    void noFlagIsLost() {
        MeshCosts costs = new MeshCosts(machine);
        long arrives = machine.times().putMpb() + costs.read(1) + costs.writeArrives(9);
        long sampled = machine.cyclesToPicos(45) + machine.times().hop();
        long look = sampled + machine.times().hop();
        for (long begin = arrives - 200_000; begin < arrives + 200_000; begin += 5_000) {
            assertEquals(Math.max(arrives, begin) + costs.read(1), seen(MeshOptions.STANDARD.seeing(), begin));
            // A look that comes while the flag is written waits for it.
            long late = seen(MeshOptions.STANDARD, begin) - machine.times().hop() - Math.max(arrives, begin + sampled);
            assertTrue(late >= 0 && late < look + machine.portWrite(), begin + ": " + late);
        }
    }

    /** {@return when a far core that begins to wait at a time goes on} */
    private long seen(MeshOptions options, long begin) {
        long[] seen = new long[1];
        new MeshChip(machine, options).run(core -> {
            if (core.number() == 0) {
                core.set(47, 3, 1);
            } else if (core.number() == 47) {
                core.spend(begin);
                core.await(3, 1);
                seen[0] = core.now();
            }
        });
        return seen[0];
    }

    /** A core that waits takes a share of its tile's port from the other core. */
    @Test
    void looksInVainTravel() {
        double quotient = (double) timeBesideAWaiter(MeshOptions.STANDARD)
            / timeBesideAWaiter(MeshOptions.STANDARD.seeing());
        assertTrue(quotient > 1.001 && quotient < 1.1, "x " + quotient);
    }

    private long timeBesideAWaiter(MeshOptions options) {
        long[] time = new long[1];
        new MeshChip(machine, options).run(core -> {
            if (core.number() == 1) {
                core.move(new Place.Mpb(1, 0), new Place.Registers(), 200 * machine.numbersPerLine());
                time[0] = core.now();
                core.set(0, 3, 1);
            } else if (core.number() == 0) {
                core.await(3, 1);
            }
        });
        return time[0];
    }

    /** Lines that a core wrote beside others do not count, those before what it waited for do. */
    @Test
    void writesOneAfterTheOtherGoAlongWithFlags() {
        for (MeshOptions options : new MeshOptions[] {MeshOptions.STANDARD, MeshOptions.FLAT}) {
            MeshChip chip = new MeshChip(machine, options, 3);
            chip.run(core -> {
                Place.Mpb own = new Place.Mpb(core.number(), 0);
                Place numbers = new Place.Private(new double[20], 0, false);
                if (core.number() == 1) {
                    core.put(own, new Place.Mpb(2, 0), 5);
                    core.await(2, 1);
                    core.get(own, numbers, 20);
                } else if (core.number() == 0) {
                    core.put(own, own, 64);
                    core.set(1, 2, 1);
                }
            });
            assertEquals(new LinesWritten(16 + 1, 5), chip.written());
        }
    }

    @Test
    void flagsThatNobodySetsAreADeadlockThatSaysSo() {
        for (MeshOptions options : new MeshOptions[] {MeshOptions.STANDARD, MeshOptions.FLAT}) {
            MeshChip chip = new MeshChip(machine, options);
            IllegalStateException e = assertThrows(IllegalStateException.class, () -> chip.run(core -> {
                if (core.number() == 3 || core.number() == 30) {
                    core.set(core.number(), 2, 1);
                    core.await(2, core.number());
                }
            }));
            assertTrue(e.getMessage().contains("core 3 waits for flag 2 >= 3, which is 1, core 30 waits for"),
                e.getMessage());
        }
    }

    /**
     * No transfer under random traffic ends before its formula's time, and busy ports and waiting requests explain all
     * of the difference. A port that served two lines at once would be an exception.
     */
    @Test
    void waitingExplainsEveryDelayUnderRandomTraffic() {
        long end = randomTraffic(CarrierKind.fastest());
        assertEquals(end, randomTraffic(CarrierKind.fastest()), "the same picosecond");
        assertEquals(end, randomTraffic(CarrierKind.THREADS), "the same picosecond on threads");
    }

    private long randomTraffic(CarrierKind carrier) {
        MeshChip chip = new MeshChip(machine, MeshOptions.STANDARD.on(carrier));
        MeshCosts costs = new MeshCosts(machine);
        long[] late = new long[1];
        long[] lines = new long[1];
        chip.run(core -> {
            Random random = new Random(core.number());
            for (int i = 0; i < 200; i++) {
                int other = random.nextInt(3) * 2;
                int count = 1 + random.nextInt(8);
                int distance = topology.distance(core.number(), other);
                long begin = core.now();
                boolean get = random.nextBoolean();
                Place.Mpb own = new Place.Mpb(core.number(), 0);
                Place.Mpb far = new Place.Mpb(other, 0);
                if (get) {
                    core.get(far, own, 4 * count);
                } else {
                    core.put(own, far, 4 * count);
                }
                long alone = get ? costs.get(count, distance) : costs.put(count, distance);
                long more = core.now() - begin - alone;
                assertTrue(more >= 0, "sooner than alone by " + -more);
                late[0] += more;
                lines[0] += count;
            }
        });
        long waited = 0;
        long busy = 0;
        long served = 0;
        for (int tile = 0; tile < topology.tiles(); tile++) {
            waited += chip.port(tile).waited();
            busy += chip.port(tile).busy();
            served += chip.port(tile).served();
        }
        assertEquals(late[0], waited);
        assertEquals(2 * lines[0], served);
        assertEquals(lines[0] * (machine.portRead() + machine.portWrite()), busy);
        return chip.endTime();
    }
}
