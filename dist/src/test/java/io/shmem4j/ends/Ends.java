// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ends;

import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.error.PeFailedException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls all methods of objects after their end, on PE 0 while the others wait, and tells which do not refuse the call
 * or store to memory that has another owner by then.
 */
public final class Ends {
    private static final Pattern REFUSAL = Pattern.compile("PE \\d.*(freed|closed|not initialised).*", Pattern.DOTALL);
    /** Before the names of types whose methods have been called; other lines are faults. */
    static final String CALLED = "called: ";
    private static final int PAGE = 1 << 12;
    private static final Duration LIMIT = Duration.ofMillis(200);

    private final List<Function<Values, Subject>> kinds;
    private final Consumer<String> faults;
    private final List<MemorySegment> watched = new ArrayList<>();
    private final List<byte[]> before = new ArrayList<>();

    private Ends(List<Function<Values, Subject>> kinds, Consumer<String> faults) {
        this.kinds = kinds;
        this.faults = faults;
    }

    /** Prints faults: of all ends, {@code mapped} those of other libraries too, {@code lives} those after a death. */
    public static void main(String[] args) throws Exception {
        switch (args[0]) {
            case "mapped" -> all(Stream.concat(Subjects.all(), Subjects.ofOthers()), System.out::println);
            case "lives" -> new Ends(Subjects.lasting().toList(), System.out::println).lives();
            default -> all(Subjects.all(), System.out::println);
        }
    }

    /** Tests all ends on the calling PE. */
    static void all(Stream<Function<Values, Subject>> kinds, Consumer<String> faults) throws Exception {
        new Ends(kinds.toList(), faults).sessions();
    }

    private void sessions() throws Exception {
        List<Subject> ended = new ArrayList<>();
        Values old;
        long used;
        boolean caller;
        try (Shmem s = Shmem.init()) {
            old = new Values(s);
            caller = s.myPe() == 0;
            for (Function<Values, Subject> kind : kinds) {
                freed(old, kind, true);
                freed(old, kind, false);
            }
            withFreed(old);
            used = s.heapStats().used();
            for (Function<Values, Subject> kind : kinds) {
                ended.add(kind.apply(old));
            }
            ended.add(Subject.of(s));
            used = s.heapStats().used() - used;
            watch(old, s.allocateBytes(1));
            s.finish();
        }
        if (caller) {
            ended.forEach(each -> callAll("ended", each, old, old));
        }
        try (Shmem s = Shmem.init()) {
            Values now = new Values(s);
            watch(now, s.allocateBytes(used));
            if (caller) {
                ended.forEach(each -> callAll("ended before", each, now, old));
            }
            s.finish();
        }
    }

    /** Frees an object, and calls it when another one has its memory. */
    private void freed(Values v, Function<Values, Subject> kind, boolean wait) throws Exception {
        long used = v.s.heapStats().used();
        Subject subject = kind.apply(v);
        used = v.s.heapStats().used() - used;
        v.s.barrierAll();
        subject.end(wait);
        try (SymmetricBytes neighbour = v.s.allocateBytes(Math.max(1, used))) {
            watch(v, neighbour);
            if (v.s.myPe() == 0) {
                callAll(wait ? "freed" : "closed", subject, v, null);
            }
            v.s.barrierAll();
        }
    }

    /** Calls live objects with freed arguments. */
    private void withFreed(Values v) throws Exception {
        Values freed = new Values(v.s);
        freed.close();
        watch(v, v.s.allocateBytes(1 << 14));
        List<Subject> live = new ArrayList<>(List.of(Subject.of(v.s), Subject.of((Object) v.s.world())));
        for (Function<Values, Subject> kind : kinds) {
            live.add(kind.apply(v));
        }
        v.s.barrierAll();
        if (v.s.myPe() == 0) {
            live.forEach(each -> call("with freed", each, freed, null, method -> !isStatic(method)
                && Arrays.stream(method.getParameterTypes()).anyMatch(freed::ends)));
        }
        v.s.barrierAll();
        for (Subject each : live.subList(2, live.size())) {
            each.end(false);
        }
    }

