// SPDX-License-Identifier: Apache-2.0
package exploretest;

import exploretest.Litmus.Op;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A test in herd7's dialect of C, of atomics only: its threads as a {@link Litmus}, the condition that ends it, and the
 * program of PEs that its comment has. Kinds of operations: {@code W} and {@code w} are stores, {@code R} and {@code r}
 * loads, {@code U} and {@code u} additions, {@code f}, {@code a} and {@code s} fences; small letters release or
 * acquire, and {@code s} orders all.
 */
public final class CLitmus {
    /**
     * Lahav and others, Repairing Sequential Consistency in C/C++11, 2017, of which these tests have the fences only.
     */
    private static final CatModel C11 = new CatModel("""
        "C11"
        let same = [W] ; (po & loc) ; [W]
        let updates = (rf ; rmw)+
        let sequence = ([W] | same) ; (updates | id)
        let release = [Release & W] | ([Release & Fence] ; po)
        let acquire = [Acquire & R] | ([R] ; po ; [Acquire & Fence])
        let sync = release ; sequence ; rf ; acquire
        let before = (po | sync)+
        let fr = (rf^-1 ; co) \\ id
        let seen = (rf | co | fr)+
        let full = [Full] ; (before | (before ; seen ; before)) ; [Full]
        empty before & id as order
        empty (before ; seen) & id as coherence
        empty rmw & (fr ; co) as atomicity
        acyclic full as full_fences
        acyclic po | rf as nothing_from_nothing
        """);
    private static final Pattern TEST = Pattern.compile("C (\\S+)\n\n\\(\\*.*?\n"
        + "   PEs: ([^,\n]*(?:,y[^,\n]*)*)(, early)? \\*\\)\n\n"
        + "\\{ (.*?) }\n(.*)\n(~?)exists \\((.*)\\)\n", Pattern.DOTALL);
    private static final Pattern THREAD = Pattern.compile(
        "\nP\\d \\(atomic_int\\* \\w+(?:, atomic_int\\* \\w+)*\\) \\{\n(.*?)}\n", Pattern.DOTALL);
    private static final Pattern STATEMENT = Pattern.compile("  (?:int r\\d = )?"
        + "atomic_(store|load|fetch_add|thread_fence)(?:_explicit)?"
        + "\\((?:(\\w+), )?(?:(\\d+), )?memory_order_(relaxed|release|acquire|seq_cst)\\);");

    private final String name;
    private final boolean forbidden;
    private final Litmus threads;
    private final Litmus pes;
    private final boolean early;
    private final List<String> words;
    private final List<String> registers = new ArrayList<>();
    private final String condition;

    /** Reads a file's text. */
    public CLitmus(String text) {
        Matcher test = matched(TEST, text);
        name = test.group(1);
        pes = Litmus.of(test.group(2));
        early = test.group(3) != null;
        words = Pattern.compile("\\[(\\w+)] = 0;").matcher(test.group(4)).results().map(word -> word.group(1)).toList();
        List<List<Op>> all = new ArrayList<>();
        Matcher thread = THREAD.matcher(test.group(5));
        for (int end = 0; end < test.group(5).length(); end = thread.end()) {
            if (!thread.find() || thread.start() != end) {
                throw new IllegalArgumentException(name + ", at " + test.group(5).substring(end));
            }
            List<Op> ops = new ArrayList<>();
            for (String line : thread.group(1).lines().toList()) {
                ops.add(op(matched(STATEMENT, line)));
                if (ops.getLast().reads()) {
                    registers.add(ops.getLast().kind() + " " + all.size() + ":" + line.strip().split(" ")[1]);
                }
            }
            all.add(ops);
        }
        threads = new Litmus(name, all);
        forbidden = !test.group(6).isEmpty();
        condition = test.group(7);
    }

    private static Matcher matched(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        return matcher;
    }

    private Op op(Matcher statement) {
        String call = statement.group(1);
        char kind = call.equals("thread_fence") ? fence(statement.group(4))
            : call.equals("store") ? 'W' : call.equals("load") ? 'R' : 'U';
        boolean ordered = Character.isUpperCase(kind) && !statement.group(4).equals("relaxed");
        String value = statement.group(3);
        return new Op(ordered ? Character.toLowerCase(kind) : kind, words.indexOf(statement.group(2)), 0,
            value == null ? 0 : Long.parseLong(value));
    }

    private static char fence(String order) {
        return order.equals("acquire") ? 'a' : order.equals("release") ? 'f' : 's';
    }

    public String name() {
        return name;
    }

    public String condition() {
        return condition;
    }

    /** {@return whether the test says that its condition never holds} */
    public boolean isForbidden() {
        return forbidden;
    }

    /** {@return whether C11 lets the condition hold} */
    public boolean isAllowed() {
        return holds(Candidates.results(threads, C11, false), register -> true);
    }

    /** {@return whether OpenSHMEM lets the condition hold for the program of PEs, whose additions load nothing} */
    public boolean isAllowedForPes() {
        return holds(early ? Model.earlyResults(pes) : Model.results(pes), register -> !register.matches("[uU].*"));
    }

    private boolean holds(Set<String> results, Predicate<String> isShown) {
        List<String> shown = Stream.concat(registers.stream().filter(isShown).map(each -> each.substring(2)),
            words.stream().map(word -> "[" + word + "]")).toList();
        return results.stream().anyMatch(result -> {
            List<String> values = Pattern.compile("\\d+").matcher(result).results().map(each -> each.group()).toList();
            for (String part : condition.split(" /\\\\ ")) {
                String[] sides = part.split("=");
                if (!values.get(shown.indexOf(sides[0])).equals(sides[1])) {
                    return false;
                }
            }
            return true;
        });
    }
}
