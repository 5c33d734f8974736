// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.progress.Section;
import io.shmem4j.spi.SymmetricObject;
import java.lang.ref.WeakReference;
import java.util.Locale;

/** One allocation of the symmetric heap, shared by all handles to it and its parts. */
public final class Block implements Section {
    private static final PeLock[] NO_LOCKS = new PeLock[1];

    public final long offset;
    public final long bytes;
    public final long alignment;
    public final String type;
    public final String site;
    /** Index in the table of objects, or -1. */
    public int entry = -1;
    /** Written under the library's lock; read plainly on every access, because freeing an object in use is misuse. */
    public boolean freed;
    /** Whether an allocation has returned it in an object of the program. */
    public boolean hasHandle;
    /** Whether the program declares races in it intended. */
    public volatile boolean relaxed;
    /** Whether processes outside the job store to it. */
    public volatile boolean external;
    public String freedAt;
    private final Library library;
    private String name;
    private WeakReference<Object> held;
    private Object kept;
    private boolean lost;
    /** Size of an element in the program's views: 0 without views, -1 if they differ. */
    private int viewed;
    /** Hash table of locks by address. Readers may miss an entry, and then look again under the monitor. */
    private PeLock[] locks = NO_LOCKS;
    private int lockCount;
    /** Whether an error has left one of the locks to another thread. */
    volatile boolean abandonedLock;

    public Block(Library library, long offset, long bytes, long alignment, String type, String name, String site) {
        this.library = library;
        this.offset = offset;
        this.bytes = bytes;
        this.alignment = alignment;
        this.type = type;
        this.name = name;
        this.site = site;
    }

    public Library library() {
        return library;
    }

    public String name() {
        return name;
    }

    public void rename(String newName) {
        name = newName;
        library.allocations().renamed(this);
    }

    /** Notes that the program views the block, or a part of it, as elements of this size. */
    public void view(int bytes) {
        viewed = viewed == 0 || viewed == bytes ? bytes : -1;
    }

    /** {@return the name and the program's indices of the elements in a range of offsets: {@code "a" [1..3]}} */
    public String elements(long from, long to) {
        int size = viewed > 0 ? viewed : viewed < 0 ? 1
            : new SymmetricObject(type, name, offset, bytes, site).elementBytes();
        long first = (from - offset) / size;
        long last = (to - 1 - offset) / size;
        return "\"" + name + "\" [" + (first == last ? first : first + ".." + last) + "]";
    }

    /** {@return the call site of the allocation, to append to the name of an unnamed block; else an empty text} */
    public String origin() {
        return name.startsWith("Symmetric") && name.indexOf('#') > 0 ? ", allocated at " + site : "";
    }

    /** {@return an object to which every handle of the block refers, so it is collected when all handles are} */
    public synchronized Object hold() {
        Object hold = held == null ? null : held.get();
        if (hold == null) {
            hold = new Object();
            held = new WeakReference<>(hold);
        }
        return hold;
    }

    /** {@return the lock whose word is at an offset in a PE's region} */
    public PeLock lock(long at) {
        PeLock found = find(locks, at);
        return found != null ? found : newLock(at);
    }

    private synchronized PeLock newLock(long at) {
        PeLock made = find(locks, at);
        if (made == null) {
            made = PeLock.of(this, at);
            if (lockCount == 0) {
                library.progress().repair(this);
            }
            PeLock[] table = locks;
            if (2 * (lockCount + 1) > table.length) {
                table = new PeLock[2 * table.length];
                for (PeLock each : locks) {
                    if (each != null) {
                        table[index(table, each.address)] = each;
                    }
                }
            }
            table[index(table, at)] = made;
            lockCount++;
            locks = table;
        }
        return made;
    }

    @Override
    public void mend() {
        if (!abandonedLock) {
            return;
        }
        // An error may end this, too, and a thread may abandon another lock meanwhile.
        abandonedLock = false;
        boolean mended = false;
        try {
            for (PeLock each : locks) {
                if (each != null) {
                    each.mend();
                }
            }
            mended = true;
        } finally {
            if (!mended) {
                abandonedLock = true;
            }
        }
    }

    @Override
    public void shut() {
        mend();
    }

    private static PeLock find(PeLock[] table, long at) {
        return table[index(table, at)];
    }

    /** {@return the index of a lock, or of the free entry for it} */
    private static int index(PeLock[] table, long at) {
        int index = (int) (at / Long.BYTES) & table.length - 1;
        while (table[index] != null && table[index].address != at) {
            index = index + 1 & table.length - 1;
        }
        return index;
    }

    /**
     * Notes that the program also has a segment of the memory, which may outlive all handles: the block is never lost.
     */
    public synchronized void keep() {
        kept = kept == null ? hold() : kept;
    }

    /** Marks the block as lost if the garbage collector has found no handle to it. */
    synchronized void lookForHandles() {
        lost |= held != null && held.get() == null;
    }

    /** {@return whether the program has dropped all handles, so it can't free the block} */
    public synchronized boolean isLost() {
        return lost;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%d bytes, allocated at %s)", name, bytes, site);
    }
}
