// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The job folders of the calling user, and whether their jobs still run.
 *
 * <p>A folder counts only if it is a real folder (no link) of this user, and nobody else can write to it. Folders of
 * other users stay unseen even if they could be read. A job runs while its launcher holds its lock, or while a JVM that
 * has joined it does. A launcher takes the lock just after it has made the files, so a young folder of a living process
 * is a running job, too.
 */
public final class OwnJobs {
    private static final long YOUNG_MILLIS = 10_000;
    /** Bits of a mode for a file's type and for other writers, and their values for a user's own folder. */
    private static final int NO_OTHERS = 0170022;
    private static final int FOLDER = 0040000;
    private static final int MADE_BY_BYTES = (int) (ControlLayout.JOINED - ControlLayout.LAUNCHER_PID) + Integer.BYTES;

    private OwnJobs() {
    }

    public static List<JobFiles> in(Path parent) throws IOException {
        List<JobFiles> jobs = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, JobFiles.prefix() + "*")) {
            for (Path folder : folders) {
                if (isOwn(folder)) {
                    jobs.add(new JobFiles(folder));
                }
            }
        }
        return jobs;
    }

    /** {@return the job of a name, or if there is none the jobs whose names begin with it} */
    public static List<JobFiles> named(Path parent, String name) throws IOException {
        List<JobFiles> all = in(parent).stream().filter(files -> files.id().startsWith(name)).toList();
        List<JobFiles> whole = all.stream().filter(files -> files.id().equals(name)).toList();
        if (whole.isEmpty()) {
            whole = all.stream().filter(files -> files.job().equals(name)).toList();
        }
        return whole.isEmpty() ? all : whole;
    }

    /**
     * {@return the folder that this user's JVMs join under a name, which need not exist} Anybody can make a folder in
     * its place, so the name gets a number where another user has.
     */
    public static JobFiles joined(Path parent, String id) throws IOException {
        String name = JobFiles.prefix() + id;
        Path folder = parent.resolve(name);
        Object user = JobFiles.user();
        Object owner = owner(folder);
        if (!user.equals(owner)) {
            String[] all = parent.toFile().list();
            for (String other : all == null ? new String[0] : all) {
                if (other.startsWith(name + JobFiles.AGAIN) && !other.substring(name.length()).contains(JobFiles.APART)
                    && user.equals(owner(parent.resolve(other)))) {
                    return new JobFiles(parent.resolve(other));
                }
            }
        }
        // A name that nobody had may be this user's by now.
        for (int number = 1; owner != null && !user.equals(owner); number++) {
            folder = parent.resolve(name + JobFiles.AGAIN + number);
            owner = owner(folder);
        }
        return new JobFiles(folder);
    }

    /** {@return the number of a file's user, null if there is no file} */
    private static Object owner(Path file) throws IOException {
        try {
            return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** {@return whether a path is a folder of this user, which nobody else can change} */
    public static boolean isOwn(Path folder) throws IOException {
        try {
            return isOwnFolder(folder);
        } catch (NoSuchFileException e) {
            // The job has just ended.
            return false;
        }
    }

    /**
     * {@return whether what has a path is a folder of this user, which nobody else can change}
     *
     * @throws NoSuchFileException if nothing has it
     */
    public static boolean isOwnFolder(Path path) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
        return found.get("uid").equals(JobFiles.user()) && ((int) found.get("mode") & NO_OTHERS) == FOLDER;
    }

    /** {@return whether the job's launcher is gone, or all JVMs that have joined it} */
    public static boolean abandoned(JobFiles files) throws IOException {
        try {
            // The order matters: a PE takes its lock before the control file says that the job is complete.
            return !isBeingMade(files) && !Living.isAnyAlive(files);
        } catch (NoSuchFileException e) {
            return isWithoutLock(files);
        }
    }

    /** {@return whether there is a folder that nobody makes a job in} */
    private static boolean isWithoutLock(JobFiles files) throws IOException {
        try {
            return !isBeingMade(files);
        } catch (NoSuchFileException e) {
            // Another process has removed it.
            return false;
        }
    }

    /**
     * Removes the files of an abandoned job, and none of a job that comes under the same name meanwhile; {@return
     * whether it is abandoned} A folder with other files in it stays.
     */
    public static boolean remove(JobFiles files) throws IOException {
        if (!abandoned(files)) {
            return false;
        }
        try {
            JobFiles aside = Files.exists(files.file(JobFiles.LOCK), LinkOption.NOFOLLOW_LINKS) ? putAsideLocked(files)
                : putAsideLockless(files);
            if (aside == null) {
                return false;
            }
            aside.delete();
            if (Files.exists(aside.folder())) {
                Files.move(aside.folder(), files.folder(), StandardCopyOption.ATOMIC_MOVE);
            }
            return true;
        } catch (NoSuchFileException e) {
            // Another process is removing it.
            return false;
        }
    }

    /** {@return the files under another name, null if somebody has them} */
    private static JobFiles putAsideLocked(JobFiles files) throws IOException {
        try (Living living = Living.open(files); Living.Change all = living.tryLockAll()) {
            return all != null && living.isOf(files) ? files.putAside() : null;
        }
    }

    /** Moves a folder without a lock aside. A job that has taken its place meanwhile has a lock, and is moved back. */
    private static JobFiles putAsideLockless(JobFiles files) throws IOException {
        JobFiles aside = files.putAside();
        if (!Files.exists(aside.file(JobFiles.LOCK), LinkOption.NOFOLLOW_LINKS)) {
            return aside;
        }
        Files.move(aside.folder(), files.folder(), StandardCopyOption.ATOMIC_MOVE);
        return null;
    }

    private static boolean isBeingMade(JobFiles files) throws IOException {
        long age = System.currentTimeMillis()
            - Files.getLastModifiedTime(files.folder(), LinkOption.NOFOLLOW_LINKS).toMillis();
        if (age > YOUNG_MILLIS) {
            return false;
        }
        ByteBuffer pid = ByteBuffer.allocate(MADE_BY_BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel control = files.openToRead(JobFiles.CONTROL)) {
            control.read(pid, ControlLayout.LAUNCHER_PID);
        } catch (NoSuchFileException e) {
            return true;
        }
        if (pid.getInt((int) (ControlLayout.JOINED - ControlLayout.LAUNCHER_PID)) != 0) {
            return false;
        }
        return pid.getLong(0) == 0 || ProcessHandle.of(pid.getLong(0)).isPresent();
    }
}
