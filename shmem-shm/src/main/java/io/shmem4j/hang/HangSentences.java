// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The sentences of a report on waiting and missing PEs, each once for all PEs to which it applies. */
final class HangSentences {
    private final Map<String, Set<Integer>> inside = new LinkedHashMap<>();
    private final Map<Missing, Set<Integer>> missing = new LinkedHashMap<>();
    private final List<String> alone = new ArrayList<>();
    private final Set<Integer> named = new TreeSet<>();

    private record Missing(String from, String activity) {
    }

    /** A PE waits, together with others, in a call. */
    void inside(int pe, String call) {
        if (!named.contains(pe)) {
            inside.computeIfAbsent(call, key -> new TreeSet<>()).add(pe);
        }
    }

    /** A PE has not come to a call in which others wait. */
    void missing(int pe, String from, String activity) {
        named.add(pe);
        missing.computeIfAbsent(new Missing(from, activity), key -> new TreeSet<>()).add(pe);
    }

    /** Adds a PE that does something no other PE does. */
    void alone(int pe, String what) {
        named.add(pe);
        alone.add("PE " + pe + " " + what);
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>(alone);
        inside.forEach((call, pes) -> lines.add(PeNumbers.describe(List.copyOf(pes))
            + (pes.size() == 1 ? " waits in " : " wait in ") + call));
        missing.forEach((what, pes) -> {
            boolean one = pes.size() == 1;
            lines.add(PeNumbers.describe(List.copyOf(pes)) + (one ? " has" : " have") + " not entered " + what.from
                + "; " + (one ? "it " + what.activity : "they " + plural(what.activity)));
        });
        return lines;
    }

    private static String plural(String activity) {
        String verb = activity.split("[ ,]")[0];
        return switch (verb) {
            case "has" -> "have";
            case "is" -> "are";
            default -> verb.substring(0, verb.length() - 1);
        } + activity.substring(verb.length());
    }
}
