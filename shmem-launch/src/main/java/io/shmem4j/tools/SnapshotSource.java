// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.engine.SnapshotFile;
import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** The heaps in a snapshot. */
final class SnapshotSource extends HeapDump.Source {
    private final Path file;
    private final SnapshotFile snapshot;

    SnapshotSource(Path file) throws IOException {
        this.file = file;
        this.snapshot = new SnapshotFile(file);
    }

    @Override
    String title() {
        return "snapshot " + file + ": " + snapshot.header().program() + ", " + nPes() + (nPes() == 1 ? " PE" : " PEs")
            + ", written " + Instant.ofEpochMilli(snapshot.header().writtenMillis());
    }

    @Override
    int nPes() {
        return snapshot.header().nPes();
    }

    @Override
    List<SymmetricObject> objects() {
        return snapshot.header().objects();
    }

    @Override
    MemorySegment bytes(int pe, long offset, long bytes) throws IOException {
        List<SymmetricObject> objects = objects();
        for (int i = 0; i < objects.size(); i++) {
            SymmetricObject object = objects.get(i);
            if (offset >= object.offset() && bytes >= 0 && bytes <= object.offset() + object.bytes() - offset) {
                return snapshot.bytes(pe, i).asSlice(offset - object.offset(), bytes);
            }
        }
        throw new IOException("a snapshot has no bytes outside objects, and no object holds these");
    }

    @Override
    public void close() {
        snapshot.close();
    }
}
