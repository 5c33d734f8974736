// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench;

/**
 * An option of the command line.
 *
 * @param name     with its dashes
 * @param value    what its value is, for the help
 * @param standard the value when it is not given, empty for none
 * @param help     what it does
 */
public record Option(String name, String value, String standard, String help) {
    /** {@return its line of the help} */
    String line() {
        return String.format("  %-20s %s%s%n", name + " " + value, help,
            standard.isEmpty() ? "" : " (default " + standard + ")");
    }
}
