// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.join;

import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.JoinedMemory;
import io.shmem4j.shm.Living;
import io.shmem4j.shm.NodePart;
import io.shmem4j.shm.OwnJobs;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Host.JoinRequest;
import io.shmem4j.spi.ObjectTable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Joins a job by its name: finds or creates the job's folder and claims a PE.
 *
 * <p>A new folder is completed under a temporary name, with the creator's PE claimed, and then renamed. If several JVMs
 * try, only one rename succeeds.
 */
final class JobEntrance implements AutoCloseable {
    private final JoinRequest request;
    private final NodePart part;
    private JobFiles files;
    /** A job found with no free PE or with members leaving, or null. */
    private JoinedJob seen;
    /** The job in which a PE is claimed that no session has, and the PE; or null. */
    private JoinedJob claimedIn;
    private int claimed;
    /** Warnings for the log, which may block, so they wait until no lock is held. */
    private final List<String> warnings = new ArrayList<>();
    private final long process = ProcessHandle.current().pid();

    JobEntrance(JoinRequest request) throws IOException {
        this.request = request;
        this.part = request.nodes() == null ? NodePart.whole(request.name(), request.nPes())
            : NodePart.ofJoined(request.name(), request.nodes());
        if (!part.isWhole()) {
            part.load().require(request.name());
        }
        find();
    }

    private void find() throws IOException {
        files = OwnJobs.joined(request.folder(), part.folderId());
    }

    /** A job and the PE claimed in it. */
    record Claim(JoinedJob job, int pe) {
    }

    /** {@return the job's files, which may not exist yet} */
    JobFiles files() {
        return files;
    }

    /**
     * {@return a claimed PE of a new job, or null while an earlier job of the name is ending}
     *
     * @param left the register of the job that this JVM left last, to which it must not return; or null
     */
    Claim enter(Living left) throws IOException {
        find();
        if (Files.exists(files.folder(), LinkOption.NOFOLLOW_LINKS)) {
            return join(left);
        }
        removeRemains();
        return make();
    }

    private Claim make() throws IOException {
        JobFiles made = JoinedMemory.create(request.folder(), files.id() + JobFiles.APART + JobFiles.newJobId(),
            request.nPes(), request.heapBytes(), part);
        Living living = null;
        boolean kept = false;
        try {
            made.write(JobFiles.SETTINGS, request.settings());
            living = Living.openAsMember(made, request.nanos());
            JoinedJob job = new JoinedJob(files, ControlFile.open(made, Arena.ofAuto()), living, part);
            int pe = Math.max(0, request.pe());
            if (request.outlives()) {
                job.control().outlive();
            }
            job.claim(pe);
            job.control().joined(ShmJob.coresHere());
            kept = becomes(made);
            return kept ? new Claim(job, pe) : null;
        } catch (NoSuchFileException e) {
            // Another JVM removed the folder as abandoned, because this process had been stopped for long.
            return null;
        } finally {
            if (!kept) {
                made.delete();
                if (living != null) {
                    living.close();
                }
            }
        }
    }

    /** {@return whether the rename succeeded, which makes this folder the job's} */
    private boolean becomes(JobFiles made) throws IOException {
        for (boolean again = false;; again = true) {
            try {
                Files.move(made.folder(), files.folder(), StandardCopyOption.ATOMIC_MOVE);
                return true;
            } catch (FileSystemException e) {
                if (Files.exists(files.folder(), LinkOption.NOFOLLOW_LINKS)) {
                    return false;
                }
                if (again || e instanceof NoSuchFileException || e instanceof AccessDeniedException) {
                    throw e;
                }
                // Retry: the competing job may have ended in the meantime.
            }
        }
    }

    private Claim join(Living left) throws IOException {
        try {
            requireJoinable();
            // Rejoins never, even if the last PE has died since: the next JVM will remove that job.
            if (left != null && left.isOf(files) && !OwnJobs.abandoned(files)) {
                return null;
            }
            if (seen == null || !seen.living().isOf(files)) {
                closeSeen();
                look();
            }
            String settings = Files.readString(files.file(JobFiles.SETTINGS));
            JobFiles stale;
            try (Living.Change _ = seen.living().change(request.nanos())) {
                if (!seen.living().isOf(files)) {
                    return null;
                }
                if (!seen.deserted() || request.takesOver() && seen.takesBack()) {
                    int pe = claim(seen, settings);
                    return pe < 0 ? null : new Claim(seen, pe);
                }
                stale = files.putAside();
            }
            try {
                if (seen.control().outlives()) {
                    warnings.add(lost(stale));
                }
            } finally {
                stale.delete();
            }
            return null;
        } catch (NoSuchFileException e) {
            // The job has just ended.
            return null;
        }
    }

    /** {@return a warning that a job whose JVMs have all died is deleted, with its objects} */
    private String lost(JobFiles stale) throws IOException {
        MemorySegment table;
        try (FileChannel heap = stale.openToRead(JobFiles.HEAP)) {
            table = heap.map(FileChannel.MapMode.READ_ONLY, seen.control().objects(), ObjectTable.BYTES,
                Arena.ofAuto());
        }
        List<String> held = new ObjectTable(table).live().stream().map(object -> object.name() + " (" + object.bytes()
            + " bytes a PE)").toList();
        return "job " + request.name() + ": all its JVMs have died; " + files.folder() + " is deleted, which held "
            + (held.isEmpty() ? "no objects" : String.join(", ", held)) + ", and the job begins empty";
    }

