// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.shm.Visible;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The threads of a PE's process that run Java code. */
public final class ThreadDump implements Serializable {
    private static final long serialVersionUID = 1;

    /** Frames between the JVM and the program's main method. */
    private static final String AROUND = "io.shmem4j.pe.";
    /** First frames of the threads of PEs in a shared JVM; below them are only the frames of every thread's begin. */
    private static final List<String> PE_BEGINS = List.of("io.shmem4j.pe.Pe.run(", "io.shmem4j.Shmem.run(",
        "io.shmem4j.Shmem.lambda$run$", "io.shmem4j.pe.LocalPe.run(");
    /** The library's packages, with those below them. */
    private static final List<String> INSIDE = List.of("io.shmem4j.collective.", "io.shmem4j.engine.",
        "io.shmem4j.join.", "io.shmem4j.legacy.", "io.shmem4j.shm.", "io.shmem4j.sim.", "io.shmem4j.spi.",
        "io.shmem4j.virtual.");
    /** Head of a thread: its name, its number in the JVM, and its number in the kernel; the JVM's own have none. */
    private static final Pattern HEAD = Pattern.compile("\"(.*?)\" (?:#(\\d+)(?: \\[(\\d+)\\])?|os_prio=)",
        Pattern.DOTALL);
    /** Name of the main thread in a process of its own. */
    static final String MAIN = "main";
    /** Part of the names of the JVM's classes for lambdas. */
    private static final String LAMBDA = "$$Lambda/";
    private static final List<String> TESTING = List.of("org.junit.", "org.testng.", "org.gradle.");
    private static final String STATE = "   java.lang.Thread.State: ";
    /** Line below all threads, before those are named again that wait for each other's monitors and locks. */
    private static final String RING = "Found one Java-level deadlock:";

    /**
     * One thread: its name, whether it could end a wait, and where it is, innermost first, as the JVM writes frames.
     */
    public record Thread(String name, ThreadCondition condition, List<String> frames) implements Serializable {
        /** {@return the innermost frame of the program, or the innermost of all} */
        public String place() {
            return frames.stream().filter(ThreadDump::ofProgram).findFirst()
                .orElse(frames.isEmpty() ? "an unknown place" : frames.getFirst());
        }
    }

    private final ArrayList<Thread> threads = new ArrayList<>();
    /** How reports name the thread {@link #MAIN}. */
    private String mainName = MAIN;

    /** Reads a dump of a PE's own process. */
    public ThreadDump(String text) {
        this(text, (name, number, kernel) -> name);
    }

    /** The threads of a PE of this JVM, with the one that runs its main method, or null. */
    public ThreadDump(java.lang.Thread main, Map<java.lang.Thread, StackTraceElement[]> stacks) {
        mainName = main == null ? MAIN : Visible.of(main.getName());
        stacks.forEach((thread, frames) -> add(thread == main ? MAIN : thread.getName(), thread.getState().name(),
            Arrays.stream(frames).filter(frame -> !frame.getClassName().contains(LAMBDA)).map(ThreadDump::inWords)
            .toList()));
    }

    /** {@return the dump of one thread, null where it is not in the program} */
    public static ThreadDump of(StackTraceElement[] stack) {
        return Arrays.stream(stack).map(ThreadDump::inWords).noneMatch(ThreadDump::ofProgram) ? null
            : new ThreadDump(null, Map.of(java.lang.Thread.currentThread(), stack));
    }

    /** {@return all threads of this JVM but those of a runner of tests} Such a thread takes no other's name. */
    public static Map<java.lang.Thread, StackTraceElement[]> stacks() {
        Map<java.lang.Thread, StackTraceElement[]> stacks = new HashMap<>(java.lang.Thread.getAllStackTraces());
        stacks.keySet().removeIf(thread -> thread.getName().startsWith("surefire-")
            && thread != java.lang.Thread.currentThread());
        return stacks;
    }

    /** {@return whether frames are of a test, which a framework has called} */
    public static boolean inTest(StackTraceElement[] frames) {
        return Arrays.stream(frames).anyMatch(frame -> TESTING.stream().anyMatch(frame.getClassName()::startsWith));
    }

    private static String inWords(StackTraceElement frame) {
        String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "("
            + (frame.isNativeMethod() ? "Native Method" : frame.getFileName() + line) + ")";
    }

    /** Picks threads out of a dump. */
    public interface Choice {
        /** {@return the name to show a thread by, null for one that is left out} */
        String of(String name, long number, long kernel);
    }

