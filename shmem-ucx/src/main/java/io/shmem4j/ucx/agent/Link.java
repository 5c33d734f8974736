// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The two streams between head and agent, which the starter carries. A message is a byte for its kind, four for its
 * length, and the body. An agent sends a mark before its first message, because a shell may print something before the
 * agent starts.
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

    public synchronized void mark() throws IOException {
        out.write(MARK);
        out.flush();
    }

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

    /** Sends a number, the body's first four bytes, and a text. */
    public void send(Kind kind, int number, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        send(kind, ByteBuffer.allocate(Integer.BYTES + bytes.length).putInt(number).put(bytes).array());
    }

    /** {@return the next message, null at the end} */
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
        return new Message(Kind.values()[kind], in.readNBytes(length));
    }

    /** One message. */
    public record Message(Kind kind, byte[] body) {
        public String text() {
            return new String(body, StandardCharsets.UTF_8);
        }

        public List<String> lines() {
            return text().lines().toList();
        }

        /** {@return the body, to read numbers from} */
        public DataInputStream data() {
            return new DataInputStream(new ByteArrayInputStream(body));
        }
    }
}
