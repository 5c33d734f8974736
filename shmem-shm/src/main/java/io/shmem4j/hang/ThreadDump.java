// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A PE's Java threads with their stacks. */
public final class ThreadDump implements Serializable {
    private static final long serialVersionUID = 1;

    /** Matches a thread's first line: name, Java id, kernel id. Threads of the JVM itself have no ids. */
    private static final Pattern HEAD = Pattern.compile("\"(.*?)\" (?:#(\\d+)(?: \\[(\\d+)\\])?|os_prio=)",
        Pattern.DOTALL);
    /** Name of a PE's main thread in its own process. */
    static final String MAIN = "main";
    /** Part of the class names that the JVM generates for lambdas. */
    private static final String LAMBDA = "$$Lambda/";
    private static final List<String> TESTING = List.of("org.junit.", "org.testng.", "org.gradle.");
    /** Matches the file and line of a frame, after the optional module. */
    private static final Pattern LINE = Pattern.compile("\\((?:.*/)?([^:/]+):\\d+\\)$");
    private static final String STATE = "   java.lang.Thread.State: ";
    /** Follows the last thread. Threads in a monitor deadlock are repeated after it. */
    private static final String RING = "Found one Java-level deadlock:";

    /** A thread with its frames as the JVM prints them, innermost first. */
    public record Thread(String name, ThreadCondition condition, List<String> frames) implements Serializable {
        /** {@return the innermost frame of the program, otherwise the innermost frame} */
        public String place() {
            return frames.stream().filter(ThreadDump::ofProgram).findFirst()
                .orElse(frames.isEmpty() ? "an unknown place" : frames.getFirst());
        }
    }

    private final ArrayList<Thread> threads = new ArrayList<>();
    /** The main thread's name in reports. */
    private String mainName = MAIN;
    /** Kernel threads that the JVM knows; empty if it has not been asked. */
    private transient Set<Long> known = Set.of();

    /** Parses the dump of a JVM with one PE. */
    public ThreadDump(String text) {
        this(text, (name, number, kernel) -> name);
    }

    /** Creates a dump of threads in this JVM; {@code main} may be null. */
    public ThreadDump(java.lang.Thread main, Map<java.lang.Thread, StackTraceElement[]> stacks) {
        mainName = main == null ? MAIN : Visible.of(main.getName());
        stacks.forEach((thread, frames) -> add(thread == main ? MAIN : thread.getName(), thread.getState().name(),
            Arrays.stream(frames).filter(frame -> !frame.getClassName().contains(LAMBDA)).map(ThreadDump::inWords)
            .toList()));
    }

    /** {@return a dump of one thread, or null if no frame belongs to the program} */
    public static ThreadDump of(StackTraceElement[] stack) {
        return Arrays.stream(stack).map(ThreadDump::inWords).noneMatch(ThreadDump::ofProgram) ? null
            : new ThreadDump(null, Map.of(java.lang.Thread.currentThread(), stack));
    }

    /** {@return all threads of this JVM except Surefire's} */
    public static Map<java.lang.Thread, StackTraceElement[]> stacks() {
        Map<java.lang.Thread, StackTraceElement[]> stacks = new HashMap<>(java.lang.Thread.getAllStackTraces());
        stacks.keySet().removeIf(thread -> thread.getName().startsWith("surefire-")
            && thread != java.lang.Thread.currentThread());
        return stacks;
    }

    /** {@return whether a stack contains a test framework} */
    public static boolean inTest(StackTraceElement[] frames) {
        return Arrays.stream(frames).anyMatch(frame -> TESTING.stream().anyMatch(frame.getClassName()::startsWith));
    }

    private static String inWords(StackTraceElement frame) {
        String line = frame.getLineNumber() < 0 ? "" : ":" + frame.getLineNumber();
        return frame.getClassName() + "." + frame.getMethodName() + "("
            + (frame.isNativeMethod() ? "Native Method" : frame.getFileName() + line) + ")";
    }

    /** Selects and names the threads of a dump. */
    public interface Choice {
        /** {@return the thread's name in reports, or null to leave it out} */
        String of(String name, long number, long kernel);
    }

    public ThreadDump(String text, Choice choice) {
        known = NativeThreads.known(text);
        String name = null;
        String state = "";
        List<String> frames = new ArrayList<>();
        String head = "";
        for (String line : text.split("\n")) {
            if (line.equals(RING)) {
                break;
            } else if (line.startsWith("\"") || !head.isEmpty()) {
                // Thread names may contain line breaks.
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
     * {@return the frames from the library's wait to the program's main method, without method handles} The line number
     * of the wait is removed, so that stacks of spinning and sleeping PEs compare equal.
     */
    private static List<String> cut(List<String> frames) {
        int from = 0;
        for (int i = 0; i < frames.size(); i++) {
            from = LibraryFrames.is(frames.get(i), Role.WAIT) ? i : from;
        }
        int to = frames.size();
        for (int i = frames.size() - 1; i >= from; i--) {
            to = LibraryFrames.is(frames.get(i), Role.MAIN) ? i : to;
        }
        return frames.subList(from, to).stream().filter(frame -> !frame.startsWith("java.lang.invoke.")
            && !LibraryFrames.is(frame, Role.HOST)).map(frame -> LibraryFrames.is(frame, Role.WAIT)
            ? LINE.matcher(frame).replaceFirst("($1)") : frame).toList();
    }

    /** {@return the threads that work for the program, without servants and idle threads} */
    List<Thread> threads() {
        return threads.stream().filter(thread -> thread.condition() != ThreadCondition.SERVANT
            && thread.condition() != ThreadCondition.IDLE).toList();
    }

    /** {@return the threads that can make progress without another PE} */
    public List<Thread> free() {
        return threads.stream().filter(thread -> thread.condition().canGoOn()).toList();
    }

    /** {@return whether some thread waits in the library and no thread can make progress without another PE} */
    public boolean stuck() {
        return free().isEmpty() && threads.stream().anyMatch(thread -> thread.condition() == ThreadCondition.WAITS);
    }

    /**
     * {@return the program's position, or null} This is the main thread's, or that of a thread waiting in the library
     * if the main thread waits for it.
     */
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

    Set<Long> known() {
        return known;
    }

    /** {@return the stacks of the program's threads} */
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
        return !LibraryFrames.isLibrary(type) && !frame.startsWith("java.") && !frame.startsWith("jdk.")
            && !frame.startsWith("sun.");
    }
}
