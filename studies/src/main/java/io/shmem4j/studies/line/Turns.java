// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.line;

import io.shmem4j.sim.coherence.CoherentChip;
import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.run.SimulationOptions;
import io.shmem4j.sim.run.VirtualPe;
import java.util.List;
import java.util.stream.IntStream;

/** PEs take turns at a line that starts in memory or in a cache. The duration is that of the counted turns. */
public final class Turns extends LineAlgorithm {
    private static final long TURN = 10_000_000;
    private static final int MEMORY = -1;
    private static final int WRITERS = 2;
    /** Core of the third PE, nearly opposite of the first one. */
    private static final int THIRD = 31;

    private final int owner;
    private final boolean dirty;
    private final List<Access> order;
    private long spent;

    private record Access(int pe, boolean writes, boolean counts) {
    }

    private Turns(long base, int owner, boolean dirty, List<Access> order) {
        super(base, 1);
        this.owner = owner;
        this.dirty = dirty;
        this.order = order;
    }

    /**
     * {@return nanoseconds of two writers, PEs 0 and 1, and a reader, PE 2, that access a line in memory in the given
     * order (figure 7)}
     */
    public static double writersAndReader(CoherentMachine machine, int... order) {
        List<Access> turns = IntStream.of(order).mapToObj(pe -> new Access(pe, pe < WRITERS, true)).toList();
        return Repetition.once(machine, WRITERS + 1, base -> new Turns(base, MEMORY, false, turns));
    }

    /**
     * {@return nanoseconds of the first core's reads of lines that a core has some stops along the ring (table 2)}
     *
     * @param state M, E, S shared with a third core, or I for lines in memory
     */
    public static double[] read(CoherentMachine machine, SimulationOptions options, int times, int stops,
            String state) {
        Access read = new Access(0, false, true);
        List<Access> turns = state.equals("S") ? List.of(new Access(THIRD, false, false), read) : List.of(read);
        return new Repetition(machine, options, THIRD + 1).run(times,
            base -> new Turns(base, state.equals("I") ? MEMORY : stops, state.equals("M"), turns));
    }

    @Override
    public void prepare(CoherentChip chip) {
        super.prepare(chip);
        if (owner != MEMORY) {
            chip.place(owner, base, dirty);
        }
    }

    @Override
    public void run(VirtualPe pe) {
        long start = pe.now();
        for (int i = 0; i < order.size(); i++) {
            Access turn = order.get(i);
            pe.waitUntilTime(start + i * TURN);
            if (turn.pe == pe.number()) {
                long begin = pe.now();
                if (turn.writes) {
                    pe.write(base);
                } else {
                    pe.read(base);
                }
                spent += turn.counts ? pe.now() - begin : 0;
            }
        }
        pe.waitUntilTime(start + order.size() * TURN);
    }

    @Override
    public long duration(VirtualPe pe, long start) {
        return spent;
    }

    @Override
    public void check() {
        require(spent > 0, "nobody had a turn that counts");
    }
}