    public ThreadDump(String text, Choice choice) {
        String name = null;
        String state = "";
        List<String> frames = new ArrayList<>();
        String head = "";
        for (String line : text.split("\n")) {
            if (line.equals(RING)) {
                break;
            } else if (line.startsWith("\"") || !head.isEmpty()) {
                // A name may have line breaks in it.
                head += line;
                Matcher whole = HEAD.matcher(head);
                if (whole.lookingAt()) {
                    add(name, state, frames);
                    frames = new ArrayList<>();
                    name = chosen(whole, choice);
                    state = "";
                    head = "";
                } else {
                    head += "\n";
                }
            } else if (line.startsWith(STATE)) {
                state = line.substring(STATE.length()).split(" ")[0];
            } else if (line.startsWith("\tat ")) {
                frames.add(line.substring("\tat ".length()));
            }
        }
        add(name, state, frames);
    }

    private static String chosen(Matcher head, Choice choice) {
        return head.group(2) == null ? null : choice.of(head.group(1), Long.parseLong(head.group(2)),
            head.group(3) == null ? 0 : Long.parseLong(head.group(3)));
    }

    private void add(String name, String state, List<String> frames) {
        if (name != null && !frames.isEmpty()) {
            threads.add(new Thread(Visible.of(name), ThreadCondition.of(state, frames), cut(frames)));
        }
    }

    /**
     * Leaves out how a wait sleeps, the code the JVM has made for method handles, and what calls the main method; and
     * the line of a wait, for PEs that wait in the same way are shown together, whether they yield or sleep just now.
     */
    private static List<String> cut(List<String> frames) {
        int from = 0;
        for (int i = 0; i < frames.size(); i++) {
            from = frames.get(i).startsWith(ThreadCondition.WAITING) ? i : from;
        }
        int to = frames.size();
        for (int i = frames.size() - 1; i >= from; i--) {
            to = PE_BEGINS.stream().anyMatch(frames.get(i)::startsWith) ? i : to;
        }
        return frames.subList(from, to).stream().filter(frame -> !frame.startsWith("java.lang.invoke.")
            && !frame.startsWith(AROUND))
            .map(frame -> frame.startsWith(ThreadCondition.WAITING) ? ThreadCondition.WAITING + "ShmWaiter.java)"
            : frame).toList();
    }

    /** {@return the threads that have to do with the program now: no servants of the JVM, none without work} */
    List<Thread> threads() {
        return threads.stream().filter(thread -> thread.condition() != ThreadCondition.SERVANT
            && thread.condition() != ThreadCondition.IDLE).toList();
    }

    /** {@return the threads that can do something before another PE does} */
    public List<Thread> free() {
        return threads.stream().filter(thread -> thread.condition().canGoOn()).toList();
    }

    /** {@return whether no thread can do anything before another PE does} */
    public boolean stuck() {
        return free().isEmpty() && threads.stream().anyMatch(thread -> thread.condition() == ThreadCondition.WAITS);
    }

    /** {@return where the program is, or null: by its main thread, unless that waits for one in the library} */
    public String place() {
        List<Thread> shown = threads();
        Optional<Thread> main = shown.stream().filter(thread -> thread.name().equals(MAIN)).findFirst();
        return main.filter(thread -> thread.condition() != ThreadCondition.HELD)
            .or(() -> shown.stream().filter(thread -> thread.condition() == ThreadCondition.WAITS).findFirst())
            .or(() -> main).or(() -> shown.stream().findFirst()).map(Thread::place).orElse(null);
    }

    String mainName() {
        return mainName;
    }

    /** {@return the stacks of the threads that have to do with the program now} */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Thread thread : threads()) {
            text.append("  \"").append(thread.name()).append("\"\n");
            thread.frames().forEach(frame -> text.append("    at ").append(frame).append('\n'));
        }
        return text.toString();
    }

    private static boolean ofProgram(String frame) {
        int parenthesis = frame.indexOf('(');
        String method = parenthesis < 0 ? frame : frame.substring(0, parenthesis);
        String type = method.substring(0, Math.max(0, method.lastIndexOf('.')));
        String folder = type.substring(0, Math.max(0, type.lastIndexOf('.')));
        boolean library = folder.equals("io.shmem4j") || INSIDE.stream().anyMatch(frame::startsWith);
        return !library && !frame.startsWith("java.") && !frame.startsWith("jdk.") && !frame.startsWith("sun.");
    }
}
