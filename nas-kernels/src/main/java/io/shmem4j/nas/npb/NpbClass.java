// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** The problem classes, from the smallest. */
public enum NpbClass {
    S,
    W,
    A,
    B,
    C,
    D
}
