// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares races in a method, or in any method of a class, harmless: {@code oshrun --race} reports no race with an
 * access there. A benchmark that puts to one element in a loop needs it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface MayRace {
}
