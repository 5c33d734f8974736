// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.config.ByteSize;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.HeapExhaustedException;
import io.shmem4j.error.SymmetricMismatchException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Symmetric allocation. All PEs make the same calls and have the same free list, so they compute equal offsets; in
 * each call's barrier they compare their requests.
 *
 * <p>Every PE compares with all others, so either all PEs see a mismatch or none does. A mismatch leaves the heap
 * unchanged, so a program may catch the exception and continue with equal offsets. In a fault-tolerant job it ends the
 * job, because a later incarnation could not distinguish the call from one that all PEs agreed on.
 *
 * <p>One thread at a time allocates and frees, because all PEs do so in the same order. Any thread may close a block
 * meanwhile, so the lists of blocks have a monitor, which no thread holds while it waits.
 *
 * <p>Errors: an allocation or free that an error cuts off on this PE may be complete on others, so it is the PE's last.
 */
public final class Allocations {
    /** The default alignment of objects, in bytes. */
    public static final long WORD = Long.BYTES;
    private static final int FAILED = 1;

    private final Library library;
    private final List<Block> blocks = new ArrayList<>();
    /** Blocks that this PE has closed and that the next collective call frees, in the order of the closes. */
    private final Deque<Block> closed = new ArrayDeque<>();
    private final ObjectTable table;
    private final LostBlocks lost = new LostBlocks();
    /** Null unless the job is fault-tolerant. */
    private final Lives lives;
    private long calls;
    private long named;
    /** The latest block. The program does not have it before it has a handle. */
    private Block latest;
    /** Whether an error has cut off an allocation or free. */
    private boolean cut;

    public Allocations(Library library) {
        this.library = library;
        int nPes = library.backend().nPes();
        this.lives = library.backend().lives();
        this.table = library.pe() == 0
            ? new ObjectTable(JobMemory.slice(library.pe(), SystemLayout.objects(nPes), ObjectTable.BYTES)) : null;
        if (table != null && lives != null) {
            table.resume();
        }
    }

    /** Allocates zeroed memory; collective, ends with a barrier. */
    public Block allocate(long bytes, long alignment, String type) {
        if (bytes < 0) {
            throw new IllegalArgumentException(Fault.where() + ": the size is negative, " + bytes + " bytes");
        }
        String site = Fault.callSite();
        if (bytes == 0) {
            return new Block(library, library.heapStart(), 0, alignment, type, "empty " + type, site);
        }
        return whole(() -> allocate(bytes, alignment, type, site));
    }

    private Block allocate(long bytes, long alignment, String type, String site) {
        freeClosed();
        if (Check.FULL && library.pe() == 0) {
            lost.look(live(), site);
        }
        long token = Hook.ON ? Hook.enter(library, Routine.MALLOC, -1, bytes) : 0;
        boolean found = found();
        long offset = library.heap().allocate(bytes, alignment);
        try {
            if (offset >= 0) {
                prepare(found, offset, bytes, type);
            }
            agree(found, AllocationRecord.Request.ALLOCATE, bytes, alignment, type, site);
        } catch (RuntimeException e) {
            if (offset >= 0) {
                library.heap().free(offset, bytes);
            }
            throw e;
        }
        if (offset < 0) {
            throw exhausted(bytes, alignment);
        }
        Block block = added(new Block(library, offset, bytes, alignment, type, type + "#" + ++named, site),
            found);
        if (Hook.ON) {
            Hook.leave(library, Routine.MALLOC, -1, bytes, token);
        }
        return block;
    }

    /** Frees a block; collective, starts with a barrier. */
    public void free(Block block) {
        if (block.freed) {
            throw new FreedObjectException(Fault.where() + ": " + block.name() + " was freed at " + block.freedAt);
        }
        if (block.bytes == 0) {
            return;
        }
        String site = Fault.callSite();
        whole(() -> free(block, site));
    }

    private Block free(Block block, String site) {
        freeClosed();
        long token = Hook.ON ? Hook.enter(library, Routine.FREE, -1, block.bytes) : 0;
        agree(found(), AllocationRecord.Request.FREE, block.offset - library.heapStart(), 0, block.type, site);
        release(block, site);
        if (Hook.ON) {
            Hook.leave(library, Routine.FREE, -1, block.bytes, token);
        }
        return block;
    }

