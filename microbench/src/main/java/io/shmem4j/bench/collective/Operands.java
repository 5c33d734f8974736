// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.collective;

/** What becomes of a collective's source and dest between the calls of a loop. */
enum Operands {
    /** Nothing: unwritten data stay in all caches that have read them. */
    KEPT,
    /** Each PE reads its dest and writes its source, so a call finds lines where a program leaves them. */
    USED
}
