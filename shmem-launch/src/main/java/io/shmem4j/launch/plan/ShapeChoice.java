// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.BACKEND;
import static io.shmem4j.launch.option.LauncherOption.PES_PER_JVM;
import static io.shmem4j.launch.option.LauncherOption.QUIET;
import static io.shmem4j.launch.option.LauncherOption.SHARE_CLASSES;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.program.ClassPathScan;
import io.shmem4j.launch.program.Marks;
import io.shmem4j.launch.program.Program;
import io.shmem4j.placement.Placement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses the shape of a job. If the user leaves it to the launcher, PEs share a JVM only if they outnumber the cores
 * and their program can't distinguish them from processes; the user's own word overrules that.
 */
public final class ShapeChoice {
    /** A job of fewer JVMs starts fast enough in any shape. */
    private static final int MANY = 16;

    private final Options options;
    private final BackendPolicy backend;
    private final List<App> apps;
    private final Installation installation;
    private final Map<App, ClassPathScan.Verdict> verdicts = new IdentityHashMap<>();
    private ClassPathScan scan;

    /** There are no programs where only the number of PEs is known. */
    public ShapeChoice(Options options, BackendPolicy backend, List<App> apps, Installation installation) {
        this.options = options;
        this.backend = backend;
        this.apps = apps;
        this.installation = installation;
    }

    /** {@return the shape of a job, with a placement or null for anywhere} */
    public Shape of(int nPes, Placement placement) {
        if (backend.processes(nPes) < nPes) {
            if (options.has(PES_PER_JVM)) {
                throw LaunchException.usage("--backend " + backend.name() + " has all PEs in one JVM");
            }
            return new Shape(List.of(new Shape.Jvm(0, 1)), "one JVM simulates them; "
                + "shmem.time() counts the simulated machine's seconds", own());
        }
        if (local()) {
            if (options.has(PES_PER_JVM)) {
                throw LaunchException.usage("--backend local has all PEs in one JVM; leave out --pes-per-jvm");
            }
            if (apps.size() > 1) {
                throw LaunchException.usage("--backend local runs one program, not several with ':'");
            }
            return new Shape(Shape.jvms(nPes, nPes), "--backend local says so", own());
        }
        int cores = placement == null || !placement.binds() ? Machine.cores() : placement.cores();
        int most = most(nPes, cores);
        OwnProcess alone = new OwnProcess(options, apps);
        List<String> reasons = new ArrayList<>();
        apps.forEach(app -> reasons.add(most > 1 && auto() && app.count() > 1 ? why(app) : null));
        List<String> found = new ArrayList<>();
        List<Shape.Jvm> jvms = apps.isEmpty() ? Shape.jvms(nPes, most) : Shape.jvms(apps, most, pe -> {
            String why = alone.why(pe);
            why = why != null || most == 1 ? why : reasons.get(app(pe));
            if (why != null && !found.contains(why)) {
                found.add(why);
            }
            return why != null;
        });
        String why = found.isEmpty() ? words(nPes, cores, most) : String.join("; ", found);
        if (jvms.size() >= MANY && reasons.stream().anyMatch(found::contains) && !options.has(QUIET)
            && scan().isNew(why)) {
            System.err.println("oshrun: " + jvms.size() + " JVMs start for " + nPes + " PEs, because " + why + "; where"
                + " PEs do not use that, --pes-per-jvm " + most + " saves their memory and start (said once)");
        }
        boolean shares = jvms.stream().anyMatch(Shape.Jvm::shared);
        return new Shape(jvms, why, shares ? own() : Collections.nCopies(apps.size(), "there is one PE a JVM"));
    }

    /** {@return the shape of a job that is known by its class path only} */
    public Shape of(int nPes, List<ClassPathScan.Part> path) {
        Shape shape = of(nPes, (Placement) null);
        return path.stream().filter(part -> part.processes() != null && auto() && shape.shares() && !local())
            .findFirst().map(part -> new Shape(Shape.jvms(nPes, 1), part.why(), List.of())).orElse(shape);
    }

    private int app(int pe) {
        int index = 0;
        while (pe >= apps.get(index).firstPe() + apps.get(index).count()) {
            index++;
        }
        return index;
    }

    private boolean local() {
        return options.text(BACKEND).equals(BackendPolicy.ONE_JVM);
    }

    /** {@return how many PEs the user wants in a JVM, a number or auto} */
    private String wanted() {
        String value = apps.isEmpty() ? Setting.PES_PER_JVM.value()
            : apps.getFirst().variables().getOrDefault(variable(), Setting.PES_PER_JVM.value());
        return options.has(PES_PER_JVM) ? options.text(PES_PER_JVM) : value.strip();
    }

    private static String variable() {
        return Setting.PES_PER_JVM.variable();
    }

    private boolean auto() {
        return wanted().equalsIgnoreCase(Shape.AUTO);
    }

    /** {@return most PEs that share a JVM, if their programs allow it} */
    int most(int nPes, int cores) {
        if (local()) {
            return nPes;
        }
        return auto() ? Shape.chosen(nPes, cores)
            : number(options.has(PES_PER_JVM) ? "--pes-per-jvm" : variable(), wanted());
    }

    private static int number(String name, String pesPerJvm) {
        try {
            int most = Integer.parseInt(pesPerJvm);
            if (most >= 1) {
                return most;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw LaunchException.usage(name + " takes a number of PEs or auto, not " + pesPerJvm);
    }

    private String words(int nPes, int cores, int most) {
        if (!auto()) {
            return options.has(PES_PER_JVM) ? "--pes-per-jvm " + wanted() + " says so"
                : variable() + "=" + wanted() + " says so";
        }
        String machine = nPes + (nPes == 1 ? " PE has " : " PEs have ") + cores + (cores == 1 ? " core" : " cores");
        return most == 1 || apps.isEmpty() ? machine : machine + " and the program needs no processes";
    }

    private ClassPathScan scan() {
        if (scan == null) {
            scan = new ClassPathScan(installation);
        }
        return scan;
    }

    /** {@return why the PEs of a program need processes, null where they do not} */
    private String why(App app) {
        if (app.program().bundled()) {
            return null;
        }
        for (String flag : OwnProcess.flags(app)) {
            String why = Marks.flag(flag);
            if (why != null) {
                return why;
            }
        }
        return verdict(app).processes();
    }

    private ClassPathScan.Verdict verdict(App app) {
        Program program = app.program();
        ClassPathScan.Verdict verdict = verdicts.get(app);
        if (verdict == null) {
            verdict = scan().of(program.mainClass(), program.classPath(), program.compiled());
            verdicts.put(app, verdict);
        }
        return verdict;
    }

    /** {@return why PEs of each program have classes of their own} */
    private List<String> own() {
        List<String> own = new ArrayList<>();
        for (App app : apps) {
            own.add(app.program().bundled() || sharesByWord(options, app) ? null : verdict(app).classes());
        }
        return Collections.unmodifiableList(own);
    }

    /** {@return whether the user has PEs share classes in spite of their static fields} */
    static boolean sharesByWord(Options options, App app) {
        return options.has(SHARE_CLASSES) || Setting.SHARE_CLASSES.isSet()
            || app.variables().containsKey(Setting.SHARE_CLASSES.variable());
    }
}
