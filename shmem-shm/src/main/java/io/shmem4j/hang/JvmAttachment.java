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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

/**
 * A JVM asked about itself by HotSpot's attach protocol: a file and SIGQUIT make it open a socket, on which it takes
 * one command and answers it.
 *
 * <p>No process is started for it, so it also works on a machine that has no room left. The file has to exist when the
 * signal arrives, or the JVM would print its threads to its own output. A JVM without a handler would die of the
 * signal, and one that refuses attachment would print its threads: they are not asked.
 */
public record JvmAttachment(long pid) {
    private static final int QUIT = 3;
    private static final Path FOLDER = Path.of("/tmp");
    private static final String DONE = "0\n";
    private static final long POLL_NANOS = 20_000_000;
    private static final int STACK_BYTES = 256 << 10;
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /**
     * {@return what JVMs say of PEs; all are asked at once, each once, however many of the PEs are its} One that does
     * not answer in time gives no dump: its process is stopped, or it can't come to rest.
     *
     * @param pids the process of each PE, 0 where it can't be asked
     * @param dump the dump of a PE, by its place in the list and the text of its JVM
     */
    public static List<HangReport.PeFacts> ask(List<Long> pids, BiFunction<Integer, String, ThreadDump> dump)
        throws InterruptedException {
        Map<Long, String> texts = new ConcurrentHashMap<>();
        Map<Long, Thread> askers = new HashMap<>();
        long deadline = System.nanoTime() + ANSWER_NANOS;
        for (long pid : pids) {
            if (pid != 0 && !askers.containsKey(pid) && !Proc.stopped(pid)) {
                askers.put(pid, asker("stacks-" + pid, () -> {
                    String text = new JvmAttachment(pid).answer("1\0threaddump\0\0\0\0", deadline);
                    texts.put(pid, text == null ? "" : text);
                }));
            }
        }
        for (Thread asker : askers.values()) {
            asker.join(millisTo(deadline));
        }
        List<HangReport.PeFacts> pes = new ArrayList<>();
        for (long pid : pids) {
            String text = texts.getOrDefault(pid, "");
            pes.add(new HangReport.PeFacts(pid, pid != 0 && Proc.stopped(pid), text.isEmpty() ? null
                : dump.apply(pes.size(), text)));
        }
        return pes;
    }

    /** {@return whether the JVM has loaded a class, which is taken for true when it does not answer} */
    public boolean hasLoaded(String type, long deadline) {
        AtomicReference<String> answer = new AtomicReference<>();
        Thread asker = asker("classes-" + pid, () -> answer.set(answer("1\0jcmd\0VM.class_hierarchy " + type
            + "\0\0\0", deadline)));
        try {
            asker.join(millisTo(deadline));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        String text = answer.get();
        return text == null || text.contains("--" + type + "/");
    }

    /** {@return a thread that asks}: one that asks a JVM that has just been stopped waits until it goes on */
    private static Thread asker(String name, Runnable question) {
        Thread asker = new Thread(null, question, name, STACK_BYTES);
        asker.setDaemon(true);
        asker.start();
        return asker;
    }

    private static long millisTo(long deadline) {
        return Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
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
