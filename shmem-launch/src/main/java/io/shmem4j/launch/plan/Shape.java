// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * Assignment of PEs to JVMs. Each JVM runs a block of PEs of one program.
 *
 * @param why       the reason for this shape
 * @param remark    advice to the user about a better shape, or null
 * @param stateless users' programs whose classes the PEs of a JVM share, because no class has state
 */
public record Shape(List<Jvm> jvms, String why, String remark, List<App> stateless) {
    /** Option value that lets the launcher choose. */
    public static final String AUTO = "auto";
    /** Maximum number of PEs per JVM, which limits how many one collection or crash stops. */
    private static final int PES_OF_A_JVM = 64;
    private static final int CORES_OF_A_JVM = 2;

    public record Jvm(int first, int count) {
        public boolean shared() {
            return count > 1;
        }

        public int last() {
            return first + count - 1;
        }

        /** {@return text such as "PE 3" or "PEs 0 to 31"} */
        public String pes() {
            return count == 1 ? "PE " + first : "PEs " + first + " to " + last();
        }
    }

    /** {@return the JVMs for a single program} */
    static List<Jvm> jvms(int nPes, int most) {
        List<Jvm> jvms = new ArrayList<>();
        blocks(jvms, 0, nPes, most);
        return List.copyOf(jvms);
    }

    /** {@return the JVMs for several programs; PEs that match the predicate get a JVM each} */
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

    /** Splits PEs into the fewest possible blocks of nearly equal size. */
    private static void blocks(List<Jvm> jvms, int from, int to, int most) {
        int blocks = Math.ceilDiv(to - from, most);
        for (int i = 0; i < blocks; i++) {
            int first = from + (int) ((long) (to - from) * i / blocks);
            jvms.add(new Jvm(first, from + (int) ((long) (to - from) * (i + 1) / blocks) - first));
        }
    }

    /**
     * {@return the number of PEs per JVM} It is 1 while every PE has a core. Otherwise there is a JVM per two cores or
     * per 64 PEs, whichever means more JVMs, but no more JVMs than cores.
     */
    public static int chosen(int nPes, int cores) {
        if (nPes <= cores) {
            return 1;
        }
        int jvms = Math.min(cores, Math.max(Math.ceilDiv(cores, CORES_OF_A_JVM), Math.ceilDiv(nPes, PES_OF_A_JVM)));
        return Math.ceilDiv(nPes, jvms);
    }

    public boolean shares() {
        // A loop rather than a stream: the launcher's first lambda costs a millisecond.
        for (Jvm jvm : jvms) {
            if (jvm.shared()) {
                return true;
            }
        }
        return false;
    }

    /** {@return text such as "32 PEs in each of 2 JVMs"} */
    public String describe() {
        int least = jvms.stream().mapToInt(Jvm::count).min().orElse(1);
        int most = jvms.stream().mapToInt(Jvm::count).max().orElse(1);
        String pes = least == most ? Integer.toString(most) : least + " to " + most;
        return jvms.size() == 1 ? pes + (most == 1 ? " PE" : " PEs") + " in one JVM"
            : pes + (most == 1 ? " PE" : " PEs") + " in each of " + jvms.size() + " JVMs";
    }
}
