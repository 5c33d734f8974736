// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.spi.SymmetricObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnapshotFileTest {
    private static final SymmetricObject A = new SymmetricObject("SymmetricInts", "a", 0, 40, "P.main(P.java:7)");
    private static final SymmetricObject B = new SymmetricObject("Signal", "b", 128, 8, "P.main(P.java:8)");
    private static final SnapshotHeader HEADER = new SnapshotHeader("Program", 3, 4096, 77, List.of(A, B));

    @TempDir
    private Path folder;
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = folder.resolve("snapshot");
        SnapshotFile.write(file, HEADER, (pe, object) -> filled(object.bytes(), pe * 10 + (object == A ? 1 : 2)));
    }

    private static MemorySegment filled(long bytes, int value) {
        return Arena.ofAuto().allocate(bytes).fill((byte) value);
    }

    @Test
    void whatIsNoFileIsNotReplaced() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("/dev/null"));
        IOException refused = assertThrows(IOException.class, () -> SnapshotFile.write(link, HEADER,
            (pe, object) -> filled(object.bytes(), 1)));
        assertTrue(refused.getMessage().endsWith("link is not a file that can be written"), refused::getMessage);
        assertTrue(Files.isSymbolicLink(link));
    }

    @Test
    void whatWasWrittenIsRead() throws IOException {
        try (SnapshotFile snapshot = new SnapshotFile(file)) {
            assertEquals(HEADER, snapshot.header());
            for (int pe = 0; pe < 3; pe++) {
                snapshot.verify(pe);
                assertArrayEquals(filled(40, pe * 10 + 1).toArray(JAVA_BYTE), snapshot.bytes(pe, 0).toArray(JAVA_BYTE));
                assertArrayEquals(filled(8, pe * 10 + 2).toArray(JAVA_BYTE), snapshot.bytes(pe, 1).toArray(JAVA_BYTE));
            }
        }
    }

    @Test
    void aSnapshotThatFailsLeavesTheOneBefore() throws IOException {
        assertThrows(IllegalStateException.class, () -> SnapshotFile.write(file, HEADER, (pe, object) -> {
            if (pe == 1) {
                throw new IllegalStateException("on purpose");
            }
            return filled(object.bytes(), 99);
        }));
        try (SnapshotFile snapshot = new SnapshotFile(file)) {
            assertEquals(1, snapshot.bytes(0, 0).get(JAVA_BYTE, 0));
        }
        assertFalse(Files.exists(folder.resolve("snapshot.part")));
        Files.writeString(folder.resolve("snapshot.part"), "of a job that was killed");
        write();
        assertFalse(Files.exists(folder.resolve("snapshot.part")));
    }

    @Test
    void twoWritersOfOneFileDoNotMeet() throws IOException {
        SnapshotFile.write(file, HEADER, (pe, object) -> {
            if (pe == 1 && object == B) {
                try {
                    write();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            return filled(object.bytes(), 50 + pe);
        });
        try (SnapshotFile snapshot = new SnapshotFile(file)) {
            for (int pe = 0; pe < 3; pe++) {
                snapshot.verify(pe);
                assertEquals(50 + pe, snapshot.bytes(pe, 1).get(JAVA_BYTE, 0));
            }
        }
        assertEquals(List.of(file), files());
    }

    @Test
    void onlyPartsThatNobodyWritesAreRemoved() throws IOException {
        for (String name : new String[] {".part", ".77-1.part", ".77-x.part", "2.77-1.part"}) {
            Files.writeString(folder.resolve("snapshot" + name), "of a job that was killed");
        }
        SnapshotFile.removeParts(file);
        assertEquals(List.of(file, folder.resolve("snapshot.77-x.part"), folder.resolve("snapshot2.77-1.part")),
            files());
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void noSnapshotIsSaidToBeNone() throws IOException {
        assertEquals("there is no file " + folder.resolve("none"), message(folder.resolve("none")));
        for (int bytes : new int[] {0, 3, 15, 16, 5000}) {
            assertTrue(message(Files.write(folder.resolve("noise"), new byte[bytes])).endsWith("it is not a snapshot"));
        }
        assertTrue(message(folder).contains(folder + " can't be read as a snapshot"));
    }

    @Test
    void truncationIsFoundAtEveryLength() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length = 0; length < whole.length; length++) {
            Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(whole, length));
            assertTrue(message(cut).contains("can't be read as a snapshot"), () -> message(cut));
        }
    }

    @ParameterizedTest
    @CsvSource({"0, it is not a snapshot", "8, it is not a snapshot", "12, its header is damaged",
        "30, its header is damaged"})
    void damagedHeadersAreFound(long at, String expected) throws IOException {
        flip(at);
        assertTrue(message(file).endsWith(expected), () -> message(file));
    }

    @Test
    void damagedDataAreFound() throws IOException {
        flip(Files.size(file) - 1);
        try (SnapshotFile snapshot = new SnapshotFile(file)) {
            snapshot.verify(1);
            assertTrue(assertThrows(IOException.class, () -> snapshot.verify(2)).getMessage()
                .contains("the data of PE 2 have changed since they were written"));
        }
    }

    @Test
    void otherObjectsAreNamed() {
        assertNull(HEADER.mismatch(List.of(A, B)));
        assertNull(HEADER.mismatch(List.of(new SymmetricObject("SymmetricInts", "renamed", 0, 40, "elsewhere"), B)));
        assertEquals("the heap has SymmetricInts[11] at heap offset 0, allocated at x, where the snapshot has"
            + " SymmetricInts[10] at heap offset 0, allocated at P.main(P.java:7)",
            HEADER.mismatch(List.of(new SymmetricObject("SymmetricInts", "a", 0, 44, "x"), B)));
        assertTrue(HEADER.mismatch(List.of(A)).startsWith("the heap has nothing, where the snapshot has Signal[1]"));
        assertTrue(HEADER.mismatch(List.of(A, B, A)).endsWith("where the snapshot has nothing"));
        assertTrue(HEADER.mismatch(List.of(new SymmetricObject("SymmetricFloats", "a", 0, 40, "x"), B))
            .startsWith("the heap has SymmetricFloats[10]"));
    }

    private void flip(long at) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer one = ByteBuffer.allocate(1);
            channel.read(one, at);
            channel.write(one.put(0, (byte) ~one.get(0)).flip(), at);
        }
    }

    private static String message(Path snapshot) {
        return assertThrows(IOException.class, () -> new SnapshotFile(snapshot).close()).getMessage();
    }
}
