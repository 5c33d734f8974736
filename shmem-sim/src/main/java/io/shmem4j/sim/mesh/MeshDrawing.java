// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.mesh;

import io.shmem4j.sim.machine.MeshMachine;
import java.io.PrintStream;
import java.util.Locale;

/** A mesh as text: tiles, cores, memory controllers, distances, and costs of lines. */
public final class MeshDrawing {
    private MeshDrawing() {
    }

    public static void print(MeshMachine machine, PrintStream out) {
        Topology topology = new Topology(machine);
        out.println("A tile has its cores, and its distance from core 0 and from its memory controller in routers;"
            + " * is a controller.");
        for (int y = machine.rows() - 1; y >= 0; y--) {
            StringBuilder tiles = new StringBuilder();
            StringBuilder links = new StringBuilder();
            for (int x = 0; x < machine.columns(); x++) {
                int core = (y * machine.columns() + x) * machine.coresPerTile();
                boolean controller = machine.controllers().contains(topology.tile(core));
                tiles.append(String.format(Locale.ROOT, "[%2d%s %d/%d%s]%s", core,
                    machine.coresPerTile() == 1 ? "" : String.format(Locale.ROOT, ",%2d", core + 1),
                    topology.distance(0, core), topology.memoryDistance(core, core), controller ? "*" : " ",
                    x < machine.columns() - 1 ? "--" : ""));
                links.append("     |").append(" ".repeat(machine.coresPerTile() == 1 ? 5 : 8));
            }
            out.println(tiles);
            if (y > 0) {
                out.println(links.toString().stripTrailing());
            }
        }
        int cores = topology.cores();
        long all = 0;
        long first = 0;
        long memory = 0;
        for (int core = 0; core < cores; core++) {
            first += topology.distance(0, core);
            memory += topology.memoryDistance(core, core);
            for (int other = 0; other < cores; other++) {
                all += core == other ? 0 : topology.distance(core, other);
            }
        }
        out.printf(Locale.ROOT, "Distance: %.3f in the mean of all pairs, %.3f from core 0, %.3f to memory, at most"
            + " %d.%n", cores == 1 ? 0 : (double) all / cores / (cores - 1), (double) first / cores,
            (double) memory / cores, topology.diameter());
        costs(machine, topology, out);
    }

    private static void costs(MeshMachine machine, Topology topology, PrintStream out) {
        MeshCosts costs = new MeshCosts(machine);
        out.printf("%8s %12s %12s %12s %12s%n", "distance", "buffer [us]", "arrives", "from memory", "to memory");
        for (int d = 1; d <= topology.diameter(); d++) {
            out.printf(Locale.ROOT, "%8d %12.3f %12.3f %12.3f %12.3f%n", d, costs.write(d) * 1e-6,
                costs.writeArrives(d) * 1e-6, costs.readMemory(d) * 1e-6, costs.writeMemory(d) * 1e-6);
        }
        out.printf(Locale.ROOT, "A tile's port serves a read in %.1f ns, a write in %.1f ns; a memory"
            + " controller serves a line in %.1f ns.%n", machine.portRead() * 1e-3,
            machine.portWrite() * 1e-3, machine.controllerLine() * 1e-3);
    }
}
