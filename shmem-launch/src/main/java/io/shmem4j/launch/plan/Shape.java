// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Distribution of PEs over JVMs: each JVM has a block of PEs of one program.
 *
 * @param own for each program, why the PEs of a JVM have classes of their own, null if they share them
 */
public record Shape(List<Jvm> jvms, String why, List<String> own) {
    /** Value of the option for an automatic choice. */
    public static final String AUTO = "auto";
    /** One collection, and one crash, stops all PEs of a JVM. */
    private static final int PES_OF_A_JVM = 64;
    private static final int CORES_OF_A_JVM = 2;

    public record Jvm(int first, int count) {
        public boolean shared() {
            return count > 1;
        }

        public int last() {
            return first + count - 1;
        }

        /** {@return such as PE 3, or PEs 0 to 31} */
        public String pes() {
            return count == 1 ? "PE " + first : "PEs " + first + " to " + last();
        }
    }

    /** {@return the JVMs of a job of one program, none of whose PEs needs a process of its own} */
    static List<Jvm> jvms(int nPes, int most) {
        List<Jvm> jvms = new ArrayList<>();
        blocks(jvms, 0, nPes, most);
        return List.copyOf(jvms);
    }

    /** {@return the JVMs of a job, some of whose PEs may need a process of their own} */
    static List<Jvm> jvms(List<App> apps, int most, IntPredicate alone) {
        List<Jvm> jvms = new ArrayList<>();
        for (App app : apps) {
            int end = app.firstPe() + app.count();
            int from = app.firstPe();
            for (int pe = from; pe < end; pe++) {
                if (alone.test(pe)) {
                    blocks(jvms, from, pe, most);
                    jvms.add(new Jvm(pe, 1));
                    from = pe + 1;
                }
            }
            blocks(jvms, from, end, most);
        }
        return List.copyOf(jvms);
    }

    /** Cuts PEs into the smallest number of blocks, of sizes that differ by one at most. */
    private static void blocks(List<Jvm> jvms, int from, int to, int most) {
        int blocks = Math.ceilDiv(to - from, most);
        for (int i = 0; i < blocks; i++) {
            int first = from + (int) ((long) (to - from) * i / blocks);
            jvms.add(new Jvm(first, from + (int) ((long) (to - from) * (i + 1) / blocks) - first));
        }
    }

    /**
     * {@return most PEs that share a JVM}: while every PE has a core, one; else a JVM for every two cores, or for 64
     * PEs where that makes more JVMs, but not more JVMs than cores
     */
    public static int chosen(int nPes, int cores) {
        if (nPes <= cores) {
            return 1;
        }
        int jvms = Math.min(cores, Math.max(Math.ceilDiv(cores, CORES_OF_A_JVM), Math.ceilDiv(nPes, PES_OF_A_JVM)));
        return Math.ceilDiv(nPes, jvms);
    }

    public boolean shares() {
        // A loop, because the first lambda of a launcher costs a millisecond.
        for (Jvm jvm : jvms) {
            if (jvm.shared()) {
                return true;
            }
        }
        return false;
    }

    /** {@return the shape in words, such as "32 PEs in each of 2 JVMs"} */
    public String describe() {
        int least = jvms.stream().mapToInt(Jvm::count).min().orElse(1);
        int most = jvms.stream().mapToInt(Jvm::count).max().orElse(1);
        String pes = least == most ? Integer.toString(most) : least + " to " + most;
        return jvms.size() == 1 ? pes + (most == 1 ? " PE" : " PEs") + " in one JVM"
            : pes + (most == 1 ? " PE" : " PEs") + " in each of " + jvms.size() + " JVMs";
    }

    /** {@return lines that say the shape, why it is so, and whether PEs share their classes} */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("shape: " + describe() + ", because " + why));
        if (shares()) {
            for (String reason : own) {
                lines.add("classes: " + (reason == null ? "one copy for all PEs of a JVM"
                    : "a copy for each PE, because " + reason));
            }
        }
        return lines;
    }
}
