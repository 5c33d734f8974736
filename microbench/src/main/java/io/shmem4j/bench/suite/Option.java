// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.config.ByteSize;
import io.shmem4j.report.UsageException;
import java.util.Locale;
import java.util.function.ToIntBiFunction;
import java.util.function.ToLongFunction;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A command line option.
 *
 * @param value    the name of the value in the help
 * @param standard the default value, or an empty text
 * @param help     a line of help
 * @param number   parses a value and rejects invalid ones; returns 0 for texts
 * @param most     the maximum count for a number of PEs; null unless the option's values are counts
 */
public record Option(String name, String value, String standard, String help, ToLongFunction<String> number,
    ToIntBiFunction<Options, Integer> most) {
    public Option(String name, String value, String standard, String help) {
        this(name, value, standard, help, word -> 0);
    }

    private Option(String name, String value, String standard, String help, ToLongFunction<String> number) {
        this(name, value, standard, help, number, null);
    }

    public static Option number(String name, String value, String standard, int least, int most, String help) {
        return new Option(name, value, standard, help, word -> number(name, word, least, most));
    }

    /** {@return an option whose values are counts of concurrent actors} */
    public static Option counts(String name, String help, ToIntBiFunction<Options, Integer> most) {
        return new Option(name, "N,...", "all", help, word -> 0, most);
    }

    /** {@return an option whose value is a size; suffixes are powers of 1024} */
    public static Option size(String name, String value, String standard, String help) {
        return new Option(name, value, standard, help, word -> size(name, word));
    }

    /** {@return such an option with limits; the maximum is in units of 1m} */
    public static Option amount(String name, String standard, int most, String help) {
        return new Option(name, "N", standard, help, word -> {
            long amount = size(name, word);
            if (amount < 1 || amount > most) {
                throw new UsageException(name + " is from 1 to " + (most >> 20) + "m, not " + amount);
            }
            return amount;
        });
    }

    /** {@return an option whose value is a multiple of 8 bytes} */
    public static Option longs(String name, String standard, long least, long most, String help) {
        return new Option(name, "SIZE", standard, help, word -> {
            long size = size(name, word);
            if (size < least || size > most || size % Long.BYTES != 0) {
                throw new UsageException(name + " is a multiple of 8 from " + least + " to " + most + ", not " + size);
            }
            return size;
        });
    }

    static int number(String name, String word, int least, int most) {
        try {
            int number = Integer.parseInt(word.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below.
        }
        throw new UsageException(String.format(Locale.ROOT, "%s is a whole number from %d to %d, not '%s'", name,
            least, most, word));
    }

    static long size(String name, String word) {
        try {
            return ByteSize.parse(word);
        } catch (IllegalArgumentException e) {
            throw new UsageException(name + ": " + e.getMessage());
        }
    }

    OptionSpec spec() {
        return OptionSpec.builder(name).type(String.class).paramLabel(value)
            .description(help + (standard.isEmpty() ? "" : " (default " + standard + ")")).build();
    }
}
