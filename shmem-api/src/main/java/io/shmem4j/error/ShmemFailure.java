// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

/**
 * Implemented by all exceptions of this package. Some of them extend {@link IllegalStateException} or
 * {@link IndexOutOfBoundsException}, the others {@link ShmemException}.
 */
public sealed interface ShmemFailure permits FreedObjectException, InvalidPeException, NotInitializedException,
    ShmemException, SymmetricIndexException {
    /** {@return the PE, the routine and its call site, what happened, and what to do} */
    String getMessage();
}
