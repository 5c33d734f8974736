// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.util.Comparator;
import java.util.List;

/** Read access to the symmetric objects of a job and to each PE's heap. */
public final class HeapFile implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final int nPes;
    private final long stride;
    private final long heapBytes;
    private final ObjectTable table;

    /** Maps the heap file of another process's job. */
    public HeapFile(JobFiles files, ControlFile control) throws IOException {
        this(files, control, MapMode.READ_ONLY);
    }

    HeapFile(JobFiles files, ControlFile control, MapMode mode) throws IOException {
        nPes = control.nPes();
        stride = control.stride();
        heapBytes = control.heapBytes();
        try (FileChannel channel = mode == MapMode.READ_ONLY ? files.openToRead(JobFiles.HEAP)
            : files.open(JobFiles.HEAP)) {
            if (stride < SystemLayout.stride(nPes, 0) || heapBytes < 0
                || heapBytes > stride - SystemLayout.heap(nPes)
                || (channel.size() - SystemLayout.ALIGNMENT) / nPes < stride) {
                throw new IOException(files.file(JobFiles.HEAP) + " is not what the control file says: "
                    + channel.size() + " bytes for " + nPes + " PEs with " + stride + " each");
            }
            memory = channel.map(mode, 0, stride * nPes, arena);
            table = table();
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** Reads the heaps of this JVM's own job. */
    public HeapFile(int nPes, long heapBytes) {
        this.nPes = nPes;
        stride = JobMemory.stride();
        this.heapBytes = heapBytes;
        memory = JobMemory.all().asReadOnly();
        table = table();
    }

    public int nPes() {
        return nPes;
    }

    /** {@return the current symmetric objects by ascending offset} */
    public List<SymmetricObject> objects() {
        return entries().stream().map(ObjectTable.Entry::object).toList();
    }

    /** {@return the current symmetric objects with their numbers, by ascending offset} */
    public List<ObjectTable.Entry> entries() {
        return table.entries().stream().filter(entry -> isInHeap(entry.object()))
            .sorted(Comparator.comparing(ObjectTable.Entry::object, SymmetricObject.byOffset())).toList();
    }

    private boolean isInHeap(SymmetricObject object) {
        long start = start();
        return object.offset() >= start && object.bytes() >= 0
            && object.offset() <= start + heapBytes - object.bytes();
    }

    public boolean has(ObjectTable.Entry entry) {
        return table.has(entry);
    }

    private ObjectTable table() {
        return new ObjectTable(memory.asSlice(SystemLayout.objects(nPes), ObjectTable.BYTES));
    }

    /** {@return the offset of the user's heap in a region} */
    public long start() {
        return SystemLayout.heap(nPes);
    }

    public long heapBytes() {
        return heapBytes;
    }

    /** {@return the offset in the file of an offset in a region} */
    public long position(int pe, long offset) {
        return pe * stride + offset;
    }

    public MemorySegment bytes(int pe, long offset, long bytes) {
        return memory.asSlice(position(pe, offset), bytes);
    }

    public boolean open() {
        return arena.scope().isAlive();
    }

    @Override
    public void close() {
        arena.close();
    }
}
