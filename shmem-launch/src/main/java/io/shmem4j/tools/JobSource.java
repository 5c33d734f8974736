// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.config.ByteSize;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** The heaps of a running job, or of one whose files were kept, as they are at the moment. */
final class JobSource extends HeapDump.Source {
    private final JobFiles files;
    private final HeapFile heap;
    private final NodePart part;

    JobSource(JobFiles files) throws IOException {
        this.files = files;
        this.part = NodePart.of(files);
        try (Arena arena = Arena.ofConfined()) {
            this.heap = new HeapFile(files, ControlFile.look(files, arena));
        }
    }

    @Override
    String title() {
        return "job " + files.id() + ": " + heap.nPes() + (heap.nPes() == 1 ? " PE" : " PEs") + ", heap "
            + ByteSize.format(heap.heapBytes()) + " each";
    }

    @Override
    int nPes() {
        return heap.nPes();
    }

    @Override
    List<SymmetricObject> objects() {
        return heap.objects().stream().map(object -> object.movedBy(-heap.start())).toList();
    }

    @Override
    MemorySegment bytes(int pe, long offset, long bytes) throws IOException {
        if (offset < 0 || bytes < 0 || offset > heap.heapBytes() - bytes) {
            throw new IOException("a heap has " + heap.heapBytes() + " bytes");
        }
        if (part != null && (pe < part.first() || pe >= part.first() + part.count())) {
            throw new IOException("PE " + pe + " runs on another node; " + files.folder() + " has those from "
                + part.first() + " to " + (part.first() + part.count() - 1));
        }
        return heap.bytes(pe, heap.start() + offset, bytes);
    }

    @Override
    public void close() {
        heap.close();
    }
}
