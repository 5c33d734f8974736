// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import io.shmem4j.collective.cost.CostSection;
import io.shmem4j.collective.cost.Load;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.config.SettingTable;
import io.shmem4j.launch.BackendOption;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.install.Installation;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.CostChoice;
import io.shmem4j.launch.plan.HeapPlan;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.launch.start.AotCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The text of {@code oshrun --info}: the library, this machine, the JDK, and every variable. */
final class Info {
    private final Installation installation;
    private final StringBuilder text = new StringBuilder();

    private Info(Installation installation) {
        this.installation = installation;
    }

    /**
     * {@return the text}
     *
     * @param options heap options count
     * @param installation the library and the JDK
     */
    static String of(Options options, Installation installation) {
        Info info = new Info(installation);
        info.library();
        info.machine(options);
        info.collectives(options);
        info.text.append('\n').append(SettingTable.describe());
        for (BackendPolicy backend : BackendPolicy.added()) {
            info.text.append(SettingTable.describe(backend.options().stream().map(BackendOption::variable).toList()));
        }
        return info.text.toString();
    }

    private void library() {
        line("shmem4j", Installation.version() + ", OpenSHMEM 1.6");
        line("installed in", installation.root() == null ? "(started without the oshrun script)"
            : installation.root().toString());
        line("JDK", Runtime.version() + " (" + System.getProperty("java.vendor") + ") in " + installation.javaHome());
        AotCache caches = AotCache.of(installation);
        Path cache = caches.ready();
        line("start-up cache", cache != null ? cache.toString()
            : caches.canBeMade() ? "none yet; the next job makes it in " + caches.folder()
            : caches.folder() == null ? "none; no folder for it can be written (set XDG_CACHE_HOME to one)"
            : "none; it can't be made with this JDK and these JVM flags");
        line("most PEs", Integer.toString(Planner.MAX_PES));
    }

    private void machine(Options options) {
        int cores = Machine.cores();
        line("cores", Integer.toString(cores));
        line("memory", ByteSize.format(Machine.memory()) + ", " + ByteSize.format(Machine.availableMemory())
            + " available");
        HeapPlan heap = HeapPlan.of(options, options.np == null ? cores
            : Math.clamp(options.np, 1, Planner.MAX_PES), true);
        line("job folders in", heap.folder() + ": " + ByteSize.format(heap.capacity()) + ", "
            + ByteSize.format(heap.available()) + " free"
            + (Files.isWritable(heap.folder()) ? "" : " (not writable)"));
        int nPes = options.np == null ? cores : Math.clamp(options.np, 1, Planner.MAX_PES);
        if (BackendPolicy.find(options.backend).processes(nPes) == nPes) {
            line("shape", Shape.of(nPes, Planner.most(options, Map.of(), nPes, cores)).describe());
        }
        line("symmetric heap", ByteSize.format(heap.bytes()) + " for each PE" + (heap.chosen() ? " (chosen)"
            : " (default for " + (options.np == null ? cores : options.np) + " PEs)"));
    }

    private void collectives(Options options) {
        int nPes = options.np == null ? Machine.cores() : options.np;
        String backend = BackendPolicy.find(options.backend).name();
        CostChoice costs = CostChoice.find(Map.of(), backend, Machine.cores());
        line("cost table", costs.describe());
        if (nPes < 2) {
            return;
        }
        int cores = Setting.CORES.isSet() ? Setting.CORES.intValue() : Machine.cores();
        CostSection section = costs.table().section(backend, Load.of(nPes, cores));
        text.append("algorithms that auto takes for ").append(nPes).append(" PEs, by bytes:\n");
        for (Operation operation : Operation.values()) {
            line("  " + operation.word(), section.choice(operation, nPes).describe(operation));
        }
    }

    private void line(String name, String value) {
        text.append(name).append(' ').append(" ".repeat(Math.max(0, 15 - name.length()))).append(value).append('\n');
    }
}
