// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmRemarksTest {
    @ParameterizedTest
    @CsvSource(delimiter = '>', value = {
        "a/b/ > a/b/",
        "WARNING: Using incubator modules: jdk.incubator.vector/ > ''",
        "WARNING: Using incubator modules: jdk.incubator.vector/a/ > a/",
        "WARNING: Using incubator modules: jdk.x/ > WARNING: Using incubator modules: jdk.x/",
        "a/Runtime.exit(143) logging failed: m is null/b > a/b",
        "a/Runtime.exit(143) logging failed: m is null > a/",
        "a Runtime.exit(143) logging failed: m/ > a Runtime.exit(143) logging failed: m/",
        "Runtime.exit(1) logging failed: m/ > Runtime.exit(1) logging failed: m/"})
    void onlyTheJvmsLinesAreDropped(String printed, String shown) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = ("xx" + printed.replace('/', '\n')).getBytes(StandardCharsets.US_ASCII);
        new LineSink.JvmRemarks(out::write).accept(bytes, 2, bytes.length - 2);
        assertEquals(shown.replace('/', '\n'), out.toString(StandardCharsets.US_ASCII));
    }

    @Test
    void aStackOverflowThatTheJvmPutsOffIsNoNews() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] bytes = ("a\n" + System.getProperty("java.vm.name") + " warning: Potentially dangerous stack overflow "
            + "in ReservedStackAccess annotated method x.Y.z()V [1]\nb\n").getBytes(StandardCharsets.US_ASCII);
        new LineSink.JvmRemarks(out::write).accept(bytes, 0, bytes.length);
        assertEquals("a\nb\n", out.toString(StandardCharsets.US_ASCII));
    }
}
