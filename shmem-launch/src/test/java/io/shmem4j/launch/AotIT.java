// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code --aot}: the first run makes a cache of the program's jars, later runs start from it or say why they don't. */
class AotIT {
    private static final String TYPE = SpellsProgram.class.getName();

    @TempDir
    Path folder;
    private Path file;
    private Path jar;
    private Path library;

    @BeforeEach
    void packed() throws IOException {
        file = folder.resolve("program.aot");
        jar = folder.resolve("program.jar");
        library = folder.resolve("library.jar");
        try (InputStream in = SpellsProgram.class.getResourceAsStream("SpellsProgram.class")) {
            Map<String, byte[]> entries = new LinkedHashMap<>();
            entries.put("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\nClass-Path: library.jar missing.jar\n"
                .getBytes(StandardCharsets.UTF_8));
            entries.put(TYPE.replace('.', '/') + ".class", in.readAllBytes());
            pack(jar, entries);
        }
        pack(library, Map.of("text", new byte[] {1}));
    }

    private static void pack(Path jar, Map<String, byte[]> entries) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(each.getKey()));
                out.write(each.getValue());
            }
        }
    }

    private Oshrun.Result run(String... options) {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--pes-per-jvm", "1", "--aot", file.toString()));
        words.addAll(List.of(options));
        words.addAll(List.of("-cp", jar.toString(), TYPE));
        return Oshrun.run(words);
    }

    private Oshrun.Result good(String... options) {
        Oshrun.Result result = run(options).expect(0);
        assertEquals(List.of("0", "1"), result.outLines().stream().sorted().toList());
        return result;
    }

    private void make() {
        String err = good().err();
        assertTrue(err.matches("oshrun: --aot: made " + file + " \\([0-9.]+ MiB\\)\n"), err);
    }

    /** Runs the program without the cache, and checks the reason. */
    private void refused(String reason, String... options) {
        String err = good(options).err();
        assertTrue(err.startsWith("oshrun: --aot: this job does not start from " + file + ": ")
            && err.endsWith("; to make it anew, remove it\n") && err.contains(reason), err);
    }

    @Test
    void allPesStartFromWhatTheFirstRunMakes() throws IOException {
        make();
        assertEquals(List.of("library.jar", "program.aot", "program.aot.jars", "program.jar"), Oshrun.names(folder));
        String log = folder.resolve("loaded-%p").toString();
        Oshrun.Result second = good("-v", "-J-Xlog:class+load:file=" + log);
        assertTrue(second.err().contains("oshrun: start-up cache: " + file + "\n"), second::err);
        List<String> loaded = new ArrayList<>();
        try (DirectoryStream<Path> logs = Files.newDirectoryStream(folder, "loaded-*")) {
            for (Path each : logs) {
                Files.readAllLines(each).stream().filter(line -> line.contains(" " + TYPE + " ")).forEach(loaded::add);
            }
        }
        // The third is the JVM that is tried first.
        assertEquals(3, loaded.size(), loaded::toString);
        assertTrue(loaded.stream().allMatch(line -> line.endsWith(" source: shared objects file")), loaded::toString);
    }

    @Thorough
    @Test
    void jobsStartWithoutACacheThatDoesNotFit() throws IOException {
        make();
        assertTrue(run("--do-not-launch").expect(0).out().contains(" -XX:AOTCache=" + file + " "));
        refused("the JDK refuses it (Mismatched values for property jdk.module.addopens",
            "-J--add-opens=java.base/java.lang=ALL-UNNAMED");
        Path kept = Files.move(file, folder.resolve("kept"));
        Files.writeString(file, "garbage");
        refused("the JDK refuses it (");
        assertEquals("garbage", Files.readString(file));
        Files.delete(file);
        Files.move(kept, file);
        assertEquals("", good().err());
        pack(library, Map.of("text", new byte[] {2}));
        refused(": " + library + " has changed; ");
        pack(jar, Map.of("text", new byte[] {2}));
        assertTrue(run("-q").expect(127).err().contains(TYPE));
        Files.delete(Path.of(file + ".jars"));
        packed();
        refused(": it has no list of its jars, " + file + ".jars; ");
    }

    /** Two jobs began without a cache, with different jars. */
    @Thorough
    @Test
    void theCacheOfAJobThatEndsEarlierStays() throws IOException {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--pes-per-jvm", "1", "--aot", file.toString()));
        Path other = Files.copy(jar, folder.resolve("other.jar"));
        words.addAll(List.of("-cp", other.toString(), TYPE, "wait"));
        try (Oshrun later = Oshrun.start(words)) {
            later.awaitOutput("begun", 2);
            make();
            later.write("");
            assertEquals("oshrun: --aot: " + file + " was not made: another job has made it meanwhile\n",
                later.await().expect(0).err());
        }
        assertEquals("", good().err());
    }

    @Thorough
    @Test
    void aJobThatFailsMakesNone() {
        Oshrun.Result failed = run("-x", "SPELL=nonsense");
        assertEquals(1, failed.status());
        assertTrue(failed.err().contains("oshrun: --aot: " + file + " was not made, because the job failed\n"),
            failed::err);
        assertFalse(Files.exists(file));
    }

    @Thorough
    @Test
    void sharedJvmsHaveTheLibrarysClassesFromIt() {
        List<String> words = new ArrayList<>(List.of("-np", "2", "--pes-per-jvm", "2", "--aot", file.toString(), "-v"));
        words.addAll(List.of("-cp", jar.toString(), TYPE));
        String err = Oshrun.run(words).expect(0).err();
        assertTrue(err.contains(") of the library's classes only, because PEs share JVMs "), err);
        assertTrue(Oshrun.run(words).expect(0).err().contains("oshrun: start-up cache: " + file + "\n"));
    }

    @Thorough
    @Test
    void aSourceFileStartsFromWhatItsFirstRunMakes() throws IOException {
        String text = "class Source { public static void main(String[] args) { System.out.println(\"%s\"); } }";
        Path source = Files.writeString(folder.resolve("Source.java"), String.format(text, "first"));
        List<String> words = List.of("-np", "1", "--aot", file.toString(), "-v", source.toString());
        assertTrue(Oshrun.run(words).expect(0).err().contains("oshrun: --aot: made " + file + " ("));
        Oshrun.Result second = Oshrun.run(words).expect(0);
        assertTrue(second.err().contains("oshrun: start-up cache: " + file + "\n"), second::err);
        Files.writeString(source, String.format(text, "changed"));
        Oshrun.Result changed = Oshrun.run(words).expect(0);
        assertEquals("first\nchanged\n", second.out() + changed.out());
        assertTrue(changed.err().contains(": " + file + ".jar has changed; "), changed::err);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--split 2 hello                      | --aot is for jobs on one machine",
        "-cp {jar} {type} : -n 1 -cp {jar} {type} | a job of several programs has none",
        "-cp {classes} {type}                 | the JDK refuses folders with files: pack {classes} (jar -c -f"})
    void otherJobsAreRefused(String words, String message) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path type = classes.resolve(TYPE.replace('.', '/') + ".class");
        Files.createDirectories(type.getParent());
        try (InputStream in = SpellsProgram.class.getResourceAsStream("SpellsProgram.class")) {
            Files.write(type, in.readAllBytes());
        }
        List<String> line = new ArrayList<>(List.of("-n", "2", "--aot", file.toString()));
        for (String word : words.strip().split(" +")) {
            line.add(word.replace("{classes}", classes.toString()).replace("{type}", TYPE)
                .replace("{jar}", jar.toString()));
        }
        String err = Oshrun.inThisJvm(line).expect(2).err();
        assertTrue(err.contains(message.strip().replace("{classes}", classes.toString())), err);
        assertFalse(Files.exists(file));
    }
}
