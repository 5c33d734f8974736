// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.rcce.CollectiveRun;
import io.shmem4j.studies.rcce.Operation;
import io.shmem4j.studies.rcce.Stack;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** KR figure 9: a collective over each message library, by length. */
final class CollectivesExperiment implements SccExperiment {
    private static final Map<Operation, String> PUBLISHED = Map.of(
        Operation.ALLGATHER, "published mean gain over blocking: iRCCE 2.7",
        Operation.ALLTOALL, "published mean gain over blocking: iRCCE 1.6",
        Operation.REDUCE_SCATTER, "published mean gain over blocking: lightweight 1.1",
        Operation.BROADCAST, "published mean gain over blocking: lightweight 1.8",
        Operation.REDUCE, "published mean gain over blocking: lightweight 1.6",
        Operation.ALLREDUCE, "published mean gain over blocking: lightweight 1.7, at most 3.6 (MPB-direct, 574)");
    private static final int PERIOD = 4;

    @Override
    public String name() {
        return "collectives";
    }

    @Override
    public List<String> options() {
        return List.of("--doubles", "--operation", "--cores", "--flat", "--first-come");
    }

    @Override
    public Figure run(SccSetup setup) {
        MeshMachine machine = setup.machine();
        CollectiveRun run = new CollectiveRun(machine, setup.options(), setup.oneNumberOfCores());
        Operation operation = setup.operation();
        List<Series> series = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        List<Double> blocking = new ArrayList<>();
        // Steps of 4 and one between would hide the spikes of lines that are not full; short ranges are complete.
        int step = setup.to() - setup.from() > 200 ? PERIOD : 1;
        for (Stack stack : operation.stacks()) {
            Curve curve = new Curve(stack.title());
            double gain = 0;
            int settings = 0;
            for (int count = setup.from(); count <= setup.to(); count += step) {
                if (settings % 16 == 0) {
                    setup.progress().accept(operation.title() + ", " + stack.title() + ", from " + count + " numbers");
                }
                double micros = run.micros(operation, stack, count);
                curve.add(count, micros);
                if (stack == Stack.BLOCKING) {
                    blocking.add(micros);
                }
                gain += blocking.get(settings++) / micros;
            }
            series.add(curve.done());
            if (stack != Stack.BLOCKING) {
                notes.add(String.format(Locale.ROOT, "%s: blocking takes %.2f times as long in the mean.",
                    stack.title(), gain / settings));
            }
        }
        if (PUBLISHED.containsKey(operation)) {
            notes.add(Character.toUpperCase(PUBLISHED.get(operation).charAt(0)) + PUBLISHED.get(operation).substring(1)
                + " over 552 to 700 numbers, 48 cores.");
        }
        notes.add("Calls of the libraries are calibrated to two published gains (iRCCE 25 %, lightweight 65 %, both"
            + " allreduce of 552) and blocking ones to a third (balanced 28 %); published times do not exist.");
        return new Figure(machine.title() + ": " + operation.title() + " on " + run.cores() + " cores", "doubles",
            "time [us]", Axes.LINEAR, series, notes);
    }
}
