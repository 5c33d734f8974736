// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import io.shmem4j.Shmem;
import io.shmem4j.Shmem.Program;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.explore.Explore;
import java.lang.reflect.Method;
import java.util.SortedMap;
import java.util.function.Function;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.ReflectionSupport;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/** Runs a test method on PEs that are threads of this JVM. */
final class TestThreads {
    private TestThreads() {
    }

    /**
     * Runs the method on all PEs and throws one failure.
     *
     * @param strategy the choice of schedules, empty for one run
     * @param instance the test, or null for a static method
     */
    static void run(int pes, String strategy, Method method, Object instance, Function<Shmem, Object[]> arguments) {
        Program program = () -> {
            try (Shmem shmem = Shmem.init()) {
                ReflectionSupport.invokeMethod(method, instance, arguments.apply(shmem));
            }
        };
        try {
            if (strategy.isEmpty()) {
                Shmem.run(pes, program);
            } else {
                explore(pes, strategy, program);
            }
        } catch (JobFailedException e) {
            throw failure(pes, method.getDeclaringClass(), e, strategy.isEmpty());
        }
    }

    private static void explore(int pes, String strategy, Program program) {
        try {
            Explore.of(strategy).explore(pes, program);
        } catch (NoClassDefFoundError e) {
            throw new ExtensionConfigurationException("@ExploreTest needs the explorer: put io.shmem4j:shmem-explore"
                + " on the test's class path", e);
        }
    }

    private static AssertionFailedError failure(int pes, Class<?> test, JobFailedException job, boolean once) {
        SortedMap<Integer, Throwable> failures = job.failures();
        if (!failures.isEmpty() && failures.values().stream().allMatch(TestAbortedException.class::isInstance)) {
            throw (TestAbortedException) failures.firstEntry().getValue();
        }
        AssertionFailedError error;
        if (job.getCause() == null || !once) {
            // A report, or the story of an exploration: as a cause too it would be printed twice.
            error = new AssertionFailedError(job.getMessage(), job.getCause());
            error.setStackTrace(job.getStackTrace());
        } else {
            FailureText text = new FailureText(pes, test);
            failures.forEach((pe, thrown) -> text.add(pe, thrown.toString(), thrown.getStackTrace()));
            error = new AssertionFailedError(text.toString(), job.getCause());
        }
        for (Throwable other : job.getSuppressed()) {
            error.addSuppressed(other);
        }
        return error;
    }
}
