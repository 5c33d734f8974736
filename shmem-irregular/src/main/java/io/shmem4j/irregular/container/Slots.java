// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

/**
 * The operation of each PE on a container: a slot of words in its own memory announces it and records its outcome, so
 * that the other PEs, and the PE's next incarnation, learn whether it happened if its PE dies.
 *
 * <p>An operation announces its number and its lock, and then acquires the lock. It prepares words that no PE reads
 * yet. It <em>names</em> the word that decides and the value that the word will get, and <em>commits</em> by storing
 * that value. Then it updates derived words, is <em>settled</em>, which records the outcome, and releases the lock. A
 * PE that takes over the lock of a dead owner first settles every operation under that lock that has named its word,
 * then repairs the derived words, and only then continues as the owner.
 *
 * <p><b>Invariant.</b> While an operation has named its word and is not settled, only its commit stores to that word.
 *
 * <p><b>Lemma 1: the lock is not released before the operation is settled.</b> An operation names its word as the owner
 * of the lock. Its PE settles it before the release. If the PE dies, the lock passes only to PEs that take it over, and
 * each of these settles the operation before it repairs or releases anything, or dies before that. Only the lock's
 * owner stores to words that an operation can name, hence the invariant.
 *
 * <p><b>Lemma 2: the word shows whether the operation happened.</b> The stores of a PE arrive in order, so a commit
 * that has arrived was named. The named value differs from the word's old value. So, by the invariant, the word has the
 * named value if and only if the commit has arrived. An operation that has named no word has not happened.
 *
 * <p><b>Lemma 3: deaths while settling do no harm.</b> Settling stores to the slot only, so by the invariant each PE
 * that repeats it reaches the same outcome. The next life of an operation's own PE settles it, too, under the lock. If
 * it has named no word, that life is the only one to settle it, and needs no lock.
 */
final class Slots {
    static final int WORDS = 8;

    private static final int NUMBER = 0;
    private static final int WHERE = 1;
    /** The named word's index plus 1, or 0. */
    private static final int NAMED = 2;
    private static final int VALUE = 3;
    private static final int DONE = 4;
    private static final int SETTLED = 5;
    /** The lock that this PE owns or waits for, or 0. */
    private static final int HOLDS = 6;
    private static final int LIFE = 7;
    private static final int PE_SHIFT = 44;

    private final Region words;
    private final int me;

    Slots(Region words, int me) {
        this.words = words;
        this.me = me;
    }

    /** {@return a lock of a PE as one word} */
    static long where(int pe, long lock) {
        return pe + 1L << PE_SHIFT | lock;
    }

    static int peOf(long where) {
        return (int) (where >>> PE_SHIFT) - 1;
    }

    static long lockOf(long where) {
        return where & (1L << PE_SHIFT) - 1;
    }

    /** Starts this PE's next life, which disowns the locks of the earlier ones. */
    void beginLife(int deaths) {
        int next = (int) life(me) + 1;
        words.set(LIFE, (long) deaths << Integer.SIZE | next & 0xFFFF_FFFFL, me);
    }

    /** {@return the number of a PE's life, and its number of deaths in the upper half} */
    long life(int pe) {
        return words.get(LIFE, pe);
    }

    void announce(int pe, long lock) {
        words.set(NAMED, 0, me);
        words.set(WHERE, where(pe, lock), me);
        words.set(NUMBER, words.get(NUMBER, me) + 1, me);
    }

    void name(long word, long value) {
        words.set(VALUE, value, me);
        words.set(NAMED, word + 1, me);
    }

    /** Settles this PE's operation, whose outcome the caller knows. */
    void settle(boolean happened) {
        settle(me, happened);
    }

    /** Settles a PE's operation by the word that it has named, for the owner of the operation's lock. */
    void settle(int pe, Region container, int home) {
        long named = words.get(NAMED, pe);
        settle(pe, named != 0 && container.get(named - 1, home) == words.get(VALUE, pe));
    }

    private void settle(int pe, boolean happened) {
        long number = words.get(NUMBER, pe);
        if (happened) {
            words.set(DONE, number, pe);
        }
        words.set(SETTLED, number, pe);
    }

    boolean isSettled(int pe) {
        return words.get(NUMBER, pe) == words.get(SETTLED, pe);
    }

    boolean hasNamed(int pe) {
        return words.get(NAMED, pe) != 0;
    }

    /** {@return the lock of a PE's last operation} */
    long where(int pe) {
        return words.get(WHERE, pe);
    }

    long holds() {
        return words.get(HOLDS, me);
    }

    void setHolds(long where) {
        words.set(HOLDS, where, me);
    }

    LastOperation last() {
        return new LastOperation(words.get(NUMBER, me), words.get(DONE, me));
    }
}
