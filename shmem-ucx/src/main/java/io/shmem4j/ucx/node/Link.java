// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The two streams between head and agent, which the starter transports. A message has a byte for its kind, four for its
 * length, and a body. An agent first sends a mark, because a shell may print something before the agent starts.
 */
public final class Link {
    private static final byte[] MARK = "shmem4j agent 1\n".getBytes(StandardCharsets.US_ASCII);
    private static final int MOST_BYTES = 1 << 28;

    private final DataInputStream in;
    private final DataOutputStream out;

    public Link(InputStream in, OutputStream out) {
        this.in = new DataInputStream(new BufferedInputStream(in));
        this.out = new DataOutputStream(new BufferedOutputStream(out));
    }

    public synchronized void sendMark() throws IOException {
        out.write(MARK);
        out.flush();
    }

    /** Waits for the mark, and {@return the output before it} */
    public String awaitMark() throws IOException {
        ByteArrayOutputStream before = new ByteArrayOutputStream();
        int matched = 0;
        while (matched < MARK.length) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException(before.toString(StandardCharsets.UTF_8));
            }
            before.write(next);
            matched = next == MARK[matched] ? matched + 1 : next == MARK[0] ? 1 : 0;
        }
        return new String(before.toByteArray(), 0, before.size() - MARK.length, StandardCharsets.UTF_8);
    }

    public void send(Kind kind, byte[] body) throws IOException {
        send(kind, body, 0, body.length);
    }

    public synchronized void send(Kind kind, byte[] body, int offset, int length) throws IOException {
        out.writeByte(kind.ordinal());
        out.writeInt(length);
        out.write(body, offset, length);
        out.flush();
    }

    public void send(Kind kind, String text) throws IOException {
        send(kind, text.getBytes(StandardCharsets.UTF_8));
    }

    /** {@return a body of a number, in four bytes, and further bytes} */
    static byte[] withNumber(int number, byte[] rest) {
        return ByteBuffer.allocate(Integer.BYTES + rest.length).putInt(number).put(rest).array();
    }

    /** {@return a command line's word without line breaks} */
    static String encode(String word) {
        return "=" + URLEncoder.encode(word, StandardCharsets.UTF_8);
    }

    /** {@return the word that {@link #encode} has encoded} */
    static String decode(String line) {
        return URLDecoder.decode(line.substring(1), StandardCharsets.UTF_8);
    }

    /**
     * {@return the next message, or null at the end of the stream}
     *
     * @throws EOFException if the stream ends within a message, because its sender was killed
     */
    public Message read() throws IOException {
        int kind = in.read();
        if (kind < 0) {
            return null;
        }
        int length = in.readInt();
        if (kind >= Kind.values().length || length < 0 || length > MOST_BYTES) {
            throw new IOException("the stream between head and agent carries other output: a message of kind "
                + kind + " and " + length + " bytes");
        }
        byte[] body = in.readNBytes(length);
        if (body.length < length) {
            throw new EOFException("the stream between head and agent ends inside of a message");
        }
        return new Message(Kind.values()[kind], body);
    }

    public record Message(Kind kind, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public List<String> lines() {
            return text().lines().toList();
        }

        int number() {
            return ByteBuffer.wrap(body).getInt();
        }

        String textAfterNumber() {
            return new String(body, Integer.BYTES, body.length - Integer.BYTES, StandardCharsets.UTF_8);
        }
    }

    /** The kinds of messages, sent as their ordinals. */
    public enum Kind {
        /** Agent: versions and machine of its node. */
        HELLO,
        /** Head: the job, and the node's part of it. */
        PLAN,
        /** Agent: the heap that its node has room for. Head: the heap that all nodes have room for. */
        HEAP,
        /** Agent: address and key of its node's memory. Head: those of all nodes. */
        CARDS,
        /** Agent: standard output of its PEs. */
        OUT,
        /** Agent: standard error of its PEs and its own. */
        ERR,
        /** Agent: the states of its PEs. Head: those of a node, after its number. */
        STATES,
        /** Agent: its part has ended, and whether all its PEs have ended by themselves. */
        OVER,
        /** Head: all parts have ended. */
        RELEASE,
        /** Head: aborts the job, with a status and a reason. */
        ABORT,
        /** Head: asks for the waits of the PEs. Agent: those of its node. */
        WHERE,
        /** Agent: whether all its running PEs have waited for a while. */
        STUCK,
        /** Agent: a PE has waited longer than {@code --hang-detect}. */
        WAITED,
        /** Head: asks for samples of the PEs. Agent: those of its node. */
        SAMPLES,
        /** Agent: the name of a question that a tool on its node asks. */
        ASK,
        /** Head: the question's name, then the answer's lines. */
        ANSWER,
        /** Agent: arrivals at meetings, a line per PE: number, life, and the meeting of each kind. */
        CAME,
        /** Agent: whether dead PEs may start again, and a line for each. Head: whether they do. */
        DIED,
        /**
         * Head: the lines of deaths whose last accesses must end, or the kind of a meeting whose cells must be cleared.
         */
        PREPARE,
        /** Agent: has prepared. */
        READY,
        /** Head: deaths or a meeting, to be written to the control file. */
        APPLY,
        /** Agent: how its part has ended, in words for the user. */
        SUMMARY,
        /** Agent: exit status, and why its part could not be started, if so. */
        END,
        /** Agent: is alive. */
        BEAT
    }

    /**
     * Versions and machine of a node. The first three must be equal on all nodes.
     *
     * @param order   byte order and processor
     * @param ucx     version of UCX, or null
     * @param problem why UCX can't be loaded, or null
     */
    public record Facts(String version, String jdk, String order, String host, int cores, String ucx, String problem) {
        public String text() {
            return String.join("\n", version, jdk, order, host, Integer.toString(cores), ucx == null ? "-" : ucx,
                problem == null ? "-" : problem.replace('\n', ' '));
        }

        public static Facts of(List<String> lines) {
            return new Facts(lines.get(0), lines.get(1), lines.get(2), lines.get(3),
                Integer.parseInt(lines.get(4)), lines.get(5).equals("-") ? null : lines.get(5),
                lines.get(6).equals("-") ? null : lines.get(6));
        }

        /** {@return a difference that another node must not have, or null} */
        public String difference(Facts other) {
            return !version.equals(other.version) ? "version " + version + " of shmem4j, the other " + other.version
                : !jdk.equals(other.jdk) ? "JDK " + jdk + ", the other " + other.jdk
                : !order.equals(other.order) ? "a processor " + order + ", the other " + other.order : null;
        }
    }
}
