// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

/**
 * Receives or messages in the order of their arrival, found by context, source and tag.
 *
 * <p>Each entry is in the list of all, and in a chain: of those with its hash, or of those with wildcards. Entries are
 * only added at the ends, so all are in order. The first match of a search without wildcards is the earlier one of the
 * first in its chain and the first among the wildcards. A search with wildcards goes through the list of all.
 *
 * @param <E> the entries
 */
public final class MatchList<E extends Entry> {
    private static final int LEAST = 64;

    private Entry first;
    private Entry last;
    /** First and last entries of the chains; the last chain has the wildcards. */
    private Entry[] heads = new Entry[LEAST + 1];
    private Entry[] tails = new Entry[LEAST + 1];
    private int size;
    private long added;

    private int chain(int context, int source, int tag) {
        int hash = (context * 31 + source) * 0x9E3779B9 + tag * 0x85EBCA6B;
        return (hash ^ hash >>> 15) & heads.length - 2;
    }

    private int chain(Entry entry) {
        return entry.isWild() ? heads.length - 1 : chain(entry.context, entry.source, entry.tag);
    }

    public int size() {
        return size;
    }

    /** {@return the first entry, or null} */
    public E first() {
        return cast(first);
    }

    @SuppressWarnings("unchecked") // Only such entries are added.
    private E cast(Entry entry) {
        return (E) entry;
    }

    public void add(E entry) {
        if (size > 2 * heads.length) {
            grow();
        }
        entry.number = added++;
        entry.listed = true;
        entry.next = null;
        entry.previous = last;
        if (last == null) {
            first = entry;
        } else {
            last.next = entry;
        }
        last = entry;
        size++;
        link(entry);
    }

    private void link(Entry entry) {
        int chain = chain(entry);
        entry.nextInChain = null;
        entry.previousInChain = tails[chain];
        if (tails[chain] == null) {
            heads[chain] = entry;
        } else {
            tails[chain].nextInChain = entry;
        }
        tails[chain] = entry;
    }

    private void grow() {
        int chains = 4 * (heads.length - 1);
        heads = new Entry[chains + 1];
        tails = new Entry[chains + 1];
        for (Entry each = first; each != null; each = each.next) {
            link(each);
        }
    }

    /** {@return the first entry that matches, or null} Source and tag may be {@link Entry#ANY}. */
    public E find(int context, int source, int tag) {
        if (size == 0) {
            return null;
        }
        if (source == Entry.ANY || tag == Entry.ANY) {
            Entry each = first;
            while (each != null && !each.matches(context, source, tag)) {
                each = each.next;
            }
            return cast(each);
        }
        Entry exact = inChain(chain(context, source, tag), context, source, tag);
        Entry wild = inChain(heads.length - 1, context, source, tag);
        return cast(exact == null || wild != null && wild.number < exact.number ? wild : exact);
    }

    private Entry inChain(int chain, int context, int source, int tag) {
        Entry each = heads[chain];
        while (each != null && !each.matches(context, source, tag)) {
            each = each.nextInChain;
        }
        return each;
    }

    /** {@return the entry after another one, or null} */
    E after(E entry) {
        return cast(entry.next);
    }

    public void remove(E entry) {
        if (entry.previous == null) {
            first = entry.next;
        } else {
            entry.previous.next = entry.next;
        }
        if (entry.next == null) {
            last = entry.previous;
        } else {
            entry.next.previous = entry.previous;
        }
        int chain = chain(entry);
        if (entry.previousInChain == null) {
            heads[chain] = entry.nextInChain;
        } else {
            entry.previousInChain.nextInChain = entry.nextInChain;
        }
        if (entry.nextInChain == null) {
            tails[chain] = entry.previousInChain;
        } else {
            entry.nextInChain.previousInChain = entry.previousInChain;
        }
        entry.listed = false;
        entry.next = null;
        entry.previous = null;
        entry.nextInChain = null;
        entry.previousInChain = null;
        size--;
    }
}
