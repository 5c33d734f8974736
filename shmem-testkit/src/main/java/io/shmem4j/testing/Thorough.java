// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that a plain {@code mvn verify} leaves out: a longer version of another test, such as a soak, more shapes and
 * numbers of PEs, or rare options. {@code .ci/run} runs these last.
 */
@Tag("thorough")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Thorough { }
