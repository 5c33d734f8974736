// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/** A soak, a measurement, or a matrix of which {@link Thorough} tests run a part. {@code .ci/weekly} runs these. */
@Tag("weekly")
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface Weekly { }
