// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test method that runs on several PEs at once, once for each number of PEs. A parameter of type
 * {@link io.shmem4j.Shmem} is the library as the PE sees it, initialised before the method and closed after it; all
 * other parameters are resolved as in other tests, once for all PEs.
 *
 * <p>Throwables of PEs become one failure, which names each PE with the line of the test; a deadlock is a failure with
 * the report on where the PEs are.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@SuppressWarnings("exports") // JUnit makes the extension, no test names it.
@ExtendWith(ShmemTestExtension.class)
public @interface ShmemTest {
    /** {@return the numbers of PEs; each is a test of its own} */
    int[] pes() default {2};

    /**
     * {@return whether each PE is a JVM of its own, started by the launcher, and not a thread of this JVM}
     *
     * <p>Each has an instance of the test class of its own, on which it runs the methods before and after each test.
     * Nothing else reaches it: no parameter but the {@link io.shmem4j.Shmem}, no method before all tests, no field that
     * an extension sets, no system property. The launcher must be on the test's class path.
     */
    boolean processes() default false;

    /**
     * {@return whether a data race makes the test fail}
     *
     * <p>The PEs are processes then, or what the options make them. The module {@code shmem-race} must be on the test's
     * class path, too.
     */
    boolean race() default false;

    /**
     * {@return by which strategy the method runs in many schedules, with stores that arrive as late as they may, until
     * one of them fails: auto, dpor, pct, pos or random, see {@code io.shmem4j.explore.Explore}; empty for one run}
     * Words behind it ask for more: {@code crash} for a PE that dies at any step, {@code spurious} for waits that wake
     * for nothing.
     *
     * <p>The PEs are threads, one goes on at a time, all runs are on the same instance, and the methods before and
     * after each test run once. The module {@code shmem-explore} must be on the test's class path.
     */
    String explore() default "";

    /** {@return options of {@code oshrun}, for PEs in processes only, such as {@code --heap-size=64m}} */
    String[] options() default {};
}
