// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.ucx.node.Link.Kind;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Messages between head and agent, also where the stream ends too soon. */
class LinkTest {
    private static byte[] sent(Kind kind, byte[] body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new Link(InputStream.nullInputStream(), out).send(kind, body);
        return out.toByteArray();
    }

    private static Link reading(byte[] bytes) {
        return new Link(new ByteArrayInputStream(bytes), OutputStream.nullOutputStream());
    }

    @Test
    void aMessageArrivesWholeOrNotAtAll() throws IOException {
        byte[] message = sent(Kind.END, Link.withNumber(7, new byte[] {'w', 'h', 'y'}));
        Link.Message whole = reading(message).read();
        assertEquals("7 why", whole.number() + " " + whole.textAfterNumber());
        assertNull(reading(new byte[0]).read());
        for (int length = 1; length < message.length; length++) {
            Link cut = reading(Arrays.copyOf(message, length));
            assertThrows(EOFException.class, cut::read, length + " bytes");
        }
    }
}
