// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.ThreadPe;
import java.util.List;
import java.util.Map;

/**
 * Finds the thread that exits a shared JVM by reflection or from a class outside of the PEs' loaders. Such calls can't
 * be redirected to the PE. While shutdown hooks run, the thread is still in {@code Runtime.exit}.
 */
final class ExitCaller {
    private static final String RUNTIME = Runtime.class.getName();
    private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.");

    private ExitCaller() {
    }

    /** {@return the thread and its call site, or null if no thread has called exit} */
    static String find() {
        for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
            StackTraceElement[] frames = each.getValue();
            for (int at = 0; at < frames.length; at++) {
                if (frames[at].getClassName().equals(RUNTIME) && frames[at].getMethodName().equals("exit")) {
                    return describe(each.getKey()) + " called System.exit" + line(frames, at + 1);
                }
            }
        }
        return null;
    }

    private static String describe(Thread thread) {
        ThreadPe pe = CurrentPe.of(thread);
        String name = "thread \"" + thread.getName() + "\"";
        return pe == null ? name : thread instanceof PeThreads.Main ? "PE " + pe.number()
            : name + " of PE " + pe.number();
    }

    private static String line(StackTraceElement[] frames, int from) {
        for (int at = from; at < frames.length; at++) {
            String type = frames[at].getClassName();
            if (OF_JDK.stream().noneMatch(type::startsWith)) {
                return " at " + frames[at];
            }
        }
        return "";
    }
}
