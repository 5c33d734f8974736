// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.PeThreads;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The caller of an exit that reached this JVM itself instead of the PE: a call by reflection, or by a class of other
 * loaders than the PEs'. The thread that called stands in {@code Runtime.exit} while shutdown hooks run.
 */
public final class ExitCaller {
    private static final String RUNTIME = Runtime.class.getName();
    private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.");

    private ExitCaller() {
    }

    /** {@return who called and where, for people, null when no thread did; a thread without a PE has the PE -1} */
    public static String find(ToIntFunction<Thread> pes) {
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            StackTraceElement[] frames = each.getValue();
            for (int at = 0; at < frames.length; at++) {
                if (frames[at].getClassName().equals(RUNTIME) && frames[at].getMethodName().equals("exit")) {
                    return describe(each.getKey(), pes.applyAsInt(each.getKey())) + " called System.exit"
                        + place(frames, at + 1);
                }
            }
        }
        return null;
    }

    private static String describe(Thread thread, int pe) {
        String name = "thread \"" + thread.getName() + "\"";
        return pe < 0 ? name : thread instanceof PeThreads.Main ? "PE " + pe : name + " of PE " + pe;
    }

    private static String place(StackTraceElement[] frames, int from) {
        for (int at = from; at < frames.length; at++) {
            String type = frames[at].getClassName();
            if (OF_JDK.stream().noneMatch(type::startsWith)) {
                return " at " + frames[at];
            }
        }
        return "";
    }
}
