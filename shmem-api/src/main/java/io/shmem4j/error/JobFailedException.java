// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A job of PEs in threads has failed: a PE threw something, asked for a status other than 0, or none could go on.
 *
 * <p>The cause is what the first PE threw that failed; what others threw that did not just follow from it is
 * suppressed.
 */
public final class JobFailedException extends ShmemException {
    private static final long serialVersionUID = 1;

    /** What each PE threw. */
    private final transient SortedMap<Integer, Throwable> failures;

    /**
     * Made by the library.
     *
     * @param message  what happened, and on which PEs
     * @param cause    what the first one threw, or null
     * @param failures what each PE threw
     */
    public JobFailedException(String message, Throwable cause, SortedMap<Integer, Throwable> failures) {
        super(message, cause);
        this.failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
        failures.values().stream().filter(thrown -> thrown != cause).forEach(this::addSuppressed);
    }

    /** {@return what PEs threw, by their numbers; empty where none threw anything, as in a deadlock} */
    public SortedMap<Integer, Throwable> failures() {
        return failures;
    }
}
