// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.config.ByteSize;
import io.shmem4j.report.CommandLines;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * A command line option.
 *
 * @param label     the name of the value in the help
 * @param standard  the default value, or an empty text
 * @param converter parses a value, or throws a TypeConversionException
 */
public record Option<T>(String name, String label, String standard, String help, ITypeConverter<T> converter) {
    public static Option<Integer> number(String name, String label, String standard, int least, int most,
        String help) {
        return new Option<>(name, label, standard, help, word -> number(word, least, most));
    }

    /** {@return an option whose value may have the suffix k, m or g for a power of 1024} */
    public static Option<Integer> amount(String name, String standard, int most, String help) {
        return new Option<>(name, "N", standard, help, word -> {
            long amount = size(word);
            if (amount < 1 || amount > most) {
                throw new TypeConversionException(word + " is no number from 1 to " + most);
            }
            return (int) amount;
        });
    }

    /** {@return an option whose value is a constant in lower case; the first one is the default} */
    public static <E extends Enum<E>> Option<E> choice(String name, String label, Class<E> type, String help) {
        List<String> words = Arrays.stream(type.getEnumConstants())
            .map(constant -> constant.name().toLowerCase(Locale.ROOT)).toList();
        return new Option<>(name, label, words.getFirst(), help, word -> {
            if (!words.contains(word)) {
                throw new TypeConversionException(word + " is none of " + String.join(", ", words)
                    + CommandLines.suggestion(word, words));
            }
            return type.getEnumConstants()[words.indexOf(word)];
        });
    }

    static int number(String word, int least, int most) {
        String digits = word.strip();
        long number = digits.matches("[0-9]{1,9}") ? Long.parseLong(digits) : -1;
        if (number < least || number > most) {
            throw new TypeConversionException("'" + word + "' is no whole number from " + least + " to " + most);
        }
        return (int) number;
    }

    static long size(String word) {
        try {
            return ByteSize.parse(word);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    OptionSpec spec() {
        return OptionSpec.builder(name).type(Object.class).converters(converter).paramLabel(label)
            .description(help + (standard.isEmpty() ? "" : " (default " + standard + ")")).build();
    }
}
