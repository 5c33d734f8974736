// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.CpuSet;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.process.AotCache;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Lock of the trainer: one per user at a time, for all copies of the library. The kernel releases it with the process.
 * Background trainings have a time limit of two minutes.
 */
public final class TrainingTurn implements AutoCloseable {
    private static final int MOST_TEXT = 4096;
    private static final long LIMIT_MILLIS = 120_000;
    private static final long AGAIN_MILLIS = 1000;

    private final FileChannel channel;

    private TrainingTurn(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * {@return the lock, or null if another trainer holds it}
     *
     * @param patient waits for the lock and has no time limit
     */
    static TrainingTurn take(AotCache cache, boolean patient) throws IOException {
        Path file = cache.turn();
        Files.createDirectories(file.getParent());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = patient ? channel.lock() : channel.tryLock();
        if (lock == null) {
            channel.close();
            return null;
        }
        channel.truncate(0).write(ByteBuffer.wrap((ProcessHandle.current().pid() + ", for " + cache.folder())
            .getBytes(StandardCharsets.UTF_8)));
        if (!patient) {
            limit(ProcessHandle.current(), LIMIT_MILLIS);
        }
        return new TrainingTurn(channel);
    }

    /** {@return why no background training can start now, or null} */
    public static String obstacle(AotCache cache) {
        String owner = owner(cache);
        return owner != null ? "process " + owner + ", is at it" : load(Machine.running(), CpuSet.online());
    }

    static String load(int running, int cores) {
        return running > cores ? running + " threads run on " + cores + (cores == 1 ? " core" : " cores") : null;
    }

    /** {@return process id and folder of the running trainer, or null} */
    public static String owner(AotCache cache) {
        try (FileChannel channel = FileChannel.open(cache.turn(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FileLock lock = channel.tryLock();
            if (lock != null) {
                return null;
            }
            ByteBuffer text = ByteBuffer.allocate(MOST_TEXT);
            channel.read(text, 0);
            return new String(text.array(), 0, text.position(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            // There has been no training yet.
            return null;
        }
    }

    /** Kills a process's children after a time, and later ones as well. */
    static ScheduledExecutorService limit(ProcessHandle trainer, long millis) {
        ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon()
            .factory());
        timer.scheduleWithFixedDelay(() -> trainer.descendants().toList().forEach(ProcessHandle::destroyForcibly),
            millis, AGAIN_MILLIS, TimeUnit.MILLISECONDS);
        return timer;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
