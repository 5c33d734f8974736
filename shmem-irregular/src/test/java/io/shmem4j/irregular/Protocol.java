// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.explore.Explore;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A protocol of the library that is explored: operations of a few PEs with their checks. */
interface Protocol {
    /** How many times as many schedules the protocols get that come first. */
    int MORE = 32;

    /**
     * Explores it with each number of PEs by so many schedules, for some seconds at most; throws with the story of one
     * that fails.
     *
     * @return what was tried with each
     */
    List<Explore.Tried> explore(int schedules, double seconds);

    /** {@return all protocols by their names} */
    static Map<String, Protocol> all() {
        Map<String, Protocol> all = new LinkedHashMap<>();
        CollectiveProtocols.all(all);
        IrregularProtocols.all(all);
        LastingProtocols.all(all);
        return all;
    }

    /**
     * Explores all protocols by more and more schedules until one fails, and tells its name: {@link Mutants} runs this
     * with a changed class.
     *
     * @param args the most seconds of processor time, and words in the names of the protocols that come first
     */
    static void main(String[] args) {
        double most = Double.parseDouble(args[0]);
        Map<String, Protocol> protocols = new LinkedHashMap<>();
        for (int i = 1; i < args.length; i++) {
            String word = args[i];
            all().forEach((name, protocol) -> {
                if (name.contains(word)) {
                    protocols.put(name, protocol);
                }
            });
        }
        Set<String> named = Set.copyOf(protocols.keySet());
        protocols.putAll(all());
        for (int schedules = 4; schedules < 1 << 20; schedules *= 4) {
            for (Map.Entry<String, Protocol> each : protocols.entrySet()) {
                double left = most - ProcessHandle.current().info().totalCpuDuration().orElseThrow().toMillis() * 1e-3;
                if (left < 0) {
                    return;
                }
                try {
                    each.getValue().explore(named.contains(each.getKey()) ? MORE * schedules : schedules, left);
                } catch (RuntimeException | Error e) {
                    System.out.println(each.getKey() + ": " + String.valueOf(e.getMessage()).lines().findFirst()
                        .orElse(""));
                    System.exit(1);
                }
            }
        }
    }
}
