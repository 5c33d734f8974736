// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.machine.Machine;

/**
 * Assignment of PEs to hardware threads.
 *
 * <p>{@code scatter} assigns PEs to cores in turn, {@code compact} fills the threads of a core before the next core,
 * and a number gives the consecutive PEs per core.
 */
public final class Placement {
    private final int[] cores;
    private final int[] threads;
    private final int perCore;

    private Placement(int[] cores, int[] threads, int perCore) {
        this.cores = cores;
        this.threads = threads;
        this.perCore = perCore;
    }

    /** {@return the placement by a rule: scatter, compact, or a number of PEs per core} */
    public static Placement of(Machine machine, int pes, String rule) {
        if (pes < 1 || pes > machine.threads()) {
            throw new IllegalArgumentException(machine.title() + " runs 1 to " + machine.threads() + " PEs, not "
                + pes);
        }
        int together = switch (rule) {
            case "scatter" -> 0;
            case "compact" -> machine.threadsPerCore();
            default -> perCore(machine, pes, rule);
        };
        int[] cores = new int[pes];
        int[] threads = new int[pes];
        int most = 1;
        for (int pe = 0; pe < pes; pe++) {
            cores[pe] = together == 0 ? pe % machine.cores() : pe / together;
            threads[pe] = together == 0 ? pe / machine.cores() : pe % together;
            most = Math.max(most, threads[pe] + 1);
        }
        return new Placement(cores, threads, most);
    }

    private static int perCore(Machine machine, int pes, String rule) {
        int most = machine.threadsPerCore();
        if (!rule.matches("[0-9]{1,3}") || Integer.parseInt(rule) < 1 || Integer.parseInt(rule) > most) {
            throw new IllegalArgumentException("placement is scatter, compact or PEs per core from 1 to " + most
                + ", not " + rule);
        }
        int together = Integer.parseInt(rule);
        if ((long) together * machine.cores() < pes) {
            throw new IllegalArgumentException(pes + " PEs do not fit " + machine.cores() + " cores with " + together
                + " on each");
        }
        return together;
    }

    public int pes() {
        return cores.length;
    }

    public int core(int pe) {
        return cores[pe];
    }

    public int thread(int pe) {
        return threads[pe];
    }

    public int perCore() {
        return perCore;
    }
}
