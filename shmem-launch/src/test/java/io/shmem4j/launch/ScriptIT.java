// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static io.shmem4j.launch.TestProgram.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The oshrun script: where it can be called from, which JDK it takes, what it does before the first build. */
class ScriptIT {
    private static final Path LIB = Oshrun.home().resolve("target/lib");

    @TempDir
    Path folder;

    /** A copy of the script in a folder of its own, without jars. */
    private Path copy() throws IOException {
        Path root = Files.createDirectory(folder.resolve("a root with spaces"));
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        return Oshrun.copyTo(root);
    }

    private Path executable(String name, String... lines) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/bash\n" + String.join("\n", lines) + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void runsThroughLinksFromAnywhere() throws IOException {
        Files.createSymbolicLink(folder.resolve("link"), Oshrun.home().resolve("oshrun"));
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path indirect = Files.createSymbolicLink(bin.resolve("oshrun"), Path.of("../link"));
        List<String> line = new ArrayList<>(List.of("-np", "1"));
        line.addAll(program("folder"));
        assertEquals(folder.toRealPath() + "\n", Oshrun.run(indirect, folder, Map.of(), line).expect(0).out());
        Path byName = executable("call", "cd bin", "exec bash oshrun \"$@\"");
        assertEquals(bin.toRealPath() + "\n", Oshrun.run(byName, folder, Map.of(), line).expect(0).out());
    }

    @Test
    void takesJavaHomeOrFindsAnother() throws IOException {
        String jdk = Path.of(System.getProperty("java.home")).toRealPath().toString();
        List<String> info = List.of("--info");
        Path script = Oshrun.home().resolve("oshrun");
        assertTrue(Oshrun.run(script, folder, Map.of("JAVA_HOME", jdk), info).expect(0).out().contains(" in " + jdk));
        // An old JDK, or none, in JAVA_HOME is passed over.
        Map<String, String> old = Map.of("JAVA_HOME", oldJdk(), "PATH", jdk + "/bin:" + System.getenv("PATH"));
        assertTrue(Oshrun.run(script, folder, old, info).expect(0).out().contains(" in " + jdk));
    }

    private String oldJdk() throws IOException {
        executable("old/bin/java", "exit 1");
        Files.writeString(folder.resolve("old/release"), "JAVA_VERSION=\"21.0.4\"\n");
        return folder.resolve("old").toString();
    }

    @Thorough
    @Test
    void buildsOnFirstUse() throws IOException {
        Path script = copy();
        Path root = script.getParent();
        // Stands for Maven: brings the jars and notes how it was called.
        executable("bin/mvn", "echo building; printf '%s\\n' \"$PWD\" \"$JAVA_HOME\" >'" + folder
            + "/called'; mkdir -p target/lib; cp '" + LIB + "'/*.jar target/lib/");
        Path jdk = Path.of(System.getProperty("java.home")).toRealPath();
        Map<String, String> path = Map.of("PATH", folder.resolve("bin") + ":" + jdk + "/bin:" + System.getenv("PATH"),
            "JAVA_HOME", oldJdk());
        Oshrun.Result first = Oshrun.run(script, folder, path, List.of("--version")).expect(0);
        assertTrue(first.out().startsWith("oshrun (shmem4j) "), first::out);
        assertTrue(first.err().contains("first use, building " + root), first::err);
        assertTrue(first.err().contains("building\n"), first::err);
        List<String> called = Files.readAllLines(folder.resolve("called"));
        assertEquals(root.toRealPath().toString(), called.getFirst());
        assertEquals(jdk, Path.of(called.getLast()).toRealPath());
        assertEquals("", Oshrun.run(script, folder, path, List.of("--version")).expect(0).err());
    }

    @Thorough
    @Test
    void saysWhatFailedBeforeTheFirstBuild() throws IOException {
        Path script = copy();
        executable("bin/mvn", "exit 3");
        Map<String, String> path = Map.of("PATH", folder.resolve("bin") + ":" + System.getenv("PATH"));
        assertTrue(Oshrun.run(script, folder, path, List.of("--version")).expect(125).err()
            .contains("the build failed"));
        Files.delete(folder.resolve("bin/mvn"));
        // Just enough tools for the script to run, and no mvn.
        for (String tool : List.of("bash", "readlink", "mkdir", "env")) {
            Files.createSymbolicLink(folder.resolve("bin").resolve(tool), Path.of("/usr/bin").resolve(tool));
        }
        Map<String, String> bare = Map.of("PATH", folder.resolve("bin").toString(), "JAVA_HOME",
            System.getProperty("java.home"));
        assertTrue(Oshrun.run(script, folder, bare, List.of("--version")).expect(125).err().contains("no mvn on PATH"));
    }

    /** Descriptors are open all the same if a container's /dev has but the devices. */
    @Thorough
    @Test
    void outputNeedsNoFolderOfDescriptors() throws Exception {
        Path devices = Files.createDirectory(folder.resolve("devices"));
        Path bare = executable("bare", "set -e", "mount --rbind /dev '" + devices + "'", "mount -t tmpfs none /dev",
            "mkdir /dev/shm", "for file in null random urandom; do", "  touch /dev/$file",
            "  mount --bind '" + devices + "'/$file /dev/$file", "done",
            "mount --rbind '" + devices + "/shm' /dev/shm", "[[ ! -e /dev/fd ]]", "exec \"$@\"");
        List<String> line = new ArrayList<>(List.of("-rm", "bash", bare.toString()));
        Process trial = new ProcessBuilder("unshare", "-rm", "bash", bare.toString(), "true").redirectErrorStream(true)
            .start();
        String why = new String(trial.getInputStream().readAllBytes());
        Assumptions.assumeTrue(trial.waitFor() == 0, () -> "this user can't hide /dev/fd: " + why);
        line.addAll(List.of(Oshrun.home().resolve("oshrun").toString(), "-np", "1"));
        line.addAll(program("both"));
        Oshrun.Result result = Oshrun.run(Path.of("/usr/bin/unshare"), folder, Map.of(), line).expect(0);
        assertEquals("out 0\n", result.out());
        assertEquals("err 0\n", result.err());
    }

    /** Output of {@code cd} in such shells must not become part of a path. */
    @Thorough
    @Test
    void searchPathOfFoldersDoesNotMatter() throws IOException {
        Files.createSymbolicLink(folder.resolve("here"), Oshrun.home());
        for (String name : List.of("oshrun --version", "oshstat --help")) {
            // The shell calls it without exec, for which bash makes a name absolute.
            Path call = executable("call", "cd '" + folder + "'", "export CDPATH=.", "here/" + name);
            assertEquals("", Oshrun.run(call, folder, Map.of(), List.of()).expect(0).err());
        }
    }

    /** Scheduled jobs and containers have no locale, or one that is not installed; the bytes are the user's still. */
    @Thorough
    @ParameterizedTest
    @ValueSource(strings = {"LC_ALL=C", "LC_ALL=POSIX", "LANG=C", "LANG=", "LC_ALL=xx_YY.UTF-8",
        "LANG=C.UTF-8"})
    void bytesPassInEveryLocale(String locale) throws IOException {
        Path classes = Path.of(program("").get(1));
        Path call = executable("call", "cd '" + folder + "'; mkdir -p 'gänse €/ü'",
            "ln -sfn '" + classes + "' 'gänse €/klassen ö'", "cd 'gänse €'",
            "unset \"${!LC_@}\" LANG; export " + locale + " 2>/dev/null", "export LC_TIME=de_DE.UTF-8",
            "'" + Oshrun.home() + "/oshrun' -np 1 --wdir ü -x N=ä -cp 'klassen ö' "
                + TestProgram.class.getName() + " all 'ä€'",
            "'" + Oshrun.home() + "/oshrun' -np 1 'no ü'");
        Oshrun.Result result = Oshrun.run(call, folder, Map.of(), List.of()).expect(127);
        assertEquals("0 [ä€]\n" + folder.toRealPath() + "/gänse €/ü\nN=ä\n", result.out());
        assertTrue(result.err().contains("'no ü' on the class path"), result::err);
    }

    @Thorough
    @Test
    void installationsLieInFoldersOfAnyName() throws IOException {
        String names = "a b/it's/a\"b/$HOME/50%p#q?/gänse/back\\slash/*/a;b&c";
        Oshrun.Result result = installedIn(names, "mkdir -p target; ln -s '" + LIB + "' target/lib; ln -s '"
            + Oshrun.home().resolve("jvm") + "' jvm");
        assertEquals("hello from 0 of 1\n", result.expect(0).out());
    }

    @Thorough
    @Test
    void aClassPathCannotHaveColons() throws IOException {
        Oshrun.Result result = installedIn("a:b", "true").expect(125);
        assertEquals(1, result.err().lines().count(), result::err);
        assertTrue(result.err().contains("a:b has a ':', which"), result::err);
    }

    /** As if it were the training for one, the job makes no start-up cache, which would take a while. */
    private Oshrun.Result installedIn(String name, String more) throws IOException {
        Path quoted = Files.writeString(folder.resolve("name"), name);
        Path call = executable("call", "cd '" + folder + "'", "mkdir -p \"$(<" + quoted.getFileName() + ")\"",
            "cd \"$(<" + quoted.getFileName() + ")\"", "cp '" + Oshrun.home() + "/oshrun' .; " + more,
            "exec \"$PWD/oshrun\" \"$@\"");
        List<String> line = new ArrayList<>(List.of("-np", "1"));
        line.addAll(program("hello"));
        return Oshrun.run(call, folder, Map.of("JAVA_TOOL_OPTIONS", "-Dshmem4j.aot.training=true"), line);
    }
}