    /** Makes one or several allocations or frees, and publishes them to the other PEs. */
    public <T> T whole(Supplier<T> call) {
        if (cut || latest != null && !latest.hasHandle) {
            throw new IllegalStateException(Fault.where() + ": an error has cut off an allocation or free of this PE, "
                + "which may be complete on others, so the PE makes none any more");
        }
        try {
            return library.collectives().whole(call);
        } catch (Error e) {
            cut = true;
            throw e;
        }
    }

    /**
     * Closes a block without waiting; does nothing for a freed or closed block. The next allocation or free frees the
     * memory, after its barrier: until then other PEs may still use it.
     */
    public synchronized void close(Block block) {
        if (!block.freed && block.bytes > 0) {
            block.freedAt = Fault.callSite();
            closed.add(block);
            block.freed = true;
            blocks.remove(block);
        }
    }

    private void freeClosed() {
        for (Block block = firstClosed(); block != null; block = firstClosed()) {
            agree(found(), AllocationRecord.Request.FREE, block.offset - library.heapStart(), 0, block.type,
                block.freedAt);
            release(block, block.freedAt);
        }
    }

    private synchronized Block firstClosed() {
        return closed.peek();
    }

    /** Moves the contents of a block to a new one; collective, with barriers on entry and exit. */
    public Block reallocate(Block old, long bytes) {
        if (lives != null) {
            throw new IllegalStateException(Fault.where() + ": a job that outlives its PEs has no reallocation, "
                + "because a death could cut the copy; allocate, copy and free");
        }
        String site = Fault.callSite();
        return whole(() -> reallocate(old, bytes, site));
    }

    private Block reallocate(Block old, long bytes, String site) {
        freeClosed();
        long token = Hook.ON ? Hook.enter(library, Routine.REALLOC, -1, bytes) : 0;
        FreeList heap = library.heap();
        long offset = heap.allocate(bytes, old.alignment);
        long kept = Math.min(bytes, old.bytes);
        try {
            if (offset >= 0) {
                Pages.requireAll(library.pe(), old.offset, kept);
                Pages.requireAll(library.pe(), offset, bytes);
            }
            agree(false, AllocationRecord.Request.REALLOCATE, bytes, old.offset - library.heapStart(), old.type, site);
        } catch (RuntimeException e) {
            if (offset >= 0) {
                heap.free(offset, bytes);
            }
            throw e;
        }
        if (offset < 0) {
            throw exhausted(bytes, old.alignment);
        }
        Backend backend = library.backend();
        JobMemory.slice(library.pe(), offset, kept).copyFrom(JobMemory.slice(library.pe(), old.offset, kept));
        heap.touch(offset, bytes);
        backend.clear(offset + kept, bytes - kept);
        release(old, site);
        Block block = added(new Block(library, offset, bytes, old.alignment, old.type, old.name(), site), false);
        library.allocationBarrier(WaitKind.ALLOCATE);
        if (Hook.ON) {
            Hook.leave(library, Routine.REALLOC, -1, bytes, token);
        }
        return block;
    }

    /** {@return the blocks that are neither freed nor closed} */
    public synchronized List<Block> live() {
        return List.copyOf(blocks);
    }

    /**
     * {@return whether an earlier incarnation has completed this call} Then it does not wait, and keeps the contents.
     * An incarnation that has repeated all completed calls meets the other PEs before its first new one.
     */
    private boolean found() {
        if (lives != null && calls >= lives.agreements() && lives.isFallen(library.pe())) {
            if (lives.isStartedByOthers()) {
                System.getLogger("io.shmem4j.join").log(System.Logger.Level.INFO, Fault.where()
                    + library.moreThanBefore() + "; it waits for the other PEs to call recover(), a minute at most");
            }
            library.meetAgain();
        }
        return lives != null && calls < lives.agreements();
    }

