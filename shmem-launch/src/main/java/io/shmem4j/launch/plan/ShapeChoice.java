// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.BACKEND;
import static io.shmem4j.launch.option.LauncherOption.DEBUG_PE;
import static io.shmem4j.launch.option.LauncherOption.DEBUG_PORT;
import static io.shmem4j.launch.option.LauncherOption.PES_PER_JVM;
import static io.shmem4j.launch.option.LauncherOption.RESPAWN;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.Placement;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.program.ShareScan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Chooses the shape of a job. By default PEs share JVMs only if they outnumber the cores and the program is confined to
 * the allow list for shared JVMs. A number from the user takes precedence.
 */
public final class ShapeChoice {
    /** Number of JVMs from which start-up is slow enough for a remark. */
    private static final int MANY = 8;
    private static final String DEBUGGER = "a debugger can attach to one process only";

    private final Options options;
    private final BackendPolicy backend;
    private final List<App> apps;

    /** The list of programs is empty if only the number of PEs is known. */
    public ShapeChoice(Options options, BackendPolicy backend, List<App> apps) {
        this.options = options;
        this.backend = backend;
        this.apps = apps;
    }

    /** {@return the shape of a job; the placement is null if PEs are not bound} */
    public Shape of(int nPes, Placement placement) {
        if (backend.processes(nPes) < nPes) {
            if (options.has(PES_PER_JVM)) {
                throw LaunchException.usage("--backend " + backend.name() + " has all PEs in one JVM");
            }
            return new Shape(List.of(new Shape.Jvm(0, 1)), "one JVM simulates them; "
                + "shmem.time() counts the simulated machine's seconds", null, List.of());
        }
        if (local()) {
            if (options.has(PES_PER_JVM)) {
                throw LaunchException.usage("--backend local has all PEs in one JVM; leave out --pes-per-jvm");
            }
            if (apps.size() > 1) {
                throw LaunchException.usage("--backend local runs one program, not several with ':'");
            }
            return new Shape(Shape.jvms(nPes, nPes), "--backend local says so", null, List.of());
        }
        int cores = placement == null || !placement.binds() ? Machine.cores() : placement.cores();
        return new Choice(nPes, cores).shape();
    }

    /** {@return the shape of a job that is known only by its class path, which may be empty} */
    public Shape of(int nPes, List<String> classPath) {
        Shape shape = of(nPes, (Placement) null);
        if (classPath.isEmpty() || local() || !shape.shares()) {
            return shape;
        }
        String beyond = ShareScan.of(classPath).beyond();
        if (auto()) {
            return beyond != null ? new Shape(Shape.jvms(nPes, 1), beyond, null, List.of())
                : new Shape(shape.jvms(), shape.why() + " and the class path needs no processes", null, List.of());
        }
        return beyond == null ? shape : new Shape(shape.jvms(), shape.why() + ", although " + beyond, null, List.of());
    }

    private boolean local() {
        return options.text(BACKEND).equals(BackendPolicy.ONE_JVM);
    }

    /** {@return the user's setting: a number of PEs per JVM, or auto} */
    private String wanted() {
        String value = apps.isEmpty() ? Setting.PES_PER_JVM.value()
            : apps.getFirst().variables().getOrDefault(Setting.PES_PER_JVM.variable(), Setting.PES_PER_JVM.value());
        return options.has(PES_PER_JVM) ? options.text(PES_PER_JVM) : value.strip();
    }

    private String wish() {
        return options.has(PES_PER_JVM) ? "--pes-per-jvm " + wanted() : Setting.PES_PER_JVM.variable() + "="
            + wanted();
    }

    private boolean auto() {
        return wanted().equalsIgnoreCase(Shape.AUTO);
    }

    /** {@return the maximum number of PEs per JVM, before programs are checked} */
    int most(int nPes, int cores) {
        if (local()) {
            return nPes;
        }
        if (auto()) {
            return options.has(RESPAWN) ? 1 : Shape.chosen(nPes, cores);
        }
        try {
            int most = Integer.parseInt(wanted());
            if (most >= 1) {
                return most;
            }
        } catch (NumberFormatException e) {
            // Rejected below.
        }
        throw LaunchException.usage((options.has(PES_PER_JVM) ? "--pes-per-jvm" : Setting.PES_PER_JVM.variable())
            + " takes a number of PEs or auto, not " + wanted());
    }

    /** The choice for a given number of PEs, with its reasons. */
    private final class Choice {
        private final int nPes;
        private final int cores;
        private final int most;
        private final Set<String> reasons = new LinkedHashSet<>();
        /** First reference of a program that the allow list lacks, or null. */
        private String beyond;
        /** What to do about it, or how many others there are. */
        private String advice;
        private final List<App> stateless = new ArrayList<>();

        Choice(int nPes, int cores) {
            this.nPes = nPes;
            this.cores = cores;
            this.most = most(nPes, cores);
        }

        Shape shape() {
            boolean[] alone = new boolean[nPes];
            int first = apps.isEmpty() ? 0 : apps.getFirst().firstPe();
            for (App app : apps) {
                boolean own = isAlone(app);
                Arrays.fill(alone, app.firstPe() - first, app.firstPe() - first + app.count(), own);
            }
            int debugged = options.has(DEBUG_PE) ? options.whole(DEBUG_PE) - first : -1;
            if (debugged >= 0 && debugged < nPes) {
                alone[debugged] = true;
                reasons.add(DEBUGGER);
            }
            List<Shape.Jvm> jvms = apps.isEmpty() ? Shape.jvms(nPes, most)
                : Shape.jvms(apps, most, pe -> alone[pe - first]);
            return new Shape(jvms, reasons.isEmpty() ? ofNumbers() : String.join("; ", reasons), remark(jvms),
                stateless);
        }

        /** {@return whether a program's PEs need a JVM each} */
        private boolean isAlone(App app) {
            String agent = Agents.of(app);
            String why = options.has(DEBUG_PORT) ? DEBUGGER : app.program().isModule() ? "the program is a module"
                : agent != null ? "the flag " + agent + " starts an agent, which sees the whole process" : null;
            if (why == null && most > 1 && app.count() > 1 && !app.program().bundled()) {
                String flag = ShareScan.beyondIn(Agents.flags(app));
                ShareScan scan = flag == null ? ShareScan.of(app.program()) : null;
                String found = flag == null ? scan.beyond() : flag;
                if (flag == null && !scan.needsCopies()) {
                    stateless.add(app);
                }
                if (beyond == null && found != null) {
                    beyond = found;
                    advice = scan == null ? "" : scan.isHarmless() ? "; where only output may differ, --pes-per-jvm "
                        + most + " starts in a fraction of the time" : scan.others();
                }
                why = auto() ? found : null;
            }
            if (why != null) {
                reasons.add(why);
            }
            return why != null;
        }

        private String ofNumbers() {
            if (!auto()) {
                return wish() + " says so";
            }
            if (options.has(RESPAWN)) {
                return "--respawn is for deaths of single PEs";
            }
            String machine = nPes + (nPes == 1 ? " PE has " : " PEs have ") + cores
                + (cores == 1 ? " core" : " cores");
            return most == 1 || apps.isEmpty() ? machine : machine + " and the program needs no processes";
        }

        private String remark(List<Shape.Jvm> jvms) {
            if (beyond == null || auto() && jvms.size() < MANY) {
                return null;
            }
            return auto() ? jvms.size() + " JVMs start for " + nPes + " PEs, because " + beyond + advice
                : "PEs share a JVM, as " + wish() + " says, although " + beyond + "; --pes-per-jvm 1 shows whether"
                + " that matters";
        }
    }
}
