// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.config.Variable;

/**
 * An option of {@code oshrun} that sets a variable of a backend.
 *
 * @param name     the option, with its dashes
 * @param label    name of its value in the help; not used where the variable is a flag
 * @param variable the variable that it sets
 */
public record BackendOption(String name, String label, Variable variable) {
}
