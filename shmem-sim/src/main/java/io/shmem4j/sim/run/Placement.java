// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.run;

import io.shmem4j.sim.machine.Machine;

/**
 * Assignment of PEs to hardware threads.
 *
 * <p>{@code scatter} assigns PEs to cores in turn, {@code compact} fills the threads of a core before the next core,
 * and a number gives the consecutive PEs per core.
 *
 * @param cores    cores of the machine
 * @param together consecutive PEs per core; 0 to assign them in turn
 */
public record Placement(int pes, int cores, int together) {
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
        return new Placement(pes, machine.cores(), together);
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

    public int core(int pe) {
        return together == 0 ? pe % cores : pe / together;
    }

    public int thread(int pe) {
        return together == 0 ? pe / cores : pe % together;
    }

    /** {@return the number of threads in use on the fullest core} */
    public int perCore() {
        return together == 0 ? Math.ceilDiv(pes, cores) : Math.min(together, pes);
    }
}
