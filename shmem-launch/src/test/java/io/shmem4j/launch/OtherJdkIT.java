// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.process.JvmFlags;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** JDKs that the library has been tuned for; others are imitated by taking away what is known of this one. */
@Thorough
class OtherJdkIT {
    private static final int JDK = Runtime.version().feature();
    private static final String GONE = "\n-XX:+AFlagThatIsGone\n-XX:NumberThatIsGone=3\n";

    @TempDir
    Path folder;

    private Path copyWithoutThisJdk() throws IOException {
        Path script = Oshrun.copyTo(folder);
        Files.deleteIfExists(folder.resolve("jvm/launcher-" + JDK + ".args"));
        Files.writeString(folder.resolve("jvm/launcher.args"), GONE, StandardOpenOption.APPEND);
        Path lib = Files.createDirectories(folder.resolve("target/lib"));
        Path jars = Oshrun.home().resolve("target/lib");
        for (String name : Oshrun.names(jars)) {
            Path copy = Files.copy(jars.resolve(name), lib.resolve(name));
            if (name.startsWith("shmem-launch")) {
                change(copy);
            }
        }
        return script;
    }

    private static void change(Path jar) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(jar)) {
            Path flags = files.getPath("io/shmem4j/launch/process");
            Files.writeString(flags.resolve("pe.args"), Files.readString(flags.resolve("pe.args")) + GONE);
            Files.deleteIfExists(flags.resolve("pe-" + JDK + ".args"));
        }
    }

    /** As if it were the training for one, a job makes no start-up cache, in a folder that is about to go. */
    private String run(int status, Path script, String... words) {
        Map<String, String> environment = Map.of("JDK_JAVA_OPTIONS", "-Dshmem4j.aot.training=true");
        Oshrun.Result result = Oshrun.run(script, folder, environment, List.of(words)).expect(status);
        return result.out() + result.err();
    }

    @Test
    void jobsRunOnThemAndItIsSaid() throws IOException {
        Path script = copyWithoutThisJdk();
        String sentence = "JDK " + JDK + " is not tuned for (";
        String job = run(0, script, "-np", "2", "-v", Oshrun.helloIn(folder).toString());
        assertTrue(job.contains("Hello from PE 1 of 2"), job);
        assertTrue(job.contains("oshrun: " + sentence), job);
        assertTrue(job.contains(" -XX:+AFlagThatIsGone "), job);
        String info = run(0, script, "--info");
        assertTrue(info.lines().anyMatch(line -> line.strip().startsWith(sentence)), info);
        // No job runs without a folder for heaps.
        String doctor = run(1, script, "--shm-dir", folder + "/none", "doctor");
        assertTrue(doctor.lines().anyMatch(line -> line.startsWith("note  JDK ") && line.contains(sentence)), doctor);
    }

    /** Elsewhere a flag that the JDK does not know is ignored; in the JDK's own files it would be a slip. */
    @Test
    void everyFlagOfATunedJdkIsOneOfIt() throws Exception {
        Assumptions.assumeTrue(JvmFlags.isTuned(), "JDK " + JDK + " is not tuned for");
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(JvmFlags.fixed());
        command.addAll(JvmFlags.training());
        command.add("@" + Oshrun.home().resolve("jvm/launcher.args"));
        command.add("@" + Oshrun.home().resolve("jvm/launcher-" + JDK + ".args"));
        command.add("-XX:-IgnoreUnrecognizedVMOptions");
        command.add("-version");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), said);
    }

    @Test
    void theFoldersFilesAreThoseOfTheJar() throws IOException {
        List<String> flags = new ArrayList<>();
        for (String name : List.of("pe.args", "pe-" + JDK + ".args")) {
            Path file = Oshrun.home().resolve("jvm").resolve(name);
            if (Files.exists(file)) {
                Files.readAllLines(file).stream().filter(line -> line.startsWith("-")).forEach(flags::add);
            }
        }
        assertEquals(flags, JvmFlags.fixed());
        assertEquals("-XX:+IgnoreUnrecognizedVMOptions", flags.getFirst());
    }
}
