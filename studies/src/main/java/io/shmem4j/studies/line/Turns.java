// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip.Port;
import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.CoherentMachine;
import java.util.stream.IntStream;

/** Single accesses of cores that take turns, each long after the one before. */
public final class Turns {
    private static final long TURN = 10_000_000;
    private static final int WRITERS = 2;
    /** A core that shares lines with another one, nearly opposite of the first. */
    private static final int THIRD = 31;

    private Turns() {
    }

    /**
     * {@return nanoseconds of two writers, cores 0 and 1, and a reader, core 2, that access a line in memory in the
     * given order (figure 7)}
     */
    public static double writersAndReader(CoherentMachine machine, int... order) {
        CoherentChip chip = chip(machine, 1, 0);
        Port[] ports = IntStream.rangeClosed(0, WRITERS).mapToObj(core -> new Port(core, 0)).toArray(Port[]::new);
        long spent = 0;
        for (int turn = 0; turn < order.length; turn++) {
            Port port = ports[order[turn]];
            long now = turn * TURN;
            spent += (order[turn] < WRITERS ? chip.write(port, now, 0) : chip.read(port, now, 0)) - now;
        }
        return spent / 1000.0;
    }

    /**
     * {@return nanoseconds of the first core's reads of lines that a core has some stops along the ring, or the last
     * core (table 2)}
     *
     * @param state M, E, S shared with a third core, or I for lines in memory
     */
    public static double[] read(CoherentMachine machine, long seed, int lines, int stops, String state) {
        CoherentChip chip = chip(machine, lines, seed);
        int last = machine.cores() - 1;
        return IntStream.range(0, lines).mapToDouble(line -> {
            if (!state.equals("I")) {
                chip.place(Math.min(stops, last), line, state.equals("M"));
            }
            if (state.equals("S")) {
                chip.share(Math.min(THIRD, last), line);
            }
            return (chip.read(new Port(0, 0), line * TURN, line) - line * TURN) / 1000.0;
        }).toArray();
    }

    /** {@return nanoseconds of a store to a line that no other core has and that is not modified} */
    public static double storeAlone(CoherentMachine machine) {
        CoherentChip chip = chip(machine, 1, 0);
        chip.read(new Port(0, 0), 0, 0);
        return (chip.write(new Port(0, 0), TURN, 0) - TURN) / 1000.0;
    }

    /** {@return nanoseconds of a third core's read of a line that its writer shares with a reader} */
    public static double thirdReader(CoherentMachine machine) {
        CoherentChip chip = chip(machine, 1, 0);
        chip.write(new Port(THIRD, 0), 0, 0);
        chip.read(new Port(THIRD + 1, 0), TURN, 0);
        return (chip.read(new Port(THIRD / 2, 0), 2 * TURN, 0) - 2 * TURN) / 1000.0;
    }

    /** {@return a chip on which nobody waits and distances count} */
    public static CoherentChip chip(CoherentMachine machine, int lines, long seed) {
        if (machine.cores() <= WRITERS) {
            throw new IllegalArgumentException("needs three cores, but " + machine.title() + " has " + machine.cores());
        }
        return new CoherentChip(machine, lines, 1, seed, false, true, (pe, line, time, overhead) -> { });
    }
}
