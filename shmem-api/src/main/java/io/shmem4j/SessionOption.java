// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** Hints about the operations of a session, {@code SHMEM_CTX_SESSION_*}. */
public enum SessionOption {
    /** Many small operations follow. */
    BATCH
}
