// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import io.shmem4j.Shmem;
import io.shmem4j.error.JobFailedException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.SortedMap;
import java.util.function.Function;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** A test method on PEs that are threads of this JVM. */
final class TestThreads {
    private TestThreads() {
    }

    /**
     * Runs the method on all PEs and throws one failure.
     *
     * @param instance the test, or null for a static method
     */
    static void run(int pes, Method method, Object instance, Function<Shmem, Object[]> arguments) {
        method.setAccessible(true);
        try {
            Shmem.run(pes, () -> {
                try (Shmem shmem = Shmem.init()) {
                    call(method, instance, arguments.apply(shmem));
                }
            });
        } catch (JobFailedException e) {
            throw failure(pes, method.getDeclaringClass(), e);
        }
    }

    /** Calls the method and lets its throwable out unwrapped. */
    static void call(Method method, Object instance, Object... arguments) throws Exception {
        try {
            method.invoke(instance, arguments);
        } catch (InvocationTargetException e) {
            switch (e.getCause()) {
                case Error error -> throw error;
                case Exception exception -> throw exception;
                default -> throw e;
            }
        }
    }

    private static RuntimeException aborted(SortedMap<Integer, Throwable> failures) {
        return failures.values().stream().allMatch(TestAbortedException.class::isInstance) && !failures.isEmpty()
            ? (TestAbortedException) failures.firstEntry().getValue() : null;
    }

    private static AssertionFailedError failure(int pes, Class<?> test, JobFailedException job) {
        RuntimeException aborted = aborted(job.failures());
        if (aborted != null) {
            throw aborted;
        }
        if (job.failures().isEmpty()) {
            return new AssertionFailedError(job.getMessage(), job);
        }
        FailureText text = new FailureText(pes, test);
        job.failures().forEach((pe, thrown) -> text.add(pe, thrown.toString(), thrown.getStackTrace()));
        AssertionFailedError error = new AssertionFailedError(text.toString(), job.getCause());
        for (Throwable other : job.getSuppressed()) {
            error.addSuppressed(other);
        }
        return error;
    }
}
