// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Distribution of PEs over JVMs: each JVM has a block of PEs of one program.
 *
 * @param why    the reason for it
 * @param remark a line for the user about another shape that may suit the job better, or null
 */
public record Shape(List<Jvm> jvms, String why, String remark) {
    /** Value of the option that leaves the shape to the launcher. */
    public static final String AUTO = "auto";
    /** Most PEs that one collection, or one crash, should stop. */
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

    /** {@return the JVMs of a job of one program} */
    static List<Jvm> jvms(int nPes, int most) {
        List<Jvm> jvms = new ArrayList<>();
        blocks(jvms, 0, nPes, most);
        return List.copyOf(jvms);
    }

    /** {@return the JVMs of a job; a PE that the predicate accepts is alone in its JVM} */
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

    /** Cuts PEs into as few blocks as possible, whose sizes differ by at most one. */
    private static void blocks(List<Jvm> jvms, int from, int to, int most) {
        int blocks = Math.ceilDiv(to - from, most);
        for (int i = 0; i < blocks; i++) {
            int first = from + (int) ((long) (to - from) * i / blocks);
            jvms.add(new Jvm(first, from + (int) ((long) (to - from) * (i + 1) / blocks) - first));
        }
    }

    /**
     * {@return most PEs that share a JVM}: one while every PE has a core. With more PEs there is a JVM for every two
     * cores or 64 PEs, whichever gives more JVMs, but never more JVMs than cores.
     */
    public static int chosen(int nPes, int cores) {
        if (nPes <= cores) {
            return 1;
        }
        int jvms = Math.min(cores, Math.max(Math.ceilDiv(cores, CORES_OF_A_JVM), Math.ceilDiv(nPes, PES_OF_A_JVM)));
        return Math.ceilDiv(nPes, jvms);
    }

    public boolean shares() {
        // No stream: the first lambda of a launcher costs a millisecond.
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
}
