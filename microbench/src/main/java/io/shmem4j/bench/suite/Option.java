// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import picocli.CommandLine.Model.OptionSpec;

/**
 * An option of the command line.
 *
 * @param value    name of its value in the help
 * @param standard the value when it is not given, empty for none
 * @param help     one line about it
 */
public record Option(String name, String value, String standard, String help) {
    OptionSpec spec() {
        return OptionSpec.builder(name).type(String.class).paramLabel(value)
            .description(help + (standard.isEmpty() ? "" : " (default " + standard + ")")).build();
    }
}
