// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.launch.Topology.Level;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The CPUs of each PE, planned before the job starts.
 *
 * <p>PEs take the units of a level in the machine's order, so neighbouring PEs get neighbouring cores unless {@code
 * --map-by} says otherwise. If PEs outnumber units, they share them round-robin.
 */
public record Placement(List<CpuSet> sets, Topology machine, boolean overloadAllowed, boolean asked) {
    static final String BIND = "--bind-to";
    private static final String OVERLOAD = ":overload-allowed";
    private static final String USER = "user:";

    /** {@return one core or hardware thread per PE, if this process may use exactly as many; else null} */
    public static Placement oneForEach(int nPes, Topology machine) {
        for (Level level : List.of(Level.CORE, Level.HWTHREAD)) {
            if (machine.objects(level).size() == nPes) {
                return new Placement(mapped(level, new Mapping(level, 0, 1), nPes, machine), machine, true, false);
            }
        }
        return null;
    }

    /**
     * Plans a job from the values of {@code --bind-to}, {@code --map-by} and {@code --cpu-set}, each of which may be
     * null, on the CPUs that this process may use. Throws an IllegalArgumentException for unknown words and missing
     * CPUs.
     */
    public static Placement plan(String bindTo, String mapBy, String cpus, int nPes, Topology whole) {
        Topology machine = cpus == null ? whole : whole.restrictedTo(list("--cpu-set", cpus), "--cpu-set " + cpus);
        boolean allowed = bindTo != null && bindTo.endsWith(OVERLOAD);
        String where = allowed ? bindTo.substring(0, bindTo.length() - OVERLOAD.length()) : bindTo;
        boolean listed = where != null && where.startsWith(USER);
        if (mapBy != null && (listed || "none".equals(where))) {
            throw new IllegalArgumentException(Mapping.OPTION + " " + mapBy + " says nothing together with " + BIND
                + " " + where);
        }
        if (listed) {
            return new Placement(listed(where, nPes, machine), machine, allowed, true);
        }
        Mapping mapping = mapBy == null ? null : Mapping.parse(mapBy);
        boolean bound = where != null && !where.equals("none");
        if (!bound && mapping == null) {
            CpuSet all = cpus == null ? null : machine.usable();
            List<CpuSet> same = new ArrayList<>();
            for (int pe = 0; pe < nPes; pe++) {
                same.add(all);
            }
            return new Placement(same, machine, true, true);
        }
        Level level = bound ? Level.of(where, BIND) : mapping.units() > 1 ? Level.CORE : mapping.level();
        return new Placement(mapped(level, mapping == null ? new Mapping(level, 0, 1) : mapping, nPes, machine),
            machine, allowed, true);
    }

