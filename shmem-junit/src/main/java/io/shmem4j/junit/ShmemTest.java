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
 * A test method that runs on several PEs at once, and again for each number of PEs. A parameter of type
 * {@link io.shmem4j.Shmem} is the PE's library, initialised before the method and closed after it. JUnit resolves all
 * other parameters as usual, once for all PEs.
 *
 * <p>The PEs' throwables become one failure that names each PE and its line of the test. A deadlock is a failure with
 * a report on each PE's position.
 *
 * @see ExploreTest
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@SuppressWarnings("exports") // JUnit creates the extension; tests do not name it.
@ExtendWith(ShmemTestExtension.class)
public @interface ShmemTest {
    /** {@return the numbers of PEs, one test for each} */
    int[] pes() default {2};

    /**
     * {@return whether the launcher starts a JVM for each PE; otherwise PEs are threads of this JVM}
     *
     * <p>Each PE creates its own instance of the test class and calls the methods before and after each test on it.
     * Methods before all tests, fields set by extensions, system properties and parameters other than the
     * {@link io.shmem4j.Shmem} do not reach it. The launcher must be on the test's class path.
     */
    boolean processes() default false;

    /**
     * {@return whether a data race makes the test fail}
     *
     * <p>The PEs are then processes, unless the options change that. The module {@code shmem-race} must be on the
     * test's class path as well.
     */
    boolean race() default false;

    /** {@return options of {@code oshrun} for PEs in processes, such as {@code --heap-size=64m}} */
    String[] options() default {};
}
