// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

/** Class files of a JDK that this release does not know. */
@ResourceLock(Resources.SYSTEM_ERR)
class NewerClassFileTest {
    private static final int LATER = 99;
    private static final byte UNKNOWN_CONSTANT = 21;
    private static final int FIRST_CONSTANT = 10;

    /** The rewritten class. */
    static final class Ends {
        private Ends() {
        }

        static void end() {
            System.exit(3);
        }
    }

    private static byte[] classFile(int version) throws IOException {
        try (InputStream in = Ends.class.getResourceAsStream("NewerClassFileTest$Ends.class")) {
            byte[] bytes = in.readAllBytes();
            bytes[7] = (byte) version;
            return bytes;
        }
    }

    private static boolean asksThePe(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains("io/shmem4j/apart/Ends");
    }

    @Test
    void areRewrittenWhereTheyHaveNothingNew() throws IOException {
        assertTrue(asksThePe(Rewriting.of(classFile(LATER))));
    }

    @Test
    void areLeftAloneWithAWordWhereTheyHave() throws IOException {
        byte[] bytes = classFile(LATER);
        bytes[FIRST_CONSTANT] = UNKNOWN_CONSTANT;
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            assertArrayEquals(bytes.clone(), Rewriting.of(bytes));
            assertArrayEquals(bytes.clone(), Rewriting.of(bytes));
        } finally {
            System.setErr(before);
        }
        String text = said.toString(StandardCharsets.UTF_8);
        assertTrue(text.startsWith("shmem4j: class files of version 99 are newer than this release"), text);
        assertEquals(1, text.lines().count(), text);
    }
}
