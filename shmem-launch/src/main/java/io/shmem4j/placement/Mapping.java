// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.placement;

import java.util.List;

/**
 * Where each PE goes, what {@code --map-by} says: round after round over the machine's objects of a level, or several
 * PEs on an object before the next; on an object, each PE takes the next unit of cores or hardware threads.
 *
 * @param level     whose objects are gone over
 * @param perObject PEs on an object before the next gets one, 0 for one on each in turn
 * @param units     cores or hardware threads of each PE
 */
record Mapping(Level level, int perObject, int units) {
    /** The option, for messages. */
    static final String OPTION = "--map-by";

    /** {@return the mapping of a user's text, such as {@code core}, {@code numa:PE=2}, {@code ppr:2:package}} */
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

    /** {@return the units of a PE, several of them taken together} */
    CpuSet place(int pe, Topology machine, Level unit) {
        List<CpuSet> objects = machine.objects(level);
        int object = perObject == 0 ? pe % objects.size() : pe / perObject % objects.size();
        int position = perObject == 0 ? pe / objects.size() : pe % perObject;
        CpuSet chosen = objects.get(object);
        List<CpuSet> inside = machine.objects(unit).stream().map(chosen::and).filter(set -> !set.isEmpty()).toList();
        CpuSet place = CpuSet.NONE;
        if (units == 1) {
            return inside.get(position % inside.size());
        }
        if (units > inside.size() && level.compareTo(unit) > 0) {
            throw new IllegalArgumentException(OPTION + ": " + units + " " + unit.word() + "s for a PE, but a "
                + level.word() + " has " + inside.size());
        }
        // A level no larger than the units themselves: the PE's units are the next ones of the machine.
        boolean small = level.compareTo(unit) <= 0;
        List<CpuSet> pool = small ? machine.objects(unit) : inside;
        if (units > pool.size()) {
            throw new IllegalArgumentException(OPTION + ": " + units + " " + unit.word() + "s for a PE, but there are "
                + pool.size());
        }
        int blocks = pool.size() / units;
        int first = (small ? pe : position) % blocks * units;
        for (CpuSet next : pool.subList(first, first + units)) {
            place = place.or(next);
        }
        return place;
    }
}
