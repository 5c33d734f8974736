// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.ThreadLevel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The groups, and the cases found in them in an order that all PEs agree on. */
public final class Suite {
    private static final List<Class<?>> GROUPS = List.of(
        SetupCases.class, MemoryCases.class, MismatchCases.class, BytesCases.class, BarrierCases.class,
        SignalCases.class, GridCases.class, NonBlockingCases.class,
        LockCases.class, ThreadCases.class, OrderingCases.class,
        BytesRmaCases.class, ShortsRmaCases.class, IntsRmaCases.class, LongsRmaCases.class, FloatsRmaCases.class,
        DoublesRmaCases.class,
        BytesStridedCases.class, ShortsStridedCases.class, IntsStridedCases.class, LongsStridedCases.class,
        FloatsStridedCases.class, DoublesStridedCases.class,
        BytesObjectCases.class, ShortsObjectCases.class, IntsObjectCases.class, LongsObjectCases.class,
        FloatsObjectCases.class, DoublesObjectCases.class,
        IntsAtomicCases.class, LongsAtomicCases.class, FloatsAtomicCases.class, DoublesAtomicCases.class,
        IntsWaitCases.class, LongsWaitCases.class, ShortWaitCases.class,
        TeamCases.class, ContextCases.class,
        BytesCollectiveCases.class, ShortsCollectiveCases.class, IntsCollectiveCases.class, LongsCollectiveCases.class,
        FloatsCollectiveCases.class, DoublesCollectiveCases.class,
        BlockCases.class, LegacyCases.class, BytesLegacyCases.class, ShortsLegacyCases.class, IntsLegacyCases.class,
        LongsLegacyCases.class, FloatsLegacyCases.class, DoublesLegacyCases.class);

    /** Run only by name: they need a setting. */
    private static final List<Class<?>> ON_REQUEST = List.of(CheckedCases.class, CheckedBufferCases.class);

    /** A case that was found. */
    record TestCase(String group, Method method) {
        /** {@return the name by which it is reported and selected} */
        String name() {
            return group + "." + method.getName();
        }

        /**
         * {@return whether a pattern selects a case: the name of the case, or that of its group unless it ends the job}
         */
        boolean matches(String pattern) {
            return pattern.equals(name())
                || !endsJob() && List.of(group, method.getDeclaringClass().getName()).contains(pattern);
        }

        boolean endsJob() {
            return method.getAnnotation(Case.class).endsJob();
        }

        /** {@return why it is not run with so many PEs or threads, or null} */
        String skipped(int pes, ThreadLevel level) {
            Case limits = method.getAnnotation(Case.class);
            if (limits.threads() && level != ThreadLevel.MULTIPLE) {
                return "needs thread level MULTIPLE, this backend provides " + level;
            }
            return pes < limits.pes() ? "needs " + limits.pes() + " PEs"
                : pes > limits.mostPes() ? "runs with at most " + limits.mostPes() + " PEs" : null;
        }

        /** Runs it on this PE. */
        void run(Trial trial) throws Throwable {
            try {
                method.invoke(method.getDeclaringClass().getConstructor().newInstance(), trial);
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private Suite() {
    }

    /** {@return the groups that run by default} */
    static List<Class<?>> groups() {
        return GROUPS;
    }

    /** {@return the groups that run on request only} */
    static List<Class<?>> onRequest() {
        return ON_REQUEST;
    }

    /**
     * {@return the cases that patterns select, all without patterns}
     *
     * @param patterns names of groups or cases, or of classes elsewhere that hold cases
     */
    static List<TestCase> cases(List<String> patterns) {
        Stream<Class<?>> groups = patterns.isEmpty() ? GROUPS.stream()
            : Stream.of(GROUPS.stream(), ON_REQUEST.stream(), patterns.stream().flatMap(Suite::elsewhere))
                .flatMap(each -> each);
        List<TestCase> all = groups.flatMap(Suite::casesOf).sorted(Comparator.comparing(TestCase::name))
            .toList();
        for (String pattern : patterns) {
            if (all.stream().noneMatch(c -> c.matches(pattern))) {
                throw new IllegalArgumentException("there is no group or case " + pattern);
            }
        }
        return all.stream().filter(c -> patterns.isEmpty() ? !c.endsJob() : patterns.stream().anyMatch(c::matches))
            .toList();
    }

    /** {@return the class that a pattern names with its package} */
    private static Stream<Class<?>> elsewhere(String pattern) {
        try {
            return Stream.of(Class.forName(pattern));
        } catch (ClassNotFoundException e) {
            return Stream.empty();
        }
    }

    private static Stream<TestCase> casesOf(Class<?> group) {
        return Arrays.stream(group.getDeclaredMethods()).filter(m -> m.isAnnotationPresent(Case.class))
            .map((Method m) -> new TestCase(group.getSimpleName(), m));
    }
}
