// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Writes programs by chance: state of several kinds, locks on any object, pools and threads, and calls of the JDK. What
 * they print depends on nothing but the PE. Some use what the list lacks.
 */
final class RandomProgram {
    /** Values by their types, as source texts. */
    private static final Map<Class<?>, String> VALUES = Map.ofEntries(Map.entry(int.class, "3"),
        Map.entry(long.class, "5L"), Map.entry(double.class, "1.5"), Map.entry(float.class, "2f"),
        Map.entry(boolean.class, "true"), Map.entry(char.class, "'c'"), Map.entry(byte.class, "(byte) 7"),
        Map.entry(short.class, "(short) 9"), Map.entry(String.class, "\"12\""),
        Map.entry(Object.class, "(Object) \"o\""),
        Map.entry(CharSequence.class, "\"ab\""), Map.entry(int[].class, "new int[] {3, 1, 2}"),
        Map.entry(long[].class, "new long[] {3, 1}"), Map.entry(double[].class, "new double[] {.5, .25}"),
        Map.entry(String[].class, "new String[] {\"b\", \"a\"}"), Map.entry(Locale.class, "Locale.ROOT"),
        Map.entry(BigInteger.class, "BigInteger.TEN"), Map.entry(Duration.class, "Duration.ofSeconds(61)"));
    /** Classes whose static methods are called, and objects whose methods without parameters are. */
    private static final List<Class<?>> STATICS = List.of(Integer.class, Long.class, Double.class, Character.class,
        Boolean.class, String.class, Math.class, StrictMath.class, Arrays.class, Objects.class, BigInteger.class,
        BigDecimal.class, Duration.class, LocalDate.class, Locale.class, Currency.class, Runtime.class, Thread.class,
        System.class, Collections.class, Optional.class, List.class, Set.class, Path.class, ZoneId.class, Stream.class,
        IntStream.class, DayOfWeek.class);
    private static final Map<String, Class<?>> OBJECTS = new TreeMap<>(Map.of("Thread.currentThread()", Thread.class,
        "Runtime.getRuntime()", Runtime.class, "\"text\"", String.class,
        "LocalDate.of(2026, 1, 2)", LocalDate.class, "BigInteger.TEN", BigInteger.class, "new Throwable(\"t\")",
        Throwable.class, "TimeUnit.SECONDS", Enum.class, "Locale.ROOT", Locale.class));
    /** Methods that wait, end, need more than a value, or are other at each call. */
    private static final Pattern LEFT_OUT = Pattern.compile(".*(sleep|wait|join|park|exit|halt|load|now|nano|Millis"
        + "|random|yield|notify|interrupt|stop|suspend|resume|start|run|clone|finalize|console|set[A-Z]|clear|inherited"
        + "|shuffle|mapLibrary|getLogger|spliterator|iterator|copyOf|asList|forEach|Handler|suppressed|printStack"
        + "|dumpStack|generate|iterate|newThread|version|getenv|Memory|stackTrace|StackTrace|describe|ofVirtual"
        + "|ofPlatform|holdsLock|emptyList|Property|Properties|getSecurity|enumerate|fill).*");

    private static final List<String> CALLS = calls();

    private final Random random;
    private final String name;
    private final StringBuilder members = new StringBuilder();
    private final StringBuilder body = new StringBuilder();
    private int variables;

    private RandomProgram(String name, long seed) {
        this.name = name;
        this.random = new Random(seed);
    }

    static SmallProgram of(String name, long seed) {
        return new RandomProgram(name, seed).write();
    }

