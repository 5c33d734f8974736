// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.config.Setting;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.hang.PeNumbers;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.ControlLives;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.JoinedMemory;
import io.shmem4j.shm.Living;
import io.shmem4j.shm.NodeBackend;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.PeLife;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
import io.shmem4j.spi.Times;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.channels.ClosedChannelException;
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
 * A job that JVMs join by name, as seen by a member or a node's agent.
 *
 * <p>The control file lists the members. A PE is alive while it locks its byte of the lock file. When it leaves, it
 * notes that first and unlocks the byte afterwards. A PE whose byte is unlocked has therefore died if no note is found
 * in a second look. All further changes, such as a PE that becomes free or a member, are made under the lock of {@link
 * Living#change}, each so that another process can repeat it. A PE that leaves need not get that lock: the next holder
 * does what is left to do.
 *
 * <p>A PE whose life the control file no longer shows as the present one has been replaced, though it lives, because
 * its lock was dropped. It fails at its next check, and changes nothing when it leaves.
 *
 * <p>Waiting threads check the members twice a second, one thread per JVM. JVMs that don't wait don't check. Failures
 * are published in the abort word.
 *
 * <p>The last PE deletes the folder. It renames the folder under the lock first, so the job's name never refers to a
 * partly deleted folder.
 *
 * <p>In a job on several nodes, each node has its own folder, used by its PEs and its agent. The agent's lock byte
 * follows those of all PEs, and the agent forwards the abort word. PE 0 starts the head, which starts the agents.
 */
public final class JoinedJob {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long AGENT_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final JobFiles files;
    private final ControlFile control;
    private final Living living;
    private final NodePart part;
    private final int nPes;
    private final int first;
    private final int end;
    /** The lives that PEs of this JVM have claimed. */
    private final int[] claimed;
    private final Standstill standstill;
    private final JoinedNodes nodes;
    private volatile long nextLook = System.nanoTime() + LOOK_NANOS;
    private volatile boolean complete;
    private final long began = System.nanoTime();
    /** Whether the missing PEs have been logged. */
    private volatile boolean said;
    private boolean mapped;
    private ShmJob job;

    /** {@code part} is this node's part of the job. */
    JoinedJob(JobFiles files, ControlFile control, Living living, NodePart part) {
        this.files = files;
        this.control = control;
        this.living = living;
        this.nPes = control.nPes();
        this.part = part.isWhole() ? NodePart.whole(part.job(), nPes) : part;
        this.first = part.first();
        this.end = Math.min(nPes, first + this.part.count());
        this.claimed = new int[nPes];
        this.standstill = new Standstill(this);
        this.nodes = new JoinedNodes(this, this.part);
    }

    /**
     * {@return a job on this node that waits for an agent, with this process as its agent; null if there is none}
     *
     * @param folder the memory file system with the jobs' folders
     */
    public static JoinedJob serve(Path folder, NodePart part) throws IOException {
        JobFiles files = OwnJobs.joined(folder, part.folderId());
        if (!OwnJobs.isOwn(files.folder())) {
            return null;
        }
        Living living = null;
        try {
            living = Living.openAsMember(files, Times.REGISTER_NANOS);
            JoinedJob job = new JoinedJob(files, ControlFile.open(files, Arena.ofAuto()), living, part);
            try (Living.Change _ = living.change(Times.MEMBERSHIP_NANOS)) {
                if (living.isOf(files) && job.control.joined() && job.control.launcherPid() == 0 && !job.deserted()) {
                    living.claim(job.nPes);
                    job.control.served();
                    return job;
                }
            }
            return null;
        } catch (NoSuchFileException e) {
            // An earlier job of the name is ending.
            return null;
        } finally {
            if (living != null) {
                living.closeIfNone();
            }
        }
    }

    /** {@return the settings that must be equal on all nodes, one per line} */
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

    /** Registers this JVM as a PE. The caller holds the membership lock. */
    void claim(int pe) throws IOException {
        living.claim(pe);
        control.pid(pe, ProcessHandle.current().pid());
        control.claimed(pe);
        claimed[pe] = control.lives().life(pe);
        control.membership(pe, ControlLayout.MEMBER);
    }

    /** Maps the job's memory once per JVM. No thread may use an earlier job's memory, which has the same addresses. */
    synchronized void map() throws IOException {
        if (!mapped) {
            JoinedMemory.map(files, control, part);
            mapped = true;
        }
    }

    /** {@return the backend of a PE; all nodes must be connected} */
    synchronized NodeBackend backend(int pe, PeLife life) throws IOException {
        if (job == null) {
            job = ShmJob.joined(files, control);
        }
        return job.backend(pe, life);
    }

    /** {@return the detector of deadlocks} */
    public Standstill standstill() {
        return standstill;
    }

    /** {@return whether the job is on one node} */
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

    /** {@return a member that has died, or -1; the number of PEs stands for the agent} */
    int dead() throws IOException {
        for (int pe = first; pe < end; pe++) {
            if (isDead(pe)) {
                return pe;
            }
        }
        return nodes.hasLostAgent() ? nPes : -1;
    }

    private boolean isDead(int pe) throws IOException {
        return isGone(pe, ControlLayout.MEMBER);
    }

    /** {@return whether a PE has a membership, and no process} */
    private boolean isGone(int pe, int membership) throws IOException {
        return control.membership(pe) == membership && !living.isAlive(pe) && control.membership(pe) == membership;
    }

    /** {@return whether a PE of this JVM has been replaced, though it has not left} */
    private boolean isReplaced(int pe) {
        return control.lives().life(pe) != claimed[pe] && living.owns(pe);
    }

    /** Throws if the job has failed, or the PE has been replaced. Waiting PEs call this repeatedly. */
    void check(int pe, long deadline) {
        if (isReplaced(pe)) {
            throw failure("job " + name() + ": process " + ProcessHandle.current().pid() + " is PE " + pe + " no more, "
                + "because something in it has dropped its lock on " + files.file(JobFiles.LOCK));
        }
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
                } else if (!complete && !said && !control.haveMet() && now - began > Times.MISSING_NANOS) {
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

    /** {@return whether the job tolerates faults, is running, and may accept a PE again} */
    boolean takesBack() {
        return control.outlives() && control.haveMet() && !control.haveFinished() && !control.aborting();
    }

    /** {@return whether a PE is a member and its process is alive} */
    boolean lives(int pe) {
        try {
            return control.membership(pe) == ControlLayout.MEMBER && living.isAlive(pe);
        } catch (ClosedChannelException e) {
            // This JVM has left the job, which closed the register.
            return false;
        } catch (IOException e) {
            // Unknown: nobody may take over from a PE that may live.
            return true;
        }
    }

    /**
     * Records deaths in a fault-tolerant job, and ends of PEs that have closed, and frees the PEs for other JVMs;
     * {@return warnings for the log} The caller holds the membership lock, and logs after its release, because a log
     * may block.
     */
    List<String> recordDeaths() throws IOException {
        List<String> warnings = new ArrayList<>();
        for (int pe = first; pe < end; pe++) {
            if (isGone(pe, ControlLayout.CLOSED)) {
                leaves(pe, ControlLives.CLOSED);
            } else if (isDead(pe)) {
                warnings.add("job " + name() + ": " + who(pe) + " has died; another JVM may join in its place");
                leaves(pe, ControlLives.DIED);
            }
        }
        return warnings;
    }

    static void warn(List<String> warnings) {
        warnings.forEach(warning -> System.getLogger("io.shmem4j.join").log(System.Logger.Level.WARNING, warning));
    }

    private void leaves(int pe, int how) {
        control.recordDeath(pe, how);
        control.membership(pe, ControlLayout.FREE);
        complete = false;
    }

    /** Aborts the job; the first reason counts. */
    void abort(int pe, String why) {
        control.abort(pe, 1, "job " + name() + ": " + why);
    }

    /**
     * {@return whether the job has failed} Aborts the job, or records the death, if a member has died. Does not wait
     * for another process that changes the job; the next look finds a death that is still not recorded.
     */
    boolean hasFailed() throws IOException {
        try {
            int dead = dead();
            if (control.outlives() && (dead >= 0 || !pes(ControlLayout.CLOSED).isEmpty())) {
                List<String> warnings = List.of();
                try (Living.Change change = living.tryChange()) {
                    if (change != null) {
                        warnings = recordDeaths();
                    }
                }
                warn(warnings);
            } else if (dead >= 0) {
                abort(dead, dead < nPes ? who(dead) + " has died: its JVM was killed, or ended without finish or close"
                    : nodes.agent() + " (process " + control.launcherPid() + ") has died");
            }
        } catch (ClosedChannelException e) {
            // Another thread has just ended this JVM's part in the job, which closed the register.
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

    /** {@return why the job has failed, or null} */
    public String problem() throws IOException {
        return hasFailed() ? failure().getMessage() : null;
    }

    /** {@return the pid of a member on this node, otherwise 0} */
    public long pid(int pe) {
        return control.membership(pe) == ControlLayout.MEMBER ? control.pid(pe) : 0;
    }

    /** {@return whether all PEs of this node have joined and left} */
    public boolean isOver() {
        return pes(ControlLayout.LEFT).size() == end - first;
    }

    /** {@return an exception with the reason of the abort} */
    JobFailedException failure() {
        String why = control.abortReason();
        return failure(why != null ? why : "job " + name() + ": " + who(control.abortPe())
            + " has ended the job with status " + control.abortStatus());
    }

    static JobFailedException failure(String reason) {
        JobFailedException failure = new JobFailedException(reason, null, new TreeMap<>());
        // Starts the stack trace at the routine that the program called.
        failure.setStackTrace(Arrays.stream(failure.getStackTrace())
            .dropWhile(frame -> LibraryFrames.is(frame.getClassName(), Role.INSIDE, Role.BELOW))
            .toArray(StackTraceElement[]::new));
        return failure;
    }

    /** Ends a PE's membership. The last member deletes the files. */
    void leave(int pe) {
        leave(pe, false);
    }

    /** Ends a PE's membership; {@code replaced} lets another JVM take over the PE. */
    void leave(int pe, boolean replaced) {
        nodes.tell(pe);
        synchronized (this) {
            if (!living.owns(pe)) {
                return;
            }
            if (!isReplaced(pe)) {
                control.membership(pe, replaced ? ControlLayout.CLOSED : ControlLayout.LEFT);
            }
            unlock(pe, "PE " + pe);
        }
    }

    /**
     * Ends the agent's membership. PEs that are still members will see it as dead.
     *
     * @param nanos how long to wait for the PEs, after which the agent would have to delete the files
     */
    public void leaveAgent(long nanos) {
        long start = System.nanoTime();
        while (pes(ControlLayout.MEMBER).stream().anyMatch(this::lives) && System.nanoTime() - start < nanos) {
            Waiter.park(AGENT_LOOK_NANOS);
        }
        unlock(nPes, nodes.agent());
    }

    /** Unlocks a byte, and does what is left to do after the PE's note, unless others keep the lock for long. */
    private void unlock(int number, String who) {
        Living.Change change = null;
        JobFiles gone = null;
        try {
            living.leave(number);
            change = living.change(Times.MEMBERSHIP_NANOS);
            try (Living.Change _ = change) {
                if (number < nPes && isGone(number, ControlLayout.CLOSED)) {
                    leaves(number, ControlLives.CLOSED);
                }
                if (deserted() && living.isOf(files)) {
                    control.over();
                    gone = files.putAside();
                }
            }
        } catch (IOException e) {
            warn(List.of("job " + name() + ": " + who + " has left, but its files remain if it was the last: " + e));
        } finally {
            try {
                if (gone != null) {
                    gone.delete();
                }
            } finally {
                drop(number, change);
            }
        }
    }

    /** Releases the locks that an error has kept, and closes the register if this JVM has no other PE. */
    private void drop(int number, Living.Change change) {
        try {
            living.leave(number);
            if (change != null) {
                change.close();
            }
        } catch (IOException e) {
            // Closing the register unlocks it.
        } finally {
            living.closeIfNone();
        }
    }

    /** {@return whether no member or agent is alive} The caller holds the membership lock. */
    boolean deserted() throws IOException {
        return !hasMembers() && !nodes.livesAgent();
    }

    /** {@return whether any member's process is alive} */
    boolean hasMembers() throws IOException {
        for (int pe : pes(ControlLayout.MEMBER)) {
            if (living.isAlive(pe)) {
                return true;
            }
        }
        return false;
    }
}
