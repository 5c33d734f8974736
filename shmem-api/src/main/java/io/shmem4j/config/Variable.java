// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import java.util.Locale;

/** An environment variable of the library or of one backend. */
public interface Variable {
    enum Kind {
        FLAG,
        SIZE,
        INTEGER,
        WORD,
        /** A name or a path. */
        TEXT,
        /** Set by the launcher, not by users. */
        INTERNAL
    }

    /**
     * The definition of a variable.
     *
     * @param standard the value of a variable that is not set
     */
    record Definition(Rule rule, String standard, String help) {
    }

    String variable();

    Definition definition();

    default Rule rule() {
        return definition().rule();
    }

    /** {@return the value of a variable that is not set} */
    default String standard() {
        return definition().standard();
    }

    default String help() {
        return definition().help();
    }

    default Kind kind() {
        return rule().kind;
    }

    default String value() {
        String set = System.getenv(source());
        return set == null ? standard() : set;
    }

    default boolean isSet() {
        return System.getenv(source()) != null;
    }

    /** {@return the name of the environment variable that sets it} */
    default String source() {
        return variable();
    }

    /** {@return the permitted values, for users; empty if all are permitted} */
    default String allowed() {
        return rule().allowed();
    }

    /** {@return the reason why a value is refused, with name and value, or null} */
    default String problem(String name, String value) {
        String problem = rule().problem(value);
        return problem == null ? null : name + "=" + value + problem;
    }

    /** {@return the value as an integer; if it is not permitted, an exception names the variable} */
    default int intValue() {
        String value = value();
        require(kind() == Kind.INTERNAL ? Rule.INTEGER : rule(), value);
        return Integer.parseInt(value.strip());
    }

    default long bytes() {
        String value = value();
        require(Rule.SIZE, value);
        return ByteSize.parse(value);
    }

    /** {@return the constant that the value names, in any case; if there is none, an exception lists all} */
    default <E extends Enum<E>> E choice(Class<E> type) {
        require(rule(), value());
        return Enum.valueOf(type, word().toUpperCase(Locale.ROOT));
    }

    private void require(Rule needed, String value) {
        String problem = needed.problem(value);
        if (problem != null) {
            throw new IllegalArgumentException(source() + "=" + value + problem);
        }
    }

    default String word() {
        return value().strip().toLowerCase(Locale.ROOT);
    }
}
