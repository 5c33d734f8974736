// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.BACKEND;
import static io.shmem4j.launch.option.LauncherOption.CLASS_PATH;
import static io.shmem4j.launch.option.LauncherOption.NP;

import com.google.gson.JsonObject;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.config.SettingTable;
import io.shmem4j.config.Variable;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.LauncherOption;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.CostChoice;
import io.shmem4j.launch.plan.HeapPlan;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.plan.ShapeChoice;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.JvmFlags;
import io.shmem4j.launch.tune.AotTrainer;
import io.shmem4j.report.JsonText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Output of {@code oshrun --info}: version, machine, JDK and set variables. The word {@code all} adds all variables and
 * the choices of {@code auto}; {@code --json} prints everything as JSON.
 */
final class Info {
    private static final String ALL = "all";
    private static final String JSON = "--json";

    private final Options options;
    private final Installation installation;
    private final int nPes;
    private final Map<String, String> facts = new LinkedHashMap<>();
    private Shape shape;

    private Info(Options options, Installation installation) {
        this.options = options;
        this.installation = installation;
        this.nPes = !options.has(NP) ? Machine.cores() : Math.clamp(options.whole(NP), 1, Planner.MAX_PES);
        library();
        machine();
    }

    /** {@return the output for the words after {@code --info}} */
    static String of(Options options, List<String> words, Installation installation) {
        for (String word : words) {
            if (!word.equals(ALL) && !word.equals(JSON)) {
                throw LaunchException.usage("--info takes the word all, not " + word);
            }
        }
        Planner.takeHeaps(options, options);
        Info info = new Info(options, installation);
        return options.has(LauncherOption.JSON) || words.contains(JSON) ? JsonText.indented(info.json())
            : info.text(words.contains(ALL));
    }

    private void library() {
        facts.put("shmem4j", Installation.version() + ", OpenSHMEM 1.6");
        facts.put("installed in", installation.root() == null ? "(started without the oshrun script)"
            : installation.root().toString());
        facts.put("JDK", Runtime.version() + " (" + System.getProperty("java.vendor") + ") in "
            + installation.javaHome());
        if (!JvmFlags.isTuned()) {
            facts.put("", JvmFlags.untuned());
        }
        AotCache caches = AotCache.of(installation, List.of());
        Path cache = caches.ready();
        facts.put("start-up cache", cache != null ? cache + (caches.isHalf() ? Doctor.HALF : "")
            : caches.obstacle() != null ? "none; " + caches.obstacle()
            : "none yet; " + (AotTrainer.busy(caches) == null ? "the next job makes it in " + caches.folder()
            : AotTrainer.busy(caches)));
        facts.put("most PEs", Integer.toString(Planner.MAX_PES));
    }

    private void machine() {
        int cores = Machine.cores();
        facts.put("cores", Integer.toString(cores));
        facts.put("memory", ByteSize.format(Machine.memory()) + ", " + ByteSize.format(Machine.availableMemory())
            + " available");
        HeapPlan heap = heap();
        facts.put("job folders in", heap.folder() + ": " + ByteSize.format(heap.capacity()) + ", "
            + ByteSize.format(heap.available()) + " free"
            + (Files.isWritable(heap.folder()) ? "" : " (not writable)"));
        if (backend().processes(nPes) == nPes) {
            facts.put("shape", shape().describe() + ", because " + shape().why());
        }
        facts.put("symmetric heap", ByteSize.format(heap.bytes()) + " for each PE" + (heap.chosen() ? " (chosen)"
            : " (default for " + (options.has(NP) ? options.whole(NP) : cores) + " PEs)"));
        facts.put("cost table", costs().describe());
    }

    private Shape shape() {
        if (shape == null) {
            shape = new ShapeChoice(options, backend(), List.of()).of(nPes, options.has(CLASS_PATH)
                ? ClassPath.entries(options.text(CLASS_PATH)) : List.of());
        }
        return shape;
    }

    private BackendPolicy backend() {
        return BackendPolicy.find(options.text(BACKEND));
    }

    private HeapPlan heap() {
        return HeapPlan.of(options, nPes, true);
    }

    private CostChoice costs() {
        return CostChoice.find(Map.of(), backend().name(), Machine.cores());
    }

    private Map<String, String> algorithms() {
        Map<String, String> choices = new LinkedHashMap<>();
        if (nPes > 1) {
            int cores = Setting.CORES.isSet() ? Setting.CORES.intValue() : Machine.cores();
            String backend = backend().name();
            Load load = Load.of(nPes, cores);
            CostSection section = costs().table(backend, load).section(backend, load);
            for (Operation operation : Operation.values()) {
                choices.put(operation.word(), section.choice(operation, nPes).describe(operation));
            }
        }
        return choices;
    }

    private static List<Variable> variables() {
        List<Variable> all = new ArrayList<>(List.of(Setting.values()));
        for (BackendPolicy backend : BackendPolicy.added()) {
            backend.options().stream().map(BackendPolicy.Option::variable).forEach(all::add);
        }
        return all;
    }

    private String text(boolean all) {
        StringBuilder text = new StringBuilder();
        facts.forEach((name, value) -> line(text, name, value));
        if (all) {
            text.append("algorithms that auto takes for ").append(nPes).append(" PEs, by bytes:\n");
            algorithms().forEach((name, value) -> line(text, "  " + name, value));
            return text.append('\n').append(SettingTable.describe(variables())).toString();
        }
        List<Variable> set = variables().stream().filter(Variable::isSet).toList();
        return text.append('\n').append(set.isEmpty() ? "No SHMEM_ variable is set.\n" : "Variables that are set:\n"
            + SettingTable.describe(set)).append("oshrun --info all lists all variables and algorithms.\n").toString();
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(name).append(' ').append(" ".repeat(Math.max(0, 15 - name.length()))).append(value).append('\n');
    }

    private JsonObject json() {
        HeapPlan heap = heap();
        JsonObject choices = new JsonObject();
        algorithms().forEach(choices::addProperty);
        return JsonText.object("version", Installation.version(), "openshmem", "1.6",
            "root", installation.root() == null ? null : installation.root().toString(),
            "jdk", Runtime.version().toString(), "jdkHome", installation.javaHome().toString(),
            "jdkTuned", JvmFlags.isTuned(), "mostPes", Planner.MAX_PES, "cores", Machine.cores(),
            "memoryBytes", Machine.memory(), "availableBytes", Machine.availableMemory(),
            "jobFolders", heap.folder().toString(), "jobFoldersFreeBytes", heap.available(), "pes", nPes,
            "jvms", backend().processes(nPes) == nPes ? shape().jvms().size() : 1, "heapBytes", heap.bytes(),
            "costTable", costs().describe(), "algorithms", choices,
            "variables", JsonText.array(variables().stream().map(variable -> JsonText.object("name",
                variable.variable(), "value", variable.value(), "setBy",
                variable.isSet() ? variable.source() : null))));
    }
}
