// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.hang;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The threads of one PE that run Java code, without the JVM's own. */
final class ThreadDump {
    private static final Set<String> OF_THE_JVM = Set.of("Reference Handler", "Finalizer", "Signal Dispatcher",
        "Common-Cleaner", "Notification Thread", "Attach Listener", "DestroyJavaVM", "shmem4j-launcher-watch");
    private static final String WAITING = "io.shmem4j.shm.ShmWaiter.pause(";
    /** Frames between the JVM and the program's main method. */
    private static final String AROUND = "io.shmem4j.pe.";
    private static final Set<String> INSIDE = Set.of("io.shmem4j.collective", "io.shmem4j.spi", "io.shmem4j.shm",
        "io.shmem4j.check");

    /**
     * One thread.
     *
     * @param name   its name
     * @param frames where it is, innermost first, as the JVM writes them
     */
    record Thread(String name, List<String> frames) {
        /** {@return whether it waits in the library} */
        boolean waits() {
            return frames.stream().anyMatch(frame -> frame.startsWith(WAITING));
        }

        /** {@return the innermost frame of the program, or the innermost of all} */
        String place() {
            return frames.stream().filter(ThreadDump::ofProgram).findFirst()
                .orElse(frames.isEmpty() ? "an unknown place" : frames.getFirst());
        }
    }

    private final List<Thread> threads = new ArrayList<>();

    /**
     * Reads a dump.
     *
     * @param text what the JVM answered
     */
    ThreadDump(String text) {
        String name = null;
        List<String> frames = new ArrayList<>();
        for (String line : text.split("\n")) {
            if (line.startsWith("\"")) {
                add(name, frames);
                frames = new ArrayList<>();
                name = line.substring(1, Math.max(1, line.indexOf('"', 1)));
            } else if (line.startsWith("\tat ")) {
                frames.add(line.substring("\tat ".length()));
            }
        }
        add(name, frames);
    }

    private void add(String name, List<String> frames) {
        if (name != null && !frames.isEmpty() && !OF_THE_JVM.contains(name)) {
            threads.add(new Thread(name, cut(frames)));
        }
    }

    /**
     * Leaves out how a wait sleeps, the code the JVM has made for method handles, and what calls the main method; and
     * the line of a wait, for PEs that wait in the same way are shown together, whether they yield or sleep just now.
     */
    private static List<String> cut(List<String> frames) {
        int from = 0;
        for (int i = 0; i < frames.size(); i++) {
            from = frames.get(i).startsWith(WAITING) ? i : from;
        }
        return frames.subList(from, frames.size()).stream().filter(frame -> !frame.startsWith("java.lang.invoke.")
            && !frame.startsWith(AROUND))
            .map(frame -> frame.startsWith(WAITING) ? WAITING + "ShmWaiter.java)" : frame).toList();
    }

    /** {@return the threads} */
    List<Thread> threads() {
        return threads;
    }

    /** {@return whether no thread can do anything before another PE does} */
    boolean stuck() {
        return !threads.isEmpty() && threads.stream().allMatch(Thread::waits);
    }

    /** {@return where the program is, by its first thread, or null when there is none} */
    String place() {
        return threads.stream().filter(thread -> thread.name().equals("main")).findFirst()
            .or(() -> threads.stream().findFirst()).map(Thread::place).orElse(null);
    }

    private static boolean ofProgram(String frame) {
        int parenthesis = frame.indexOf('(');
        String method = parenthesis < 0 ? frame : frame.substring(0, parenthesis);
        String type = method.substring(0, Math.max(0, method.lastIndexOf('.')));
        String folder = type.substring(0, Math.max(0, type.lastIndexOf('.')));
        boolean library = folder.equals("io.shmem4j") || INSIDE.contains(folder);
        return !library && !frame.startsWith("java.") && !frame.startsWith("jdk.") && !frame.startsWith("sun.");
    }
}