    /** Refuses an allocation that differs from the existing one at its offset, made by an earlier incarnation. */
    private void requireSame(long offset, long bytes, String type) {
        ObjectTable.Entry entry = existing().find(offset);
        if (entry != null) {
            SymmetricObject object = entry.object();
            if (object.bytes() != bytes || !object.type().equals(type)) {
                throw new SymmetricMismatchException(Fault.where() + ": this incarnation of PE " + library.pe()
                    + " allocates " + bytes + " bytes as " + type + " at the offset of " + object.name()
                    + ", which has " + object.bytes() + " bytes as " + object.type() + " and was allocated at "
                    + object.site() + "; each incarnation must allocate the same objects in the same order");
            }
        }
    }

    /** {@return PE 0's table of objects, or a copy of it from another node} */
    private ObjectTable existing() {
        Backend backend = library.backend();
        long at = SystemLayout.objects(backend.nPes());
        if (backend.mappable(0)) {
            return new ObjectTable(backend.segment(0, at, ObjectTable.BYTES));
        }
        MemorySegment copy = MemorySegment.ofArray(new long[(int) (ObjectTable.BYTES / Long.BYTES)]);
        backend.read(0, at, copy, 0, ObjectTable.BYTES);
        return new ObjectTable(copy);
    }

    private synchronized Block added(Block block, boolean found) {
        latest = block;
        blocks.add(block);
        JobMemory.touch(block.offset + block.bytes);
        if (table != null && found) {
            ObjectTable.Entry earlier = table.find(block.offset);
            block.entry = earlier == null ? -1 : earlier.index();
        }
        if (table != null && block.entry < 0) {
            block.entry = table.add(new SymmetricObject(block.type, block.name(), block.offset, block.bytes,
                block.site));
        }
        library.backend().observer().useHeap(library.heap().used());
        return block;
    }

    /** Describes the elements of the latest block, see {@link ObjectTable#shape}. */
    public void shape(String shape) {
        if (table != null && latest != null) {
            table.shape(latest.entry, shape);
        }
    }

    public void renamed(Block block) {
        if (table != null && !block.freed) {
            table.rename(block.entry, block.name());
        }
    }

    /**
     * Begins a new session. The table of objects keeps the last session's objects until then, for reports after its
     * end.
     */
    public void begin() {
        if (table != null) {
            table.clear();
        }
    }

    /** Ends the session at a call site: frees all blocks. */
    public synchronized void end(String site) {
        for (Block block : blocks) {
            block.freedAt = "the end of the library, " + site;
            block.freed = true;
        }
        blocks.clear();
        closed.clear();
        lost.clear();
        named = 0;
        library.backend().observer().useHeap(0);
    }

    private synchronized void release(Block block, String site) {
        if (table != null) {
            table.remove(block.entry);
        }
        block.freedAt = site;
        block.freed = true;
        blocks.remove(block);
        closed.remove(block);
        library.heap().free(block.offset, block.bytes);
        library.backend().observer().useHeap(library.heap().used());
    }

    /** The part of an allocation that may fail; precedes the agreement with the other PEs. */
    private void prepare(boolean found, long offset, long bytes, String type) {
        Pages.requireEnds(library.pe(), offset, bytes);
        if (table != null) {
            // The object's entry has at most this index.
            long entry = Math.min(blocks.size() + closed.size() + 1L, ObjectTable.ENTRIES);
            Pages.requireEnds(library.pe(), SystemLayout.objects(library.backend().nPes())
                + entry * ObjectTable.ENTRY_BYTES, ObjectTable.ENTRY_BYTES);
        }
        long dirty = library.heap().touch(offset, bytes);
        if (found) {
            requireSame(offset, bytes, type);
        } else if (dirty > 0) {
            Pages.requireAll(library.pe(), offset, dirty);
            library.backend().clear(offset, dirty);
        }
    }

