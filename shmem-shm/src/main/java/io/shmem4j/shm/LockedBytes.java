// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.util.HashMap;
import java.util.Map;

/** Locks on bytes of a job's lock file, of one of the two kinds that exclude each other; none of the calls blocks. */
abstract sealed class LockedBytes implements AutoCloseable {
    /** Each PE has a byte for each kind. */
    static final int KINDS = 2;

    /** Opens a job's lock file, for locks of the open file where that needs no linking. */
    static LockedBytes open(JobFiles files) throws IOException {
        if (Syscalls.locks()) {
            files.requireOwn(JobFiles.LOCK);
            OfFile bytes = new OfFile(Syscalls.open(files.file(JobFiles.LOCK)));
            if (bytes.works()) {
                return bytes;
            }
            bytes.close();
        }
        return new OfProcess(files.open(JobFiles.LOCK));
    }

    /** {@return where the bytes of a PE begin} */
    static long first(int pe) {
        return 1 + (long) KINDS * pe;
    }

    /** {@return the byte of a PE for locks of this kind} */
    abstract long of(int pe);

    /** {@return whether the locks belong to the process, and go when it closes any channel on the file} */
    abstract boolean ofProcess();

    /** {@return whether bytes are locked from now on by this} */
    abstract boolean lock(long at, long size) throws IOException;

    abstract void unlock(long at, long size) throws IOException;

    /** {@return whether somebody else has a lock} */
    abstract boolean locked(long at, long size) throws IOException;

    @Override
    public abstract void close();

    /** Locks of the JDK. */
    private static final class OfProcess extends LockedBytes {
        private final FileChannel channel;
        private final Map<Long, FileLock> held = new HashMap<>();

        OfProcess(FileChannel channel) {
            this.channel = channel;
        }

        @Override
        long of(int pe) {
            return first(pe);
        }

        @Override
        boolean ofProcess() {
            return true;
        }

        @Override
        boolean lock(long at, long size) throws IOException {
            FileLock lock = attempt(at, size, false);
            if (lock != null) {
                held.put(at, lock);
            }
            return lock != null;
        }

        /** {@return a lock, null where another process or another copy of the library in this JVM has one} */
        private FileLock attempt(long at, long size, boolean shared) throws IOException {
            try {
                return channel.tryLock(at, size, shared);
            } catch (OverlappingFileLockException e) {
                return null;
            }
        }

        @Override
        void unlock(long at, long size) throws IOException {
            held.remove(at).release();
        }

        @Override
        boolean locked(long at, long size) throws IOException {
            try (FileLock lock = attempt(at, size, true)) {
                return lock == null;
            }
        }

        @Override
        public void close() {
            try {
                channel.close();
            } catch (IOException e) {
                // The kernel drops them with this process.
                return;
            }
        }
    }

    /** Locks of the open file, which no other channel drops. */
    private static final class OfFile extends LockedBytes {
        private final int descriptor;

        OfFile(int descriptor) {
            this.descriptor = descriptor;
        }

        /** {@return whether the system has such locks} */
        boolean works() {
            return Syscalls.locked(descriptor, 0, 1) >= 0;
        }

        @Override
        long of(int pe) {
            return first(pe) + 1;
        }

        @Override
        boolean ofProcess() {
            return false;
        }

        @Override
        boolean lock(long at, long size) {
            return Syscalls.lock(descriptor, at, size, true);
        }

        @Override
        void unlock(long at, long size) {
            Syscalls.lock(descriptor, at, size, false);
        }

        @Override
        boolean locked(long at, long size) throws IOException {
            int locked = Syscalls.locked(descriptor, at, size);
            if (locked < 0) {
                throw new IOException("the system does not tell who has locked the job's lock file");
            }
            return locked != 0;
        }

        @Override
        public void close() {
            Syscalls.close(descriptor);
        }
    }
}