    private static List<String> calls() {
        List<String> calls = new ArrayList<>();
        for (Class<?> type : STATICS) {
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isStatic(method.getModifiers()) && isFit(method)) {
                    calls.add(call(type.getSimpleName(), method));
                }
            }
        }
        OBJECTS.forEach((object, type) -> {
            for (Method method : type.getMethods()) {
                if (!Modifier.isStatic(method.getModifiers()) && method.getParameterCount() == 0 && isFit(method)) {
                    calls.add(call(object, method));
                }
            }
        });
        Collections.sort(calls);
        return calls;
    }

    private static boolean isFit(Method method) {
        return Modifier.isPublic(method.getModifiers()) && method.getReturnType() != void.class
            && !LEFT_OUT.matcher(method.getName()).matches() && !method.isSynthetic()
            && Stream.of(method.getParameterTypes()).allMatch(VALUES::containsKey);
    }

    private static String call(String owner, Method method) {
        return owner + "." + method.getName() + "(" + String.join(", ",
            Stream.of(method.getParameterTypes()).map(VALUES::get).toList()) + ")";
    }

    private SmallProgram write() {
        members.append("static void say(Object text) { System.out.println(String.valueOf(text)"
            + ".replaceAll(\"@[0-9a-f]+\", \"@\")); }\n");
        int statements = 4 + random.nextInt(8);
        for (int i = 0; i < statements; i++) {
            body.append(statement(random.nextInt(12))).append('\n');
        }
        return SmallProgram.of(name, SmallProgram.ANY, "", members.toString(), body.toString());
    }

    private String variable() {
        return "v" + variables++;
    }

    private String pick(String... texts) {
        return texts[random.nextInt(texts.length)];
    }

    private String statement(int kind) {
        String own = variable();
        int number = random.nextInt(100);
        return switch (kind) {
            case 0, 1, 2 -> "try { say(" + CALLS.get(random.nextInt(CALLS.size()))
                + "); } catch (RuntimeException e) { say(e.getClass().getSimpleName()); }";
            case 3 -> state(own, number);
            case 4 -> lock(own);
            case 5 -> threads(own, number);
            case 6 -> table(own, number);
            case 7 -> "say(s.world()." + pick("sum", "max", "min") + "Reduce((long) me * " + number + "));";
            case 8 -> "var " + own + " = s.allocateLongs(2); s.p(" + own + ", 0, (long) me * " + number
                + ", (me + 1) % n); s.barrierAll(); say(" + own + ".get(0));";
            case 9 -> "int " + own + " = 0; for (int i = 0; i < " + number + "; i++) { " + own + " += i * me; } say("
                + own + ");";
            case 10 -> "say(IntStream.range(0, " + (number + 1) + ")" + pick("", "", "", ".filter(x -> x % 3 != 0)",
                ".parallel()", ".map(x -> x * me)") + ".mapToObj(x -> x + \"-\")" + pick("", ".sorted()", ".distinct()")
                + ".collect(Collectors." + pick("joining()", "counting()", "toList()", "toSet()") + "));";
            default -> "switch (me * " + number + " % 5) { case 0 -> say(\"none\"); case 1, 2 -> say(" + number
                + "); default -> { try { throw new IllegalStateException(\"" + number + "\"); } catch ("
                + pick("IllegalStateException", "RuntimeException", "Exception", "Throwable") + " e) { say(e); } } }";
        };
    }

    /** Data of a class, which a PE must not see of another. */
    private String state(String own, int number) {
        switch (random.nextInt(5)) {
            case 0 -> members.append("static int ").append(own).append(";\n");
            case 1 -> members.append("static long ").append(own).append(" = ").append(number).append(";\n");
            case 2 -> {
                members.append("enum E").append(own).append(" { A, B; int n; }\n");
                return "E" + own + ".B.n += me; s.barrierAll(); say(E" + own + ".B.n + \" \" + E" + own
                    + ".valueOf(\"A\"));";
            }
            case 3 -> {
                members.append("static final int[] ").append(own).append(" = new int[2];\n");
                return own + "[1] += me; s.barrierAll(); say(Arrays.toString(" + own + "));";
            }
            default -> {
                members.append("interface I").append(own).append(" { List<Object> L = new ArrayList<>(); }\n");
                return "I" + own + ".L.add(me); s.barrierAll(); say(I" + own + ".L);";
            }
        }
        return own + " += me + 1; s.barrierAll(); say(" + own + ");";
    }

    /** A lock with a barrier within, which never ends where PEs have the lock in common. */
    private String lock(String own) {
        String object = pick("new Object()", "new Object()", "new Object()", "new ArrayList<>()", "new int[2]",
            "\"text\"", "() -> { }", "List.of()", "TimeUnit.DAYS", "me", "Optional.empty()", "String.class");
        String type = object.equals("() -> { }") ? "Runnable" : object.startsWith("new int") ? "int[]" : "Object";
        String block = " { s.barrierAll(); say(\"locked\"); }";
        switch (random.nextInt(6)) {
            case 0 -> {
                return type + " " + own + " = " + object + "; synchronized (" + own + ")" + block;
            }
            case 1 -> {
                members.append("static class C").append(own).append(" { ").append(type).append(" lock = ")
                    .append(object.equals("me") ? "7" : object).append("; void go(Shmem s) { synchronized (lock)")
                    .append(block).append(" } }\n");
                return "new C" + own + "().go(s);";
            }
            case 2 -> {
                members.append("static void m").append(own).append("(Shmem s, ").append(type)
                    .append(" lock) { synchronized (lock)").append(block).append(" }\n");
                return "m" + own + "(s, " + object + ");";
            }
            case 3 -> {
                members.append("static ").append(pick("", "synchronized ")).append("void m").append(own)
                    .append("(Shmem s) { synchronized (").append(name).append(".class)").append(block).append(" }\n");
                return "m" + own + "(s);";
            }
            case 4 -> {
                members.append("interface F").append(own).append(" { void go(); default void locked(Shmem s) { "
                    + "synchronized (this)").append(block).append(" } }\n");
                return "F" + own + " " + own + " = () -> { }; " + own + ".locked(s);";
            }
            default -> {
                members.append("synchronized void m").append(own).append("(Shmem s)").append(block).append('\n');
                return name + " " + own + " = new " + name + "(); " + own + ".m" + own + "(s);";
            }
        }
    }

    private String threads(String own, int number) {
        String sum = "int[] a" + own + " = new int[3]; ";
        return sum + switch (random.nextInt(5)) {
            case 0 -> "Thread " + own + " = new Thread(() -> a" + own + "[0] = me + " + number + "); " + own
                + ".start(); " + own + ".join();";
            case 1 -> "try (var " + own + " = Executors.new" + pick("FixedThreadPool(2)", "FixedThreadPool(1)",
                "CachedThreadPool()", "SingleThreadExecutor()", "ScheduledThreadPool(1)", "WorkStealingPool()",
                "VirtualThreadPerTaskExecutor()") + ") { " + own + ".submit(() -> { a" + own + "[1] = " + number
                + "; say(\"task\"); }).get(); }";
            case 2 -> "try (var " + own + " = Executors.newFixedThreadPool(3)) { a" + own
                + "[0] = CompletableFuture.supplyAsync(() -> me * 2" + pick(", " + own, "") + ").thenApply"
                + pick("(x -> x + 1)", "Async(x -> x + 1, " + own + ")", "Async(x -> x + 1)") + ".get(); }";
            case 3 -> "Thread " + own + " = Thread." + pick("ofPlatform()", "ofPlatform()", "ofVirtual()")
                + pick("", ".name(\"t\")") + ".start(() -> { a" + own + "[2] = " + number + "; }); " + own + ".join();";
            default -> "var " + own + " = new CountDownLatch(2); for (int i = 0; i < 2; i++) { int k = i; "
                + "new Thread(() -> { a" + own + "[k]++; " + own + ".countDown(); }).start(); } " + own + ".await();";
        } + " say(Arrays.toString(a" + own + "));";
    }

    private String table(String own, int number) {
        String key = pick("\"k\" + i", "i * " + (number + 1), "new R" + own + "(i, \"r\")", "new P" + own + "(i)",
            "(long) i << 33", "List.of(i, i + 1)");
        members.append("record R").append(own).append("(int x, String y) { }\nstatic class P").append(own)
            .append(" { int x; P").append(own).append("(int x) { this.x = x; } ")
            .append("public String toString() { return \"p\" + x; } ")
           .append(pick("", "public int hashCode() { return x; }")).append(" }\n");
        return "Map<Object, Integer> " + own + " = new " + pick("Hash", "LinkedHash", "Hash", "ConcurrentHash")
            + "Map<>(); for (int i = 0; i < " + (number / 5 + 1) + "; i++) { " + own + ".put(" + key
            + ", i + me); } say(" + own + ");";
    }
}
