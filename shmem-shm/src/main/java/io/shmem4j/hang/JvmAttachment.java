// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.shm.Proc;
import io.shmem4j.spi.Times;
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
 * Sends a command to a JVM by HotSpot's attach protocol: a trigger file and SIGQUIT make the JVM open a socket, which
 * accepts a command and returns the answer.
 *
 * <p>Starts no process, so it works on a machine that is out of resources. The trigger file must exist before the
 * signal, or the JVM prints a thread dump. JVMs without a handler would die and JVMs that disable attachment would
 * print a dump, so both are left alone.
 */
public record JvmAttachment(long pid) {
    private static final int QUIT = 3;
    private static final Path FOLDER = Path.of("/tmp");
    private static final String DONE = "0\n";
    private static final long POLL_NANOS = 20_000_000;
    private static final int STACK_BYTES = 256 << 10;

    /**
     * {@return facts on the PEs with their stacks} Asks all JVMs in parallel, each once. A JVM that does not answer in
     * time, because it is stopped or can't reach a safepoint, yields a null dump.
     *
     * @param pids each PE's process, or 0 to leave it out
     * @param dump converts the JVM's text to the dump of a PE, given by its index in {@code pids}
     */
    public static List<HangReport.PeFacts> ask(List<Long> pids, BiFunction<Integer, String, ThreadDump> dump)
        throws InterruptedException {
        Map<Long, String> texts = new ConcurrentHashMap<>();
        Map<Long, Thread> askers = new HashMap<>();
        long deadline = System.nanoTime() + Times.JVM_ANSWER_NANOS;
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

    /** {@return whether the JVM has loaded a class; true if it does not answer} */
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

    /**
     * {@return a started thread for a request} A request to a JVM that was just stopped blocks until the JVM continues,
     * so the caller joins it with a timeout.
     */
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
            if (!isOwn(socket())) {
                return null;
            }
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(socket()));
                channel.write(ByteBuffer.wrap(command.getBytes(StandardCharsets.US_ASCII)));
                String answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
                return answer.startsWith(DONE) ? answer.substring(DONE.length()) : null;
            }
        } catch (IOException e) {
            // The JVM is exiting, or its files belong to another user.
            return null;
        }
    }

    private boolean open(long deadline) throws IOException {
        if ((Proc.handledSignals(pid) & 1L << QUIT - 1) == 0 || refuses("cmdline") || refuses("environ")) {
            return false;
        }
        String name = ".attach_pid" + pid;
        Path trigger = FOLDER.resolve(name);
        if (Files.exists(trigger, LinkOption.NOFOLLOW_LINKS) && !isOwn(trigger)) {
            // Another user's file, which the JVM ignores. It looks in its working directory first.
            trigger = Proc.of(pid, "cwd").resolve(name);
        }
        try {
            Files.createFile(trigger);
        } catch (FileAlreadyExistsException e) {
            // Left by a killed tool, or made by one that is attaching.
            if (!isOwn(trigger)) {
                return false;
            }
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

    private static boolean isOwn(Path file) throws IOException {
        return Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(Files.getOwner(Path.of("/proc/self")));
    }

    private boolean refuses(String settings) {
        return Proc.text(Proc.of(pid, settings)).contains("+DisableAttachMechanism");
    }

    /** Deletes the socket of a killed JVM. */
    public void forget() {
        try {
            Files.deleteIfExists(socket());
        } catch (IOException e) {
            // The socket belongs to another user.
        }
    }

    private Path socket() {
        return FOLDER.resolve(".java_pid" + pid);
    }
}
