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
 * Liveness in a job: PE k lives while one of its bytes of the job's lock file is locked, the job while any byte is. The
 * kernel unlocks them with the process, however it ends, and knows them across containers, where numbers of processes
 * mean nothing. A launcher holds the bytes of its PEs, a JVM that has joined those of its own.
 *
 * <p>The first byte guards changes of membership. PE k has two bytes behind it, for two kinds of {@link LockedBytes}. A
 * JVM that joins locks the first one by the JDK, because linking the system call for the other kind takes as long as
 * half of a join. The JDK's locks belong to the process, and closing any channel on the file drops all of them. So
 * after a second they are replaced by locks of the open file, which nothing but the end of this object drops. Until
 * then a system property keeps every copy of the library in this JVM from opening the file once more; it is changed
 * under the monitor of a string that all copies share.
 */
public final class Living implements AutoCloseable {
    private static final String GUARD = "io.shmem4j.guarded.";
    private static final Object COPIES = GUARD.intern();
    private static final long REPLACED_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long PAUSE_NANOS = 200_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** The job's folder, after it has been made. */
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

    /** Opens the register of a job in a folder that was made under another name than it will have. */
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

    /** Pauses before another attempt, while time is left. */
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

    /** {@return whether a launcher, an agent or a PE of the job lives} */
    public static boolean anybody(JobFiles files) throws IOException {
        synchronized (COPIES) {
            if (System.getProperty(GUARD + key(files)) != null) {
                return true;
            }
            try (LockedBytes bytes = LockedBytes.open(files)) {
                return bytes.locked(0, LockedBytes.WHOLE);
            }
        }
    }

    /** {@return whether a folder has the lock file of this register, and not that of a later job} */
    public boolean areOf(JobFiles folder) {
        try {
            return key(folder).equals(key);
        } catch (IOException e) {
            return false;
        }
    }

    /** A lock on membership changes, held until it is closed. */
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

    /** Waits so many nanoseconds for the lock on membership changes, and takes it. */
    public Change change(long nanos) throws IOException {
        long start = System.nanoTime();
        Change change = attempt(1);
        while (change == null) {
            pause(start, nanos, "another process changes the job and does not come to an end");
            change = attempt(1);
        }
        return change;
    }

    private synchronized Change attempt(long size) throws IOException {
        requireOpen();
        if (changing || !bytes.lock(0, size)) {
            return null;
        }
        changing = true;
        return new Change(size);
    }

    /** {@return all locks of the job at once, null if some process has one} */
    Change all() throws IOException {
        return attempt(LockedBytes.WHOLE);
    }

    /** Registers this process as the launcher of PEs; nobody else changes who takes part while it lives. */
    public void launch(int first, int count) throws IOException {
        change(PATIENCE_NANOS);
        for (int pe = first; pe < first + count; pe++) {
            claim(pe);
        }
    }

    /** Registers a PE of this JVM, which others may use, too. */
    public void join(int pe) throws IOException {
        claim(pe);
        synchronized (this) {
            if (bytes.ofProcess() && !replacing && Syscalls.canLock()) {
                replacing = true;
                new Replacement().start();
            }
        }
    }

    /** Registers a PE for this process. Others may lock its bytes for a moment, to check whether it lives. */
    public void claim(int pe) throws IOException {
        long start = System.nanoTime();
        while (!succeeds(pe)) {
            pause(start, PATIENCE_NANOS, "the lock of a PE is taken");
        }
    }

    private synchronized boolean succeeds(int pe) throws IOException {
        requireOpen();
        return bytes.lock(bytes.of(pe), 1) && own.add(pe);
    }

    /** Replaces locks of the process by locks of the open file, if the system has them. */
    private void replace() {
        try (Change _ = change(PATIENCE_NANOS)) {
            synchronized (this) {
                if (!closed && areOf(files)) {
                    LockedBytes better = LockedBytes.open(files);
                    if (better.ofProcess()) {
                        return;
                    }
                    for (int pe : own) {
                        // Other processes lock it for a moment only.
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

    /** Links the system call and replaces the locks, in a thread that does not delay the PE. */
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
            if (!none()) {
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

    /** {@return whether a PE's process lives, this one or another} */
    public synchronized boolean lives(int pe) throws IOException {
        requireOpen();
        return own.contains(pe) || bytes.locked(LockedBytes.first(pe), LockedBytes.KINDS);
    }

    public synchronized boolean owns(int pe) {
        return own.contains(pe);
    }

    /** {@return whether this JVM has no PE of the job} */
    public synchronized boolean none() {
        return own.isEmpty();
    }

    private void requireOpen() throws ClosedChannelException {
        if (closed) {
            throw new ClosedChannelException();
        }
    }

    /** Ends this JVM's part in the job if it has no PE; another thread may be about to get one. */
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