    private void agree(boolean found, AllocationRecord.Request kind, long size, long detail, String type, String site) {
        Library.refuseLimit("an allocation");
        if (found) {
            calls++;
            return;
        }
        Backend backend = library.backend();
        WaitKind wait = kind == AllocationRecord.Request.FREE ? WaitKind.FREE : WaitKind.ALLOCATE;
        AllocationRecord mine = new AllocationRecord(calls + 1, kind, size, detail, library.world().calls().meetings(),
            site);
        if (Check.FULL) {
            library.meet(routine(kind), ": " + mine.request() + ", " + type);
        }
        if (Check.ARGUMENTS) {
            mine.publish(backend);
        }
        library.allocationBarrier(wait);
        calls++;
        if (!Check.ARGUMENTS) {
            return;
        }
        for (int pe = 0; pe < backend.nPes(); pe++) {
            if (!mine.agrees(backend, pe)) {
                SymmetricMismatchException report = mismatch(mine);
                if (lives != null || !allInStep(mine)) {
                    end(report);
                }
                throw report;
            }
        }
    }

    private boolean allInStep(AllocationRecord mine) {
        Backend backend = library.backend();
        for (int pe = 0; pe < backend.nPes(); pe++) {
            if (!mine.inStep(backend, pe)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Ends the job, as the other PEs do. A PE in another barrier can't see the mismatch, and would meet them in
     * unrelated calls from now on. A later incarnation finds this call as one that has been made, and does not compare.
     */
    private void end(SymmetricMismatchException report) {
        StringWriter text = new StringWriter();
        text.append("[PE ").append(Integer.toString(library.pe())).append("] ");
        report.printStackTrace(new PrintWriter(text, true));
        // A single write keeps the lines together in the launcher's output.
        System.err.print(text);
        library.backend().abort(FAILED, report.toString().lines().findFirst().orElseThrow());
    }

    private static Routine routine(AllocationRecord.Request kind) {
        return switch (kind) {
            case ALLOCATE -> Routine.MALLOC;
            case REALLOCATE -> Routine.REALLOC;
            case FREE -> Routine.FREE;
        };
    }

    private SymmetricMismatchException mismatch(AllocationRecord mine) {
        Backend backend = library.backend();
        boolean inStep = allInStep(mine);
        String text = Fault.where() + ": the PEs disagree in a symmetric allocation, which all must make alike:"
            + Fault.lines(backend.nPes(), pe -> mine.instead(backend, pe, !inStep), (pes, does) -> pes + ' '
            + (pes.startsWith("PEs") ? does.replaceFirst("^(allocate|reallocate|free|make)s", "$1")
            .replace("it has made", "they have made") : does));
        return new SymmetricMismatchException(inStep ? text : text + System.lineSeparator()
            + "  SHMEM_CHECK=2 names the collective that one PE calls and another does not");
    }

    private HeapExhaustedException exhausted(long bytes, long alignment) {
        FreeList heap = library.heap();
        return new HeapExhaustedException(Fault.where() + ": the symmetric heap has no room for " + describe(bytes)
            + ": " + describe(heap.used()) + " of " + describe(heap.capacity())
            + " are in use, the largest free block" + (alignment > WORD ? " aligned to " + alignment : "")
            + " is " + describe(heap.largestFree(alignment))
            + "; raise SHMEM_SYMMETRIC_SIZE or oshrun --heap-size");
    }

    private static String describe(long bytes) {
        return bytes < 1024 ? bytes + " bytes" : bytes + " bytes (" + ByteSize.format(bytes) + ")";
    }

    /**
     * Finds lost blocks: the program has no handle to them any more, so it can't free them.
     *
     * <p>It runs the garbage collector when a call site allocates again while its earlier blocks exist, and again when
     * their number has doubled. The end of the session would be too late, because compiled code drops a handle after
     * its last use.
     */
    private static final class LostBlocks {
        private final Map<String, Integer> nextLooks = new HashMap<>();

        /** Checks the blocks of a call site that is about to allocate another one. */
        void look(List<Block> live, String site) {
            List<Block> alike = live.stream().filter(block -> block.site.equals(site)).toList();
            if (alike.size() >= nextLooks.getOrDefault(site, 1)) {
                nextLooks.put(site, 2 * alike.size());
                System.gc();
                alike.forEach(Block::lookForHandles);
            }
        }

        void clear() {
            nextLooks.clear();
        }
    }
}
