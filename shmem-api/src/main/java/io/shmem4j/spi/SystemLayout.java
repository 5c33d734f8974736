// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/**
 * The layout of the system zone at the start of every PE's region.
 *
 * <pre>
 *   0        bell: the cell that waits for this PE's own variables sleep on
 *   128      allocation record, even calls     \  this PE's request, for other PEs to compare
 *   640      allocation record, odd calls      /
 *   1152     hash of this PE's collectives of the world team, at the end of a session
 *   1664     number of this PE's collectives of the world team, at the end of a session (long)
 *   4096     team slot 0 (world)
 *            team slot 1 ...
 *   profile  this PE's profile, published at the end of a session
 *   places   the slowest call sites in this PE's profile
 *   objects  the table of symmetric objects, see {@link ObjectTable}; only PE 0's is used
 *   heap     the user's symmetric heap, at a multiple of {@value #ALIGNMENT}
 * </pre>
 * One team slot:
 * <pre>
 *   0        sync cells (128)
 *   16384    pair cells, one for each PE of the job
 *   scratch  buffer of {@value #SCRATCH_BYTES} bytes
 *   check    the member's call, compared at the highest level of checking
 *   value    the operand of a collective on one value, then its result
 * </pre>
 * Methods return offsets in a region, and take the number of PEs in the job. Slots are many and large because they cost
 * only address space: the file is sparse, and untouched pages do not exist.
 */
public final class SystemLayout {
    public static final long BELL = 0;
    public static final long ALLOCATION_RECORDS = 128;
    public static final int ALLOCATION_RECORD_BYTES = 512;
    public static final long CALL_RECORD = ALLOCATION_RECORDS + 2 * ALLOCATION_RECORD_BYTES;
    public static final int CALL_RECORD_BYTES = 512;
    public static final long COLLECTIVES_BEGUN = CALL_RECORD + CALL_RECORD_BYTES;
    public static final long SLOTS = 4096;
    /** The slot of the team of all PEs. */
    public static final int WORLD_SLOT = 0;
    /** Number of team slots: 1024 for users, and the predefined teams. */
    public static final int SLOT_COUNT = 1024 + 2;
    /**
     * Number of team slots on several nodes. A team with slot s also has slot s plus this number, for its members on a
     * node, and slot s plus twice this number, for the leaders of its nodes.
     */
    public static final int SLOTS_OF_NODES = SLOT_COUNT / 3;
    public static final int SYNC_CELLS = 128;
    public static final long SCRATCH_BYTES = 256 << 10;

    public static final int CHECK_RECORD_BYTES = 1024;

    /** Alignment of regions and the user's heap, so an address is aligned if its offset is. */
    public static final long ALIGNMENT = 2L << 20;

    /** Call sites that a profile keeps of each PE, and bytes of one. */
    public static final int PLACES = 8;
    public static final long PLACE_BYTES = 256;

    private static final long VALUE_BYTES = Long.BYTES;
    private static final long PAGE = 4096;
    /** A profile has four numbers per routine, and one per PE. */
    private static final long PROFILE_ROUTINE_BYTES = 4L * Long.BYTES;

    private SystemLayout() {
    }

    public static long slotBytes(int nPes) {
        return roundUp(scratchInSlot(nPes) + SCRATCH_BYTES + CHECK_RECORD_BYTES + VALUE_BYTES);
    }

    public static long slot(int slot, int nPes) {
        return SLOTS + slot * slotBytes(nPes);
    }

    public static long syncCell(int slot, int index, int nPes) {
        return slot(slot, nPes) + (long) index * Cell.BYTES;
    }

    public static long pairCell(int slot, int peer, int nPes) {
        return slot(slot, nPes) + (long) (SYNC_CELLS + peer) * Cell.BYTES;
    }

    /** {@return offset of the slot's buffer} */
    public static long scratch(int slot, int nPes) {
        return slot(slot, nPes) + scratchInSlot(nPes);
    }

    public static long checkRecord(int slot, int nPes) {
        return scratch(slot, nPes) + SCRATCH_BYTES;
    }

    /** {@return offset of the slot's word for collectives on one value} */
    public static long valueWord(int slot, int nPes) {
        return checkRecord(slot, nPes) + CHECK_RECORD_BYTES;
    }

    public static long profile(int nPes) {
        return slot(SLOT_COUNT, nPes);
    }

    public static long places(int nPes) {
        return profile(nPes) + roundUp(Cell.BYTES + PROFILE_ROUTINE_BYTES * Routine.values().length
            + (long) Long.BYTES * nPes);
    }

    public static long objects(int nPes) {
        return roundUp(places(nPes) + PLACES * PLACE_BYTES);
    }

    public static long heap(int nPes) {
        return roundUp(objects(nPes) + ObjectTable.BYTES, ALIGNMENT);
    }

    public static long stride(int nPes, long heapBytes) {
        return roundUp(heap(nPes) + heapBytes, ALIGNMENT);
    }

    private static long scratchInSlot(int nPes) {
        return roundUp((long) (SYNC_CELLS + nPes) * Cell.BYTES);
    }

    private static long roundUp(long bytes) {
        return roundUp(bytes, PAGE);
    }

    private static long roundUp(long bytes, long unit) {
        return (bytes + unit - 1) & -unit;
    }
}
