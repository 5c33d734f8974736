// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.KeptTexts;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.plan.App;
import io.shmem4j.launch.plan.SystemLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The flags of every PE's JVM: one fixed set for a JDK, because a start-up cache holds only for the flags it was made
 * with. The files of the folder {@code jvm} list them, for any JDK and for the JDKs that the library is tuned for.
 */
public final class JvmFlags {
    private static final int OLDEST_JDK = 25;
    /** Version later than any with a file. */
    private static final int LATEST_JDK = 60;
    private static final long MIB = 1L << 20;
    private static final long LEAST_HEAP = 64 * MIB;
    private static final long FIRST_HEAP = 8 * MIB;
    /**
     * Largest heap with short references; in larger ones references have 8 bytes or a base, and start-up caches do not
     * fit.
     */
    private static final long SHORT_REFERENCES = 29L << 30;
    /** Twice the size of a PE's library objects and streams, so that there is no collection while PEs start. */
    private static final long FIRST_HEAP_OF_A_PE = 256 << 10;
    /** The JDK's own threshold of a JVM's classes for a collection of the whole heap. */
    private static final long CLASSES_OF_A_PE = 21;

    /** No list of threads at SIGQUIT: a terminal sends it to the PEs, too; the launcher answers. */
    static final String SILENT = "-XX:-DisplayVMOutput";

    private static final List<String> HARMLESS = List.of("-D", "-Xmx", "-Xms", "-Xss", "-Xmn", "-ea", "-da",
        "-enableassertions", "-Xlog", "-verbose", "-XX:ActiveProcessorCount=", "-XX:+HeapDump", "-XX:HeapDump",
        "-XX:TieredStopAtLevel=");

    /** Flags for which a cache holds that was made with the same ones. */
    private static final List<String> OF_MODULES = List.of("--add-opens=", "--add-exports=", "--add-modules=",
        "--enable-native-access=", "--sun-misc-unsafe-memory-access=");
    static final String VECTOR = "--add-modules=jdk.incubator.vector";

    private JvmFlags() {
    }

    public static List<String> fixed() {
        List<String> flags = flags("pe.args");
        flags.addAll(tuned());
        return flags;
    }

    /**
     * {@return default flags that can conflict with the user's, of every supported JDK} A JVM that ignored unknown
     * flags would also ignore a user's misspelt one.
     */
    static List<String> strict() {
        List<String> flags = fixed();
        flags.removeIf(flag -> flag.startsWith("-XX:") && !flag.startsWith("-XX:+Unlock") && !flag.endsWith("GC"));
        return flags;
    }

    private static List<String> tuned() {
        return flags(file("pe", Runtime.version().feature()));
    }

    /** {@return the flags for the PE that trains a start-up cache; none for a JDK that is not tuned for} */
    public static List<String> training() {
        List<String> flags = flags(file("train", Runtime.version().feature()));
        flags.addAll(flags.isEmpty() ? List.of() : flags("train.args"));
        return flags;
    }

    /** {@return flags for PEs of a job that took little time the last time} */
    static List<String> ofShortJobs() {
        return flags("short.args");
    }

    /** {@return whether the JDK makes start-up caches with any collector} */
    static boolean anyCollector() {
        return training().contains("-Dshmem4j.aot.collectors=any");
    }

    /** {@return whether the library is tuned for the JDK, to start and compile our code quickly} */
    public static boolean isTuned() {
        return !tuned().isEmpty();
    }

    /** {@return a sentence for users of a JDK that is not tuned for} */
    public static String untuned() {
        List<String> known = IntStream.range(OLDEST_JDK, LATEST_JDK).filter(jdk -> !text(file("pe", jdk)).isEmpty())
            .mapToObj(Integer::toString).toList();
        return "JDK " + Runtime.version().feature() + " is not tuned for (" + String.join(", ", known) + " are): first"
            + " calls and long reductions take longer, nothing else changes";
    }

    private static String file(String what, int jdk) {
        return what + "-" + jdk + ".args";
    }

    private static List<String> flags(String file) {
        List<String> flags = new ArrayList<>();
        for (String line : KeptTexts.ofJars(Installation.current()).get(file, () -> text(file)).split("\n")) {
            if (line.startsWith("-")) {
                flags.add(line.strip());
            }
        }
        return flags;
    }

    /** {@return a file of the folder {@code jvm}, which the build puts here; empty if there is none} */
    private static String text(String name) {
        return Installation.resource(JvmFlags.class, name);
    }

    /** {@return the flag for the number of processors that a JVM divides its pools by} */
    static String processors(int count) {
        return "-XX:ActiveProcessorCount=" + count;
    }

    /**
     * {@return the flags of a JVM's heap: initially room for its PEs; at most the machine's memory divided by the JVMs,
     * and for each PE at most the JVM's own default} Copies of a program's classes go with the JVM only, so no heap is
     * searched for unused ones before they are as large as in processes that each do so.
     */
    public static List<String> heap(int processes, int pes) {
        List<String> flags = new ArrayList<>();
        long memory = Machine.memory();
        long first = FIRST_HEAP + (pes - 1) * FIRST_HEAP_OF_A_PE;
        if (memory > 0) {
            long most = mostHeap(memory, processes, pes > 1 && SystemLimits.limitsAddressSpace() ? 1 : pes);
            flags.add("-Xmx" + most / MIB + "m");
            first = Math.min(first, most / 2);
        }
        flags.add("-Xms" + (first >> 10) + "k");
        if (pes > 1) {
            flags.add("-XX:MetaspaceSize=" + pes * CLASSES_OF_A_PE + "m");
        }
        return flags;
    }

    static long mostHeap(long memory, int processes, int pes) {
        long limit = Math.min(memory / 4 * pes, SHORT_REFERENCES);
        return Math.clamp(memory / 4 * 3 / processes, LEAST_HEAP, Math.max(LEAST_HEAP, limit));
    }

    /** {@return flags that change a program's modules, from which its start-up cache has to be made} */
    static List<String> ofModules(App app) {
        List<String> flags = new ArrayList<>(UserFlags.with(app.jvmFlags()).flags());
        flags.removeAll(butOfModules(flags));
        if (app.vector()) {
            flags.add(VECTOR);
        }
        return flags;
    }

    /** {@return a user's flags without those that change modules} */
    static List<String> butOfModules(List<String> flags) {
        List<String> others = new ArrayList<>();
        for (String flag : flags) {
            if (OF_MODULES.stream().noneMatch(flag::startsWith)) {
                others.add(flag);
            }
        }
        return others;
    }

    /** {@return whether a user's flags, collectors apart, void a cache made without them, or choose another VM mode} */
    static boolean voidCache(List<String> flags, String collector) {
        for (String flag : flags) {
            boolean harmless = flag.equals(collector) || HARMLESS.stream().anyMatch(flag::startsWith);
            if (!harmless || flag.startsWith("-Djdk.module") || flag.startsWith("-Djava.system")) {
                return true;
            }
        }
        return false;
    }
}
