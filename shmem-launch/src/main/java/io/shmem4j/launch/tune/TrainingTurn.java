// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.WarmStart;
import io.shmem4j.placement.CpuSet;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The right to make start-up caches, which one process of the user's has at a time on a machine, whatever copy of the
 * library it belongs to, and for two minutes. The kernel takes it back when the process ends. {@code SHMEM_WARM=always}
 * waits for its turn, and has no limit.
 */
public final class TrainingTurn implements AutoCloseable {
    /** An obstacle: the user's wish. */
    public static final String FORBIDDEN = Setting.WARM.variable() + "=" + WarmStart.OFF + " forbids it";
    private static final int MOST_TEXT = 4096;
    private static final long LIMIT_MILLIS = 120_000;
    private static final long AGAIN_MILLIS = 1000;

    private final FileChannel channel;

    private TrainingTurn(FileChannel channel) {
        this.channel = channel;
    }

    /** {@return the turn of this process, null where another one has it} */
    static TrainingTurn take(AotCache cache) throws IOException {
        Path file = cache.turn();
        Files.createDirectories(file.getParent());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        boolean always = AotCache.isWanted();
        FileLock lock = always ? channel.lock() : channel.tryLock();
        if (lock == null) {
            channel.close();
            return null;
        }
        channel.truncate(0).write(ByteBuffer.wrap((ProcessHandle.current().pid() + ", for " + cache.folder())
            .getBytes(StandardCharsets.UTF_8)));
        if (!always) {
            limit(ProcessHandle.current(), LIMIT_MILLIS);
        }
        return new TrainingTurn(channel);
    }

    /** {@return why no caches can be made now, null if they can} */
    public static String obstacle(AotCache cache) {
        if (Setting.WARM.word().equals(WarmStart.OFF)) {
            return FORBIDDEN;
        }
        if (AotCache.isWanted()) {
            return null;
        }
        String owner = owner(cache);
        return owner != null ? "process " + owner + ", is at it" : load(Machine.running(), CpuSet.online());
    }

    /** {@return words before the command of a trainer} Nobody waits for one that nobody has asked for. */
    static List<String> priority() {
        return AotCache.isWanted() ? List.of() : List.of("nice", "-n", "19");
    }

    static String load(int running, int cores) {
        return running > cores ? running + " threads run on " + cores + (cores == 1 ? " core" : " cores") : null;
    }

    /** {@return number and folder of the process that makes caches now, null if none does} */
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
            // There is no such file yet.
            return null;
        }
    }

    /** Ends all that a process has started, once the time is over, and what it starts later. */
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
