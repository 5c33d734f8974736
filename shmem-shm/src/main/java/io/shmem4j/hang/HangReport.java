// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Formats a report of hanging PEs: a table of waits, sentences on who waits for which PE, and stacks. */
public final class HangReport {
    /** Maximum number of sentences of each kind. */
    private static final int NAMED = 8;
    /** Minimum width of the column with the routine. */
    private static final int LEAST_CALL = 17;
    /** The beginning of a sentence about an object with a name of the library. */
    private static final Pattern UNNAMED = Pattern.compile("^\"\\w+#\\d+\" is ");
    private static final String MAIN_LINE = "  \"" + ThreadDump.MAIN + "\"";

    private final JobState state;
    private final WaitedVariables variables;
    private final List<PeFacts> pes;
    private final long now;
    /** Whether times are shown in microseconds, for simulated machines. */
    private final boolean virtual;
    private final List<String> lines = new ArrayList<>();

    /** A PE's process and stacks; the dump is null if the PE did not answer. */
    public record PeFacts(long pid, boolean stopped, ThreadDump dump) implements Serializable {
        private String place() {
            return dump == null ? null : dump.place();
        }
    }

    private HangReport(JobState state, WaitedVariables variables, List<PeFacts> pes, long now, boolean virtual) {
        this.state = state;
        this.variables = variables;
        this.pes = pes;
        this.now = now;
        this.virtual = virtual;
    }

    /** {@return a report on simulated PEs, with positions but without stacks} */
    public static List<String> inVirtualTime(JobState state, WaitedVariables variables,
        List<StackTraceElement[]> stacks, long now) {
        long pid = ProcessHandle.current().pid();
        return new HangReport(state, variables, stacks.stream().map(stack -> new PeFacts(pid, false,
            ThreadDump.of(stack))).toList(), now, true).lines();
    }

    public static List<String> of(JobState state, WaitedVariables variables, List<PeFacts> pes, long now) {
        return new HangReport(state, variables, pes, now, false).lines();
    }

    private List<String> lines() {
        table();
        explanation();
        waitedFor();
        if (!virtual) {
            stacks();
        }
        return lines;
    }

    private void table() {
        int width = IntStream.range(0, state.size()).filter(state::waits).map(pe -> call(pe).length()).max().orElse(0);
        String row = "%5s  %8s  %-11s  %-" + Math.max(width, LEAST_CALL) + "s  %8s  %s";
        lines.add(String.format(row, "PE", "pid", "state", "waits in", "since", "for"));
        for (int pe = 0; pe < state.size(); pe++) {
            boolean waits = state.waits(pe);
            lines.add(String.format(Locale.ROOT, row, pe, pes.get(pe).pid(),
                condition(pe), waits ? call(pe) : "-", waits ? seconds(pe) : "-",
                waits ? object(pe) + ofWhom(pe) + with(state.waitOf(pe).peer() < 0 ? "; " : ", which ", facts(pe))
                    : state.ended(pe) ? "-" : place(pe)).stripTrailing());
        }
    }

    private String condition(int pe) {
        if (state.ended(pe)) {
            return "ended";
        }
        if (pes.get(pe).stopped()) {
            return "stopped";
        }
        if (state.waits(pe)) {
            return "waiting";
        }
        return switch (state.pes().get(pe).state()) {
            case STARTED -> "before init";
            case RUNNING -> "running";
            case FINISHED -> "finalized";
        };
    }

    private String call(int pe) {
        return state.waitOf(pe).call();
    }

