// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.plan.OwnProcess;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The flags that the user has chosen for the PEs' JVMs, on the command line and in the variables that every JVM reads.
 * A collector or a heap that the user chooses replaces ours.
 */
public record UserFlags(List<String> flags) {
    private static final String MOST = "-Xmx";
    private static final String FIRST = "-Xms";
    private static final String COLLECTOR = "a collector";
    private static final String OURS = "-XX:+UseSerialGC";

    public static UserFlags with(List<String> given) {
        List<String> flags = OwnProcess.inVariables(Map.of());
        flags.addAll(given);
        return new UserFlags(flags);
    }

    /** {@return our flags without those that the user has decided} */
    public List<String> leave(List<String> ours) {
        if (flags.isEmpty()) {
            return ours;
        }
        List<String> topics = flags.stream().map(UserFlags::topic).toList();
        return ours.stream().filter(flag -> unlocks(flag) || !topics.contains(topic(flag)))
            .filter(flag -> !exceedsHeap(flag)).toList();
    }

    /** Our flag stays when the user gives the same flag, because it has to come before the flags that need it. */
    private static boolean unlocks(String flag) {
        return flag.startsWith("-XX:+Unlock");
    }

    /** {@return the flag that chooses another collector than ours, or null} */
    public String collector() {
        return flags.stream().filter(flag -> topic(flag).equals(COLLECTOR) && !flag.equals(OURS)).findFirst()
            .orElse(null);
    }

    /** {@return whether a flag may have the JVM print something of its own} */
    public boolean mayPrint() {
        return flags.stream().anyMatch(flag -> flag.startsWith("-XX:"));
    }

    /** Our first size of the heap may be more than the user's last. */
    private boolean exceedsHeap(String flag) {
        return flag.startsWith(FIRST) && sizes(flags.stream(), MOST).anyMatch(most ->
            sizes(Stream.of(flag), FIRST).anyMatch(first -> first > most));
    }

    private static Stream<Long> sizes(Stream<String> flags, String start) {
        return flags.filter(flag -> flag.matches(start + "[0-9]+[kKmMgGtT]?"))
            .map(flag -> ByteSize.parse(flag.substring(start.length())));
    }

    /** {@return the subject of a flag, the same for two flags that exclude each other} */
    private static String topic(String flag) {
        if (flag.startsWith(MOST) || flag.startsWith(FIRST)) {
            return flag.substring(0, MOST.length());
        }
        if (!flag.startsWith("-XX:")) {
            return flag;
        }
        String name = flag.substring("-XX:".length()).replaceFirst("^[+-]", "").replaceFirst("=.*", "");
        return switch (name) {
            case "MaxHeapSize", "MaxRAMPercentage", "MaxRAMFraction", "MaxRAM" -> MOST;
            case "InitialHeapSize", "InitialRAMPercentage", "InitialRAMFraction" -> FIRST;
            default -> name.matches("Use(Serial|Parallel|G1|Z|Shenandoah|Epsilon)GC") ? COLLECTOR : name;
        };
    }
}
