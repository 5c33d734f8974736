// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Topology of the machine's CPUs, read from {@code /sys/devices/system/cpu}, and the CPUs that this process may use.
 *
 * <p>Without that information, as in some containers, each CPU is a core of one package.
 */
public final class Topology {
    /** Sort order of CPUs, outermost level first. */
    private static final List<Level> OUTER = List.of(Level.PACKAGE, Level.NUMA, Level.CORE);

    private final Path root;
    private final CpuSet online;
    private final CpuSet usable;
    private final Map<Level, Map<Integer, CpuSet>> groups = new HashMap<>();

    private final Map<Path, String> memories = new HashMap<>();

    private Topology(Path root, CpuSet online, CpuSet usable) {
        this.root = root;
        this.online = online;
        this.usable = usable;
    }

    /** Reads a machine from a folder with one subfolder per CPU. */
    public static Topology read(Path root, CpuSet allowed) {
        String list = line(root.resolve("online"));
        CpuSet online = list == null ? allowed : CpuSet.parse(list).or(allowed);
        return new Topology(root, online, allowed);
    }

    /** {@return this machine, restricted to some CPUs} An error message about unavailable CPUs names the option. */
    Topology restrictedTo(CpuSet cpus, String option) {
        CpuSet missing = cpus.without(usable);
        if (!missing.isEmpty()) {
            CpuSet absent = missing.without(online);
            throw new IllegalArgumentException(option + ": " + (absent.isEmpty()
                ? (missing.size() == 1 ? "cpu " : "cpus ") + missing + " may not be used by this launcher, only "
                : "this machine has no cpu " + absent + "; this launcher may use ") + usable);
        }
        return new Topology(root, online, cpus);
    }

    CpuSet usable() {
        return usable;
    }

    /** {@return the groups of usable CPUs at a level, in the machine's order} */
    List<CpuSet> objects(Level level) {
        return objects(level, usable);
    }

    /** {@return the groups of all CPUs at a level} */
    List<CpuSet> all(Level level) {
        return objects(level, online);
    }

    private List<CpuSet> objects(Level level, CpuSet of) {
        List<CpuSet> objects = new ArrayList<>();
        CpuSet seen = CpuSet.NONE;
        for (int cpu : order(of)) {
            if (!seen.has(cpu)) {
                CpuSet group = group(level, cpu).and(of);
                objects.add(group);
                seen = seen.or(group);
            }
        }
        return objects;
    }

    /** {@return the usable CPUs in the group of this CPU} */
    CpuSet around(Level level, int cpu) {
        return group(level, cpu).and(usable);
    }

    /** Sorts CPUs by their location, because kernels may number packages or hardware threads alternately. */
    private List<Integer> order(CpuSet of) {
        return of.stream().boxed().sorted(this::compare).toList();
    }

    /** Written without the JDK's comparators, whose classes an AOT cache can't keep. */
    private int compare(int cpu, int other) {
        for (Level level : OUTER) {
            int order = Integer.compare(group(level, cpu).first(), group(level, other).first());
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(cpu, other);
    }

    private CpuSet group(Level level, int cpu) {
        return groups.computeIfAbsent(level, key -> new HashMap<>()).computeIfAbsent(cpu, key -> read(level, key));
    }

    private CpuSet read(Level level, int cpu) {
        Path folder = root.resolve("cpu" + cpu);
        CpuSet group = switch (level) {
            case HWTHREAD -> CpuSet.of(cpu);
            case CORE -> list(folder, "topology/core_cpus_list", "topology/thread_siblings_list");
            case L2CACHE -> cache(folder, "2");
            case L3CACHE -> cache(folder, "3");
            case NUMA -> memory(folder);
            case PACKAGE -> list(folder, "topology/package_cpus_list", "topology/core_siblings_list");
            case NODE -> online;
        };
        if (group != null) {
            return group.or(CpuSet.of(cpu)).and(online);
        }
        return level == Level.CORE ? CpuSet.of(cpu) : online;
    }

    private static CpuSet list(Path folder, String... names) {
        for (String name : names) {
            String list = line(folder.resolve(name));
            if (list != null) {
                return CpuSet.parse(list);
            }
        }
        return null;
    }

    private static CpuSet cache(Path cpu, String level) {
        try (DirectoryStream<Path> caches = Files.newDirectoryStream(cpu.resolve("cache"), "index*")) {
            for (Path cache : caches) {
                if (level.equals(line(cache.resolve("level"))) && !"Instruction".equals(line(cache.resolve("type")))) {
                    return list(cache, "shared_cpu_list");
                }
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("this machine does not show which cpus share an l" + level + "cache", e);
        }
        throw new IllegalArgumentException("this machine has no l" + level + "cache");
    }

    /** {@return the CPUs that share a memory node: their folders link to the same one} */
    private CpuSet memory(Path folder) {
        String name = memoryOf(folder);
        return name.isEmpty() ? null : online.stream().filter(cpu -> name.equals(memoryOf(root.resolve("cpu" + cpu))))
            .mapToObj(CpuSet::of).reduce(CpuSet.NONE, CpuSet::or);
    }

    /** {@return the name of a CPU's memory node, or empty} */
    private String memoryOf(Path cpu) {
        return memories.computeIfAbsent(cpu, folder -> {
            try (DirectoryStream<Path> nodes = Files.newDirectoryStream(folder, "node[0-9]*")) {
                for (Path node : nodes) {
                    return node.getFileName().toString();
                }
                return "";
            } catch (IOException e) {
                return "";
            }
        });
    }

    private static String line(Path file) {
        try {
            String text = Files.readString(file).strip();
            return text.isEmpty() ? null : text;
        } catch (IOException e) {
            return null;
        }
    }

    /** Groups of CPUs, from small to large. NUMA is a memory node, PACKAGE a socket, NODE the machine. */
    public enum Level {
        HWTHREAD, CORE, L2CACHE, L3CACHE, NUMA, PACKAGE, NODE;

        static Level of(String word, String option) {
            if (word.equals("socket")) {
                return PACKAGE;
            }
            for (Level level : values()) {
                if (level.word().equals(word)) {
                    return level;
                }
            }
            throw new IllegalArgumentException(option + ": there is no '" + word + "'; known: "
                + Arrays.stream(values()).map(Level::word).collect(Collectors.joining(", "))
                + (option.equals(Placement.BIND) ? ", socket, user:LIST, none" : ", socket, slot, ppr:N:LEVEL"));
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
