// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.dt;

/** The shapes of graphs, named as on the command line. */
enum GraphKind {
    /** From many sources to one sink. */
    BH,
    /** From one source to many sinks: the same tree the other way round. */
    WH,
    /** Shuffle: each node of a layer hands on to two of the next. */
    SH
}
