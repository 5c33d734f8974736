// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.KeptTexts;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.plan.SystemLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The library's flags for PEs' JVMs. They are fixed per JDK, because an AOT cache only fits the flags it was created
 * with. The {@code jvm} folder has a file for all JDKs and one for each JDK that the library is tuned for.
 */
public final class JvmFlags {
    private static final int OLDEST_JDK = 25;
    /** Upper bound, exclusive, for JDK versions that may have a file. */
    private static final int LATEST_JDK = 60;
    private static final long MIB = 1L << 20;
    private static final long LEAST_HEAP = 64 * MIB;
    private static final long FIRST_HEAP = 8 * MIB;
    /** Above this heap size references take 8 bytes, which no AOT cache supports. */
    private static final long SHORT_REFERENCES = 29L << 30;
    /** Twice what a PE's library objects and streams take, so that start-up needs no collection. */
    private static final long FIRST_HEAP_OF_A_PE = 256 << 10;
    /** Class metadata per PE, in MiB, before the first full collection: the JVM's default for one program. */
    private static final long CLASSES_OF_A_PE = 21;

    /**
     * Stops the JVM from printing a thread dump at SIGQUIT. A terminal sends the signal to every process, and the
     * launcher answers it for all.
     */
    static final String SILENT = "-XX:-DisplayVMOutput";

    /** Prefixes of flags that don't invalidate a cache created without them. */
    private static final List<String> HARMLESS = List.of("-D", "-Xmx", "-Xms", "-Xss", "-Xmn", "-ea", "-da",
        "-enableassertions", "-Xlog", "-verbose", "-XX:ActiveProcessorCount=", "-XX:+HeapDump", "-XX:HeapDump",
        "-XX:TieredStopAtLevel=");

    static final String VECTOR = "--add-modules=jdk.incubator.vector";

    private JvmFlags() {
    }

    public static List<String> fixed() {
        List<String> flags = flags("pe.args");
        flags.addAll(tuned());
        return flags;
    }

    /**
     * {@return the default flags that can conflict with a user's flags, on every supported JDK} It leaves out the flag
     * that ignores unknown flags, so a user's typing error is reported.
     */
    static List<String> strict() {
        List<String> flags = fixed();
        flags.removeIf(flag -> flag.startsWith("-XX:") && !flag.startsWith("-XX:+Unlock") && !flag.endsWith("GC"));
        return flags;
    }

    private static List<String> tuned() {
        return flags(file("pe", Runtime.version().feature()));
    }

    /** {@return extra flags for training the PE cache; empty if this JDK is not tuned for} */
    public static List<String> training() {
        List<String> flags = flags(file("train", Runtime.version().feature()));
        flags.addAll(flags.isEmpty() ? List.of() : flags("train.args"));
        return flags;
    }

    /** {@return whether this JDK can create AOT caches with any collector} */
    static boolean anyCollector() {
        return training().contains("-Dshmem4j.aot.collectors=any");
    }

    public static boolean isTuned() {
        return !tuned().isEmpty();
    }

    /** {@return a note to the user that this JDK is not tuned for} */
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
        for (String line : KeptTexts.of(Installation.current()).get(file, () -> text(file)).split("\n")) {
            if (line.startsWith("-")) {
                flags.add(line.strip());
            }
        }
        return flags;
    }

    /** {@return a file from the {@code jvm} folder, which the build copies next to this class; empty if missing} */
    private static String text(String name) {
        return Installation.resource(JvmFlags.class, name);
    }

    /** {@return the flag that limits the JVM's thread pools to a number of processors} */
    static String processors(int count) {
        return "-XX:ActiveProcessorCount=" + count;
    }

    /**
     * {@return heap flags for one of {@code processes} JVMs, with {@code pes} PEs in it} The maximum is the JVM's share
     * of the machine's memory, at most the JDK's default per PE. Classes are collected later in a shared JVM, because
     * its copies of the program's classes live as long as it does.
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

    /** {@return whether user flags, apart from the collector, invalidate a cache created without them} */
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
