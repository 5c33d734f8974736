// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.Cmp;
import io.shmem4j.SignalOp;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.error.WaitTimeoutException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;

/** Executes the cases of a table as a visitor in Java. */
final class VisitorCases {
    private static final int END = 1;
    private static final int FREE = 3;
    private static final long MARK = 77;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Map<String, Class<?>> KINDS = Map.of("range", IllegalArgumentException.class, "type",
        ShmemException.class, "index", IndexOutOfBoundsException.class, "pe", InvalidPeException.class, "timeout",
        WaitTimeoutException.class, "readonly", IllegalStateException.class, "closed", IllegalStateException.class,
        "freed", FreedObjectException.class, "ended", ShmemException.class);
    private static final Map<String, Cmp> COMPARISONS = Map.of("==", Cmp.EQ, "!=", Cmp.NE, ">", Cmp.GT, ">=", Cmp.GE,
        "<", Cmp.LT, "<=", Cmp.LE);

    private final Job job;
    private final Map<String, Map<String, JobObject>> objects = new HashMap<>();
    private final StringBuilder differing = new StringBuilder();

    private VisitorCases(Path shm) {
        job = Job.visit("", shm);
        Job closed = Job.visit("", shm);
        Map.of("open", job, "freed", job, "ended", job, "readonly", Job.attach("", shm), "closed", closed)
            .forEach((phase, each) -> {
                Map<String, JobObject> named = new HashMap<>();
                each.objects().forEach(object -> named.put(object.name(), object));
                objects.put(phase, named);
            });
        JobObject object = closed.object("counts");
        closed.close();
        requireRefusals(closed, "close|id|nPes|runs|toString");
        requireRefusals(object, "name|type|length|site|toString");
    }

    /** Requires that all methods of a closed job's object throw, but for those of what it remembers. */
    private static void requireRefusals(Object object, String remembered) {
        for (Method method : object.getClass().getMethods()) {
            if (method.getDeclaringClass() != object.getClass() || Modifier.isStatic(method.getModifiers())
                || method.getName().matches(remembered)) {
                continue;
            }
            Object[] arguments = Arrays.stream(method.getParameterTypes()).map(VisitorCases::argument).toArray();
            try {
                method.invoke(object, arguments);
                throw new AssertionError(method + " returns after close");
            } catch (InvocationTargetException e) {
                if (!(e.getCause() instanceof IllegalStateException)) {
                    throw new AssertionError(method.toString(), e);
                }
            } catch (IllegalAccessException e) {
                throw new AssertionError(e);
            }
        }
    }

    private static Object argument(Class<?> type) {
        return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : type == Cmp.class ? Cmp.EQ
            : type == SignalOp.class ? SignalOp.SET : type == Duration.class ? LIMIT : type == String.class ? "counts"
            : type == MemorySegment.class ? MemorySegment.ofArray(new long[1])
            : (LongUnaryOperator) value -> value;
    }

    /** {@return the cases that differ, and the number of all} */
    static String run(Path shm, Stream<String> table) throws InterruptedException {
        VisitorCases cases = new VisitorCases(shm);
        String last = "";
        int count = 0;
        for (String line : (Iterable<String>) table::iterator) {
            String[] words = line.split(" ");
            // In Java a function changes bits, so no operand can fail to fit.
            if (line.isEmpty() || line.startsWith("#") || words[0].equals("python")
                || line.matches(".* (and|or|xor) .* range .*")) {
                continue;
            }
            if (!words[0].equals(last)) {
                cases.enter(words[0]);
            }
            last = words[0];
            cases.execute(line, words);
            count++;
        }
        return cases.differing + "" + count + " cases\n";
    }

