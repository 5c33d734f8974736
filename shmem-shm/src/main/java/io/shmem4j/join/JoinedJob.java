// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.hang.PeNumbers;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.JoinedMemory;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.PeLocks;
import io.shmem4j.shm.ShmJob;
import java.io.IOException;
import java.nio.channels.FileLock;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A job that JVMs join by its name, seen from one of them.
 *
 * <p>Who takes part stands in the control file; it changes only under the lock of {@link PeLocks#change}, so what one
 * reads there under the lock is whole, wherever another process was killed. A PE lives while its byte of the lock file
 * is locked. It marks itself as left before it unlocks the byte. So one that is unlocked and not marked, also when its
 * mark is read again after its lock, has died.
 *
 * <p>The threads that wait look at the others, twice a second, whichever is first for all of the JVM; while nobody
 * waits nobody looks. What they find goes into the abort word, from which all others learn it.
 *
 * <p>The folder goes with the last PE: it is renamed under the lock, so that under the job's name there is a whole job
 * or none, and then removed.
 */
final class JoinedJob {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** For changes of others, whose processes may be stopped or get no core. */
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(60);

    private final JobFiles files;
    private final ControlFile control;
    private final PeLocks locks;
    private final int nPes;
    private final Standstill standstill;
    private volatile long nextLook = System.nanoTime() + LOOK_NANOS;
    private volatile boolean complete;
    private boolean mapped;
    private ShmJob job;

    JoinedJob(JobFiles files, ControlFile control, PeLocks locks) {
        this.files = files;
        this.control = control;
        this.locks = locks;
        this.nPes = control.nPes();
        this.standstill = new Standstill(this);
    }

    String name() {
        return files.id();
    }

    JobFiles files() {
        return files;
    }

    ControlFile control() {
        return control;
    }

    PeLocks locks() {
        return locks;
    }

    /** Makes a PE this JVM's; under the lock of changes. */
    void claim(int pe) throws IOException {
        locks.lock(pe);
        control.pid(pe, ProcessHandle.current().pid());
        control.membership(pe, ControlLayout.MEMBER);
    }

    /** Maps the job once for all PEs of this JVM; no thread works in the job before any more. */
    synchronized void map() throws IOException {
        if (!mapped) {
            JoinedMemory.map(files, control);
            job = ShmJob.joined(files, control);
            mapped = true;
        }
    }

    NodeBackend backend(int pe, PeLife life) {
        return job.backend(pe, life);
    }

    List<Integer> pes(int membership) {
        List<Integer> found = new ArrayList<>();
        for (int pe = 0; pe < nPes; pe++) {
            if (control.membership(pe) == membership) {
                found.add(pe);
            }
        }
        return found;
    }

    /** {@return a member whose process is gone, or -1} */
    int dead() throws IOException {
        for (int pe = 0; pe < nPes; pe++) {
            if (isDead(pe)) {
                return pe;
            }
        }
        return -1;
    }

    private boolean isDead(int pe) throws IOException {
        return control.membership(pe) == ControlLayout.MEMBER && !locks.taken(pe)
            && control.membership(pe) == ControlLayout.MEMBER;
    }

    /** Throws what has happened to the job; a PE that waits calls it. */
    void check(int pe, long deadline) {
        if (!control.aborting()) {
            long now = System.nanoTime();
            if (now - nextLook < 0) {
                return;
            }
            nextLook = now + LOOK_NANOS;
            look(pe, now, now - deadline);
        }
        if (control.aborting()) {
            leave(pe);
            throw failure();
        }
    }

    private void look(int pe, long now, long late) {
        try {
            int dead = dead();
            if (dead >= 0) {
                control.abort(dead, 1, died(dead));
                return;
            }
            if (!complete) {
                List<Integer> missing = pes(ControlLayout.FREE);
                complete = missing.isEmpty();
                if (!complete && late > 0) {
                    control.abort(pe, 1, late(missing));
                }
                return;
            }
            String deadlock = standstill.look(now);
            if (deadlock != null) {
                control.abort(pe, 1, "job " + name() + ": " + deadlock);
            }
        } catch (IOException e) {
            control.abort(pe, 1, "job " + name() + ": PE " + pe + " can't see whether the others live: " + e);
        }
    }

    /** {@return the sentence that says who has died} */
    String died(int pe) {
        return "job " + name() + ": " + who(pe) + " has died: its JVM was killed, or ended without finish or close";
    }

    private String late(List<Integer> missing) throws IOException {
        String others = JobEntrance.ofOthers(files);
        return "job " + name() + " of " + nPes + " PEs: " + PeNumbers.describe(missing) + (missing.size() == 1
            ? " has" : " have") + " not joined in time; there " + (nPes - missing.size() == 1 ? "is " : "are ")
            + members() + (others == null ? "" : "; " + others);
    }

    /** {@return those that take part, with their processes} */
    String members() {
        StringJoiner list = new StringJoiner(", ");
        pes(ControlLayout.MEMBER).forEach(pe -> list.add(who(pe)));
        return list.toString();
    }

    private String who(int pe) {
        return "PE " + pe + " (process " + control.pid(pe) + ")";
    }

    /** {@return the exception that tells why the job has been ended} */
    JobFailedException failure() {
        String why = control.abortReason();
        return new JobFailedException(why != null ? why : "job " + name() + ": " + who(control.abortPe())
            + " has ended the job with status " + control.abortStatus(), null, new TreeMap<>());
    }

    /** A PE takes part no more; the last one removes the files. */
    synchronized void leave(int pe) {
        if (control.membership(pe) != ControlLayout.MEMBER || locks.none()) {
            return;
        }
        try {
            JobFiles gone;
            try (FileLock _ = locks.change(LEAVE_NANOS)) {
                control.membership(pe, ControlLayout.LEFT);
                locks.unlock(pe);
                gone = deserted() && locks.areOf(files) ? files.putAside() : null;
            }
            if (gone != null) {
                gone.delete();
            }
        } catch (IOException e) {
            throw new ShmemException("PE " + pe + " can't leave job " + name() + " in order: " + e, e);
        } finally {
            locks.closeIfNone();
        }
    }

    /** {@return whether no process takes part any more; under the lock of changes} */
    boolean deserted() throws IOException {
        for (int pe : pes(ControlLayout.MEMBER)) {
            if (locks.taken(pe)) {
                return false;
            }
        }
        return true;
    }
}
