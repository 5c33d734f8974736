// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.placement;

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
 * Cpus and their common resources, from the kernel's {@code /sys/devices/system/cpu}, and the cpus that this process
 * may use.
 *
 * <p>If the kernel is silent, as in some containers, each cpu counts as a core and all of them as one package.
 */
public final class Topology {
    /** Levels that decide which cpus are neighbours. */
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

    /** Reads a machine from a folder with one folder for each cpu. */
    public static Topology read(Path root, CpuSet allowed) {
        String list = line(root.resolve("online"));
        CpuSet online = list == null ? allowed : CpuSet.parse(list).or(allowed);
        return new Topology(root, online, allowed);
    }

    /**
     * {@return the same machine when only some of the cpus may be used} The message names the option when one of them
     * may not be used anyway.
     */
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

    /** {@return the groups of usable cpus at a level, neighbours side by side} */
    List<CpuSet> objects(Level level) {
        return objects(level, usable);
    }

    /** {@return the groups of all cpus at a level, cpus that may not be used included} */
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

    /** {@return the usable cpus of a cpu's group} */
    CpuSet around(Level level, int cpu) {
        return group(level, cpu).and(usable);
    }

    /** The kernel may number the cpus of all packages in turn, and second threads after all cores. */
    private List<Integer> order(CpuSet of) {
        return of.stream().boxed().sorted(this::compare).toList();
    }

    /** Not by the JDK's comparators, whose classes a start-up cache can't keep. */
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

    /** A cpu's folder has a link to its memory's; cpus with links of the same name belong together. */
    private CpuSet memory(Path folder) {
        String name = memoryOf(folder);
        return name.isEmpty() ? null : online.stream().filter(cpu -> name.equals(memoryOf(root.resolve("cpu" + cpu))))
            .mapToObj(CpuSet::of).reduce(CpuSet.NONE, CpuSet::or);
    }

    /** {@return the name of a cpu's memory, empty where it has none} */
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

    /**
     * Groups of cpus, from small to large: NUMA has those nearest to one memory, PACKAGE those of a chip with its
     * socket, NODE all.
     */
    public enum Level {
        HWTHREAD, CORE, L2CACHE, L3CACHE, NUMA, PACKAGE, NODE;

        /** {@return the level a user names in an option} */
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
