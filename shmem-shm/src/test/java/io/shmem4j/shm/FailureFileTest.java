// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.shm.FailureFile.Entries;
import io.shmem4j.shm.FailureFile.Entry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reports of several PEs in one file, some of them damaged. */
class FailureFileTest {
    private static final Entry FIRST = new Entry(0, "first\n\tat line 3\n");
    private static final Entry SECOND = new Entry(2, "\u00fc second\n");

    @TempDir
    private Path parent;
    private JobFiles files;
    private Path file;

    @BeforeEach
    void begin() throws IOException {
        files = JobFiles.create(parent, "failing", 3, 4096);
        file = files.file(JobFiles.FAILURES);
    }

    private void write(byte[] bytes) throws IOException {
        Files.write(file, bytes, StandardOpenOption.APPEND);
    }

    @Test
    void reportsAreReadOnce() throws IOException {
        assertFalse(FailureFile.append(files, FIRST), "no launcher reads");
        FailureFile.create(files);
        assertTrue(FailureFile.append(files, FIRST));
        Entries one = FailureFile.read(files, 0, 3);
        assertEquals(List.of(FIRST), one.list());
        assertTrue(FailureFile.append(files, SECOND));
        Entries two = FailureFile.read(files, one.end(), 3);
        assertEquals(List.of(SECOND), two.list());
        assertEquals(new Entries(List.of(), Files.size(file)), FailureFile.read(files, two.end(), 3));
    }

    @Test
    void anInterruptedThreadReportsToo() throws IOException {
        FailureFile.create(files);
        Thread.currentThread().interrupt();
        assertTrue(FailureFile.append(files, FIRST));
        assertTrue(Thread.interrupted());
        assertEquals(List.of(FIRST), FailureFile.read(files, 0, 3).list());
    }

    /** A full file system cuts a write short; the reports that follow are whole. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 5, 6, 20})
    void aShortWriteHidesNothing(int bytes) throws IOException {
        FailureFile.create(files);
        assertTrue(FailureFile.append(files, FIRST));
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, bytes));
        assertEquals(new Entries(List.of(), 0), FailureFile.read(files, 0, 3), "more may follow");
        assertTrue(FailureFile.append(files, SECOND));
        assertEquals(List.of(SECOND), FailureFile.read(files, 0, 3).list());
    }

    @ParameterizedTest
    @ValueSource(strings = {"3 1\nx", "-1 1\nx", "2147483648 1\nx", "1 -1\n", "1 1\n", "1 2\nx", "1\nx", " \nx", "",
        "1 -1"})
    void damagedReportsAreSkipped(String report) throws IOException {
        FailureFile.create(files);
        write("noise".getBytes(StandardCharsets.US_ASCII));
        write(new byte[] {(byte) 0xff});
        write(report.getBytes(StandardCharsets.US_ASCII));
        assertTrue(FailureFile.append(files, FIRST));
        assertEquals(List.of(FIRST), FailureFile.read(files, 0, 3).list());
    }
}
