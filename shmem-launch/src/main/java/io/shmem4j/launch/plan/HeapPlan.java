// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import static io.shmem4j.launch.option.LauncherOption.HEAP_SIZE;

import io.shmem4j.config.ByteSize;
import io.shmem4j.config.Setting;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.Options;
import io.shmem4j.shm.Heaps;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Size of the symmetric heaps, checked against the machine.
 *
 * <p>A full memory file system kills a PE in the middle of a store, so the total is checked in advance. A total above
 * the file system's size is an error. A total above the machine's memory is a warning, because files are sparse and a
 * program may use only a part.
 *
 * @param chosen  whether the user set the size
 * @param inFiles whether the heaps are files in the folder; false for simulations, which keep and check their own
 * memory
 */
public record HeapPlan(Path folder, long bytes, boolean chosen, long capacity, long available, boolean inFiles) {
    private static final long PAGE = 4096;

    /** {@return the checked plan; {@code inFiles} is false if the backend doesn't keep heaps in files} */
    public static HeapPlan of(Options options, int nPes, boolean inFiles) {
        Path folder = options.jobFolders().toAbsolutePath();
        if (!Files.isDirectory(folder)) {
            throw new LaunchException(ExitStatus.LAUNCH, "there is no folder " + folder + " for the symmetric heaps;"
                + " name a memory file system with --shm-dir or " + Setting.SHM_DIR.variable());
        }
        boolean chosen = options.has(HEAP_SIZE) || Setting.SYMMETRIC_SIZE.isSet();
        // A FileStore requires an entry in the mount table, which a chroot lacks.
        long capacity = folder.toFile().getTotalSpace();
        long available = folder.toFile().getUsableSpace();
        long bytes = chosen ? chosen(options) : inFiles ? Heaps.standardBytes(folder, nPes) : 0;
        return new HeapPlan(folder, bytes, chosen, capacity, available, inFiles).checked(nPes);
    }

    private static long chosen(Options options) {
        long bytes;
        try {
            bytes = options.has(HEAP_SIZE) ? ByteSize.parse(options.text(HEAP_SIZE)) : Setting.SYMMETRIC_SIZE.bytes();
        } catch (IllegalArgumentException e) {
            throw LaunchException.usage(options.has(HEAP_SIZE) ? "--heap-size: " + e.getMessage() : e.getMessage());
        }
        if (bytes == 0) {
            throw LaunchException.usage("--heap-size " + options.text(HEAP_SIZE) + ": a heap has at least 1 byte");
        }
        return bytes;
    }

    HeapPlan with(long agreed) {
        return new HeapPlan(folder, agreed, chosen, capacity, available, inFiles);
    }

    private HeapPlan checked(int nPes) {
        if (capacity == 0) {
            throw new LaunchException(ExitStatus.LAUNCH, folder + " is no file system that can hold symmetric heaps;"
                + " name another with --shm-dir or " + Setting.SHM_DIR.variable());
        }
        if (!inFiles) {
            return this;
        }
        if (bytes > capacity / nPes) {
            throw new LaunchException(ExitStatus.LAUNCH, nPes + " PEs with a heap of " + ByteSize.format(bytes)
                + " each do not fit into " + folder + ", which holds " + ByteSize.format(capacity) + " (at most "
                + ByteSize.format(capacity / nPes) + " each); lower --heap-size or "
                + Setting.SYMMETRIC_SIZE.variable() + ", or name a larger memory file system with --shm-dir");
        }
        if (bytes < PAGE && !chosen) {
            throw new LaunchException(ExitStatus.LAUNCH, folder + " is full: " + ByteSize.format(available)
                + " free for " + nPes + " symmetric heaps (oshrun --clean removes what killed jobs left)");
        }
        return this;
    }

    /** {@return the size of each PE's heap file, or 0 if heaps are not in files} */
    public long fileBytes() {
        return inFiles ? bytes : 0;
    }

    /** {@return a warning if symmetric and Java heaps may exceed the memory, or null} */
    public String warning(int nPes, long javaHeaps) {
        if (!inFiles) {
            return null;
        }
        long all = bytes * nPes;
        long memory = Machine.memory();
        if (memory > 0 && all > memory) {
            return nPes + " heaps of " + ByteSize.format(bytes) + " are more than this machine's memory ("
                + ByteSize.format(memory) + "); the job will be killed if it touches all of them";
        }
        if (memory > 0 && javaHeaps > memory - all) {
            return nPes + " heaps of " + ByteSize.format(bytes) + " and Java heaps of " + ByteSize.format(javaHeaps)
                + " in all are more than this machine's memory (" + ByteSize.format(memory) + "); the job will be"
                + " killed if it fills them";
        }
        if (all > available) {
            return nPes + " heaps of " + ByteSize.format(bytes) + " are more than what is free in " + folder + " ("
                + ByteSize.format(available) + "); PEs will crash if they touch all of them";
        }
        return null;
    }
}
