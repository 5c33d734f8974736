// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that races of what a method does, or any method of a class, are no mistake: {@code oshrun --race} reports
 * none that has one of its two accesses there. A benchmark that puts to one place in a loop needs it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface MayRace {
}
