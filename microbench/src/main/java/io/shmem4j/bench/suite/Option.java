// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import picocli.CommandLine.Model.OptionSpec;

/**
 * An option of the command line.
 *
 * @param name     with its dashes
 * @param value    what its value is, for the help
 * @param standard the value when it is not given, empty for none
 * @param help     what it does
 */
public record Option(String name, String value, String standard, String help) {
    /** {@return what the parser knows of it} */
    OptionSpec spec() {
        return OptionSpec.builder(name).type(String.class).paramLabel(value)
            .description(help + (standard.isEmpty() ? "" : " (default " + standard + ")")).build();
    }
}
