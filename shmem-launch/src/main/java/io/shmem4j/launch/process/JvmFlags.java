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
 * The flags of PEs' JVMs. Each JDK has one fixed set, because an AOT cache fits only the flags it was made with. The
 * files of the folder {@code jvm} contain them, for all JDKs and for those the library is tuned for.
 */
public final class JvmFlags {
    private static final int OLDEST_JDK = 25;
    /** A version later than all that have files. */
    private static final int LATEST_JDK = 60;
    private static final long MIB = 1L << 20;
    private static final long LEAST_HEAP = 64 * MIB;
    private static final long FIRST_HEAP = 8 * MIB;
    /** The largest heap with 4-byte references; larger ones have references that no AOT cache fits. */
    private static final long SHORT_REFERENCES = 29L << 30;
    /** Twice the memory of a PE's library objects and streams, so that no collection happens while PEs start. */
    private static final long FIRST_HEAP_OF_A_PE = 256 << 10;
    /** MiB of classes at which a JVM first collects its whole heap, by default. */
    private static final long CLASSES_OF_A_PE = 21;

    /** Suppresses the thread dump at SIGQUIT, which a terminal sends to all processes; the launcher answers it. */
    static final String SILENT = "-XX:-DisplayVMOutput";

    /** Beginnings of flags that a cache made without them tolerates. */
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
     * {@return the default flags that can contradict a user's, of all supported JDKs} Ignoring unknown flags is not
     * among them, or a user's misspelt flag would be ignored.
     */
    static List<String> strict() {
        List<String> flags = fixed();
        flags.removeIf(flag -> flag.startsWith("-XX:") && !flag.startsWith("-XX:+Unlock") && !flag.endsWith("GC"));
        return flags;
    }

    private static List<String> tuned() {
        return flags(file("pe", Runtime.version().feature()));
    }

    /** {@return flags for the PE that makes the library's AOT cache; none for a JDK that is not tuned for} */
    public static List<String> training() {
        List<String> flags = flags(file("train", Runtime.version().feature()));
        flags.addAll(flags.isEmpty() ? List.of() : flags("train.args"));
        return flags;
    }

    /** {@return whether this JDK makes AOT caches with any collector} */
    static boolean anyCollector() {
        return training().contains("-Dshmem4j.aot.collectors=any");
    }

    /** {@return whether the folder {@code jvm} has flags for this JDK} */
    public static boolean isTuned() {
        return !tuned().isEmpty();
    }

    /** {@return a sentence for users of a JDK without flags of its own} */
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

    /** {@return a file of the folder {@code jvm}, which the build copies to this package; empty if missing} */
    private static String text(String name) {
        return Installation.resource(JvmFlags.class, name);
    }

    /** {@return the flag that sets how many processors a JVM assumes for its pools} */
    static String processors(int count) {
        return "-XX:ActiveProcessorCount=" + count;
    }

    /**
     * {@return the heap flags of a JVM} Its first size has room for its PEs. Its largest is the machine's memory
     * divided by the number of JVMs, and per PE at most the JDK's default. A JVM of several PEs collects classes that
     * much later, because copies of a program's classes live as long as the JVM.
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

    /** {@return whether a user's flags other than a collector exclude a cache that was made without them} */
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
