// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** Problem classes by size. */
public enum NpbClass {
    S,
    W,
    A,
    B,
    C,
    D
}
