// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds and removes job folders whose launcher was killed together with its PEs.
 *
 * <p>A folder is touched only if it is a real folder (no link), belongs to this user, and nobody holds its launcher's
 * lock. A launcher takes the lock just after it has made the files, so a young folder of a living process is left alone
 * too. Files inside are removed by name and never followed.
 */
final class Cleaner {
    private static final long YOUNG_MILLIS = 10_000;

    private final Path parent;

    Cleaner(Path parent) {
        this.parent = parent;
    }

    /** {@return the folders of dead jobs of this user} @throws IOException if the parent can't be read */
    List<JobFiles> dead() throws IOException {
        Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
        List<JobFiles> dead = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, JobFiles.prefix() + "*")) {
            for (Path folder : folders) {
                if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && Files.getAttribute(folder, "unix:uid", LinkOption.NOFOLLOW_LINKS).equals(user)
                    && isDead(new JobFiles(folder))) {
                    dead.add(new JobFiles(folder));
                }
            }
        }
        return dead;
    }

    private static boolean isDead(JobFiles files) throws IOException {
        try (FileChannel channel = files.open(JobFiles.LOCK);
            FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
            return lock != null && !isBeingMade(files);
        } catch (NoSuchFileException e) {
            return !isBeingMade(files);
        }
    }

    private static boolean isBeingMade(JobFiles files) throws IOException {
        long age = System.currentTimeMillis()
            - Files.getLastModifiedTime(files.folder(), LinkOption.NOFOLLOW_LINKS).toMillis();
        if (age > YOUNG_MILLIS) {
            return false;
        }
        ByteBuffer pid = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel control = files.open(JobFiles.CONTROL)) {
            control.read(pid, ControlLayout.LAUNCHER_PID);
        } catch (NoSuchFileException e) {
            return true;
        }
        return pid.getLong(0) == 0 || ProcessHandle.of(pid.getLong(0)).isPresent();
    }
}
