// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job of PEs in threads, or of joined JVMs, has failed: a PE threw an exception or exited with a status other than 0,
 * or no PE could continue.
 *
 * <p>The cause is the exception of the first PE that failed. Those of other PEs are suppressed exceptions, unless they
 * merely follow from the first.
 */
public final class JobFailedException extends ShmemException {
    private static final long serialVersionUID = 1;

    /** Throwable of each failed PE. */
    private final transient SortedMap<Integer, Throwable> failures;

    /**
     * Called by the library.
     *
     * @param message  what happened, and on which PEs
     * @param cause    the exception of the first PE that failed, or null
     * @param failures the exception of each PE that failed
     */
    public JobFailedException(String message, Throwable cause, SortedMap<Integer, Throwable> failures) {
        super(message, cause);
        this.failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
        failures.values().stream().filter(thrown -> thrown != cause).forEach(this::addSuppressed);
    }

    /** {@return the exceptions of PEs by their numbers; empty if no PE threw one, as in a deadlock} */
    public SortedMap<Integer, Throwable> failures() {
        return failures;
    }
}
