// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.start;

import io.shmem4j.launch.Machine;
import io.shmem4j.spi.Kernel;
import java.util.ArrayList;
import java.util.List;

/**
 * The flags every PE's JVM is started with. They are one fixed set, because a start-up cache holds only for the flags
 * it was made with.
 */
public final class JvmFlags {
    private static final long MIB = 1L << 20;
    private static final long LEAST_HEAP = 64 * MIB;
    private static final long FIRST_HEAP = 8 * MIB;
    /** Twice the size of a PE's library objects and streams, so that there is no collection while PEs start. */
    private static final long FIRST_HEAP_OF_A_PE = 256 << 10;

    /** No compiler or collector pools for the whole machine in each of N JVMs; relocation would dirty shared pages. */
    private static final List<String> FIXED = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData",
        "-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0", "-Xlog:aot=off", "-Xlog:cds=off",
        "--enable-native-access=ALL-UNNAMED", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");

    /**
     * Less compiling in the first tenths of a second, which N starting JVMs on few cores cannot hide: a first
     * compilation after 2000 calls instead of 200, but for methods that the cache's training has compiled. Those that
     * it has only seen inlined would wait for their first compilation a hundred times as long; they shall not.
     */
    private static final List<String> SOBER = List.of("-XX:Tier3InvocationThreshold=2000",
        "-XX:Tier3MinInvocationThreshold=1000", "-XX:Tier3CompileThreshold=4000", "-XX:-AOTRecordTraining",
        "-XX:Tier0ProfileDelayFactor=1", "-XX:Tier2ProfileDelayFactor=1");

    /** The compiler makes instructions of vectors, and the library may load their module when it needs them. */
    private static final List<String> LATE_VECTORS = List.of("-XX:+UnlockExperimentalVMOptions",
        "-XX:+EnableVectorSupport", "--add-exports=java.base/jdk.internal.module=ALL-UNNAMED",
        "-D" + Kernel.LATE_VECTORS + "=true");
    private static final int KNOWN_JDK = 25;

    /** A terminal sends SIGQUIT to the PEs too, which would list their threads; the launcher answers. */
    static final String SILENT = "-XX:-DisplayVMOutput";

    private static final List<String> HARMLESS = List.of("-D", "-Xmx", "-Xms", "-Xss", "-Xmn", "-ea", "-da",
        "-enableassertions", "-Xlog", "-verbose", "-XX:ActiveProcessorCount=", "-XX:+HeapDump", "-XX:HeapDump",
        "-XX:TieredStopAtLevel=");

    private JvmFlags() {
    }

    /** {@return the fixed set, a list to add to} */
    public static List<String> fixed() {
        List<String> flags = new ArrayList<>(FIXED);
        // Names of diagnostic flags may change in any release.
        if (knownJdk()) {
            flags.addAll(SOBER);
            flags.addAll(LATE_VECTORS);
        }
        return flags;
    }

    /** {@return whether the JDK's diagnostic flags and start-up caches are known} */
    public static boolean knownJdk() {
        return Runtime.version().feature() == KNOWN_JDK;
    }

    /**
     * {@return the flag for the number of processors that a JVM divides its pools by}
     *
     * @param count the number
     */
    static String processors(int count) {
        return "-XX:ActiveProcessorCount=" + count;
    }

    /**
     * {@return the flags of a JVM's heap: at first room for its PEs, at most the machine's memory divided by the JVMs}
     *
     * @param processes number of JVMs
     * @param pes       PEs of this one
     */
    public static List<String> heap(int processes, int pes) {
        List<String> flags = new ArrayList<>();
        long memory = Machine.memory();
        long first = FIRST_HEAP + (pes - 1) * FIRST_HEAP_OF_A_PE;
        if (memory > 0) {
            long most = Math.clamp(memory / 4 * 3 / processes, LEAST_HEAP, Math.max(LEAST_HEAP, memory / 4));
            flags.add("-Xmx" + most / MIB + "m");
            first = Math.min(first, most / 2);
        }
        flags.add("-Xms" + (first >> 10) + "k");
        return flags;
    }

    /**
     * {@return whether a user's flags void a cache made without them, or choose another VM mode}
     *
     * @param flags the flags
     */
    static boolean voidCache(List<String> flags) {
        for (String flag : flags) {
            if (HARMLESS.stream().noneMatch(flag::startsWith) || flag.startsWith("-Djdk.module")
                || flag.startsWith("-Djava.system")) {
                return true;
            }
        }
        return false;
    }
}
