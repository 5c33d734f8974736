// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * A symmetric array of strings of bounded length, all empty at first.
 *
 * <p>Memory holds a string as its length in bytes, an {@code int}, and its UTF-8 bytes. One put or get moves it, which
 * is not atomic: a PE that reads a string first waits for a signal or barrier that follows the put. {@link #on} selects
 * the context of puts and gets; otherwise it is the default context.
 */
public final class SymmetricStrings implements AutoCloseable {
    private static final int HEAD = Integer.BYTES;

    private final Slots slots;
    private final int maxBytes;

    private SymmetricStrings(Slots slots, int maxBytes) {
        this.slots = slots;
        this.maxBytes = maxBytes;
    }

    /**
     * {@return a new symmetric array of empty strings} Collective, ends with a barrier.
     *
     * @param shmem    the library
     * @param length   number of strings
     * @param maxBytes maximum length of a string in UTF-8 bytes
     */
    public static SymmetricStrings allocate(Shmem shmem, long length, int maxBytes) {
        if (maxBytes < 1 || maxBytes > Integer.MAX_VALUE - 2 * HEAD) {
            throw new IllegalArgumentException(Fault.where() + ": maxBytes is " + maxBytes + "; it is 1 to "
                + (Integer.MAX_VALUE - 2 * HEAD));
        }
        long size = HEAD + (maxBytes + HEAD - 1L) / HEAD * HEAD;
        return Library.whole(() -> new SymmetricStrings(new Slots(shmem, "SymmetricStrings", length, size), maxBytes));
    }

    /**
     * {@return the same memory, accessed through a context} Puts and gets use the PE numbers of the context's team, and
     * the context's fence and quiet order and complete them.
     *
     * @param context the context
     */
    public SymmetricStrings on(Context context) {
        return new SymmetricStrings(slots.on(context), maxBytes);
    }

    /**
     * Names the allocation for reports.
     *
     * @param name the name
     * @return this
     */
    public SymmetricStrings named(String name) {
        slots.bytes.named(name);
        return this;
    }

    /** {@return number of strings} */
    public long length() {
        return slots.length;
    }

    /** {@return the maximum length of a string in UTF-8 bytes} */
    public int maxBytes() {
        return maxBytes;
    }

    /** Frees the strings; collective, starts with a barrier. */
    public void free() {
        slots.bytes.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        slots.bytes.close();
    }

    /**
     * {@return a string of this PE's own copy}
     *
     * @param index its index
     */
    public String get(long index) {
        long at = slots.at(index, 1);
        byte[] text = new byte[(int) slots.size];
        slots.bytes.get(at, text);
        return decoded(text);
    }

    /**
     * Stores a string in this PE's own copy.
     *
     * @param index its index
     * @param value the string
     */
    public void set(long index, String value) {
        long at = slots.at(index, 1);
        slots.bytes.set(at, encoded(value));
    }

    /**
     * Stores a string at a PE.
     *
     * @param index its index
     * @param value the string
     * @param pe    the target
     */
    public void p(long index, String value, int pe) {
        long at = slots.at(index, 1);
        byte[] text = encoded(value);
        slots.context.put(slots.bytes, at, text, 0, text.length, pe);
    }

    /**
     * {@return a string of a PE}
     *
     * @param index its index
     * @param pe    the other PE
     */
    public String g(long index, int pe) {
        long at = slots.at(index, 1);
        byte[] text = new byte[(int) slots.size];
        slots.context.get(text, 0, slots.bytes, at, text.length, pe);
        return decoded(text);
    }

    private byte[] encoded(String value) {
        byte[] bytes = Fault.required(value, "string").getBytes(StandardCharsets.UTF_8);
        if (bytes.length > maxBytes) {
            throw new IllegalArgumentException(Fault.where() + ": the string has " + bytes.length + " bytes; those of "
                + slots + " have " + maxBytes + " at most");
        }
        return ByteBuffer.allocate(HEAD + bytes.length).order(ByteOrder.nativeOrder()).putInt(bytes.length).put(bytes)
            .array();
    }

    private String decoded(byte[] text) {
        int length = ByteBuffer.wrap(text).order(ByteOrder.nativeOrder()).getInt();
        if (length < 0 || length > maxBytes) {
            throw new IllegalStateException(Fault.where() + ": " + slots + " has a string of " + length
                + " bytes; something else has written there");
        }
        return new String(text, HEAD, length, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return slots.toString();
    }
}
