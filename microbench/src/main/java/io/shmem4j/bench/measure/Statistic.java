// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

/** Which of a value's trials a table shows. */
public enum Statistic {
    /** The fastest. */
    MIN,
    /** The middle one. */
    MEDIAN
}
