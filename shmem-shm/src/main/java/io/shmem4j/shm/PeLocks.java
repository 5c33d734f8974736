// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The locks that this JVM holds in the lock file of a job that it has joined: a byte for each of its PEs, and for
 * moments the byte of the one who changes who takes part. The kernel drops them with the process, however it ends, and
 * knows them across containers, where numbers of processes mean nothing.
 *
 * <p>Locks belong to the process: closing any channel on the file would drop all of them. So a JVM has one of these for
 * a job, and {@link #taken} opens no file that this JVM has open. A channel is closed by the interrupt of a
 * thread that blocks in it, so nothing here blocks. The methods are synchronized, because the JDK refuses to try a lock
 * that another thread of the JVM is trying.
 */
public final class PeLocks implements AutoCloseable {
    /** Keys of the lock files that this JVM has open; used under its own lock, which opening and closing keep. */
    private static final Set<Object> HELD = new HashSet<>();
    private static final long PAUSE_NANOS = 200_000;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long FIRST_PE = 1;

    private final FileChannel channel;
    private final Object key;
    private final Map<Integer, FileLock> own = new HashMap<>();

    private PeLocks(FileChannel channel, Object key) {
        this.channel = channel;
        this.key = key;
    }

    /**
     * Opens a job's lock file.
     *
     * @param files the job, none that this JVM has opened
     */
    public static PeLocks open(JobFiles files) throws IOException {
        synchronized (HELD) {
            Object key = key(files);
            PeLocks locks = new PeLocks(files.open(JobFiles.LOCK), key);
            HELD.add(key);
            return locks;
        }
    }

    /** {@return what no other lock file has, also none that gets the number of one that is gone} */
    private static Object key(JobFiles files) throws IOException {
        return Files.readAttributes(files.file(JobFiles.LOCK), "unix:dev,ino,ctime", LinkOption.NOFOLLOW_LINKS);
    }

    /** {@return whether some process has a lock of a job} */
    static boolean taken(JobFiles files) throws IOException {
        synchronized (HELD) {
            if (HELD.contains(key(files))) {
                return true;
            }
            try (FileChannel channel = files.open(JobFiles.LOCK);
                FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
                return lock == null;
            }
        }
    }

    /** {@return whether a folder has the lock file that this has opened, and not that of a later job} */
    public boolean areOf(JobFiles files) {
        try {
            return key(files).equals(key);
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Waits until no other process changes who takes part, and keeps others from it.
     *
     * @param nanos how long it waits at most
     * @return to be closed after the change
     */
    public FileLock change(long nanos) throws IOException {
        long start = System.nanoTime();
        while (true) {
            FileLock lock = attempt(0);
            if (lock != null) {
                return lock;
            }
            if (System.nanoTime() - start > nanos) {
                throw new IOException("another process changes the job and does not come to an end");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** {@return all locks of the job at once, null if some process has one} */
    synchronized FileLock all() throws IOException {
        return channel.tryLock();
    }

    private synchronized FileLock attempt(long at) throws IOException {
        try {
            return channel.tryLock(at, 1, false);
        } catch (OverlappingFileLockException e) {
            // Another thread of this JVM has it.
            return null;
        }
    }

    /**
     * Becomes a PE; others try its lock for moments, to see whether somebody is the PE.
     *
     * @param pe its number, which nobody else claims meanwhile
     */
    public void lock(int pe) throws IOException {
        long start = System.nanoTime();
        while (!attemptOwn(pe)) {
            if (System.nanoTime() - start > PATIENCE_NANOS) {
                throw new IOException("the lock of PE " + pe + " is taken");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private synchronized boolean attemptOwn(int pe) throws IOException {
        FileLock lock = attempt(FIRST_PE + pe);
        if (lock != null) {
            own.put(pe, lock);
        }
        return lock != null;
    }

    /** Is a PE no more. */
    public synchronized void unlock(int pe) throws IOException {
        FileLock lock = own.remove(pe);
        if (lock != null) {
            lock.release();
        }
    }

    /** {@return whether a process is a PE, this or another one} */
    public synchronized boolean taken(int pe) throws IOException {
        if (own.containsKey(pe)) {
            return true;
        }
        try (FileLock lock = channel.tryLock(FIRST_PE + pe, 1, true)) {
            return lock == null;
        }
    }

    public synchronized boolean owns(int pe) {
        return own.containsKey(pe);
    }

    /** {@return whether this JVM is none of the PEs} */
    public synchronized boolean none() {
        return own.isEmpty();
    }

    /** Ends the part of this JVM in the job if it is none of the PEs; another thread may be about to become one. */
    public synchronized void closeIfNone() {
        if (own.isEmpty()) {
            close();
        }
    }

    @Override
    public synchronized void close() {
        synchronized (HELD) {
            HELD.remove(key);
            try {
                channel.close();
            } catch (IOException e) {
                // The kernel drops them with this process.
                return;
            }
        }
    }
}
