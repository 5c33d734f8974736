// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A folder that was made a root, so that the table of mounts does not name the file system of most files in it. The
 * mounts that it needs are of a name space of their own and go with the job.
 */
class ChrootIT {
    private static final String MAKE = """
        set -e
        root=$1 jdk=$2
        for top in usr bin sbin lib lib64 etc proc dev; do
            if [ -L /$top ]; then cp -P /$top "$root/$top"
            elif [ -d /$top ]; then mkdir "$root/$top"; mount --rbind /$top "$root/$top"; fi
        done
        [ -d "$root$jdk" ] || { mkdir -p "$root$jdk"; mount --bind "$jdk" "$root$jdk"; }
        mkdir "$root/heaps"
        shift 2
        exec chroot "$root" "$@"
        """;

    @TempDir
    Path root;

    private static int run(List<String> command, StringBuilder said) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        said.append(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        return process.waitFor();
    }

    @Thorough
    @Test
    void heapsNeedNoMountPoint() throws Exception {
        StringBuilder why = new StringBuilder();
        Assumptions.assumeTrue(System.getProperty("user.name").equals("root"), "only root can change the root");
        Assumptions.assumeTrue(run(List.of("unshare", "-m", "mount", "--bind", root.toString(), root.toString()), why)
            == 0, () -> "no mounts here: " + why);
        Path project = Files.createDirectory(root.resolve("project"));
        Oshrun.copyTo(project);
        Oshrun.helloIn(project);
        Path lib = Files.createDirectories(project.resolve("target/lib"));
        Path jars = Oshrun.home().resolve("target/lib");
        for (String name : Oshrun.names(jars)) {
            Files.copy(jars.resolve(name), lib.resolve(name));
        }
        String jdk = System.getProperty("java.home");
        List<String> command = new ArrayList<>(List.of("unshare", "-m", "sh", "-c", MAKE, "sh", root.toString(), jdk));
        // As if it were the training for one, the job makes no start-up cache, in a folder that is about to go.
        command.addAll(List.of("env", "JAVA_HOME=" + jdk, "JAVA_TOOL_OPTIONS=-Dshmem4j.aot.training=true", "bash",
            "/project/oshrun", "-np", "2", "--shm-dir", "/heaps", "/project/Hello.java"));
        StringBuilder said = new StringBuilder();
        assertEquals(0, run(command, said), said::toString);
        assertTrue(said.toString().contains("Hello from PE 1 of 2"), said::toString);
    }
}
