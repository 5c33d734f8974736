// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.Topology;
import io.shmem4j.studies.rcce.SingleTransfer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Put and get between the nearest and the farthest cores, against the published formulas. */
final class PointToPointExperiment implements SccExperiment {
    @Override
    public String name() {
        return "point-to-point";
    }

    @Override
    public List<String> options() {
        return List.of("--lines");
    }

    @Override
    public Figure run(SccSetup setup) {
        MeshMachine machine = setup.machine();
        Topology topology = new Topology(machine);
        int[] lengths = SccSetup.values("--lines", setup.lines(), machine.mpbLines(), 1, 2, 4, 8, 16, 32, 64, 96, 128);
        int far = 0;
        for (int core = 0; core < topology.cores(); core++) {
            far = topology.distance(0, core) > topology.distance(0, far) ? core : far;
        }
        List<Series> series = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        double worst = 0;
        for (SingleTransfer kind : SingleTransfer.values()) {
            setup.progress().accept(kind.title());
            for (int other : new int[] {topology.cores() > 1 && topology.distance(0, 1) == 1 ? 1 : 0, far}) {
                Curve curve = new Curve(kind.title() + ", d=" + topology.distance(0, other));
                for (int lines : lengths) {
                    long picos = kind.picos(machine, 0, other, lines);
                    curve.add(lines, picos * 1e-6);
                    worst = Math.max(worst, Math.abs((double) picos / kind.formula(machine, 0, other, lines) - 1));
                }
                series.add(curve.done());
            }
        }
        notes.add(String.format(Locale.ROOT, "Formulas 7, 8, 11 and 12 (published): the simulation deviates by %.4f %%"
            + " at most. d is the number of routers.", 100 * worst));
        for (SingleTransfer kind : new SingleTransfer[] {SingleTransfer.GET, SingleTransfer.PUT}) {
            int lines = lengths[lengths.length - 1];
            notes.add(String.format(Locale.ROOT, "%s of %d lines, farthest against nearest: %.3f (published for 128"
                + " lines: 30 %% more).", kind.title(), lines,
                (double) kind.picos(machine, 0, far, lines) / kind.picos(machine, 0, 1, lines)));
        }
        return new Figure("Put and get on an idle " + machine.title(), "lines", "time [us]",
            Axes.LOGARITHMIC, series, notes);
    }
}
