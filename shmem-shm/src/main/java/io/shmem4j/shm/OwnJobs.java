// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import io.shmem4j.spi.Times;
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
 * Job folders of the current user, and whether their jobs are running.
 *
 * <p>A folder counts only if it is a folder, not a link, owned by the user and not writable for other users. A job is
 * running while its launcher or a JVM that has joined it holds a lock. A launcher gets its lock just after creating the
 * files, so a recent folder of a live process also counts, and one of a process in another pid namespace.
 */
public final class OwnJobs {
    /** Bit mask for the type of a file and for other users' write permission, and its value for an own folder. */
    private static final int NO_OTHERS = 0170022;
    private static final int FOLDER = 0040000;
    /** Offsets from the maker's pid in the control file. */
    private static final int JOINED = (int) (ControlLayout.JOINED - ControlLayout.LAUNCHER_PID);
    private static final int PID_NAMESPACE = (int) (ControlLayout.PID_NAMESPACE - ControlLayout.LAUNCHER_PID);

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

    /** {@return the job with this name, otherwise the jobs whose names start with it} */
    public static List<JobFiles> named(Path parent, String name) throws IOException {
        List<JobFiles> all = in(parent).stream().filter(files -> files.id().startsWith(name)).toList();
        List<JobFiles> whole = all.stream().filter(files -> files.id().equals(name)).toList();
        if (whole.isEmpty()) {
            whole = all.stream().filter(files -> files.job().equals(name)).toList();
        }
        return whole.isEmpty() ? all : whole;
    }

    /**
     * {@return the folder for JVMs of this user that join a name; it may not exist} Other users can create any folder
     * first, so the name gets a number in this case.
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
        // The plain name may have become this user's since the check.
        for (int number = 1; owner != null && !user.equals(owner); number++) {
            folder = parent.resolve(name + JobFiles.AGAIN + number);
            owner = owner(folder);
        }
        return new JobFiles(folder);
    }

    /** {@return the user id of a file's owner, or null if the file doesn't exist} */
    private static Object owner(Path file) throws IOException {
        try {
            return Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** {@return whether the path is this user's folder and not writable for other users} */
    public static boolean isOwn(Path folder) throws IOException {
        try {
            return isOwnFolder(folder);
        } catch (NoSuchFileException e) {
            // The job has just ended.
            return false;
        }
    }

    /**
     * {@return whether the path is this user's folder and not writable for other users}
     *
     * @throws NoSuchFileException if the path doesn't exist
     */
    public static boolean isOwnFolder(Path path) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, "unix:mode,uid", LinkOption.NOFOLLOW_LINKS);
        return found.get("uid").equals(JobFiles.user()) && ((int) found.get("mode") & NO_OTHERS) == FOLDER;
    }

    /** {@return whether neither the launcher nor a JVM that joined the job is alive} */
    public static boolean abandoned(JobFiles files) throws IOException {
        try {
            // In this order: a PE locks its byte before the control file shows that the job is complete.
            return !isBeingMade(files) && !Living.isAnyAlive(files);
        } catch (NoSuchFileException e) {
            return isWithoutLock(files);
        }
    }

    /** {@return whether the folder exists and no job is being created in it} */
    private static boolean isWithoutLock(JobFiles files) throws IOException {
        try {
            return !isBeingMade(files);
        } catch (NoSuchFileException e) {
            // Another process has deleted it.
            return false;
        }
    }

    /**
     * Deletes the files of an abandoned job, but not of a new job with the same name; {@return whether the job was
     * abandoned} A folder that contains foreign files remains.
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
            // Another process is deleting it.
            return false;
        }
    }

    /** {@return the renamed files, or null if another process has locked them} */
    private static JobFiles putAsideLocked(JobFiles files) throws IOException {
        try (Living living = Living.open(files); Living.Change all = living.tryLockAll()) {
            return all != null && living.isOf(files) ? files.putAside() : null;
        }
    }

    /**
     * Renames a folder without a lock file. If this turns out to be a new job's folder, which has a lock file, it is
     * renamed back.
     */
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
        if (age > Times.YOUNG_MILLIS) {
            return false;
        }
        ByteBuffer pid = ByteBuffer.allocate(PID_NAMESPACE + Long.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel control = files.openToRead(JobFiles.CONTROL)) {
            control.read(pid, ControlLayout.LAUNCHER_PID);
        } catch (NoSuchFileException e) {
            return true;
        }
        if (pid.getInt(JOINED) != 0) {
            return false;
        }
        return pid.getLong(0) == 0 || pid.getLong(PID_NAMESPACE) != JobFiles.pidNamespace()
            || ProcessHandle.of(pid.getLong(0)).isPresent();
    }
}
