// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelCommand;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.KernelProblem;
import io.shmem4j.nas.npb.NpbClass;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.ProblemTable;
import io.shmem4j.nas.npb.Transfer;
import java.util.List;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A class of DT with a graph.
 *
 * @param kind      shape of the graph
 * @param sources   sources of the graph, or sinks of a graph with one source
 * @param samples   mean samples of a stream
 * @param deviation largest deviation from the mean
 * @param checksum  reference value, 0 if there is none
 */
public record DtProblem(NpbClass npbClass, Graph.Kind kind, int sources, int samples, int deviation, double checksum)
    implements KernelProblem {
    /** Numbers of a sample. */
    static final int FEATURES = 4;
    private static final int SAMPLES = 1728;
    private static final int DEVIATION = 128;
    private static final int FEWEST_SOURCES = 4;
    private static final double EPSILON = 1e-8;
    private static final long HEAP = 1 << 15;
    private static final double MEBI = 1 << 20;

    public static OptionSpec graphs() {
        return KernelCommand.choice("--graph", "bh|wh|sh", "BH", "bh: from many sources to one sink, the default; wh:"
            + " from one source to many sinks; sh: shuffle", List.of(Graph.Kind.values()));
    }

    public static DtProblem of(NpbClass npbClass, KernelCommand command) {
        return of(npbClass, command.<Graph.Kind>value("--graph"));
    }

    static DtProblem of(NpbClass npbClass, Graph.Kind kind) {
        double[] checksums = ProblemTable.row("DT", npbClass);
        int size = npbClass.ordinal();
        return new DtProblem(npbClass, kind, FEWEST_SOURCES << size, SAMPLES << 3 * size, DEVIATION << size,
            checksums == null ? 0 : checksums[kind.ordinal()]);
    }

    Graph graph() {
        return Graph.of(kind, sources);
    }

    int longest() {
        return FEATURES * (samples + deviation);
    }

    @Override
    public Facts facts() {
        return new Facts("DT_" + kind, Long.toString((long) FEATURES * samples),
            (double) FEATURES * samples * graph().arcs().size() / MEBI, "bytes transmitted", "iterations", Phase.NODES,
            Phase.EXCHANGE, Phase.IDLE, Phase.REDUCTION);
    }

    @Override
    public int steps() {
        return graph().nodes();
    }

    @Override
    public long bytes(Transfer transfer, int pes) {
        return Arcs.bytes(this, transfer, pes) + HEAP;
    }

    @Override
    public Kernel kernel(KernelHeap heap, Transfer transfer, PhaseTimers timers) {
        return new Traffic(heap, this, transfer, timers);
    }

    @Override
    public boolean verifiable(int steps) {
        return checksum != 0 && steps == steps();
    }

    @Override
    public boolean right(double... values) {
        return Math.abs(values[0] - checksum) <= EPSILON;
    }
}
