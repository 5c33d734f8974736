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
 * A {@link ShmemTest} whose method runs by many schedules, until one fails, with stores that arrive as late as the
 * memory model permits. The failure has the schedule's steps and the order that they lack.
 *
 * <p>The PEs are threads that run one at a time. All runs use the same instance, and the methods before and after each
 * test run once. The module {@code shmem-explore} must be on the test's class path.
 */
@Target({ElementType.METHOD, ElementType.ANNOTATION_TYPE})
@Retention(RetentionPolicy.RUNTIME)
@Documented
@TestTemplate
@SuppressWarnings("exports") // JUnit creates the extension; tests do not name it.
@ExtendWith(ShmemTestExtension.class)
public @interface ExploreTest {
    /**
     * {@return the strategy that chooses schedules, and what else they have, as the words of
     * {@code io.shmem4j.explore.Explore.of}} With {@code auto early} loads are made before earlier loads, as on ARM and
     * on accelerators; with {@code auto crash} a PE dies at any step.
     */
    String value() default "auto";

    /** {@return the numbers of PEs, one test for each} */
    int[] pes() default {2};
}
