// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.kernel;

import io.shmem4j.Shmem;
import io.shmem4j.nas.npb.Kernel;
import io.shmem4j.nas.npb.KernelHeap;
import io.shmem4j.nas.npb.Phase;
import io.shmem4j.nas.npb.PhaseTimers;
import io.shmem4j.nas.npb.Totals;
import io.shmem4j.nas.npb.Transfer;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;

/** Processes this PE's nodes; a step is a node. */
final class Traffic implements Kernel {
    /** Cost of a number on a simulated machine: to make, to compare and to sum. */
    private static final long MAKE = 8;
    private static final long COMPARE = 12;
    private static final long SUM = 20;

    private final Shmem shmem;
    private final DtProblem problem;
    private final PhaseTimers timers;
    private final Graph graph;
    private final Arcs arcs;
    private final Totals totals;
    /** Arrays of this PE's nodes that its other nodes still need, and their remaining uses. */
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
            VirtualTime.work(shmem, WorkKind.SCALAR, MAKE * array.length);
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
            VirtualTime.work(shmem, WorkKind.SCALAR, COMPARE * array.length);
            VirtualTime.work(shmem, WorkKind.STREAM_BYTES, 3L * Double.BYTES * array.length);
        }
        int arrays = graph.into(node).size();
        for (int i = 0; i < array.length; i++) {
            // Integer division.
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
            VirtualTime.work(shmem, WorkKind.SCALAR, SUM * array.length);
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
        shmem.barrierAll();
        timers.lap(Phase.IDLE);
        double sum = totals.sum(checksum);
        timers.lap(Phase.REDUCTION);
        return new double[] {sum};
    }

    /** Scalar: each comparison needs the previous result. */
    @Override
    public String loops() {
        return "scalar";
    }

    /**
     * Combines two streams: each sample of the first becomes the closest of three samples of the second, at a lower
     * weight.
     */
    private static final class WindowFilter {
        private static final int WIDTH = DtProblem.FEATURES;

        private WindowFilter() {
        }

        /** {@return the filtered first stream}; overwrites it unless the other one is longer */
        static double[] filter(double[] stream, double[] other, int node) {
            double[] a = stream.length < other.length ? resampled(stream, other.length) : stream;
            double[] b = other.length < a.length ? resampled(other, a.length) : other;
            double weight = (node + 1.0) / (node + 2);
            // Previous samples are already replaced.
            for (int i = WIDTH; i < a.length - WIDTH; i += WIDTH) {
                double best = distance(a, b, i);
                double behind = distance(a, b, i + WIDTH);
                double before = distance(a, b, i - WIDTH);
                int from = i;
                if (behind < best) {
                    from = i + WIDTH;
                    best = behind;
                }
                if (before < best) {
                    from = i - WIDTH;
                }
                a[i] = weight * b[from];
                a[i + 1] = weight * b[from + 1];
                a[i + 2] = weight * b[from + 2];
                a[i + 3] = weight * b[from + 3];
            }
            return a;
        }

        private static double distance(double[] a, double[] b, int at) {
            double first = a[at] - b[at];
            double second = a[at + 1] - b[at + 1];
            double third = a[at + 2] - b[at + 2];
            double fourth = a[at + 3] - b[at + 3];
            return first * first + second * second + third * third + fourth * fourth;
        }

        /** {@return the stream stretched or shrunk to a length}; each number is spread over the adjacent places */
        private static double[] resampled(double[] stream, int length) {
            double[] result = new double[length];
            int ratio = length / stream.length;
            for (int i = 1; i < stream.length - 1; i++) {
                int low = (int) (0.5 * (2 * i - 1) * ratio);
                int high = (int) (0.5 * (2 * i + 1) * ratio);
                double part = stream[i] / (high - low + 1);
                for (int place = low; place <= high; place++) {
                    result[place] += part;
                }
            }
            result[0] = stream[0];
            result[length - 1] = stream[stream.length - 1];
            return result;
        }
    }
}
