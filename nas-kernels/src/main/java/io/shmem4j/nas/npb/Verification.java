// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

/** What came of the check of a benchmark's numbers. */
public enum Verification {
    /** They are right. */
    SUCCESSFUL,
    /** They are wrong. */
    UNSUCCESSFUL,
    /** The run ended before there was something to check. */
    NOT_PERFORMED;

    /**
     * {@return the outcome of a check}
     *
     * @param right whether the numbers are right
     */
    public static Verification of(boolean right) {
        return right ? SUCCESSFUL : UNSUCCESSFUL;
    }

    /** {@return whether the numbers are right, null where they were not checked} */
    Boolean right() {
        return this == NOT_PERFORMED ? null : (Boolean) (this == SUCCESSFUL);
    }
}
