// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.sp;

import io.shmem4j.nas.npb.UsageException;

/** Whether the Vector API checks the bounds of every access; the JVM decides that when it starts. */
final class VectorChecks {
    private static final String PROPERTY = "jdk.incubator.vector.VECTOR_ACCESS_OOB_CHECK";
    /** Whether checks are left out. */
    static final boolean OFF = Twins.VECTOR && "0".equals(System.getProperty(PROPERTY));

    private VectorChecks() {
    }

    /** Refuses a run that is to be unchecked and is not. */
    static void require(boolean unchecked) {
        if (unchecked && !OFF) {
            throw new UsageException("--unchecked: a JVM leaves the checks out from its start on or not at all; run"
                + " oshrun -J-D" + PROPERTY + "=0 ... nas sp --unchecked");
        }
    }
}
