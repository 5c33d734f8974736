// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A JDK in which one of the intrinsics has another name. */
class IntrinsicsTest {
    private static final String CLASS = "jdk/internal/misc/Unsafe.class";

    @TempDir
    Path folder;

    /** Program of the changed JVM: prints its way to access memory, and accesses it. */
    static final class Program {
        private Program() {
        }

        public static void main(String[] args) {
            MemorySegment memory = Arena.global().allocate(64, 8);
            Words words = Words.of(memory);
            words.setLong(8, 40);
            words.getAndAddLong(8, 2);
            System.out.print(words.getClass().getSimpleName() + " " + words.getLongAcquire(8));
        }
    }

    private String run(String... flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java",
            "-XX:TieredStopAtLevel=1", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"));
        command.addAll(List.of(flags));
        command.addAll(List.of("-cp", "target/classes:target/test-classes", Program.class.getName()));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
        return said;
    }

    private void rename(String method) throws IOException {
        Path changed = folder.resolve(CLASS);
        Files.createDirectories(changed.getParent());
        try (InputStream in = Object.class.getResourceAsStream("/" + CLASS)) {
            String text = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            Files.writeString(changed, text.replace(method, new StringBuilder(method).reverse()),
                StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void segmentsTakeTheirPlaceWhereOneIsMissing() throws Exception {
        assertEquals("AddressedWords 42", run());
        rename("getAndBitwiseXorInt");
        assertEquals("SegmentWords 42", run("--patch-module", "java.base=" + folder));
    }
}
