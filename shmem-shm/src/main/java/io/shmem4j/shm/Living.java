// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The register of the live processes of a job: PE k is alive while a byte of it in the job's lock file is locked, the
 * job while any byte is. The kernel unlocks the bytes of a process that ends, however it ends, and works across
 * containers, where process ids are not comparable. A launcher locks the bytes of its PEs, a JVM that joins those of
 * its own.
 *
 * <p>The first byte guards membership changes. Each PE has two bytes, for two kinds of {@link LockedBytes}. A JVM that
 * joins locks the first one by the JDK, because linking the system call for the other kind takes half as long as a
 * join. But the JDK's locks belong to the process, and closing any channel on the file drops all of them. So they are
 * replaced after a second by locks of the open file, which live until this object is closed. Until then a system
 * property stops other copies of the library in this JVM from opening the file; it is changed under the monitor of an
 * interned string, which all copies share.
 */
public final class Living implements AutoCloseable {
    private static final String GUARD = "io.shmem4j.guarded.";
    private static final Object COPIES = GUARD.intern();
    private static final long REPLACED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = 200_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The job's folder by its final name. */
    private final JobFiles files;
    /** Identity of the lock file. */
    private final String key;
    private final Set<Integer> own = new HashSet<>();
    private LockedBytes bytes;
    private boolean changing;
    private boolean closed;
    private boolean replacing;

    private Living(JobFiles files, LockedBytes bytes, String key) {
        this.files = files;
        this.bytes = bytes;
        this.key = key;
    }

    public static Living open(JobFiles files) throws IOException {
        return open(files, files);
    }

    /** Opens the register of a job whose folder still has a temporary name. */
    public static Living open(JobFiles made, JobFiles files) throws IOException {
        String key = key(made);
        long start = System.nanoTime();
        while (true) {
            synchronized (COPIES) {
                if (System.getProperty(GUARD + key) == null) {
                    LockedBytes bytes = LockedBytes.open(made);
                    if (bytes.ofProcess()) {
                        System.setProperty(GUARD + key, "");
                    }
                    return new Living(files, bytes, key);
                }
            }
            pause(start, PATIENCE_NANOS, "another copy of the library in this JVM takes part in the job");
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
            try (LockedBytes bytes = LockedBytes.open(files)) {
                return bytes.locked(0, LockedBytes.WHOLE);
            }
        }
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

        private Change(long size) {
            this.size = size;
        }

        @Override
        public void close() throws IOException {
            synchronized (Living.this) {
                changing = false;
                if (!closed) {
                    bytes.unlock(0, size);
                }
            }
        }
    }

    /** Takes the lock on membership changes, waiting for it for the given time at most. */
    public Change change(long nanos) throws IOException {
        long start = System.nanoTime();
        Change change = tryLock(1);
        while (change == null) {
            pause(start, nanos, "another process changes the job and does not come to an end");
            change = tryLock(1);
        }
        return change;
    }

    private synchronized Change tryLock(long size) throws IOException {
        requireOpen();
        if (changing || !bytes.lock(0, size)) {
            return null;
        }
        changing = true;
        return new Change(size);
    }

    /** {@return a lock on all bytes of the job, null if another process has locked one} */
    Change tryLockAll() throws IOException {
        return tryLock(LockedBytes.WHOLE);
    }

    /** Registers this process as the launcher of PEs; it holds the lock on membership changes while it lives. */
    public void launch(int first, int count) throws IOException {
        change(PATIENCE_NANOS);
        for (int pe = first; pe < first + count; pe++) {
            claim(pe);
        }
    }

    /** Registers a PE of this JVM, in which other copies of the library may register PEs, too. */
    public void join(int pe) throws IOException {
        claim(pe);
        synchronized (this) {
            if (bytes.ofProcess() && !replacing && Syscalls.canLock()) {
                replacing = true;
                new Replacement().start();
            }
        }
    }

    /** Registers a PE for this process. Retries, because a process that checks liveness locks the byte briefly. */
    public void claim(int pe) throws IOException {
        long start = System.nanoTime();
        while (!tryClaim(pe)) {
            pause(start, PATIENCE_NANOS, "the lock of a PE is taken");
        }
    }

    private synchronized boolean tryClaim(int pe) throws IOException {
        requireOpen();
        return bytes.lock(bytes.of(pe), 1) && own.add(pe);
    }

    /** Replaces locks of the process by locks of the open file, if the system has them. */
    private void replace() {
        try (Change _ = change(PATIENCE_NANOS)) {
            synchronized (this) {
                if (!closed && isOf(files)) {
                    LockedBytes better = LockedBytes.open(files);
                    if (better.ofProcess()) {
                        return;
                    }
                    for (int pe : own) {
                        // Other processes lock it only briefly.
                        while (!better.lock(better.of(pe), 1)) {
                            Waiter.park(PAUSE_NANOS);
                        }
                    }
                    drop();
                    bytes = better;
                }
            }
        } catch (IOException e) {
            // The job has ended, or the locks stay as they are.
            return;
        }
    }

    /** Links the system call and replaces the locks in the background. */
    private final class Replacement extends Thread {
        private static final int STACK_BYTES = 256 << 10;

        Replacement() {
            super(null, null, "shmem4j-locks", STACK_BYTES);
            setDaemon(true);
        }

        @Override
        public void run() {
            long start = System.nanoTime();
            for (long left = REPLACED_NANOS; left > 0; left = REPLACED_NANOS - (System.nanoTime() - start)) {
                Waiter.park(left);
            }
            if (!isEmpty()) {
                Syscalls.link();
                replace();
            }
        }
    }

    public synchronized void leave(int pe) throws IOException {
        if (own.remove(pe)) {
            bytes.unlock(bytes.of(pe), 1);
        }
    }

    /** {@return whether a PE's process, this one or another, is alive} */
    public synchronized boolean isAlive(int pe) throws IOException {
        requireOpen();
        return own.contains(pe) || bytes.locked(LockedBytes.first(pe), LockedBytes.KINDS);
    }

    public synchronized boolean owns(int pe) {
        return own.contains(pe);
    }

    /** {@return whether this JVM has no PE of the job} */
    public synchronized boolean isEmpty() {
        return own.isEmpty();
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    /** Closes the register if this JVM has no PE; otherwise another thread has registered one meanwhile. */
    public synchronized void closeIfNone() {
        if (own.isEmpty()) {
            close();
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            own.clear();
            drop();
        }
    }

    private void drop() {
        synchronized (COPIES) {
            bytes.close();
            if (bytes.ofProcess()) {
                System.clearProperty(GUARD + key);
            }
        }
    }
}