    /** Opens the job's files before taking the lock, so that class loading doesn't delay other JVMs. */
    private void look() throws IOException {
        Living living = Living.openAsMember(files, request.nanos());
        try {
            seen = new JoinedJob(files, control(), living, part);
        } finally {
            if (seen == null) {
                living.close();
            }
        }
    }

    /** Closes a job that was opened but not joined. */
    private void closeSeen() {
        if (seen != null) {
            seen.living().closeIfNone();
            seen = null;
        }
    }

    /** Leaves the claimed PE to its session. */
    void handOver() {
        claimedIn = null;
    }

    /** Withdraws a claim that was not handed over, closes the files and logs the warnings. */
    @Override
    public void close() {
        if (claimedIn != null) {
            claimedIn.leave(claimed, claimedIn.takesBack());
        }
        closeSeen();
        JoinedJob.warn(warnings);
    }

    /** Rejects a folder that other users could modify. */
    private void requireJoinable() throws IOException {
        if (!OwnJobs.isOwnFolder(files.folder())) {
            throw new ShmemException(files.folder() + " is no folder of this user's alone, so job " + request.name()
                + " can't be joined there");
        }
    }

    private ControlFile control() throws IOException {
        MemorySegment memory;
        try (FileChannel channel = files.open(JobFiles.CONTROL)) {
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size(), Arena.ofAuto());
        }
        ControlFile control;
        try {
            control = new ControlFile(memory);
        } catch (IllegalArgumentException e) {
            throw new JobFailedException("job " + request.name() + ": process " + process
                + " has another version of the library: " + e.getMessage(), e, new TreeMap<>());
        }
        if (!control.joined()) {
            throw new ShmemException("job " + request.name() + " was started by oshrun and can't be joined; choose "
                + "another name");
        }
        return control;
    }

    /** {@return a PE claimed in a job that this JVM has joined before, or -1 if the job is ending} */
    int claim(JoinedJob job) throws IOException {
        try (Living.Change _ = job.living().change(request.nanos())) {
            return claim(job, request.settings());
        }
    }

    /** Claims a PE while the caller holds the membership lock. */
    private int claim(JoinedJob job, String settings) throws IOException {
        if (job.control().outlives()) {
            warnings.addAll(job.recordDeaths());
        }
        if (!job.pes(ControlLayout.CLOSED).isEmpty()) {
            return -1;
        }
        List<Integer> free = job.pes(ControlLayout.FREE);
        if (free.isEmpty()) {
            if (!job.control().aborting() && job.pes(ControlLayout.LEFT).isEmpty() && job.dead() < 0) {
                throw new ShmemException("job " + request.name() + ": the name is in use by a running job of "
                    + job.control().nPes() + (job.control().nPes() == 1 ? " PE: " : " PEs: ") + job.members()
                    + "; join when it has ended, or choose another name");
            }
            return -1;
        }
        // With fault tolerance, hasFailed would take the lock held here if a PE had died since recordDeaths.
        boolean fails = job.control().outlives() ? job.control().aborting() : job.hasFailed();
        String problem = fails ? null : problem(job, settings);
        if (problem != null && job.takesBack()) {
            throw new ShmemException("job " + request.name() + ": process " + process + problem);
        }
        if (problem != null) {
            job.abort(Math.max(0, request.pe()), "process " + process + problem);
        }
        if (job.control().aborting()) {
            throw job.failure();
        }
        int pe = request.pe() == JoinRequest.ANY ? free.getFirst() : request.pe();
        claimed = pe;
        claimedIn = job;
        job.claim(pe);
        return pe;
    }

    /** {@return a setting of this JVM that contradicts the job, in words, or null} */
    private String problem(JoinedJob job, String settings) {
        ControlFile control = job.control();
        if (request.nPes() != control.nPes()) {
            return " joins a job of " + request.nPes() + " PEs, but " + job.members() + " one of "
                + control.nPes();
        }
        if (request.pe() != JoinRequest.ANY && control.membership(request.pe()) != ControlLayout.FREE) {
            return " joins as PE " + request.pe() + ", which process " + control.pid(request.pe())
                + " is already";
        }
        if (request.heapBytes() != 0 && request.heapBytes() != control.heapBytes()) {
            return " joins with heaps of " + request.heapBytes() + " bytes, but " + job.members() + " with heaps "
                + "of " + control.heapBytes();
        }
        String difference = JoinedJob.difference(request.settings(), settings, job.members());
        return difference == null ? null : " joins with " + difference;
    }

    /** Removes folders of this job name that killed processes left under temporary names. */
    private void removeRemains() throws IOException {
        String[] names = request.folder().toFile().list();
        String remains = files.folder().getFileName() + JobFiles.APART;
        for (String name : names == null ? new String[0] : names) {
            if (name.startsWith(remains)) {
                JobFiles left = new JobFiles(request.folder().resolve(name));
                if (OwnJobs.isOwn(left.folder())) {
                    OwnJobs.remove(left);
                }
            }
        }
    }

    /**
     * {@return a sentence about another user's job with this name, or null} Such jobs are separate, which users don't
     * expect.
     */
    static String ofOthers(JobFiles files) throws IOException {
        try (DirectoryStream<Path> jobs = Files.newDirectoryStream(files.folder().getParent(), JobFiles.PREFIX + "*-"
            + files.id())) {
            for (Path job : jobs) {
                if (!job.equals(files.folder()) && new JobFiles(job).id().equals(files.id())) {
                    return "another user has a job of this name; only JVMs of one user find each other";
                }
            }
            return null;
        } catch (AccessDeniedException e) {
            return null;
        }
    }
}
