// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.race.order.ThreadRaces.Access;
import io.shmem4j.spi.Words;
import java.util.function.LongConsumer;

/**
 * Shadow memory: for each 8 bytes of the job's memory {@value #SLOTS} slots with the last accesses that no later access
 * supersedes.
 *
 * <pre>
 *   bits 0-7    which of the bytes; 0 marks an empty slot, and all after it are empty
 *   bits 8-9    kind
 *   bits 10-19  agent
 *   bits 20-34  site
 *   bits 35-36  group of mutually atomic routines, 0 if unknown
 *   bits 37-63  tick of the agent
 * </pre>
 * Slots change under the lock of their block, so the later of two accesses finds the earlier one. A repeated access
 * needs no lock, because it is in the slots already. If there are more relevant accesses than slots, one is dropped.
 */
public final class Shadow {
    static final int SLOTS = 4;
    public static final int READ = 0;
    public static final int WRITE = 1;
    public static final int ATOMIC_READ = 2;
    static final int ATOMIC_WRITE = 3;
    /** Largest tick that fits into a slot. */
    static final int LAST_TICK = (1 << 27) - 1;
    private static final int CELL = 8;
    private static final int KIND = 8;
    private static final int AGENT = 10;
    private static final int SITE = 20;
    private static final int DOMAIN = 35;
    private static final int TICK = 37;
    /** Mask of all fields except bytes and site. */
    private static final long WHO = -1L << TICK | (1L << SITE) - (1L << KIND);

    private final SharedState state;
    private final Words words;

    Shadow(SharedState state) {
        this.state = state;
        this.words = state.words;
    }

    static long slot(int kind, int agent, int site, int domain, int tick) {
        return (long) kind << KIND | (long) agent << AGENT | (long) site << SITE | (long) domain << DOMAIN
            | (long) tick << TICK;
    }

    static int kind(long slot) {
        return (int) (slot >>> KIND) & 3;
    }

    static int agent(long slot) {
        return (int) (slot >>> AGENT) & 1023;
    }

    static int site(long slot) {
        return (int) (slot >>> SITE) & SharedState.SITES - 1;
    }

    static int tick(long slot) {
        return (int) (slot >>> TICK);
    }

    private static int domain(long slot) {
        return (int) (slot >>> DOMAIN) & 3;
    }

    /** Records an access and reports earlier ones that it conflicts with. */
    void access(Access access, int pe, long offset, long bytes) {
        long end = offset + bytes;
        long slot = access.slot();
        long at = offset & -CELL;
        while (at < end) {
            long blockEnd = Math.min(end, (at | SharedState.BLOCK - 1) + 1);
            long first = at;
            boolean locked = false;
            long slots = state.slots(pe, at);
            for (; at < blockEnd; at += CELL, slots += CELL * SLOTS) {
                int mask = mask(at, offset, end);
                if (!known(slots, slot | mask)) {
                    if (!locked) {
                        state.lock(pe, first);
                        locked = true;
                    }
                    note(access, slots, slot, mask, pe, at);
                }
            }
            if (locked) {
                state.unlock(pe, first);
            }
        }
    }

    private static int mask(long at, long offset, long end) {
        int mask = 0xff;
        if (at < offset) {
            mask = 0xff << offset - at & 0xff;
        }
        if (at + CELL > end) {
            mask &= 0xff >> at + CELL - end;
        }
        return mask;
    }

    private boolean known(long slots, long wanted) {
        for (int i = 0; i < SLOTS; i++) {
            long found = words.getLongAcquire(slots + 8L * i);
            if (isSame(found, wanted) && (wanted & 0xff & ~found) == 0) {
                return true;
            }
            if (found == 0) {
                return false;
            }
        }
        return false;
    }

