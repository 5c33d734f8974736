// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.shm.Proc;
import io.shmem4j.spi.Waiter;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntToLongFunction;

/**
 * A JVM asked about itself by HotSpot's attach protocol: a file and SIGQUIT make it open a socket, on which it takes
 * one command and answers it.
 *
 * <p>No process is started for it, so it also works on a machine that has no room left. The file has to exist when the
 * signal arrives, or the JVM would print its threads to its own output. A JVM that leaves the signal alone would die of
 * it, and one that can't be attached to would print its threads: they are not asked.
 */
public record JvmAttachment(long pid) {
    private static final int QUIT = 3;
    private static final Path FOLDER = Path.of("/tmp");
    private static final String DONE = "0\n";
    private static final long POLL_NANOS = 20_000_000;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * {@return what JVMs that have joined a job say of its PEs; each is asked once, however many of the PEs are its}
     *
     * @param first world number of the first PE
     * @param pids  the process of a PE, 0 where it can't be asked
     */
    public static List<HangReport.PeFacts> ask(int first, int count, IntToLongFunction pids) {
        Map<Long, ThreadDump> dumps = new HashMap<>();
        List<HangReport.PeFacts> pes = new ArrayList<>();
        long deadline = System.nanoTime() + ANSWER_NANOS;
        for (int pe = first; pe < first + count; pe++) {
            long pid = pids.applyAsLong(pe);
            boolean stopped = pid != 0 && Proc.stopped(pid);
            if (pid != 0 && !stopped && !dumps.containsKey(pid)) {
                String text = new JvmAttachment(pid).threads(deadline);
                dumps.put(pid, text == null ? null : new ThreadDump(text));
            }
            pes.add(new HangReport.PeFacts(pid, stopped, dumps.get(pid)));
        }
        return pes;
    }

    /** {@return the JVM's dump of its threads, or null when it does not answer} */
    public String threads(long deadline) {
        return answer("1\0threaddump\0\0\0\0", deadline);
    }

    /** {@return whether the JVM has loaded a class, which is taken for true when it does not answer} */
    public boolean hasLoaded(String type, long deadline) {
        String answer = answer("1\0jcmd\0VM.class_hierarchy " + type + "\0\0\0", deadline);
        return answer == null || answer.contains("--" + type + "/");
    }

    private String answer(String command, long deadline) {
        try {
            if (!Files.exists(socket()) && !open(deadline)) {
                return null;
            }
            if (!Files.getOwner(socket(), LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")))) {
                return null;
            }
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(socket()));
                channel.write(ByteBuffer.wrap(command.getBytes(StandardCharsets.US_ASCII)));
                String answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
                return answer.startsWith(DONE) ? answer.substring(DONE.length()) : null;
            }
        } catch (IOException e) {
            // It is ending, or its files belong to another user: no answer.
            return null;
        }
    }

    private boolean open(long deadline) throws IOException {
        if ((Proc.handledSignals(pid) & 1L << QUIT - 1) == 0 || refuses("cmdline") || refuses("environ")) {
            return false;
        }
        Path trigger = FOLDER.resolve(".attach_pid" + pid);
        try {
            Files.createFile(trigger);
        } catch (FileAlreadyExistsException e) {
            // Another tool asks at the same time; a stranger's file the JVM does not accept.
            return false;
        }
        try {
            Proc.signal(pid, QUIT);
            while (!Files.exists(socket())) {
                if (System.nanoTime() - deadline > 0 || !ProcessHandle.of(pid).isPresent()) {
                    return false;
                }
                Waiter.park(POLL_NANOS);
            }
            return true;
        } finally {
            Files.deleteIfExists(trigger);
        }
    }

    private boolean refuses(String settings) {
        return Proc.text(Proc.of(pid, settings)).contains("+DisableAttachMechanism");
    }

    /** Removes the socket that a killed JVM leaves. */
    public void forget() {
        try {
            Files.deleteIfExists(socket());
        } catch (IOException e) {
            // Not ours, then.
        }
    }

    private Path socket() {
        return FOLDER.resolve(".java_pid" + pid);
    }
}