    private static CpuSet list(String option, String text) {
        try {
            return CpuSet.parse(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(option + ": " + e.getMessage(), e);
        }
    }

    private static List<CpuSet> listed(String where, int nPes, Topology machine) {
        List<CpuSet> given = new ArrayList<>();
        for (String part : where.substring(USER.length()).split(",", -1)) {
            CpuSet set;
            try {
                set = CpuSet.parse(part, "+");
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(BIND + " " + where + ": '" + part + "' is no set of cpus for a PE;"
                    + " write user:0+2,1+3 or user:0-3,4-7", e);
            }
            given.add(machine.restrictedTo(set, BIND + " " + where).usable());
        }
        List<CpuSet> sets = new ArrayList<>();
        for (int pe = 0; pe < nPes; pe++) {
            sets.add(given.get(pe % given.size()));
        }
        return sets;
    }

    private static List<CpuSet> mapped(Level level, Mapping mapping, int nPes, Topology machine) {
        boolean threads = level == Level.HWTHREAD || mapping.level() == Level.HWTHREAD;
        long most = (long) mapping.perObject() * machine.objects(mapping.level()).size();
        if (mapping.perObject() > 0 && nPes > most) {
            throw new IllegalArgumentException(Mapping.OPTION + ": " + nPes + " PEs, but " + mapping.perObject()
                + " for each " + mapping.level().word() + " make " + most);
        }
        List<CpuSet> sets = new ArrayList<>();
        for (int pe = 0; pe < nPes; pe++) {
            CpuSet place = mapping.place(pe, machine, threads ? Level.HWTHREAD : Level.CORE);
            sets.add(place.stream().mapToObj(cpu -> machine.around(level, cpu)).reduce(CpuSet.NONE, CpuSet::or));
        }
        return sets;
    }

    /** {@return the PE's CPUs, null if unbound} */
    public CpuSet of(int pe) {
        return sets.get(pe);
    }

    public boolean binds() {
        return sets.getFirst() != null;
    }

    public CpuSet usable() {
        return machine.usable();
    }

    /** {@return the PE's share of its CPUs: CPUs per PE that runs on them, at least 1} */
    public int share(int pe) {
        CpuSet mine = sets.get(pe);
        long sharing = sets.stream().filter(set -> !set.and(mine).isEmpty()).count();
        return Math.max(1, (int) (mine.size() / sharing));
    }

    /**
     * {@return the number of cores shared by the PEs, which decides how they wait}
     *
     * <p>If some PEs share fewer CPUs than they are, the most crowded ones count for all.
     */
    public int cores() {
        CpuSet all = CpuSet.NONE;
        for (CpuSet set : sets) {
            all = all.or(set);
        }
        int cores = all.size();
        for (CpuSet set : Set.copyOf(sets)) {
            int inside = inside(set);
            if (inside > set.size()) {
                cores = Math.min(cores, Math.max(1, set.size() * sets.size() / inside));
            }
        }
        return cores;
    }

    private int inside(CpuSet set) {
        return (int) sets.stream().filter(other -> other.without(set).isEmpty()).count();
    }

    /** {@return a warning about PEs bound to fewer CPUs than PEs, or null} */
    public String warning() {
        if (overloadAllowed || !binds()) {
            return null;
        }
        for (CpuSet set : new LinkedHashSet<>(sets)) {
            int inside = inside(set);
            if (inside > set.size()) {
                return inside + " PEs are bound to " + (set.size() == 1 ? "cpu " : "cpus ") + set + ", "
                    + "which they have to share (" + BIND + " LEVEL" + OVERLOAD + " says that this is meant)";
            }
        }
        return null;
    }

    /**
     * {@return a picture of the CPUs such as {@code package 0[core 0]: [B/.], cpus 0}: per core, a letter for each
     * hardware thread, B in the set, . outside of it, ~ unavailable}
     */
    public String describe(CpuSet set) {
        List<String> names = new ArrayList<>();
        StringBuilder map = new StringBuilder();
        List<CpuSet> cores = machine.all(Level.CORE);
        List<CpuSet> packages = machine.all(Level.PACKAGE);
        for (CpuSet one : packages) {
            StringBuilder inside = new StringBuilder();
            CpuSet numbers = CpuSet.NONE;
            for (int core = 0; core < cores.size(); core++) {
                CpuSet threads = cores.get(core).and(one);
                if (!threads.isEmpty()) {
                    inside.append(inside.isEmpty() ? "" : "/");
                    threads.stream().forEach(cpu -> inside.append(set.has(cpu) ? 'B'
                        : machine.usable().has(cpu) ? '.' : '~'));
                    numbers = threads.and(set).isEmpty() ? numbers : numbers.or(CpuSet.of(core));
                }
            }
            map.append('[').append(inside).append(']');
            if (!numbers.isEmpty()) {
                names.add("package " + packages.indexOf(one) + "[core " + numbers + "]");
            }
        }
        return String.join(", ", names) + ": " + map + ", cpus " + set;
    }

    /**
     * A parsed {@code --map-by}: round-robin over the objects of a level, or several PEs per object.
     *
     * @param perObject PEs per object before the next one, 0 for round-robin
     * @param units     cores or hardware threads per PE
     */
    private record Mapping(Level level, int perObject, int units) {
        static final String OPTION = "--map-by";

        /** Parses text such as {@code core}, {@code numa:PE=2}, {@code ppr:2:package}. */
        static Mapping parse(String text) {
            String[] words = text.split(":", -1);
            boolean ppr = words[0].equals("ppr");
            if (ppr && words.length < 3) {
                throw new IllegalArgumentException(OPTION + " " + text + ": write ppr:N:LEVEL, as in ppr:2:package");
            }
            int perObject = ppr ? number(text, words[1]) : 0;
            String place = words[ppr ? 2 : 0];
            int units = 1;
            for (int i = ppr ? 3 : 1; i < words.length; i++) {
                if (!words[i].regionMatches(true, 0, "PE=", 0, 3)) {
                    throw new IllegalArgumentException(OPTION + " " + text + ": there is no modifier '" + words[i]
                        + "'; known: PE=N, the cores of each PE");
                }
                units = number(text, words[i].substring(3));
            }
            return new Mapping(place.equals("slot") ? Level.CORE : Level.of(place, OPTION), perObject, units);
        }

        private static int number(String text, String word) {
            try {
                int number = Integer.parseInt(word);
                if (number > 0) {
                    return number;
                }
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(OPTION + " " + text + ": '" + word + "' is no number", e);
            }
            throw new IllegalArgumentException(OPTION + " " + text + ": the number is 1 or more");
        }

        /** {@return the union of the PE's units} */
        CpuSet place(int pe, Topology machine, Level unit) {
            List<CpuSet> objects = machine.objects(level);
            int object = perObject == 0 ? pe % objects.size() : pe / perObject % objects.size();
            int position = perObject == 0 ? pe / objects.size() : pe % perObject;
            CpuSet chosen = objects.get(object);
            List<CpuSet> inside = machine.objects(unit).stream().map(chosen::and).filter(set -> !set.isEmpty())
                .toList();
            CpuSet place = CpuSet.NONE;
            if (units == 1) {
                return inside.get(position % inside.size());
            }
            if (units > inside.size() && level.compareTo(unit) > 0) {
                throw new IllegalArgumentException(OPTION + ": " + units + " " + unit.word() + "s for a PE, but a "
                    + level.word() + " has " + inside.size());
            }
            // An object smaller than the PE's units: take consecutive units of the machine.
            boolean small = level.compareTo(unit) <= 0;
            List<CpuSet> pool = small ? machine.objects(unit) : inside;
            if (units > pool.size()) {
                throw new IllegalArgumentException(OPTION + ": " + units + " " + unit.word() + "s for a PE, but there"
                    + " are " + pool.size());
            }
            int blocks = pool.size() / units;
            int first = (small ? pe : position) % blocks * units;
            for (CpuSet next : pool.subList(first, first + units)) {
                place = place.or(next);
            }
            return place;
        }
    }
}
