// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.report.figure.Figure;
import io.shmem4j.report.figure.Figure.Axes;
import io.shmem4j.report.figure.Figure.Series;
import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.studies.rcce.LinkLoad;
import io.shmem4j.studies.rcce.SharedBuffer;
import io.shmem4j.studies.rcce.Undisturbed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** OC figure 4: the first n cores use one core's buffer again and again. */
final class ContentionExperiment implements SccExperiment {
    @Override
    public String name() {
        return "contention";
    }

    @Override
    public List<String> options() {
        return List.of("--cores", "--victim", "--link", "--first-come", "--flat");
    }

    @Override
    public Figure run(SccSetup setup) {
        MeshMachine machine = setup.machine();
        if (setup.victim() < 0 || setup.victim() >= machine.cores()) {
            throw new IllegalArgumentException("--victim is a core from 0 to " + (machine.cores() - 1) + ", not "
                + setup.victim());
        }
        int[] numbers = SccSetup.values("--cores", setup.cores(), machine.cores(), 1, 4, 8, 12, 16, 24, 32, 40, 44, 46,
            48);
        List<Series> series = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        for (boolean gets : new boolean[] {true, false}) {
            String what = gets ? "get of " + SharedBuffer.GET_LINES + " lines" : "put of 1 line";
            Curve least = new Curve(what + ", fastest");
            Curve mean = new Curve("mean");
            Curve most = new Curve("slowest");
            for (int cores : numbers) {
                setup.progress().accept(what + ", " + cores + " cores");
                SharedBuffer run = SharedBuffer.run(machine, setup.options(), cores, setup.victim(), gets);
                double fastest = Arrays.stream(run.micros()).min().orElseThrow();
                double slowest = Arrays.stream(run.micros()).max().orElseThrow();
                least.add(cores, fastest);
                mean.add(cores, Arrays.stream(run.micros()).average().orElseThrow());
                most.add(cores, slowest);
                notes.add(String.format(Locale.ROOT, "%s, %2d cores: slowest/fastest %.2f, worst core %.3f times its"
                    + " own formula%s.", what, cores, slowest / fastest,
                    Arrays.stream(run.quotients()).max().orElseThrow(), links(setup, run, cores, gets)));
            }
            series.add(least.done());
            series.add(new Series(what + ", mean", false, mean.done().points()));
            series.add(new Series(what + ", slowest", false, most.done().points()));
        }
        notes.add("Published in words, the figure is lost: at 48 cores slowest/fastest is more than 2 for get and more"
            + " than 4 for put, up to 24 cores there is no measurable contention. The ports' times are calibrated to"
            + " the two ratios.");
        if (setup.link()) {
            others(machine, notes);
        }
        return new Figure(setup.machine().title() + ": the first n cores use the buffer of core " + setup.victim(),
            "cores", "time [us]", Axes.LOGARITHMIC_VALUES, series, notes);
    }

    private static String links(SccSetup setup, SharedBuffer run, int cores, boolean gets) {
        if (!setup.link()) {
            return "";
        }
        LinkLoad load = new LinkLoad(setup.machine());
        for (int core = 0; core < cores; core++) {
            load.add(core, setup.victim(), gets, (gets ? SharedBuffer.GET_LINES : 1) / run.micros()[core]);
        }
        return String.format(Locale.ROOT, ", busiest link %.0f %%", 100 * load.busiest());
    }

    private static void others(MeshMachine machine, List<String> notes) {
        Undisturbed undisturbed = new Undisturbed(machine);
        for (boolean beyond : new boolean[] {false, true}) {
            double[] link = undisturbed.link(beyond);
            notes.add(String.format(Locale.ROOT, "A get over a link in the middle while others get across it%s: %.4f"
                + " times its formula, busiest link %.0f %% (published: no drop).", beyond ? " from tiles beyond" : "",
                link[0], 100 * link[1]));
        }
        double[] memory = undisturbed.memory();
        notes.add(String.format(Locale.ROOT, "All cores read their private memory: the slowest takes %.4f times its"
            + " formula, busiest controller %.0f %% (published: no drop).", memory[0], 100 * memory[1]));
    }
}
