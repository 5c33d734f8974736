// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.pe.Frames;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames and foreign bytes in one pipe, in pieces of any length. */
class FrameReaderTest {
    private static final long MARK = Frames.mark("job");

    private final List<String> heard = new ArrayList<>();
    private final ByteArrayOutputStream others = new ByteArrayOutputStream();
    private final FrameReader.Listener listener = new FrameReader.Listener() {
        @Override
        public void ended(int pe, int status) {
            heard.add(pe + " ended with " + status);
        }

        @Override
        public void threads(Map<Long, Integer> owners) {
            heard.add("threads " + new java.util.TreeMap<>(owners));
        }

        @Override
        public void exit(String where) {
            heard.add("exit: " + where);
        }
    };
    private final FrameReader reader = new FrameReader(MARK, 0, 2, (pe, kind) ->
        (bytes, offset, length) -> heard.add(pe + "/" + kind + " " + new String(bytes, offset, length,
            StandardCharsets.UTF_8)), listener, (bytes, offset, length) -> others.write(bytes, offset, length));

    private static byte[] frame(int pe, int kind, byte... own) {
        return ByteBuffer.allocate(Frames.HEAD + own.length).putLong(MARK).putInt(pe).put((byte) kind)
            .putInt(own.length).put(own).array();
    }

    private static byte[] frame(int pe, int kind, String text) {
        return frame(pe, kind, text.getBytes(StandardCharsets.UTF_8));
    }

    private static byte[] threads(int more, int... pairs) {
        ByteBuffer own = ByteBuffer.allocate(pairs.length / 2 * 12);
        for (int i = 0; i < pairs.length; i += 2) {
            own.putInt(pairs[i]).putLong(pairs[i + 1]);
        }
        return frame(more, Frames.THREADS, own.array());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 17, 18, 10_000})
    void piecesDoNotMatter(int piece) {
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        byte[] mark = ByteBuffer.allocate(8).putLong(MARK).array();
        pipe.writeBytes(frame(0, Frames.OUT, "zero\n"));
        pipe.writeBytes("foreign ".getBytes(StandardCharsets.UTF_8));
        pipe.writeBytes(frame(1, Frames.ERR, "one\n"));
        pipe.writeBytes("text\n".getBytes(StandardCharsets.UTF_8));
        // Bytes that begin like a mark, and go on otherwise or with a mark.
        pipe.write(mark, 0, 5);
        pipe.write('x');
        pipe.write(mark, 0, 3);
        pipe.writeBytes(threads(1, 0, 10));
        pipe.writeBytes(threads(0, 1, 11));
        pipe.writeBytes(threads(0));
        pipe.writeBytes(frame(0, Frames.EXIT, "where ä"));
        pipe.writeBytes(frame(1, Frames.ENDED, (byte) 0, (byte) 0, (byte) 0, (byte) 7));
        pipe.write(0);
        pipe.write(0);
        byte[] all = pipe.toByteArray();
        for (int at = 0; at < all.length; at += piece) {
            reader.accept(all, at, Math.min(piece, all.length - at));
        }
        reader.end();
        assertEquals(List.of("0/1 zero\n", "1/2 one\n", "threads {10=0, 11=1}", "threads {}", "exit: where ä",
            "1 ended with 7"), heard);
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        rest.writeBytes("foreign text\n".getBytes(StandardCharsets.UTF_8));
        rest.write(mark, 0, 5);
        rest.write('x');
        rest.write(mark, 0, 3);
        rest.write(0);
        rest.write(0);
        assertEquals(List.of(hex(rest)), List.of(hex(others)));
    }

    private static String hex(ByteArrayOutputStream bytes) {
        return java.util.HexFormat.of().formatHex(bytes.toByteArray());
    }

    /** Heads that no PE writes are output, and the real frame behind each of them arrives. */
    @ParameterizedTest
    @CsvSource({"0, 1, -1", "0, 1, 4080", "0, 5, 2147483647", "2, 1, 1", "-1, 2, 1", "2147483647, 1, 1", "2, 3, 4",
        "0, 3, 3", "0, 4, 13", "0, 6, 1", "0, 0, 0", "0, -1, 0"})
    void forgedHeadsAreOutput(int pe, int kind, int length) {
        byte[] forged = ByteBuffer.allocate(Frames.HEAD).putLong(MARK).putInt(pe).put((byte) kind).putInt(length)
            .array();
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        pipe.writeBytes(forged);
        pipe.writeBytes(frame(1, Frames.OUT, "real\n"));
        reader.accept(pipe.toByteArray(), 0, pipe.size());
        reader.end();
        assertEquals(List.of("1/1 real\n"), heard);
        assertEquals(java.util.HexFormat.of().formatHex(forged), hex(others));
    }

    /** A forged head of only a mark hides nothing of the frame that follows. */
    @Test
    void aFrameBeginsInsideAForgedHead() {
        ByteArrayOutputStream pipe = new ByteArrayOutputStream();
        byte[] mark = ByteBuffer.allocate(8).putLong(MARK).array();
        pipe.writeBytes(mark);
        pipe.writeBytes(frame(1, Frames.OUT, "real\n"));
        reader.accept(pipe.toByteArray(), 0, pipe.size());
        reader.end();
        assertEquals(List.of("1/1 real\n"), heard);
        assertEquals(java.util.HexFormat.of().formatHex(mark), hex(others));
    }

    /** The reader looks for a mark from one zero to the next. */
    @Test
    void marksHaveOneZero() {
        for (String job : List.of("", "job", "f600e3c118c3b104", "0".repeat(40))) {
            byte[] mark = ByteBuffer.allocate(8).putLong(Frames.mark(job)).array();
            assertEquals(0, mark[0]);
            for (int i = 1; i < mark.length; i++) {
                assertTrue(mark[i] != 0, job);
            }
        }
        assertTrue(Frames.mark("job-1") != Frames.mark("job-2"));
    }
}
