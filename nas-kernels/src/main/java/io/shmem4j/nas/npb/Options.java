// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Command-line options of the form {@code --name value}, and flags without a value. */
public final class Options {
    private final Map<String, String> given = new LinkedHashMap<>();

    /**
     * Reads a command line.
     *
     * @param arguments the words
     * @param valued    names of options with a value, without dashes
     * @param flags     names of options without a value
     */
    public Options(List<String> arguments, List<String> valued, List<String> flags) {
        for (int i = 0; i < arguments.size(); i++) {
            String word = arguments.get(i);
            int equals = word.indexOf('=');
            String name = word.startsWith("--") ? word.substring(2, equals < 0 ? word.length() : equals) : "";
            if (flags.contains(name) && equals < 0) {
                given.put(name, "");
            } else if (flags.contains(name)) {
                throw new UsageException("--" + name + " takes no value");
            } else if (!valued.contains(name)) {
                throw new UsageException("unknown option " + word + "; there are --"
                    + String.join(", --", valued) + ", --" + String.join(", --", flags));
            } else if (equals >= 0) {
                given.put(name, word.substring(equals + 1));
            } else if (++i < arguments.size()) {
                given.put(name, arguments.get(i));
            } else {
                throw new UsageException("--" + name + " needs a value");
            }
        }
    }

    /**
     * {@return whether an option is given}
     *
     * @param name without dashes
     */
    public boolean has(String name) {
        return given.containsKey(name);
    }

    /**
     * {@return whether an option is given with a certain value}
     *
     * @param name  without dashes
     * @param value in any case
     */
    public boolean is(String name, String value) {
        return value.equalsIgnoreCase(given.get(name));
    }

    /**
     * {@return the value of an option as one of an enum's constants, whose names are written in any case}
     *
     * @param name     without dashes
     * @param standard the value when it is not given
     * @param besides  what else can be given, told where a value is refused
     * @param <E>      the enum
     */
    public <E extends Enum<E>> E choice(String name, E standard, String... besides) {
        String word = given.get(name);
        if (word == null) {
            return standard;
        }
        E[] all = standard.getDeclaringClass().getEnumConstants();
        for (E each : all) {
            if (each.name().equalsIgnoreCase(word)) {
                return each;
            }
        }
        throw new UsageException("--" + name + " " + word + ": it can be "
            + Stream.concat(Stream.of(besides), Stream.of(all).map(each -> each.name().toLowerCase(Locale.ROOT)))
                .collect(Collectors.joining(", ")));
    }

    /** {@return the problem class}, S when it is not given */
    public NpbClass problemClass() {
        String word = given.getOrDefault("class", "S");
        for (NpbClass each : NpbClass.values()) {
            if (each.name().equalsIgnoreCase(word)) {
                return each;
            }
        }
        throw new UsageException("--class " + word + ": it can be S, W, A, B or C");
    }

    /**
     * {@return the value of an option as a number that is not negative}
     *
     * @param name     without dashes
     * @param standard the value when it is not given
     */
    public int number(String name, int standard) {
        String word = given.get(name);
        if (word == null) {
            return standard;
        }
        if (!word.matches("[0-9]{1,9}")) {
            throw new UsageException("--" + name + " " + word + ": it must be a whole number from 0 to 999999999");
        }
        return Integer.parseInt(word);
    }
}
