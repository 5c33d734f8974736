// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.config.Variable;

/**
 * An option of {@code oshrun} that sets a variable of a backend.
 *
 * @param name     the option, with its dashes
 * @param label    what its value is, for the help; not used where the variable is a flag
 * @param variable what it sets
 */
public record BackendOption(String name, String label, Variable variable) {
}
