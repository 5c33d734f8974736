// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.studies.rcce.Stack;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** KR figure 10: the application over each message library. */
final class GcmcExperiment implements SccExperiment {
    @Override
    public String name() {
        return "gcmc";
    }

    @Override
    public List<String> options() {
        return List.of("--cores", "--cycles", "--seed", "--flat", "--first-come");
    }

    @Override
    public Figure run(SccSetup setup) {
        int cores = setup.oneNumberOfCores();
        if (cores < 2 || cores > setup.machine().cores()) {
            throw new IllegalArgumentException("--cores is from 2 to " + setup.machine().cores() + ", not " + cores);
        }
        if (setup.cycles() < 1) {
            throw new IllegalArgumentException("--cycles is at least 1, not " + setup.cycles());
        }
        setup.progress().accept("2000 moves and rotations before the run");
        Application application = new Application(setup.seed());
        Application.Run alone = application.alone(setup.cycles());
        List<String> notes = new ArrayList<>();
        Curve cycle = new Curve("cycle");
        Curve exchange = new Curve("of it exchange");
        double blocking = 0;
        for (Stack stack : Stack.values()) {
            setup.progress().accept(stack.title() + ", " + setup.cycles() + " cycles");
            Application.Run run = application.run(setup.machine(), setup.options(), cores, stack, setup.cycles());
            cycle.add(stack.ordinal() + 1, run.cycleMicros());
            exchange.add(stack.ordinal() + 1, run.cycleMicros() * run.exchangeShare());
            blocking = stack == Stack.BLOCKING ? run.cycleMicros() : blocking;
            notes.add(String.format(Locale.ROOT, "%s: %.1f us a cycle, %.1f %% of it exchange, %.1f %% in the"
                + " long-range part; blocking takes %.3f times as long; %s, energy %.9g, drift %.1e.",
                stack.title(), run.cycleMicros(), 100 * run.exchangeShare(),
                100 * run.longShare(), blocking / run.cycleMicros(), run.history().equals(alone.history())
                    ? "decides as on one core" : "DECIDES OTHERWISE than on one core", run.energy(), run.drift()));
        }
        notes.add("Published: blocking / MPB-direct more than 1.40, iRCCE / lightweight more than 1.17, up to 60 % in"
            + " the long-range part. The cycles of a pair are calibrated to the share of exchange.");
        return new Figure(setup.machine().title() + ": Monte Carlo of " + Application.MOLECULES + " water molecules on "
            + cores + " cores", "library", "time [us]", Axes.LINEAR,
            Arrays.stream(Stack.values()).map(Stack::title).toList(), List.of(cycle.done(), exchange.done()), notes);
    }
}
