// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The standard input of two PEs of a JVM, of which at most 64 KiB are kept. */
class SharedInputTest {
    private static final int MOST = 64 << 10;

    private final byte[] data = new byte[10 * MOST];
    private SharedInput input;
    private InputStream first;
    private InputStream second;

    @BeforeEach
    void begin() {
        new Random(1).nextBytes(data);
        input = new SharedInput("all", 2, new ByteArrayInputStream(data), MOST);
        first = input.of(4, 0);
        second = input.of(5, 1);
    }

    @Test
    void nothingIsKeptForAPeThatHasEnded() throws IOException {
        assertEquals(data[0], (byte) second.read());
        input.end(1);
        assertArrayEquals(data, first.readAllBytes());
        assertEquals(-1, second.read());
        assertEquals(0, second.available());
    }

    @Test
    void peThatIsFarBehindIsReported() throws IOException {
        byte[] some = first.readNBytes(MOST);
        String said = assertThrows(IOException.class, first::read).getMessage();
        assertEquals("another PE of this JVM is 65536 bytes behind in the standard input, and no more are kept for it; "
            + "let it read too, or end", said);
        assertArrayEquals(some, second.readNBytes(MOST));
        assertEquals(data[MOST], (byte) first.read());
        assertEquals(data[MOST], (byte) second.read());
    }

    @Test
    void eachPeReadsAll() throws IOException {
        for (int at = 0; at < data.length; at += MOST / 2) {
            assertArrayEquals(first.readNBytes(MOST / 2), second.readNBytes(MOST / 2));
        }
        assertEquals(-1, first.read());
        assertEquals(-1, second.read());
    }
}
