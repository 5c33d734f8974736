// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The table of all symmetric objects, in the system zone of PE 0, for hang reports, dumps and snapshots, which other
 * processes make. Objects are the same on all PEs, so one table suffices.
 *
 * <pre>
 *   0     number of entries ever used (int), all others are empty
 *   512   entry 0, 512 bytes ...
 * </pre>
 * One entry:
 * <pre>
 *   0     number (int), 0 for none | 4 bytes of the name (int) | 8 offset in a region (long) | 16 size in bytes (long)
 *   24    bytes of the type (int) | 28 bytes of the call site (int)
 *   32    type | 56 name | 128 call site, all UTF-8 and cut to the available room
 *   256   bytes of the shape (int) | 260 shape: rows and columns, or the fields of an element, see {@link #shape}
 * </pre>
 * Only PE 0 writes, in the library's collective calls. It publishes an entry by a release store of its number after the
 * fields. Every object gets a number of its own. A reader that finds the same number before and after it reads the
 * fields has read those of one object. Later the number shows whether that object still exists. A reader checks every
 * length, because the program may rename an object meanwhile. Objects that find no room are missing.
 */
public final class ObjectTable {
    /** Maximum number of objects. */
    public static final int ENTRIES = 4096;
    public static final int ENTRY_BYTES = 512;
    public static final long BYTES = (1L + ENTRIES) * ENTRY_BYTES;

    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final int NAME_LENGTH = 4;
    private static final int OFFSET = 8;
    private static final int SIZE = 16;
    private static final int TYPE_LENGTH = 24;
    private static final int SITE_LENGTH = 28;
    private static final int TYPE = 32;
    private static final int NAME = 56;
    private static final int SITE = 128;
    private static final int SHAPE_LENGTH = 256;
    private static final int SHAPE = 260;

    private final MemorySegment memory;
    private int lowestFree;
    private int added;

    /** An object in the table, with the index of its entry and its unique number. */
    public record Entry(int index, int number, SymmetricObject object) {
    }

    public ObjectTable(MemorySegment memory) {
        this.memory = memory.asSlice(0, BYTES);
    }

    /** Adds an object; {@return the index of its entry, -1 if there is no room} */
    public int add(SymmetricObject object) {
        int entry = lowestFree;
        while (entry < ENTRIES && number(entry) != 0) {
            entry++;
        }
        lowestFree = Math.min(entry + 1, ENTRIES);
        if (entry == ENTRIES) {
            return -1;
        }
        long at = at(entry);
        // A reader that sees a field of this object also sees that the previous object is gone.
        VarHandle.storeStoreFence();
        memory.set(JAVA_LONG, at + OFFSET, object.offset());
        memory.set(JAVA_LONG, at + SIZE, object.bytes());
        text(at, TYPE_LENGTH, TYPE, NAME, object.type());
        text(at, NAME_LENGTH, NAME, SITE, object.name());
        text(at, SITE_LENGTH, SITE, SHAPE_LENGTH, object.site());
        text(at, SHAPE_LENGTH, SHAPE, ENTRY_BYTES, "");
        added = Math.max(1, added + 1);
        INT.setRelease(memory, at, added);
        if (entry >= used()) {
            INT.setRelease(memory, 0L, entry + 1);
        }
        return entry;
    }

    /** Skips the object numbers of an earlier incarnation of PE 0. */
    public void resume() {
        entries().forEach(entry -> added = Math.max(added, entry.number()));
    }

    /** {@return the object at an offset, or null} Reads no other objects. */
    public Entry find(long offset) {
        int used = used();
        for (int entry = 0; entry < used; entry++) {
            Entry read = memory.get(JAVA_LONG, at(entry) + OFFSET) == offset ? read(entry) : null;
            if (read != null && read.object().offset() == offset) {
                return read;
            }
        }
        return null;
    }

    public void rename(int entry, String name) {
        if (entry >= 0) {
            text(at(entry), NAME_LENGTH, NAME, SITE, name);
        }
    }

    /**
     * Describes an object's elements to other languages: {@code 300,400} for rows and columns, {@code 16,9:x 0 d;tags 8
     * 4h} for the fields of 9 elements of 16 bytes, each with its offset, a length if it is an array, and a type: b, h,
     * i, q, f, d, H for a char or ? for a boolean. A shape without room is left out.
     */
    public void shape(int entry, String shape) {
        if (entry >= 0 && shape.getBytes(StandardCharsets.UTF_8).length <= ENTRY_BYTES - SHAPE) {
            text(at(entry), SHAPE_LENGTH, SHAPE, ENTRY_BYTES, shape);
        }
    }

    public void remove(int entry) {
        if (entry >= 0) {
            INT.setRelease(memory, at(entry), 0);
            lowestFree = Math.min(lowestFree, entry);
        }
    }

    public void clear() {
        for (int entry = used() - 1; entry >= 0; entry--) {
            remove(entry);
        }
    }

    public List<SymmetricObject> live() {
        return entries().stream().map(Entry::object).toList();
    }

    /** {@return the existing objects with their numbers, in no particular order} */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>();
        int used = used();
        for (int entry = 0; entry < used; entry++) {
            Entry read = read(entry);
            if (read != null) {
                entries.add(read);
            }
        }
        return entries;
    }

    /** {@return the object of an entry, or null} */
    private Entry read(int entry) {
        int number = number(entry);
        if (number == 0) {
            return null;
        }
        SymmetricObject object = read(at(entry));
        VarHandle.loadLoadFence();
        return number(entry) == number ? new Entry(entry, number, object) : null;
    }

    public boolean has(Entry entry) {
        return number(entry.index()) == entry.number();
    }

    private SymmetricObject read(long at) {
        return new SymmetricObject(text(at, TYPE_LENGTH, TYPE, NAME), text(at, NAME_LENGTH, NAME, SITE),
            memory.get(JAVA_LONG, at + OFFSET), memory.get(JAVA_LONG, at + SIZE),
            text(at, SITE_LENGTH, SITE, SHAPE_LENGTH));
    }

    private int used() {
        return Math.clamp((int) INT.getAcquire(memory, 0L), 0, ENTRIES);
    }

    private int number(int entry) {
        return (int) INT.getAcquire(memory, at(entry));
    }

    private static long at(int entry) {
        return (1L + entry) * ENTRY_BYTES;
    }

    private void text(long at, int length, int from, int to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int kept = Math.min(bytes.length, to - from);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, memory, at + from, kept);
        memory.set(JAVA_INT, at + length, kept);
    }

    private String text(long at, int length, int from, int to) {
        int kept = Math.clamp(memory.get(JAVA_INT, at + length), 0, to - from);
        return new String(memory.asSlice(at + from, kept).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
