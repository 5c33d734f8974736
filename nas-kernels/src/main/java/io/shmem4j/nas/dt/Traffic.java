// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.dt;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.work.WorkKind;

/** This PE's nodes; a step is a node. */
final class Traffic implements Kernel {
    /** Costs of a number on a simulated machine: to make, to compare, and to sum. */
    private static final long MAKE = 8;
    private static final long COMPARE = 12;
    private static final long SUM = 20;

    private final Shmem shmem;
    private final DtProblem problem;
    private final PhaseTimers timers;
    private final Graph graph;
    private final Arcs arcs;
    private final Totals totals;
    /** Arrays of this PE's nodes that some of its nodes will need, and how many of those are left. */
    private final double[][] kept;
    private final int[] readers;
    private double checksum;

    Traffic(KernelHeap heap, DtProblem problem, Transfer transfer, PhaseTimers timers) {
        shmem = heap.shmem;
        this.problem = problem;
        this.timers = timers;
        graph = problem.graph();
        arcs = new Arcs(heap, problem, transfer);
        totals = new Totals(heap, 1);
        kept = new double[graph.nodes()][];
        readers = new int[graph.nodes()];
    }

    private boolean mine(int node) {
        return node % shmem.nPes() == shmem.myPe();
    }

    @Override
    public void reset() {
        checksum = 0;
        arcs.restart();
    }

    @Override
    public void step(int step) {
        int node = step - 1;
        if (!mine(node)) {
            return;
        }
        if (graph.outOf(node).isEmpty()) {
            sink(node);
            return;
        }
        double[] array;
        if (graph.into(node).isEmpty()) {
            array = Features.of(problem, node);
            shmem.work(WorkKind.SCALAR, MAKE * array.length);
        } else {
            array = compared(node);
        }
        timers.lap(Phase.NODES);
        keep(node, array);
        arcs.send(graph, node, array);
        timers.lap(Phase.EXCHANGE);
    }

    private void keep(int node, double[] array) {
        readers[node] = (int) graph.outOf(node).stream().filter(arc -> mine(arc.head())).count();
        kept[node] = readers[node] > 0 ? array : null;
    }

    private double[] compared(int node) {
        double[] array = new double[DtProblem.FEATURES * problem.samples()];
        for (Graph.Arc arc : graph.into(node)) {
            array = WindowFilter.filter(array, take(arc), node);
            shmem.work(WorkKind.SCALAR, COMPARE * array.length);
            shmem.work(WorkKind.STREAM_BYTES, 3L * Double.BYTES * array.length);
        }
        int arrays = graph.into(node).size();
        for (int i = 0; i < array.length; i++) {
            // A division of whole numbers.
            int whole = (int) array[i] / arrays;
            array[i] = whole;
        }
        return array;
    }

    private void sink(int node) {
        double sum = 0;
        for (Graph.Arc arc : graph.into(node)) {
            double[] array = take(arc);
            double mean = 0;
            for (double number : array) {
                mean += number * number / array.length;
            }
            shmem.work(WorkKind.SCALAR, SUM * array.length);
            int whole = (int) ((node + 1) * mean);
            sum += whole;
        }
        long whole = (long) sum / graph.into(node).size();
        checksum += (node + 1.0) * whole;
        timers.lap(Phase.NODES);
    }

    private double[] take(Graph.Arc arc) {
        int tail = arc.tail();
        if (!mine(tail)) {
            timers.lap(Phase.NODES);
            double[] array = arcs.receive(arc);
            timers.lap(Phase.EXCHANGE);
            return array;
        }
        double[] array = kept[tail];
        if (--readers[tail] == 0) {
            kept[tail] = null;
        }
        return array;
    }

    @Override
    public double[] finish() {
        double sum = totals.sum(checksum);
        timers.lap(Phase.REDUCTION);
        return new double[] {sum};
    }

    /** Whole numbers and comparisons; each needs the previous result. */
    @Override
    public String loops() {
        return "scalar";
    }
}
