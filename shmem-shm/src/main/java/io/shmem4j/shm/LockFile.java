// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashMap;
import java.util.Map;

/**
 * A job's open lock file, with the locks on its bytes that this object has taken. All of them end with the process.
 *
 * <p>Locks of the open file end with this object only. They need a system call, which kernel, processor or JVM may
 * refuse. Locks of the JDK belong to the process: whatever closes the same file anywhere in the process drops them all.
 * The two kinds have different owners, so they exclude and show each other, also within a process.
 *
 * <p>Not for several threads at once.
 */
final class LockFile implements AutoCloseable {
    static final long WHOLE = Long.MAX_VALUE;

    /** Null if the open file has the locks. */
    private final FileChannel channel;
    /** Locks of the process by their first bytes. */
    private final Map<Long, FileLock> ofProcess = new HashMap<>();
    private final MemorySegment lock = Arena.ofAuto().allocate(4 * Long.BYTES, Long.BYTES);
    private int descriptor;

    /** Opens a job's lock file; {@code lasting} asks for locks of the open file. */
    LockFile(JobFiles files, boolean lasting) throws IOException {
        descriptor = lasting ? openLasting(files) : -1;
        channel = descriptor < 0 ? files.open(JobFiles.LOCK) : null;
    }

    /** {@return a descriptor whose file can have locks, or -1} */
    private int openLasting(JobFiles files) throws IOException {
        files.requireOwn(JobFiles.LOCK);
        try {
            int opened = Syscalls.open(files.file(JobFiles.LOCK));
            if (Syscalls.isLocked(opened, lock, 0, 1) >= 0) {
                return opened;
            }
            Syscalls.close(opened);
        } catch (RuntimeException | LinkageError | AssertionError e) {
            // The user has forbidden native access, or this JVM has no linker.
        }
        return -1;
    }

    /** {@return whether this owner has locked these bytes, now or before; false if another one has locked one} */
    boolean tryLock(long at, long size) throws IOException {
        requireOpen();
        if (channel == null) {
            return Syscalls.lock(descriptor, lock, at, size, true);
        }
        if (ofProcess.containsKey(at)) {
            return true;
        }
        FileLock lock = tryLock(channel, at, size, false);
        if (lock != null) {
            ofProcess.put(at, lock);
        }
        return lock != null;
    }

    /** Releases bytes that have been locked together. */
    void unlock(long at, long size) throws IOException {
        if (channel == null) {
            Syscalls.lock(descriptor, lock, at, size, false);
        } else {
            ofProcess.get(at).release();
            ofProcess.remove(at);
        }
    }

    /** {@return whether another owner has locked one of some bytes} */
    boolean isLocked(long at, long size) throws IOException {
        requireOpen();
        if (channel != null) {
            return isLocked(channel, at, size);
        }
        int locked = Syscalls.isLocked(descriptor, lock, at, size);
        if (locked < 0) {
            throw new IOException("the kernel does not say whether a file is locked");
        }
        return locked > 0;
    }

    /** {@return the same, asked of an open file} */
    static boolean isLocked(FileChannel channel, long at, long size) throws IOException {
        try (FileLock lock = tryLock(channel, at, size, true)) {
            return lock == null;
        }
    }

    static FileLock tryLock(FileChannel channel, long at, long size, boolean shared) throws IOException {
        try {
            return channel.tryLock(at, size, shared);
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    boolean isOpen() {
        return channel == null ? descriptor >= 0 : channel.isOpen();
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public void close() throws IOException {
        if (channel != null) {
            channel.close();
        } else if (descriptor >= 0) {
            Syscalls.close(descriptor);
            descriptor = -1;
        }
    }
}