    /** Frees objects, dies, and calls them in the next life, when another object has their memory. */
    private void lives() throws Exception {
        try (Shmem s = Shmem.init()) {
            Values v = new Values(s);
            List<Subject> freed = new ArrayList<>();
            long used = s.heapStats().used();
            // An object that a new life makes must not begin where one of another size does.
            SymmetricBytes first = s.allocateBytes(PAGE);
            for (Function<Values, Subject> kind : kinds) {
                freed.add(kind.apply(v));
            }
            used = s.heapStats().used() - used;
            for (Subject each : freed) {
                each.end(true);
            }
            first.free();
            SymmetricBytes neighbour = s.allocateBytes(used, PAGE);
            if (s.incarnation() == 1) {
                die(s);
            }
            s.recover();
            watch(v, neighbour);
            if (s.myPe() == 0) {
                freed.forEach(each -> callAll("next life", each, v, null));
            }
            s.finish();
        }
    }

    /** Ends PE 0; the others wait for its death. */
    private static void die(Shmem s) {
        try {
            s.barrierAll();
            if (s.myPe() == 0) {
                Runtime.getRuntime().halt(1);
            }
            s.barrierAll();
        } catch (PeFailedException _) {
            // Its next life comes to the meeting.
        }
    }

    /** Fills the memory that no call may change, and remembers its contents. */
    private void watch(Values v, SymmetricBytes neighbour) {
        watched.clear();
        before.clear();
        neighbour.fill((byte) 1);
        v.s.barrierAll();
        v.arrays().forEach(each -> watch(v.s, each));
        watch(v.s, neighbour);
        v.s.barrierAll();
    }

    private void watch(Shmem s, Symmetric array) {
        for (int pe = 0; pe < s.nPes(); pe++) {
            MemorySegment memory = s.ptr(array, pe);
            if (memory != null) {
                watched.add(memory);
                before.add(memory.toArray(ValueLayout.JAVA_BYTE));
            }
        }
    }

    private static boolean isStatic(Method method) {
        return Modifier.isStatic(method.getModifiers());
    }

    /** Calls all methods; {@code ended} has the arguments of static ones, which are left out if it is null. */
    private void callAll(String state, Subject subject, Values values, Values ended) {
        call(state, subject, values, ended, method -> (ended != null || !isStatic(method))
            && (ended != null || subject.owners().contains(subject.object())
            || !method.getName().matches("free|close")));
    }

    private void call(String state, Subject subject, Values values, Values ended, Predicate<Method> which) {
        faults.accept(CALLED + type(subject.object().getClass()));
        subject.methods().filter(which).sorted((a, b) -> a.toString().compareTo(b.toString())).forEach(method -> {
            Object[] arguments = (isStatic(method) ? ended : values).all(method.getParameterTypes(), subject.object());
            String outcome = outcome(method, subject.object(), arguments, values.s);
            if (restore()) {
                outcome = "stored and " + (outcome.isEmpty() ? "threw" : outcome);
            }
            if (!outcome.isEmpty()) {
                faults.accept(state + ": " + key(subject.object().getClass(), method) + " " + outcome);
            }
        });
    }

    private static String outcome(Method method, Object object, Object[] arguments, Shmem s) {
        try {
            if (Shmem.initialized()) {
                // A call that would wait for ever times out.
                s.within(LIMIT, () -> {
                    try {
                        return Subject.invoke(method, object, arguments);
                    } catch (RuntimeException e) {
                        throw e;
                    } catch (Exception e) {
                        throw new IllegalArgumentException(e);
                    }
                });
            } else {
                Subject.invoke(method, object, arguments);
            }
            return "returned";
        } catch (IllegalStateException e) {
            return REFUSAL.matcher(String.valueOf(e.getMessage())).matches() ? "" : "threw " + e;
        } catch (Exception e) {
            return "threw " + e;
        }
    }

    /** Restores what a call has changed; {@return whether there was anything} */
    private boolean restore() {
        boolean any = false;
        for (int i = 0; i < watched.size(); i++) {
            MemorySegment contents = MemorySegment.ofArray(before.get(i));
            if (watched.get(i).mismatch(contents) >= 0) {
                watched.get(i).copyFrom(contents);
                any = true;
            }
        }
        return any;
    }

    /** {@return a method with its parameters, that of longs for all element types} */
    private static String key(Class<?> type, Method method) {
        return type(type) + "." + method.getName() + Arrays.stream(method.getParameterTypes()).map(Ends::type)
            .collect(Collectors.joining(", ", "(", ")"));
    }

    static String type(Class<?> type) {
        return type.getSimpleName().replaceFirst("^(Symmetric|Global)(Byte|Short|Int|Float|Double)s", "$1Longs")
            .replaceFirst("^(Byte|Short|Int|Float|Double)(View|Watch)", "Long$2");
    }
}
