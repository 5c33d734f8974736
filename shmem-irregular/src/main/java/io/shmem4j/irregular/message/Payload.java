// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

/** The words of a message, valid while its handler runs. A handler gets the same object for all messages. */
public final class Payload {
    private long[] words;
    private int at;
    private int size;

    Payload() {
    }

    Payload of(long[] newWords, int newAt, int newSize) {
        words = newWords;
        at = newAt;
        size = newSize;
        return this;
    }

    /** {@return number of words} */
    public int size() {
        return size;
    }

    /** {@return its first word} */
    public long get() {
        return get(0);
    }

    /**
     * {@return a word}
     *
     * @param index its index
     * @throws IndexOutOfBoundsException if the message has no such word
     */
    public long get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException("a message of " + size + " words has no word " + index);
        }
        return words[at + index];
    }

    /**
     * {@return a word that was sent as {@link Double#doubleToRawLongBits}}
     *
     * @param index its index
     * @throws IndexOutOfBoundsException if the message has no such word
     */
    public double getDouble(int index) {
        return Double.longBitsToDouble(get(index));
    }

    /**
     * Copies all words.
     *
     * @param target the target
     * @param from   index of the first word in the target
     */
    public void copy(long[] target, int from) {
        System.arraycopy(words, at, target, from, size);
    }
}
