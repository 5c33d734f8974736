// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import java.util.Locale;
import java.util.StringJoiner;

/** An environment variable of the library or of one backend. */
public interface Variable {
    /** What a value looks like. */
    enum Kind {
        /** Set or not set. */
        FLAG,
        /** A number of bytes. */
        SIZE,
        /** A whole number. */
        INTEGER,
        /** A word or a path. */
        TEXT,
        /** Set by the launcher, not by users. */
        INTERNAL
    }

    /** {@return the variable's name} */
    String variable();

    /** {@return what a value looks like} */
    Kind kind();

    /** {@return the value when the variable is not set} */
    String standard();

    /** {@return one sentence for users} */
    String help();

    /** {@return the value in force} */
    default String value() {
        String set = System.getenv(source());
        return set == null ? standard() : set;
    }

    /** {@return whether the environment sets it} */
    default boolean isSet() {
        return System.getenv(source()) != null;
    }

    /** {@return the name under which the environment sets it} */
    default String source() {
        return variable();
    }

    /** {@return the value as a whole number; an exception names the variable when it is none} */
    default int intValue() {
        String value = value().strip();
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(source() + "=" + value + " is not a whole number", e);
        }
    }

    /** {@return the value as a number of bytes, see {@link ByteSize}} */
    default long bytes() {
        try {
            return ByteSize.parse(value());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(source() + "=" + value() + ": " + e.getMessage(), e);
        }
    }

    /**
     * {@return the constant that the value names, in any case; an exception lists them when it names none}
     *
     * @param type the constants
     * @param <E>  their type
     */
    default <E extends Enum<E>> E choice(Class<E> type) {
        StringJoiner names = new StringJoiner(", ");
        for (E constant : type.getEnumConstants()) {
            String name = constant.name().toLowerCase(Locale.ROOT);
            if (name.equals(word())) {
                return constant;
            }
            names.add(name);
        }
        throw new IllegalArgumentException(source() + "=" + value() + ": it is one of " + names);
    }

    /** {@return the value in lower case} */
    default String word() {
        return value().strip().toLowerCase(Locale.ROOT);
    }
}