    private String seconds(int pe) {
        long nanos = now - state.waitOf(pe).since();
        return virtual ? nanos / 1000 + " us" : String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    private String object(int pe) {
        PublishedWait wait = state.waitOf(pe);
        return switch (wait.kind()) {
            case VARIABLE, SIGNAL -> "the variable" + place(wait)
                + (wait.cmp() == null ? "" : " to be " + wait.cmp() + " " + number(wait, wait.right()))
                + with(", it is ", number(wait, variables.value(wait, pe)));
            case LOCK -> "the lock" + place(wait);
            case SEND -> "room for a message with tag " + wait.right() + with(" of ", nameOf(wait));
            case TAKE -> "a message" + with(" of ", nameOf(wait));
            case RECEIVE, DELIVER -> message(wait);
            default -> wait.size() > 0 ? "round " + wait.detail() + (wait.size() == state.size() ? ""
                : " of a team of " + wait.size() + " (" + members(wait) + ")") : "";
        };
    }

    private static String message(PublishedWait wait) {
        int tag = (int) wait.detail();
        long others = wait.detail() >>> Integer.SIZE;
        String text = (wait.kind() == WaitKind.RECEIVE ? "a message" : "the receive of a message")
            + (tag < 0 ? " with any tag" : " with tag " + tag);
        return others == 0 || wait.kind() == WaitKind.DELIVER ? text
            : text + " (" + others + " of other tags or senders " + (others == 1 ? "has" : "have")
            + " arrived)";
    }

    private String facts(int pe) {
        return Visible.of(state.waitOf(pe).facts());
    }

    private String nameOf(PublishedWait wait) {
        SymmetricObject object = SymmetricObject.at(variables.objects(), wait.detail());
        return object == null ? null : object.name();
    }

    private static String members(PublishedWait wait) {
        return wait.table().isEmpty() ? "first " + wait.start() + ", stride " + wait.stride()
            : PeNumbers.describe(wait.table());
    }

    /** Formats a value; signals are unsigned. */
    private static String number(PublishedWait wait, Long value) {
        return value == null ? null : wait.kind() != WaitKind.SIGNAL || value >= 0 ? value.toString()
            : Long.toUnsignedString(value) + " (" + value + " as an unsigned number)";
    }

    /** {@return the awaited variable: its object and index, or its heap offset} */
    private String place(PublishedWait wait) {
        SymmetricObject object = SymmetricObject.at(variables.objects(), wait.detail());
        return object == null ? " at heap offset " + (wait.detail() - SystemLayout.heap(state.size()))
            : " " + object.element(wait.detail(), wait.bytes());
    }

    private void waitedFor() {
        Set<String> said = new LinkedHashSet<>();
        for (int pe = 0; pe < state.size(); pe++) {
            WaitKind kind = state.waitOf(pe).kind();
            if (state.waits(pe) && (kind == WaitKind.VARIABLE || kind == WaitKind.SIGNAL || kind == WaitKind.LOCK)) {
                SymmetricObject object = SymmetricObject.at(variables.objects(), state.waitOf(pe).detail());
                if (object != null) {
                    said.add("\"" + object.name() + "\" is " + object.describe());
                }
            }
        }
        said.stream().limit(NAMED).forEach(lines::add);
        if (said.stream().anyMatch(line -> UNNAMED.matcher(line).find())) {
            lines.add("named(\"...\") gives an object a name of your own");
        }
    }

    private String ofWhom(int pe) {
        List<Integer> targets = state.targets(pe);
        return targets.isEmpty() ? "" : (object(pe).isEmpty() ? "" : ", ") + PeNumbers.describe(targets);
    }

    private String place(int pe) {
        String place = pes.get(pe).place();
        return place == null ? "" : "at " + place;
    }

    private void explanation() {
        List<Integer> cycle = state.cycle();
        if (!cycle.isEmpty()) {
            StringBuilder text = new StringBuilder("wait-for cycle: ");
            for (int i = 0; i < cycle.size(); i++) {
                int pe = cycle.get(i);
                text.append(i == 0 ? "" : "; ").append("PE ").append(pe).append(" waits in ")
                    .append(call(pe)).append(with(" for ", object(pe))).append(" on PE ")
                    .append(cycle.get((i + 1) % cycle.size())).append(with(", ", place(pe)));
            }
            lines.add(text.toString());
        }
        HangSentences said = new HangSentences();
        for (int pe = 0; pe < state.size(); pe++) {
            if (state.waits(pe)) {
                sentence(pe, said);
            }
        }
        for (int pe = 0; pe < state.size(); pe++) {
            if (state.waits(pe) && state.waitOf(pe).kind().ofGroup()) {
                said.inside(pe, call(pe) + with(", ", place(pe)));
            }
        }
        said.lines().stream().limit(NAMED).forEach(lines::add);
    }

    private void sentence(int pe, HangSentences said) {
        PublishedWait wait = state.waitOf(pe);
        String what = call(pe);
        if (wait.kind().ofGroup() && wait.peer() >= 0) {
            int missing = state.lastBehind(pe);
            if (missing >= 0) {
                said.missing(missing, what, activity(missing));
            }
        } else if (wait.peer() >= 0 && wait.peer() < state.size()) {
            said.alone(pe, "waits in " + what + with(" for ", object(pe)) + " behind PE "
                + wait.peer() + ", which "
                + (facts(pe).isEmpty() ? "" : facts(pe) + " and ") + activity(wait.peer()));
        } else if (wait.size() > 0) {
            for (int missing : state.targets(pe)) {
                said.missing(missing, what + " (round " + wait.detail() + ")", activity(missing));
            }
        } else {
            said.alone(pe, "waits in " + what + with(" for ", object(pe))
                + "; " + (facts(pe).isEmpty() ? "no PE has made that true" : facts(pe)) + with("; it is ", place(pe)));
        }
    }

    private String activity(int pe) {
        if (state.ended(pe)) {
            return "has ended";
        }
        if (state.waits(pe)) {
            return "waits in " + call(pe) + with(" for ", object(pe))
                + with(", ", place(pe));
        }
        String how = condition(pe);
        boolean started = state.pes().get(pe).state() == PeState.STARTED && how.equals("before init");
        return (started ? "has not initialised the library" : how.equals("running") ? "is running" : "is " + how)
            + (place(pe).isEmpty() ? "" : ", " + place(pe));
    }

    private static String with(String before, Object text) {
        return text == null || text.equals("") ? "" : before + text;
    }

    /** Adds the stacks, merging PEs with equal ones. */
    private void stacks() {
        Map<String, List<Integer>> byStack = new LinkedHashMap<>();
        for (int pe = 0; pe < state.size(); pe++) {
            if (!state.ended(pe)) {
                ThreadDump dump = pes.get(pe).dump();
                byStack.computeIfAbsent(dump == null ? "" : dump.text(), key -> new ArrayList<>()).add(pe);
            }
        }
        byStack.forEach((stack, group) -> {
            boolean one = group.size() == 1;
            lines.add(stack.isEmpty() ? PeNumbers.describe(group) + (one ? " does" : " do") + " not answer with a stack"
                : (one ? "stack of " : "stacks of ") + PeNumbers.describe(group) + ":");
            String names = group.stream().map(pe -> pes.get(pe).dump()).filter(Objects::nonNull)
                .map(ThreadDump::mainName).distinct().collect(Collectors.joining("\", \""));
            stack.lines().map(line -> line.equals(MAIN_LINE) ? MAIN_LINE.replace(ThreadDump.MAIN, names) : line)
                .forEach(lines::add);
        });
    }

    /** Collects sentences about waiting and missing PEs, merging PEs with equal ones. */
    private static final class HangSentences {
        private final Map<String, Set<Integer>> inside = new LinkedHashMap<>();
        private final Map<Missing, Set<Integer>> missing = new LinkedHashMap<>();
        private final List<String> alone = new ArrayList<>();
        private final Set<Integer> named = new TreeSet<>();

        private record Missing(String from, String activity) {
        }

        /** Adds a PE that waits in a collective call. */
        void inside(int pe, String call) {
            if (!named.contains(pe)) {
                inside.computeIfAbsent(call, key -> new TreeSet<>()).add(pe);
            }
        }

        /** Adds a PE that has not entered a call in which another PE waits. */
        void missing(int pe, String from, String activity) {
            named.add(pe);
            missing.computeIfAbsent(new Missing(from, activity), key -> new TreeSet<>()).add(pe);
        }

        /** Adds a sentence that holds for one PE only. */
        void alone(int pe, String what) {
            named.add(pe);
            alone.add("PE " + pe + " " + what);
        }

        List<String> lines() {
            List<String> lines = new ArrayList<>(alone);
            inside.forEach((call, pes) -> lines.add(PeNumbers.describe(List.copyOf(pes))
                + (pes.size() == 1 ? " waits in " : " wait in ") + call));
            missing.forEach((what, pes) -> {
                boolean one = pes.size() == 1;
                lines.add(PeNumbers.describe(List.copyOf(pes)) + (one ? " has" : " have") + " not entered " + what.from
                    + "; " + (one ? "it " + what.activity : "they " + plural(what.activity)));
            });
            return lines;
        }

        private static String plural(String activity) {
            String verb = activity.split("[ ,]")[0];
            return switch (verb) {
                case "has" -> "have";
                case "is" -> "are";
                default -> verb.substring(0, verb.length() - 1);
            } + activity.substring(verb.length());
        }
    }
}
