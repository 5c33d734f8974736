// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.config.Debug;
import io.shmem4j.config.Setting;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.Undisturbed;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;

/**
 * Saves or restores the symmetric objects when all PEs meet in a checkpoint.
 *
 * <p>PE 0 saves the objects of all PEs while the others wait, so no PE can be a step ahead. Nothing else is saved, such
 * as teams and counters of the library.
 */
public final class Checkpoints {
    private final Library library;
    private final Backend backend;
    private final long intervalNanos = Setting.CHECKPOINT_INTERVAL.intValue() * 1_000_000_000L;
    private boolean restores = !Setting.RESTART.value().isEmpty();
    private boolean restored;
    private long last = Long.MIN_VALUE;

    public Checkpoints(Library library) {
        this.library = library;
        this.backend = library.backend();
    }

    /** {@return whether the heap was filled from a snapshot} Meets all PEs. */
    public boolean meet() {
        library.collectives().whole(this::saveOrRestore);
        return restored;
    }

    private Void saveOrRestore() {
        library.barrierAll();
        restored = restores;
        restores = false;
        try {
            if (restored) {
                restore(Path.of(Setting.RESTART.value()));
            } else if (library.pe() == 0) {
                save();
            }
        } catch (IOException e) {
            if (!restored) {
                // The other PEs continue, so this one may, too.
                library.barrierAll();
            }
            throw new ShmemException("PE " + library.pe() + ": " + e.getMessage(), e);
        }
        library.barrierAll();
        return null;
    }

    private void restore(Path file) throws IOException {
        try (SnapshotFile snapshot = Undisturbed.call(() -> new SnapshotFile(file))) {
            List<SymmetricObject> objects = objects();
            // PE 0 alone reports a mismatch; its failure ends the other PEs.
            if (library.pe() == 0) {
                refuseOthers(file, snapshot.header(), objects);
            }
            library.barrierAll();
            snapshot.verify(library.pe());
            for (int i = 0; i < objects.size(); i++) {
                copy(library.pe(), objects.get(i)).copyFrom(snapshot.bytes(library.pe(), i));
            }
        }
    }

    private void refuseOthers(Path file, SnapshotHeader header, List<SymmetricObject> objects) {
        String why = header.nPes() != backend.nPes() ? "it is of " + header.nPes() + " PEs, this job has "
            + backend.nPes() : !header.program().equals(program()) ? "it is of " + header.program() + ", this is "
            + program() : header.mismatch(objects);
        if (why != null) {
            throw new ShmemException("PE 0: this job can't continue from " + file + ": " + why);
        }
    }

    private void save() throws IOException {
        String wanted = backend.observer().snapshotWanted();
        if (wanted != null) {
            try {
                save(Path.of(wanted));
                backend.observer().answerSnapshot(wanted, "");
            } catch (IOException e) {
                // The process that requested the snapshot gets the error; the job continues.
                backend.observer().answerSnapshot(wanted, e.toString());
            }
        }
        String regular = Setting.CHECKPOINT.value();
        long now = System.nanoTime();
        if (!regular.isEmpty() && (last == Long.MIN_VALUE || now - last >= intervalNanos)) {
            last = now;
            try {
                save(Path.of(regular));
            } catch (IOException e) {
                throw new IOException("the snapshot " + regular + " can't be written: " + e, e);
            }
        }
    }

    private void save(Path file) throws IOException {
        if (JobMemory.partial()) {
            throw new IOException("the job runs on several nodes, and PE 0 sees only the memory of its own node");
        }
        SnapshotHeader header = new SnapshotHeader(program(), backend.nPes(), backend.heapBytes(),
            System.currentTimeMillis(), objects());
        try {
            for (SymmetricObject object : header.objects()) {
                for (int pe = 0; pe < backend.nPes(); pe++) {
                    Pages.requireAll(pe, library.heapStart() + object.offset(), object.bytes());
                }
            }
        } catch (IllegalStateException e) {
            throw new IOException(e.getMessage(), e);
        }
        Undisturbed.call(() -> {
            SnapshotFile.write(file, header, this::copy);
            return file;
        });
        if (Debug.ON) {
            Debug.say(0, "wrote the snapshot " + file);
        }
    }

    private MemorySegment copy(int pe, SymmetricObject object) {
        return JobMemory.slice(pe, library.heapStart() + object.offset(), object.bytes());
    }

    private List<SymmetricObject> objects() {
        return library.allocations().live().stream().map(block -> new SymmetricObject(block.type, block.name(),
            block.offset - library.heapStart(), block.bytes, block.site)).sorted(SymmetricObject.byOffset()).toList();
    }

    /** {@return the program's main class} In a job the JVM's command line has it after the backend's. */
    private static String program() {
        String[] words = System.getProperty("sun.java.command", "").split(" ");
        int at = Setting.JOB_DIR.isSet() ? 1 : 0;
        return at < words.length ? words[at] : "";
    }
}
