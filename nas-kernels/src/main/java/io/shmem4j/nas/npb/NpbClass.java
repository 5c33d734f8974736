// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** The problem classes, from the smallest. */
public enum NpbClass {
    /** For a quick test. */
    S,
    /** For a workstation of the nineties. */
    W,
    /** Standard problem. */
    A,
    /** Standard problem, about four times A. */
    B,
    /** Standard problem, about four times B. */
    C,
    /** Large problem, about sixteen times C. */
    D,
    /** Large problem, about sixteen times D. */
    E
}
