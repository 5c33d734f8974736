// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.config.Setting;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.hang.PeNumbers;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.ControlLives;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.JoinedMemory;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.Living;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A job that JVMs join by its name, seen from one of them or from a node's agent.
 *
 * <p>The control file lists the members. It changes only under the lock of {@link Living#change}, so a reader under the
 * lock finds it whole, wherever another process was killed. A PE lives while its byte of the lock file is locked. It
 * marks itself as left before it unlocks the byte. A PE has died if its byte is unlocked and its mark, read again after
 * that, is missing.
 *
 * <p>Waiting threads check the others twice a second, one thread for the whole JVM; while nobody waits nobody checks.
 * Findings go into the abort word, from which all others learn them.
 *
 * <p>The last PE removes the folder. It renames the folder under the lock first, so the job's name has a whole job or
 * none.
 *
 * <p>In a job of several nodes, each node has its own folder, used by its PEs and its agent. The agent holds the lock
 * behind those of all PEs and passes the abort word on. PE 0 starts the head, and the head starts the agents.
 */
public final class JoinedJob {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    /** How long the others may take to join before the log says who is missing. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(3);
    /** How long to wait for changes by others, whose processes may be stopped or get no core. */
    private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long AGENT_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final JobFiles files;
    private final ControlFile control;
    private final Living living;
    private final NodePart part;
    private final int nPes;
    private final int first;
    private final int end;
    private final Standstill standstill;
    private final JoinedNodes nodes;
    private volatile long nextLook = System.nanoTime() + LOOK_NANOS;
    private volatile boolean complete;
    private final long began = System.nanoTime();
    /** Whether the log names the missing PEs. */
    private volatile boolean said;
    private boolean mapped;
    private ShmJob job;

    /** A job whose files this process has open, and what this node has of it. */
    JoinedJob(JobFiles files, ControlFile control, Living living, NodePart part) {
        this.files = files;
        this.control = control;
        this.living = living;
        this.nPes = control.nPes();
        this.part = part.isWhole() ? NodePart.whole(part.job(), nPes) : part;
        this.first = part.first();
        this.end = Math.min(nPes, first + this.part.count());
        this.standstill = new Standstill(this);
        this.nodes = new JoinedNodes(this, this.part);
    }

    /**
     * {@return the job that PEs have made on this node, with this process as its agent; null while no job waits for an
     * agent}
     *
     * @param folder memory file system
     */
    public static JoinedJob served(Path folder, NodePart part) throws IOException {
        JobFiles files = OwnJobs.joined(folder, part.folderId());
        if (!OwnJobs.isOwn(files.folder())) {
            return null;
        }
        Living living = null;
        try {
            living = Living.open(files);
            JoinedJob job = new JoinedJob(files, ControlFile.open(files, Arena.ofAuto()), living, part);
            try (Living.Change _ = living.change(LEAVE_NANOS)) {
                if (living.isOf(files) && job.control.joined() && job.control.launcherPid() == 0 && !job.deserted()) {
                    living.join(job.nPes);
                    job.control.served();
                    return job;
                }
            }
            return null;
        } catch (NoSuchFileException e) {
            // The PEs of an earlier job are still leaving.
            return null;
        } finally {
            if (living != null) {
                living.closeIfNone();
            }
        }
    }

    /** {@return the facts that jobs share on all nodes, one a line, from the files of a node} */
    public static String facts(JobFiles files) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            ControlFile control = ControlFile.look(files, arena);
            return control.nPes() + " PEs\nheaps of " + control.heapBytes() + " bytes\nheaps that are "
                + control.stride() + " bytes apart\n" + Files.readString(files.file(JobFiles.SETTINGS));
        }
    }

    /** {@return the first setting that differs and the PEs it differs from, or null} */
    public static String difference(String own, String theirs, String others) {
        String[] here = own.split("\n");
        String[] there = theirs.split("\n");
        for (int line = 0; line < Math.max(here.length, there.length); line++) {
            String mine = line < here.length ? here[line] : "nothing";
            String other = line < there.length ? there[line] : "nothing";
            if (!mine.equals(other)) {
                return mine + ", but " + others + " with " + other;
            }
        }
        return null;
    }

    String name() {
        return files.job();
    }

    public JobFiles files() {
        return files;
    }

    public ControlFile control() {
        return control;
    }

    Living living() {
        return living;
    }

    /** Gives a PE to this JVM; the caller holds the lock of changes. */
    void claim(int pe) throws IOException {
        living.join(pe);
        control.pid(pe, ProcessHandle.current().pid());
        control.membership(pe, ControlLayout.MEMBER);
    }

    /** Maps the job once for all PEs of this JVM; no thread may work in an earlier job any more. */
    synchronized void map() throws IOException {
        if (!mapped) {
            JoinedMemory.map(files, control, part);
            mapped = true;
        }
    }

    /** {@return a PE's side of the job, once its nodes are there} */
    synchronized NodeBackend backend(int pe, PeLife life) throws IOException {
        if (job == null) {
            job = ShmJob.joined(files, control);
        }
        return job.backend(pe, life);
    }

    /** {@return the judge of whether the PEs wait for ever} */
    public Standstill standstill() {
        return standstill;
    }

    /** {@return whether one node has all PEs} */
    boolean isWhole() {
        return part.isWhole();
    }

    JoinedNodes nodes() {
        return nodes;
    }

    boolean isHere(int pe) {
        return pe >= first && pe < end;
    }

    List<Integer> pes(int membership) {
        List<Integer> found = new ArrayList<>();
        for (int pe = first; pe < end; pe++) {
            if (control.membership(pe) == membership) {
                found.add(pe);
            }
        }
        return found;
    }

    /** {@return a member whose process is gone, or -1; the number behind those of all PEs stands for the agent} */
    int dead() throws IOException {
        for (int pe = first; pe < end; pe++) {
            if (isDead(pe)) {
                return pe;
            }
        }
        return nodes.hasLostAgent() ? nPes : -1;
    }

    private boolean isDead(int pe) throws IOException {
        return control.membership(pe) == ControlLayout.MEMBER && !living.isAlive(pe)
            && control.membership(pe) == ControlLayout.MEMBER;
    }

    /** Throws the reason of the job's end; waiting PEs call it. */
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

    private void look(int pe, long now, long over) {
        try {
            if (hasFailed()) {
                return;
            }
            if (!complete) {
                List<Integer> missing = pes(ControlLayout.FREE);
                complete = missing.isEmpty();
                if (!complete && over > 0 && !control.haveMet()) {
                    nodes.areLate();
                    control.abort(pe, 1, late(missing));
                } else if (!complete && !said && !control.haveMet() && now - began > SILENT_NANOS) {
                    said = true;
                    System.getLogger("io.shmem4j.join").log(System.Logger.Level.INFO, "job " + name() + ": PE " + pe
                        + " waits for " + PeNumbers.describe(missing) + " of " + nPes + ", "
                        + TimeUnit.NANOSECONDS.toSeconds(-over) + " s more");
                }
                return;
            }
            String deadlock = standstill.look(now);
            if (deadlock != null) {
                abort(pe, deadlock);
            }
        } catch (IOException e) {
            abort(pe, "PE " + pe + " can't see whether the others live: " + e);
        }
    }

    /** {@return whether the job goes on, and a PE may come back to it} */
    boolean takesBack() {
        return control.outlives() && control.haveMet() && !control.haveFinished() && !control.aborting();
    }

    /** {@return whether a PE is a member with a living process} */
    boolean lives(int pe) {
        try {
            return control.membership(pe) == ControlLayout.MEMBER && living.isAlive(pe);
        } catch (IOException e) {
            // This JVM has left the job.
            return false;
        }
    }

    /**
     * Records deaths in a job that outlives them, so others may take these places. The caller holds the lock of
     * changes.
     */
    void noteDeaths() throws IOException {
        for (int pe = first; pe < end; pe++) {
            if (isDead(pe)) {
                System.getLogger("io.shmem4j").log(System.Logger.Level.WARNING, "job " + name() + ": " + who(pe)
                    + " has died; another JVM may join in its place");
                leaves(pe, ControlLives.DIED);
            }
        }
    }

    private void leaves(int pe, int how) {
        control.recordDeath(pe, how);
        control.membership(pe, ControlLayout.FREE);
        complete = false;
    }

    /** Ends the job, unless something has ended it already. */
    void abort(int pe, String why) {
        control.abort(pe, 1, "job " + name() + ": " + why);
    }

    /** {@return whether the job is being ended}; a death ends it here */
    boolean hasFailed() throws IOException {
        int dead = dead();
        if (dead >= 0 && control.outlives()) {
            try (Living.Change _ = living.change(LEAVE_NANOS)) {
                noteDeaths();
            }
        } else if (dead >= 0) {
            abort(dead, dead < nPes ? who(dead) + " has died: its JVM was killed, or ended without finish or close"
                : nodes.agent() + " (process " + control.launcherPid() + ") has died");
        }
        return control.aborting();
    }

    private String late(List<Integer> missing) throws IOException {
        String others = JobEntrance.ofOthers(files);
        return "job " + name() + " of " + nPes + " PEs: " + PeNumbers.describe(missing) + (missing.size() == 1
            ? " has" : " have") + " not joined in time; there " + (end - first - missing.size() == 1 ? "is " : "are ")
            + members() + (others == null ? "" : "; " + others) + ". " + Setting.JOIN_TIMEOUT.variable()
            + " or Join.timeout gives them more time";
    }

    String members() {
        StringJoiner list = new StringJoiner(", ");
        pes(ControlLayout.MEMBER).forEach(pe -> list.add(who(pe)));
        return list.toString();
    }

    private String who(int pe) {
        return "PE " + pe + " (process " + control.pid(pe) + ")";
    }

    /** {@return why the job has failed, null if it has not} */
    public String problem() throws IOException {
        return hasFailed() ? failure().getMessage() : null;
    }

    /** {@return the process of a PE of this node, 0 if it is no member} */
    public long pid(int pe) {
        return control.membership(pe) == ControlLayout.MEMBER ? control.pid(pe) : 0;
    }

    /** {@return whether all PEs of this node were members and have left} */
    public boolean isOver() {
        return pes(ControlLayout.LEFT).size() == end - first;
    }

    /** {@return the exception with the reason why the job has ended} */
    JobFailedException failure() {
        String why = control.abortReason();
        String reason = why != null ? why : "job " + name() + ": " + who(control.abortPe())
            + " has ended the job with status " + control.abortStatus();
        JobFailedException failure = new JobFailedException(reason, null, new TreeMap<>());
        // The trace starts at the routine that the program called.
        failure.setStackTrace(Arrays.stream(failure.getStackTrace())
            .dropWhile(frame -> LibraryFrames.is(frame.getClassName(), Role.INSIDE, Role.BELOW))
            .toArray(StackTraceElement[]::new));
        return failure;
    }

    /** Ends a PE's membership; the last one removes the files. */
    void leave(int pe) {
        leave(pe, false);
    }

    /** Ends a PE's membership; it may leave its place to another JVM. */
    void leave(int pe, boolean replaced) {
        nodes.tell(pe);
        synchronized (this) {
            if (control.membership(pe) == ControlLayout.MEMBER && !living.isEmpty()) {
                unlock(pe, "PE " + pe, replaced);
            }
        }
    }

    /**
     * Ends the agent's membership; remaining PEs see it gone, unless the job has failed.
     *
     * @param nanos how long it waits for PEs to leave or die, after which only it would remove the files
     */
    public void leaveAgent(long nanos) {
        long start = System.nanoTime();
        while (pes(ControlLayout.MEMBER).stream().anyMatch(this::lives) && System.nanoTime() - start < nanos) {
            Waiter.park(AGENT_LOOK_NANOS);
        }
        unlock(nPes, nodes.agent(), false);
    }

    private void unlock(int number, String who, boolean replaced) {
        try {
            JobFiles gone;
            try (Living.Change _ = living.change(LEAVE_NANOS)) {
                if (replaced) {
                    leaves(number, ControlLives.CLOSED);
                } else if (number < nPes) {
                    control.membership(number, ControlLayout.LEFT);
                }
                living.leave(number);
                gone = deserted() && living.isOf(files) ? files.putAside() : null;
            }
            if (gone != null) {
                gone.delete();
            }
        } catch (IOException e) {
            throw new ShmemException(who + " can't leave job " + name() + " in order: " + e, e);
        } finally {
            living.closeIfNone();
        }
    }

    /** {@return whether there is no member any more; the caller holds the lock of changes} */
    boolean deserted() throws IOException {
        return !hasMembers() && !nodes.livesAgent();
    }

    /** {@return whether there is a member with a living process} */
    boolean hasMembers() throws IOException {
        for (int pe : pes(ControlLayout.MEMBER)) {
            if (living.isAlive(pe)) {
                return true;
            }
        }
        return false;
    }
}
