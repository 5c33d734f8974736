// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.CallSite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Loops that a PE runs for long before the optimizing compiler turns to them: by looks at the PE's thread, and by the
 * JVM's log of what it compiles. A method with many loops is compiled on the stack, as a whole, for each loop anew.
 * Looks that find the thread inside a call of the library don't count.
 */
public final class LateLoops {
    /** System property: the JVM's log of compilations, whose lines begin with the time in nanoseconds. */
    public static final String FILE = "shmem4j.compiled.file";
    /** Rows of a table. */
    private static final int MOST = 3;
    /** Share of a PE's time below which no loop is worth a line. */
    private static final double LEAST_SHARE = .05;
    private static final int LEAST_LOOKS = 4;
    private static final long PERIOD_MILLIS = 5;
    /** A line of the log on a compilation on the stack: time, level, class, method. */
    private static final Pattern ON_STACK = Pattern.compile(
        "\\[(\\d+)ns] +\\d+ %.* ([1-4]) +(\\S+)::(\\S+) @ -?\\d+ \\(\\d+ bytes\\)");
    private static final int OPTIMIZED = 4;

    private final int pe;
    private final Thread thread;
    private final Map<StackTraceElement, Line> lines = new HashMap<>();
    private volatile boolean inside = true;
    private volatile boolean ended;
    private long looks;

    /** When one line of the program was seen. */
    private static final class Line {
        /** The earliest times; a loop that is met more often was late enough. */
        private long[] times = new long[8];
        private int count;

        private void add(long now) {
            if (count < 1 << 12) {
                times = count < times.length ? times : Arrays.copyOf(times, 2 * count);
                times[count] = now;
            }
            count++;
        }

        private int before(long time) {
            int before = 0;
            while (before < Math.min(count, times.length) && times[before] < time) {
                before++;
            }
            return before;
        }
    }

    /** A loop, or several between which nothing was compiled. */
    private record Loop(StackTraceElement at, int looks, int before, boolean compiled) { }

    private LateLoops(int pe) {
        this.pe = pe;
        this.thread = Thread.currentThread();
    }

    /** {@return the looks at the calling PE's thread, which have begun; null where nobody has asked for the log} */
    static LateLoops of(Backend backend) {
        if (System.getProperty(FILE) == null) {
            return null;
        }
        LateLoops loops = new LateLoops(backend.pe());
        Thread.ofPlatform().daemon().name("looks for late loops").start(loops::look);
        return loops;
    }

    int pe() {
        return pe;
    }

    /** The PE is inside a call of the library, or is not any more. */
    void inside(boolean now) {
        inside = now;
    }

    private void look() {
        while (!ended) {
            try {
                Thread.sleep(PERIOD_MILLIS);
            } catch (InterruptedException e) {
                // A program interrupts all threads that it finds.
                return;
            }
            StackTraceElement[] stack = inside ? new StackTraceElement[0] : thread.getStackTrace();
            long now = System.nanoTime();
            synchronized (lines) {
                looks++;
                Arrays.stream(stack).filter(CallSite::isProgram).findFirst()
                    .ifPresent(frame -> lines.computeIfAbsent(frame, _ -> new Line()).add(now));
            }
        }
    }

    /** {@return a table of late loops, by the seconds that the PE has run; empty where there are none} */
    List<String> table(double seconds) {
        ended = true;
        List<String> rows = new ArrayList<>();
        try {
            synchronized (lines) {
                for (Loop loop : loops(compiled(Files.readAllLines(Path.of(System.getProperty(FILE)))))) {
                    rows.add(String.format(Locale.ROOT, "%12.6f %7.1f%% %12.6f  %-9s %s", seconds * loop.looks / looks,
                        100.0 * loop.looks / looks, seconds * loop.before / looks, loop.compiled ? "" : "never",
                        loop.at));
                }
            }
        } catch (IOException e) {
            // A log that can't be read has no lines for us.
        }
        if (!rows.isEmpty()) {
            rows.add(0, "loops of PE " + pe + " that were optimized late; those in methods of their own are sooner");
            rows.add(1, "%12s %8s %12s  %-9s %s".formatted("seconds", "share", "before", "optimized", "at"));
        }
        return rows;
    }

    /** {@return times at which the optimizing compiler began with a method, for those compiled on the stack} */
    private static Map<String, TreeSet<Long>> compiled(List<String> log) {
        Map<String, TreeSet<Long>> times = new HashMap<>();
        for (String line : log) {
            Matcher matcher = ON_STACK.matcher(line);
            if (matcher.matches()) {
                TreeSet<Long> ofMethod = times.computeIfAbsent(matcher.group(3) + "." + matcher.group(4),
                    _ -> new TreeSet<>());
                if (Integer.parseInt(matcher.group(2)) == OPTIMIZED) {
                    ofMethod.add(Long.parseLong(matcher.group(1)));
                }
            }
        }
        return times;
    }

    private List<Loop> loops(Map<String, TreeSet<Long>> compiled) {
        Map<String, Loop> loops = new HashMap<>();
        lines.forEach((at, line) -> {
            String method = at.getClassName() + "." + at.getMethodName();
            TreeSet<Long> times = compiled.get(method);
            if (times != null) {
                Long time = times.higher(line.times[0]);
                int before = line.before(time == null ? Long.MAX_VALUE : time);
                loops.merge(method + time, new Loop(at, line.count, before, time != null), (one, other) ->
                    new Loop(one.looks > other.looks ? one.at : other.at, one.looks + other.looks,
                        one.before + other.before, one.compiled));
            }
        });
        return loops.values().stream().filter(loop -> loop.before >= Math.max(LEAST_LOOKS, LEAST_SHARE * looks))
            .sorted(Comparator.comparingInt(Loop::before).reversed()).limit(MOST).toList();
    }
}
