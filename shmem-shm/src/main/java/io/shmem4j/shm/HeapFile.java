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

/** The heaps of a job for reading from another process: its objects, and the bytes of each PE's copy. */
public final class HeapFile implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final int nPes;
    private final long stride;
    private final long heapBytes;
    private final ObjectTable table;

    /** Opens the heaps of a job; reads nothing. */
    public HeapFile(JobFiles files, ControlFile control) throws IOException {
        nPes = control.nPes();
        stride = control.stride();
        heapBytes = control.heapBytes();
        try (FileChannel channel = files.openToRead(JobFiles.HEAP)) {
            if (stride < SystemLayout.stride(nPes, 0) || heapBytes < 0
                || heapBytes > stride - SystemLayout.heap(nPes)
                || (channel.size() - SystemLayout.ALIGNMENT) / nPes < stride) {
                throw new IOException(files.file(JobFiles.HEAP) + " is not what the control file says: "
                    + channel.size() + " bytes for " + nPes + " PEs with " + stride + " each");
            }
            memory = channel.map(MapMode.READ_ONLY, 0, stride * nPes, arena);
            table = table();
        } catch (IOException | RuntimeException e) {
            arena.close();
            throw e;
        }
    }

    /** The heaps of a job of this JVM. */
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

    /** {@return the symmetric objects that exist, in the order of their places} */
    public List<SymmetricObject> objects() {
        return entries().stream().map(ObjectTable.Entry::object).toList();
    }

    /** {@return the symmetric objects that exist with their numbers, in the order of their places} */
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

    /** {@return offset in a region of the first byte of the user's heap} */
    public long start() {
        return SystemLayout.heap(nPes);
    }

    public long heapBytes() {
        return heapBytes;
    }

    public MemorySegment bytes(int pe, long offset, long bytes) {
        return memory.asSlice(pe * stride + offset, bytes);
    }

    public boolean open() {
        return arena.scope().isAlive();
    }

    @Override
    public void close() {
        arena.close();
    }
}
