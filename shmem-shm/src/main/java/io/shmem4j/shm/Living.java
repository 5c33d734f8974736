// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.HashSet;
import java.util.Set;

/**
 * The register of a job's live processes: PE k is alive while byte 1 + k of the job's lock file is locked, the job
 * while any byte is. The kernel unlocks the bytes of a process that ends, however it ends, and works across containers,
 * where process ids are not comparable. A launcher locks the bytes of its PEs, a JVM that joins those of its own. Byte
 * 0 guards membership changes.
 *
 * <p>Members take locks of the open file, see {@link LockFile}, because a member's JVM runs foreign code. Where these
 * are not to be had, closing any channel on the file drops all locks of the JVM. So one register per file is open in a
 * JVM. A system property tells other copies of the library in this JVM; it is changed under the monitor of an interned
 * string, which all copies share.
 */
public final class Living implements AutoCloseable {
    private static final String GUARD = "io.shmem4j.guarded.";
    private static final Object COPIES = GUARD.intern();
    private static final long PAUSE_NANOS = 200_000;

    private final LockFile file;
    /** Identity of the lock file. */
    private final String key;
    private final Set<Integer> own = new HashSet<>();
    /**
     * The thread that changes the membership, this object while it does so for its life, or null. An error may keep a
     * thread from closing its change. Its next change replaces that one.
     */
    private Object changer;

    private Living(LockFile file, String key) {
        this.file = file;
        this.key = key;
    }

    /** Opens a job's register for a process that runs no code but the library's. */
    public static Living open(JobFiles files) throws IOException {
        return open(files, false, Times.REGISTER_NANOS);
    }

    /** Opens a job's register for a member or somebody who may become one, in a limited time. */
    public static Living openAsMember(JobFiles files, long nanos) throws IOException {
        return open(files, true, nanos);
    }

    /** Opens a job's register, after the current one of the same job in this JVM, if any, has been closed. */
    private static Living open(JobFiles files, boolean lasting, long nanos) throws IOException {
        String key = key(files);
        long start = System.nanoTime();
        while (true) {
            synchronized (COPIES) {
                if (System.getProperty(GUARD + key) == null) {
                    Living living = new Living(new LockFile(files, lasting), key);
                    System.setProperty(GUARD + key, "");
                    return living;
                }
            }
            pause(start, nanos, "another copy of the library in this JVM takes part in the job");
        }
    }

    /** Pauses before the next attempt; throws if the time is over. */
    private static void pause(long start, long nanos, String problem) throws IOException {
        if (System.nanoTime() - start > nanos) {
            throw new IOException(problem);
        }
        Waiter.park(PAUSE_NANOS);
    }

    /** {@return an identity of the lock file that survives reuse of inodes} */
    private static String key(JobFiles files) throws IOException {
        return Files.readAttributes(files.file(JobFiles.LOCK), "unix:dev,ino,ctime", LinkOption.NOFOLLOW_LINKS)
            .toString();
    }

    /** {@return whether a launcher, an agent or a PE of the job is alive} */
    public static boolean isAnyAlive(JobFiles files) throws IOException {
        synchronized (COPIES) {
            if (System.getProperty(GUARD + key(files)) != null) {
                return true;
            }
            try (FileChannel channel = files.open(JobFiles.LOCK)) {
                return isAnyAlive(channel);
            }
        }
    }

    /** {@return the same, asked of the job's open lock file by a process that is not in the register} */
    static boolean isAnyAlive(FileChannel channel) throws IOException {
        return LockFile.isLocked(channel, 0, LockFile.WHOLE);
    }

    /** {@return whether a folder's lock file is that of this register, not a later job's} */
    public boolean isOf(JobFiles folder) {
        try {
            return key(folder).equals(key);
        } catch (IOException e) {
            return false;
        }
    }

    /** Holds the lock on membership changes until it is closed. */
    public final class Change implements AutoCloseable {
        private final long size;
        private boolean closed;

        private Change(long size) {
            this.size = size;
        }

        @Override
        public void close() throws IOException {
            synchronized (Living.this) {
                if (!closed && file.isOpen()) {
                    file.unlock(0, size);
                }
                changer = closed ? changer : null;
                closed = true;
            }
        }
    }

    /** Takes the lock on membership changes, waiting for it for the given time at most. */
    public Change change(long nanos) throws IOException {
        long start = System.nanoTime();
        Change change = tryChange();
        while (change == null) {
            pause(start, nanos, "another process changes the job and does not come to an end");
            change = tryChange();
        }
        return change;
    }

    /** {@return the lock on membership changes, null if another thread or process has it} */
    public Change tryChange() throws IOException {
        return tryChange(1);
    }

    private synchronized Change tryChange(long size) throws IOException {
        // Made before the lock, which an error must not leave behind.
        Change change = new Change(size);
        Thread thread = Thread.currentThread();
        if (changer != null && changer != thread || !file.tryLock(0, size)) {
            return null;
        }
        changer = thread;
        return change;
    }

    /** {@return a lock on all bytes of the job, null if another process has locked one} */
    Change tryLockAll() throws IOException {
        return tryChange(LockFile.WHOLE);
    }

    /** Registers this process as the launcher of PEs; it holds the lock on membership changes while it lives. */
    public void launch(int first, int count) throws IOException {
        change(Times.REGISTER_NANOS);
        changer = this;
        for (int pe = first; pe < first + count; pe++) {
            claim(pe);
        }
    }

    /** Registers a PE for this process. Retries, because a process that checks liveness locks the byte briefly. */
    public void claim(int pe) throws IOException {
        long start = System.nanoTime();
        while (!tryClaim(pe)) {
            pause(start, Times.REGISTER_NANOS, "the lock of a PE is taken");
        }
    }

    private synchronized boolean tryClaim(int pe) throws IOException {
        if (!own.add(pe)) {
            return false;
        }
        boolean locked = false;
        try {
            locked = file.tryLock(1L + pe, 1);
        } finally {
            if (!locked) {
                own.remove(pe);
            }
        }
        return locked;
    }

    public synchronized void leave(int pe) throws IOException {
        if (own.contains(pe)) {
            file.unlock(1L + pe, 1);
            own.remove(pe);
        }
    }

    /** {@return whether a PE's process, this one or another, is alive} */
    public synchronized boolean isAlive(int pe) throws IOException {
        return file.isOpen() && own.contains(pe) || file.isLocked(1L + pe, 1);
    }

    public synchronized boolean owns(int pe) {
        return own.contains(pe);
    }

    /** {@return whether this JVM has no PE of the job} */
    public synchronized boolean isEmpty() {
        return own.isEmpty();
    }

    /** Closes the register if this JVM has no PE; otherwise another thread has registered one meanwhile. */
    public synchronized void closeIfNone() {
        if (own.isEmpty()) {
            close();
        }
    }

    @Override
    public synchronized void close() {
        own.clear();
        synchronized (COPIES) {
            if (!file.isOpen()) {
                return;
            }
            try {
                file.close();
            } catch (IOException e) {
                // The kernel drops the locks with this process.
            }
            System.clearProperty(GUARD + key);
        }
    }
}
