// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static io.shmem4j.launch.TestProgram.program;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.StartUpCaches;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start-up cache: made by the first job, used by the next ones, void when the library changes. */
@Thorough
@TakesLong
class StartUpCacheIT {
    private static final Path LIB = Oshrun.home().resolve("target/lib");
    private static final Pattern LIBRARY = Pattern.compile("(shmem-(api|shm|launch|report)-|(?!shmem)).*\\.jar");
    /** A line of the compilers' log with the level of a method of ours. */
    private static final Pattern COMPILED = Pattern.compile(" ([0-4]) +io\\.shmem4j\\.collective\\.");

    private static final List<String> HELLOS = List.of("hello from 0 of 2", "hello from 1 of 2");
    private static final long TRAINER_SECONDS = 900;

    @TempDir
    Path folder;

    /** The user's cache folder, beside which other trees' trainers have theirs. */
    private Map<String, String> own() {
        return Map.of("XDG_CACHE_HOME", folder.toString());
    }

    @Test
    void startUpCachesAreMadeOnceAndNeverStale() throws Exception {
        Path script = Oshrun.copyTo(folder);
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        Path lib = Files.createDirectories(script.resolveSibling("target/lib"));
        for (String name : Oshrun.names(LIB)) {
            if (LIBRARY.matcher(name).matches()) {
                Files.copy(LIB.resolve(name), lib.resolve(name));
            }
        }
        List<String> line = new ArrayList<>(List.of("-np", "2", "-v"));
        line.addAll(program("hello"));
        Oshrun.Result first = Oshrun.run(script, folder, own(), line).expect(0);
        assertTrue(!first.err().contains("-XX:AOTCache="), first::err);
        assertTrue(first.err().contains("oshrun: start-up caches are being made in " + folder.toRealPath())
            || first.err().contains("oshrun: no start-up caches are made now: "), first::err);
        Path cache = makeCache(script);
        collectivesAreCompiledQuickly(script, cache);
        aJarMoreVoidsNothing(script, lib, cache);

        List<String> modules = new ArrayList<>(line);
        modules.add(1, "1");
        modules.set(2, "-J--add-modules=java.sql");
        String other = wouldStart(script, own(), modules);
        assertTrue(other.contains("hello") && !other.contains("-XX:AOTCache="), other);
        afterAFailureAnHourPasses(script, cache);

        // A jar that changes voids both caches without a word, although an archive's jars share one time.
        Path jar = lib.resolve(Oshrun.names(lib).stream().filter(name -> name.startsWith("shmem-launch")).findFirst()
            .orElseThrow());
        assertTrue(launcherHasCache(script));
        FileTime time = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_000_000L));
        assertTrue(launcherHasCache(script), "the contents are the same");
        byte[] contents = Files.readAllBytes(jar);
        contents[contents.length / 2] ^= 1;
        Files.write(jar, contents);
        Files.setLastModifiedTime(jar, time);
        assertTrue(!launcherHasCache(script), "a file of the same size and time has other contents");
        contents[contents.length / 2] ^= 1;
        Files.write(jar, contents);
        besideAnotherTrainer(script, line);
    }

    private boolean launcherHasCache(Path script) throws IOException {
        Process traced = new ProcessBuilder("bash", "-x", script.toString(), "--version").redirectErrorStream(true)
            .start();
        return new String(traced.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
            .anyMatch(line -> line.contains("exec ") && line.contains("-XX:AOTCache="));
    }

    /** {@return the command that a job would start its PEs with} */
    private String wouldStart(Path script, Map<String, String> environment, List<String> line) {
        List<String> only = new ArrayList<>(line);
        only.addFirst("--do-not-launch");
        return Oshrun.run(script, folder, environment, only).expect(0).out();
    }

    /** As a build of the next module adds one: PEs start from the cache as before, and no other is made at once. */
    private void aJarMoreVoidsNothing(Path script, Path lib, Path cache) throws IOException {
        Path more = lib.resolve("shmem-a-new-one-1.jar");
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(more))) {
            jar.putNextEntry(new ZipEntry("nothing"));
        }
        List<String> line = new ArrayList<>(List.of("-np", "1", "-v"));
        line.addAll(program("hello"));
        String one = wouldStart(script, own(), line);
        assertTrue(one.contains("-XX:AOTCache=" + cache), one);
        assertTrue(one.contains(more.toString()), one);
        sharedJvmsStartFromItToo(script);
        StartUpCaches.awaitTrainers(folder.toRealPath(), TRAINER_SECONDS);
        assertEquals(1, Oshrun.names(cache.getParent()).stream().filter(name -> name.startsWith("pe-")).count());
        Files.delete(more);
    }

    /** Nearly all classes that a JVM of several PEs loads of the library come from the cache. */
    private void sharedJvmsStartFromItToo(Path script) throws IOException {
        Path loaded = folder.resolve("loaded");
        List<String> line = new ArrayList<>(List.of("-v", "-np", "4", "--pes-per-jvm", "4",
            "-J-Xlog:class+load:file=" + loaded));
        line.addAll(program("hello"));
        Oshrun.Result shared = Oshrun.run(script, folder, own(), line).expect(0);
        assertEquals(List.of("hello from 0 of 4", "hello from 1 of 4", "hello from 2 of 4", "hello from 3 of 4"),
            shared.outLines().stream().sorted().toList());
        List<String> ours = Files.readAllLines(loaded).stream().filter(text -> text.contains(" io.shmem4j.pe.")
            || text.contains(" io.shmem4j.apart.")).filter(text -> !text.contains("$$Lambda")).toList();
        List<String> fromJars = ours.stream().filter(text -> text.contains("source: file:")).toList();
        assertTrue(10 * fromJars.size() < ours.size(), fromJars::toString);
    }

    /** This process holds the lock of all copies of the library, so no other trainer starts. */
    private void besideAnotherTrainer(Path script, List<String> line) throws IOException {
        try (FileChannel turn = FileChannel.open(folder.resolve("shmem4j/aot/training"), StandardOpenOption.WRITE);
            FileLock lock = turn.lock()) {
            Oshrun.Result refused = Oshrun.run(script, folder, own(), line).expect(0);
            assertTrue(lock.isValid() && refused.err().endsWith("oshrun: no start-up caches are made now: another"
                + " process makes them\n"), refused::err);
            List<String> quiet = new ArrayList<>(line);
            quiet.remove("-v");
            Oshrun.Result third = Oshrun.run(script, folder, own(), quiet).expect(0);
            assertEquals(HELLOS, third.outLines().stream().sorted().toList());
            assertEquals("", third.err());
            assertEquals(List.of(), StartUpCaches.trainers(folder.toRealPath()));
        }
    }

    /** A failed attempt leaves a mark in the cache's place. */
    private void afterAFailureAnHourPasses(Path script, Path cache) throws IOException {
        Path mark = Files.move(cache, Path.of(cache.toString().replace(".aot", ".failed")));
        Files.setLastModifiedTime(mark, FileTime.from(Instant.now()));
        String failed = Oshrun.run(script, folder, own(), List.of("--info", "all")).expect(0).out();
        assertTrue(failed.contains("none; an attempt failed less than an hour ago (" + mark + ")"), failed);
        Files.setLastModifiedTime(mark, FileTime.from(Instant.now().minusSeconds(3_601)));
        String again = Oshrun.run(script, folder, own(), List.of("--info", "all")).expect(0).out();
        assertTrue(again.contains("none yet; "), again);
    }

    /**
     * The quick compiler compiles collectives at once, as in the cache's training. A call that the training did not
     * meet, such as a longer wait, may be compiled otherwise: without training, nine in ten methods are.
     */
    private void collectivesAreCompiledQuickly(Path script, Path cache) throws IOException {
        List<String> line = new ArrayList<>(List.of("-v", "-np", "2",
            "-J-Xlog:jit+compilation=debug:file=" + folder.resolve("compiled%p")));
        line.addAll(Oshrun.program(BarriersProgram.class, "20000"));
        Oshrun.Result second = Oshrun.run(script, folder, own(), line).expect(0);
        assertTrue(second.err().contains("-XX:AOTCache=" + cache), second::err);
        List<String> levels = new ArrayList<>();
        for (String log : Oshrun.names(folder)) {
            if (log.startsWith("compiled")) {
                Files.readAllLines(folder.resolve(log)).stream().map(COMPILED::matcher).filter(Matcher::find)
                    .forEach(method -> levels.add(method.group(1)));
            }
        }
        assertTrue(levels.size() > 10, levels::toString);
        assertTrue(4 * levels.stream().filter("1"::equals).count() >= 3 * levels.size(), levels::toString);
    }

    /** A job makes the caches in the background, unless the machine is busy; the doctor makes them in any case. */
    private Path makeCache(Path script) {
        Oshrun.run(script, folder, own(), List.of("doctor"));
        Path caches = folder.resolve("target/aot");
        return caches.resolve(Oshrun.names(caches).stream().filter(name -> name.matches("pe-.*\\.aot")).findFirst()
            .orElseThrow(() -> new AssertionError("no start-up cache appeared")));
    }
}
