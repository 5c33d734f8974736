// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A test case: a method of a group that takes a {@link Trial} and that all PEs run together.
 *
 * <p>It starts right after init, with an empty heap. A failed check is recorded and the case continues, so that PEs
 * stay in step; an exception ends the job. A case need not free what it allocates, but must leave some room in the
 * heap.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Case {
    /** {@return the fewest PEs it makes sense with} */
    int pes() default 1;

    /** {@return the most PEs it is worth its time with} */
    int mostPes() default Integer.MAX_VALUE;

    /** {@return whether it ends the job; such a case runs only by name} */
    boolean endsJob() default false;

    /** {@return whether several threads of a PE call the library at once} */
    boolean threads() default false;
}