    private void note(Access access, long slots, long slot, int mask, int pe, long at) {
        int place = -1;
        int used = 0;
        boolean merged = false;
        for (; used < SLOTS; used++) {
            long found = words.getLong(slots + 8L * used);
            if (found == 0) {
                break;
            }
            int common = (int) found & mask;
            boolean ordered = access.follows(found);
            if (common != 0 && ordered && kind(found) == READ) {
                access.checked(found);
            }
            if (common != 0 && !ordered && (conflict(slot, found) || excludesNot(found, slot | mask))) {
                access.conflicts(found, pe, at + Integer.numberOfTrailingZeros(common),
                    at + Long.SIZE / Byte.SIZE - (Integer.numberOfLeadingZeros(common) - 24));
            }
            if ((found & ~0xffL) == slot) {
                words.setLongRelease(slots + 8L * used, found | mask);
                merged = true;
            } else if (place < 0 && ordered && (found & 0xff & ~mask) == 0 && supersedes(kind(slot), kind(found))) {
                place = used;
            }
        }
        if (!merged) {
            if (place < 0) {
                place = used < SLOTS ? used : victim(slots, tick(slot));
            }
            words.setLongRelease(slots + 8L * place, slot | mask);
        }
    }

    /**
     * {@return the slot to replace: preferably a load, because a race with a store is more likely to show elsewhere}
     */
    private int victim(long slots, int tick) {
        for (int i = 0; i < SLOTS; i++) {
            if ((kind(words.getLong(slots + 8L * i)) & WRITE) == 0) {
                return i;
            }
        }
        return tick & SLOTS - 1;
    }

    static boolean conflict(long one, long other) {
        return ((kind(one) | kind(other)) & WRITE) != 0 && (kind(one) & kind(other) & ATOMIC_READ) == 0;
    }

    /** {@return a key for two accesses that is equal for other accesses of the same agents and call sites} */
    static long pair(long later, long earlier) {
        return (long) site(later) << Integer.SIZE | agent(earlier) << SITE | site(earlier);
    }

    /** {@return whether two accesses differ only in their bytes and call sites} */
    static boolean isSame(long one, long other) {
        return ((one ^ other) & WHO) == 0;
    }

    /** {@return whether two accesses belong to one operation} */
    static boolean isOneOperation(long one, long other) {
        return agent(one) == agent(other) && tick(one) == tick(other);
    }

    /** {@return whether two atomics are not mutually atomic, because of their types or contexts} */
    private static boolean excludesNot(long one, long other) {
        return (kind(one) & kind(other) & ATOMIC_READ) != 0 && ((kind(one) | kind(other)) & WRITE) != 0
            && domain(one) != 0 && domain(other) != 0 && (domain(one) != domain(other) || (byte) one != (byte) other);
    }

    /** {@return whether every access that conflicts with the earlier of two also conflicts with the later one} */
    private static boolean supersedes(int later, int earlier) {
        return later == WRITE || later == ATOMIC_WRITE && (earlier & ATOMIC_READ) != 0
            || later == READ && (earlier & WRITE) == 0 || later == ATOMIC_READ && earlier == ATOMIC_READ;
    }

    /** Calls {@code seen} for each plain store to a word that a thread has waited for. */
    void stores(int pe, long offset, int bytes, LongConsumer seen) {
        long slots = state.slots(pe, offset);
        int mask = mask(offset & -CELL, offset, offset + bytes);
        for (int i = SLOTS - 1; i >= 0; i--) {
            long found = words.getLongAcquire(slots + 8L * i);
            if ((found & mask) != 0 && kind(found) == WRITE) {
                seen.accept(found);
            }
        }
    }

    /** Removes a store to a word after a thread has waited for its value. */
    void forget(long store, int pe, long offset, int bytes) {
        long slots = state.slots(pe, offset);
        int mask = mask(offset & -CELL, offset, offset + bytes);
        state.lock(pe, offset & -CELL);
        int at = -1;
        int used = 0;
        for (; used < SLOTS && words.getLong(slots + 8L * used) != 0; used++) {
            at = words.getLong(slots + 8L * used) == store ? used : at;
        }
        if (at >= 0 && (store & 0xff & ~mask) != 0) {
            words.setLongRelease(slots + 8L * at, store & ~mask);
        } else if (at >= 0) {
            words.setLongRelease(slots + 8L * at, words.getLong(slots + 8L * (used - 1)));
            words.setLongRelease(slots + 8L * (used - 1), 0);
        }
        state.unlock(pe, offset & -CELL);
    }
}
