// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import java.nio.charset.StandardCharsets;

/**
 * Bytes packed into words. A descriptor has the number of bytes in its lower half, and in its upper half the offset of
 * their first word in the value. It is negative for null.
 */
final class PackedBytes {
    private static final long NULL = -1;

    private PackedBytes() {
    }

    /** {@return the bytes of a string, a byte array or null} */
    static byte[] of(Object value) {
        return value instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) value;
    }

    /** {@return number of words for the bytes} */
    static int words(byte[] bytes) {
        return bytes == null ? 0 : Math.ceilDiv(bytes.length, Long.BYTES);
    }

    /** Stores bytes into zeroed words, at an offset in a value; {@return their descriptor} */
    static long store(byte[] bytes, long[] words, int at, int offset) {
        if (bytes == null) {
            return NULL;
        }
        int full = bytes.length / Long.BYTES;
        for (int i = 0; i < full; i++) {
            words[at + offset + i] = (long) Encoding.WORD.get(bytes, i * Long.BYTES);
        }
        for (int i = full * Long.BYTES; i < bytes.length; i++) {
            words[at + offset + full] |= (bytes[i] & 0xffL) << i * Byte.SIZE;
        }
        return (long) offset << Integer.SIZE | bytes.length;
    }

    /** {@return the bytes whose descriptor is at an offset in the value at an index} */
    static byte[] bytes(int offset, long[] words, int at) {
        long where = words[at + offset];
        if (where == NULL) {
            return null;
        }
        byte[] bytes = new byte[(int) where];
        int from = at + (int) (where >>> Integer.SIZE);
        int full = bytes.length / Long.BYTES;
        for (int i = 0; i < full; i++) {
            Encoding.WORD.set(bytes, i * Long.BYTES, words[from + i]);
        }
        for (int i = full * Long.BYTES; i < bytes.length; i++) {
            bytes[i] = (byte) (words[from + full] >>> i * Byte.SIZE);
        }
        return bytes;
    }

    static String text(int offset, long[] words, int at) {
        byte[] bytes = bytes(offset, words, at);
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }
}
