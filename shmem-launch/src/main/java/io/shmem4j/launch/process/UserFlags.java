// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.plan.Agents;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.JobPlan;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The user's JVM flags, from the command line and from the variables that every JVM reads. They override the library's
 * flags on the same topic.
 */
public record UserFlags(List<String> flags) {
    private static final String MOST = "-Xmx";
    private static final String FIRST = "-Xms";
    private static final String COLLECTOR = "a collector";
    private static final long LONG_REFERENCES = 32L << 30;
    private static final long TRY_SECONDS = 20;
    /** Flags that containers often set and that can't prevent a JVM from starting. */
    private static final String HARMLESS = "(-D|-ea).*|-X(mx|ms|ss)\\d+[kKmMgG]?|";

    public static UserFlags with(List<String> given) {
        List<String> flags = Agents.flags(Map.of());
        flags.addAll(given);
        return new UserFlags(flags);
    }

    /**
     * Starts one JVM with the job's flags, so that a mistake is reported once rather than by every JVM. Skipped for
     * harmless flags to save time, and for agents because they would run.
     */
    public static void check(JobPlan plan) {
        Set<List<?>> tried = new HashSet<>();
        for (App app : plan.apps()) {
            List<String> flags = Agents.flags(app.variables());
            boolean harmless = flags.stream().allMatch(flag -> flag.matches(HARMLESS)) && app.jvmFlags().stream()
                .allMatch(flag -> flag.startsWith("-D") || flag.startsWith("-ea"));
            flags.addAll(app.jvmFlags());
            if (!harmless && Agents.of(app) == null && tried.add(Arrays.asList(app.workingFolder(), flags))) {
                attempt(plan, app, flags);
            }
        }
    }

    private static void attempt(JobPlan plan, App app, List<String> flags) {
        List<String> command = new ArrayList<>();
        command.add(plan.installation().java());
        List<String> ours = JvmFlags.strict();
        ours.addAll(JvmFlags.heap(plan.processes(), 1));
        command.addAll(new UserFlags(flags).leave(ours));
        command.addAll(app.jvmFlags());
        String said;
        try {
            said = refusal(command, app);
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't start " + command.getFirst() + ": "
                + e.getMessage(), e);
        }
        if (said != null) {
            throw new LaunchException(ExitStatus.LAUNCH, "no JVM starts with " + String.join(" ", flags) + ":\n"
                + said);
        }
    }

    /** {@return the output of a JVM that rejects its flags, or null if it starts} A JVM that hangs is killed. */
    static String refusal(List<String> command, App app) throws IOException {
        return refusal(command, app, TRY_SECONDS);
    }

    /** {@return the output of a JVM that fails within a number of seconds, or null} */
    static String refusal(List<String> command, App app, long seconds) throws IOException {
        long begin = System.nanoTime();
        List<String> words = new ArrayList<>(command);
        words.add("-version");
        try {
            ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
            if (app.workingFolder() != null) {
                builder.directory(app.workingFolder().toFile());
            }
            builder.environment().putAll(app.variables());
            Process process = builder.start();
            process.getOutputStream().close();
            // Reading ends only with the JVM, so another thread watches the time.
            Thread.ofPlatform().daemon().start(() -> killAfter(seconds, process));
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean refused = process.waitFor() != 0
                && System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(seconds);
            return refused ? said.stripTrailing() : null;
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    private static void killAfter(long seconds, Process process) {
        try {
            if (!process.waitFor(seconds, TimeUnit.SECONDS)) {
                // Process.destroyForcibly would also close the stream that is being read.
                process.toHandle().destroyForcibly();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("this thread was interrupted", e);
        }
    }

    /** {@return the library's flags without those on a topic of a user's flag} */
    public List<String> leave(List<String> ours) {
        if (flags.isEmpty()) {
            return ours;
        }
        List<String> topics = flags.stream().map(UserFlags::topic).toList();
        return ours.stream().filter(flag -> unlocks(flag) || !topics.contains(topic(flag)))
            .filter(flag -> !exceedsHeap(flag)).toList();
    }

    /** {@return whether a flag enables other flags, which is kept in any case} */
    private static boolean unlocks(String flag) {
        return flag.startsWith("-XX:+Unlock");
    }

    /** {@return the flag of a collector other than the default one, or null} */
    public String collector() {
        return flags.stream().filter(flag -> topic(flag).equals(COLLECTOR) && !flag.equals("-XX:+UseSerialGC"))
            .findFirst().orElse(null);
    }

    /** {@return whether a flag may make the JVM print something} */
    public boolean mayPrint() {
        return flags.stream().anyMatch(flag -> flag.startsWith("-XX:"));
    }

    /** {@return whether the heap is too large for 4-byte references, which AOT caches require} */
    public boolean hasLongReferences() {
        return sizes(flags.stream(), MOST).anyMatch(most -> most >= LONG_REFERENCES);
    }

    /** {@return whether a library flag's initial heap exceeds the user's maximum heap} */
    private boolean exceedsHeap(String flag) {
        return flag.startsWith(FIRST) && sizes(flags.stream(), MOST).anyMatch(most ->
            sizes(Stream.of(flag), FIRST).anyMatch(first -> first > most));
    }

    private static Stream<Long> sizes(Stream<String> flags, String start) {
        return flags.filter(flag -> flag.matches(start + "[0-9]+[kKmMgGtT]?"))
            .map(flag -> App.bytes(flag.substring(start.length())));
    }

    /** {@return the topic of a flag; flags of one topic exclude each other} */
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
