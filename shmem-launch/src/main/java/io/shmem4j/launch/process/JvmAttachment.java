// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

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
import java.util.concurrent.locks.LockSupport;

/**
 * A JVM asked about itself by HotSpot's attach protocol: a file and SIGQUIT make it open a socket, on which it takes
 * one command and answers it.
 *
 * <p>No process is started for it, so it also works on a machine that has no room left. The file has to exist when the
 * signal arrives, or the JVM would print its threads to its own output; a JVM that runs with {@code -Xrs} would die.
 */
public record JvmAttachment(long pid) {
    private static final Path FOLDER = Path.of("/tmp");
    private static final String THREADS = "1\0threaddump\0\0\0\0";
    private static final String DONE = "0\n";
    private static final long POLL_NANOS = 20_000_000;

    /** {@return the JVM's dump of its threads, or null when it does not answer} */
    public String threads(long deadline) {
        return answer(THREADS, deadline);
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
        Path trigger = FOLDER.resolve(".attach_pid" + pid);
        try {
            Files.createFile(trigger);
        } catch (FileAlreadyExistsException e) {
            // Another tool asks at the same time; a stranger's file the JVM does not accept.
            return false;
        }
        try {
            Signals.send(pid, Signals.QUIT);
            while (!Files.exists(socket())) {
                if (System.nanoTime() - deadline > 0 || !ProcessHandle.of(pid).isPresent()) {
                    return false;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            return true;
        } finally {
            Files.deleteIfExists(trigger);
        }
    }

    /** Removes the socket that a killed JVM leaves. */
    public void forget() {
        try {
            Files.deleteIfExists(socket());
        } catch (IOException e) {
            // Not ours, then.
            return;
        }
    }

    private Path socket() {
        return FOLDER.resolve(".java_pid" + pid);
    }
}
