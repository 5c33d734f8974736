// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.reproduce;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Meshes larger than the SCC. */
class BeyondFiguresTest {
    /** Each core needs memory of its own, which the SCC has for 48. */
    @Test
    void theLargestMeshHasMemoryForAllCores() {
        assertEquals(2048, BeyondFigures.mesh(32, 32).cores());
    }
}
