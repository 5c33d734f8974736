// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Values of a type as words: a record, a {@code String}, a {@code byte[]}, a {@code Long} or an {@code Integer}. Equal
 * values have equal words. Null can't be encoded.
 *
 * @param <T> the type
 */
public abstract sealed class Encoding<T> permits Encoding.OfBytes, Encoding.OfNumber, RecordWords {
    /** A word of packed bytes; here because the class is initialized before any call packs some. */
    static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final Class<T> type;
    private final String plural;

    Encoding(Class<T> type, String plural) {
        this.type = type;
        this.plural = plural;
    }

    /**
     * {@return the encoding of a type}
     *
     * @throws IllegalArgumentException if the type, or a component of the record, can't be encoded
     */
    @SuppressWarnings("unchecked") // The type determines the encoding.
    public static <T> Encoding<T> of(Class<T> type) {
        if (type.isRecord()) {
            return (Encoding<T>) new RecordWords<>(type.asSubclass(Record.class));
        }
        if (type == String.class || type == byte[].class) {
            return new OfBytes<>(type);
        }
        if (type == Long.class || type == Integer.class) {
            return new OfNumber<>(type);
        }
        throw new IllegalArgumentException(type.getSimpleName() + " can't be encoded; use a record, a String, a byte[],"
            + " a Long or an Integer");
    }

    /** {@return the plural name of values, such as "records of Point"} */
    public final String plural() {
        return plural;
    }

    /**
     * {@return the words of a value}
     *
     * @throws ClassCastException if the value has another type
     */
    public final long[] encode(Object value) {
        if (!type.isInstance(value)) {
            throw new ClassCastException(plural + " are expected, not "
                + (value == null ? null : value.getClass().getSimpleName()));
        }
        return words(type.cast(value));
    }

    abstract long[] words(T value);

    /** {@return the value whose words begin at an index of an array} */
    public abstract T decode(long[] words, int at);

    /** Strings and byte arrays: a descriptor, then the bytes. */
    static final class OfBytes<T> extends Encoding<T> {
        private final boolean text;

        private OfBytes(Class<T> type) {
            super(type, type == String.class ? "texts" : "bytes");
            this.text = type == String.class;
        }

        @Override
        long[] words(T value) {
            byte[] bytes = PackedBytes.of(value);
            long[] words = new long[1 + PackedBytes.words(bytes)];
            words[0] = PackedBytes.store(bytes, words, 0, 1);
            return words;
        }

        @Override
        @SuppressWarnings("unchecked") // The constructor has the type.
        public T decode(long[] words, int at) {
            return (T) (text ? PackedBytes.text(0, words, at) : PackedBytes.bytes(0, words, at));
        }
    }

    /** A number in one word. */
    static final class OfNumber<T> extends Encoding<T> {
        private final boolean wide;

        private OfNumber(Class<T> type) {
            super(type, "numbers");
            this.wide = type == Long.class;
        }

        @Override
        long[] words(T value) {
            return new long[] {((Number) value).longValue()};
        }

        @Override
        @SuppressWarnings("unchecked") // The constructor has the type.
        public T decode(long[] words, int at) {
            return (T) (wide ? (Object) words[at] : (Object) (int) words[at]);
        }
    }
}
