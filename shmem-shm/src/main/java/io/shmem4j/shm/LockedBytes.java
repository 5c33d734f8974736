// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashMap;
import java.util.Map;

/**
 * Locks on bytes of a job's lock file, of two kinds that exclude each other: the JDK's, and those of the open file,
 * which no other channel drops. None of the calls blocks.
 */
final class LockedBytes implements AutoCloseable {
    static final long WHOLE = Long.MAX_VALUE;
    /** Each PE has a byte for each kind. */
    static final int KINDS = 2;

    /** Null where locks are of the open file. */
    private final FileChannel channel;
    private final int descriptor;
    private final Map<Long, FileLock> held = new HashMap<>();

    private LockedBytes(FileChannel channel, int descriptor) {
        this.channel = channel;
        this.descriptor = descriptor;
    }

    /** Opens a job's lock file, for locks of the open file where that needs no linking. */
    static LockedBytes open(JobFiles files) throws IOException {
        if (Syscalls.locks()) {
            files.requireOwn(JobFiles.LOCK);
            int descriptor = Syscalls.open(files.file(JobFiles.LOCK));
            if (Syscalls.locked(descriptor, 0, 1) >= 0) {
                return new LockedBytes(null, descriptor);
            }
            Syscalls.close(descriptor);
        }
        return new LockedBytes(files.open(JobFiles.LOCK), -1);
    }

    /** {@return the place of a PE's bytes} */
    static long first(int pe) {
        return 1 + (long) KINDS * pe;
    }

    /** {@return the byte of a PE for locks of this kind} */
    long of(int pe) {
        return first(pe) + (ofProcess() ? 0 : 1);
    }

    /** {@return whether the locks belong to the process, and go when it closes any channel on the file} */
    boolean ofProcess() {
        return channel != null;
    }

    /** {@return whether this has locked bytes from now on} */
    boolean lock(long at, long size) throws IOException {
        if (!ofProcess()) {
            return Syscalls.lock(descriptor, at, size, true);
        }
        FileLock lock = attempt(at, size, false);
        if (lock != null) {
            held.put(at, lock);
        }
        return lock != null;
    }

    /** {@return a lock, null if another process or another copy of the library in this JVM has one} */
    private FileLock attempt(long at, long size, boolean shared) throws IOException {
        try {
            return channel.tryLock(at, size, shared);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    void unlock(long at, long size) throws IOException {
        if (ofProcess()) {
            held.remove(at).release();
        } else {
            Syscalls.lock(descriptor, at, size, false);
        }
    }

    /** {@return whether somebody else has a lock} */
    boolean locked(long at, long size) throws IOException {
        if (ofProcess()) {
            try (FileLock lock = attempt(at, size, true)) {
                return lock == null;
            }
        }
        int locked = Syscalls.locked(descriptor, at, size);
        if (locked < 0) {
            throw new IOException("the system does not say who has locked the job's lock file");
        }
        return locked != 0;
    }

    @Override
    public void close() {
        try {
            if (ofProcess()) {
                channel.close();
            } else {
                Syscalls.close(descriptor);
            }
        } catch (IOException e) {
            // The kernel drops them with this process.
            return;
        }
    }
}
