// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapsTest {
    private static final byte FIRST = 7;

    @TempDir
    private Path folder;

    /** No kernel aligns beyond 2 MiB by itself. */
    @ParameterizedTest
    @ValueSource(longs = {4096, 2L << 20, 64L << 20, 1L << 30})
    void theFirstByteOfTheFileIsAtAMultiple(long alignment) throws Exception {
        try (FileChannel channel = FileChannel.open(folder.resolve("file"), StandardOpenOption.CREATE_NEW,
            StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(new byte[] {FIRST}), 0);
            MemorySegment mapped = Heaps.map(channel, 3L << 20, alignment);
            assertEquals(0, mapped.address() % alignment);
            assertEquals(3L << 20, mapped.byteSize());
            assertEquals(FIRST, mapped.get(JAVA_BYTE, 0));
        }
    }
}
