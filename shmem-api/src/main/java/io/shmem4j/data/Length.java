// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The number of elements of an array in a record; fixed, so that the record contains the array. */
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Length {
    /** {@return the number of elements} */
    int value();
}