    private void enter(String phase) throws InterruptedException {
        if (phase.equals("freed")) {
            ask(FREE);
            for (int pe = 0; pe < 2; pe++) {
                job.object("again").swap(pe, 0, MARK);
            }
        } else if (phase.equals("ended")) {
            ask(END);
            try {
                job.object("answer").waitUntil(0, 0, Cmp.EQ, -MARK, LIMIT);
            } catch (ShmemException e) {
                // The job is over.
            }
        }
    }

    private void ask(int what) throws InterruptedException {
        JobObject ask = job.object("ask");
        long[] expected = new long[2];
        for (int pe = 0; pe < 2; pe++) {
            ask.swap(pe, 1, what);
            expected[pe] = ask.fetchAdd(pe, 0, 1) + 1;
        }
        for (int pe = 0; pe < 2 && what != END; pe++) {
            job.object("answer").waitUntil(pe, 0, Cmp.GE, expected[pe], LIMIT);
        }
    }

    private void execute(String line, String[] words) {
        JobObject object = objects.get(words[0]).get(words[1]);
        int pe = Integer.parseInt(words[2]);
        long index = Long.parseLong(words[3]);
        int end = words.length;
        List<String> args = Arrays.asList(words).subList(6, end - 3);
        boolean fails = words[end - 3].equals("!");
        try {
            if (!words[4].equals("-")) {
                set(object, pe, index, Long.parseLong(words[4]));
            }
            long found = call(object, words[5], args, pe, index);
            if (fails || !words[end - 2].equals("ok") && found != Long.parseLong(words[end - 2])) {
                differing.append(line).append(" -> ").append(found).append('\n');
            }
        } catch (Exception e) {
            if (!fails || e.getClass() != KINDS.get(words[end - 2])) {
                differing.append(line).append(" -> ").append(e).append('\n');
            }
        }
        if (!words[end - 1].equals("-") && get(object, pe, index) != Long.parseLong(words[end - 1])) {
            differing.append(line).append(": stored is ").append(get(object, pe, index)).append('\n');
        }
        if (words[0].equals("freed") && (get(job.object("again"), 0, 0) != MARK
            || get(job.object("again"), 1, 0) != MARK)) {
            differing.append(line).append(": the object that has the memory now was changed\n");
        }
    }

    private static long call(JobObject object, String name, List<String> args, int pe, long index)
        throws InterruptedException {
        return switch (name) {
            case "pe" -> object.segment(pe).byteSize();
            case "put" -> {
                object.put(pe, index, MemorySegment.ofArray(Stream.of(args.getFirst().split(","))
                    .filter(value -> !value.equals(".")).mapToLong(Long::parseLong).toArray()));
                yield 0;
            }
            case "wait" -> object.waitUntil(pe, index, COMPARISONS.get(args.getFirst()), Long.parseLong(args.get(1)),
                Duration.ofMillis(1));
            case "cas" -> object.compareSwap(pe, index, Long.parseLong(args.getFirst()), Long.parseLong(args.get(1)));
            default -> change(object, name, Long.parseLong(args.getFirst()), pe, index);
        };
    }

    private static long change(JobObject object, String name, long value, int pe, long index) {
        return switch (name) {
            case "swap" -> object.swap(pe, index, value);
            case "add" -> object.fetchAdd(pe, index, value);
            case "and" -> object.fetchUpdate(pe, index, old -> old & value);
            case "or" -> object.fetchUpdate(pe, index, old -> old | value);
            default -> object.fetchUpdate(pe, index, old -> old ^ value);
        };
    }

    private static void set(JobObject object, int pe, long index, long value) {
        if (object.type() == int.class) {
            object.segment(pe).setAtIndex(ValueLayout.JAVA_INT, index, (int) value);
        } else {
            object.segment(pe).setAtIndex(ValueLayout.JAVA_LONG, index, value);
        }
    }

    private static long get(JobObject object, int pe, long index) {
        return object.type() == int.class ? object.segment(pe).getAtIndex(ValueLayout.JAVA_INT, index)
            : object.segment(pe).getAtIndex(ValueLayout.JAVA_LONG, index);
    }
}
