// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** A program's promise about a context, {@code SHMEM_CTX_*}. */
public enum ContextOption {
    /** Threads share it but never use it at once. */
    SERIALIZED,
    /** Only the thread that created it uses it. */
    PRIVATE,
    /** Its quiet and fence need not cover ordinary stores. */
    NOSTORE
}
