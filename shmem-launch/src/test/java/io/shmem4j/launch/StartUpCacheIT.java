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
import java.io.InputStream;
import java.nio.ByteBuffer;
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
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
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
    private static final String OPENS = "-J--add-opens=java.base/java.lang=ALL-UNNAMED";
    private static final String LATE = " -XX:Tier4BackEdgeThreshold=400000 ";
    private static final long TRAINER_SECONDS = 900;

    @TempDir
    Path folder;

    /** Caches are made beside any load, and beside those that another tree's trainer makes. */
    private Map<String, String> atOnce() {
        return Map.of("SHMEM_WARM", "always", "XDG_CACHE_HOME", folder.toString());
    }

    private static Oshrun.Result run(Path script, Path from, Map<String, String> environment, List<String> args) {
        try (Oshrun run = Oshrun.start(script, from, environment, args)) {
            run.write("");
            return run.await();
        }
    }

    @Test
    void startUpCachesAreMadeOnceAndNeverStale() throws Exception {
        Path script = Oshrun.copyTo(folder);
        Files.writeString(folder.resolve("pom.xml"), "<project/>");
        Path lib = Files.createDirectories(script.resolveSibling("target/lib"));
        try (Stream<Path> jars = Files.list(LIB)) {
            for (Path jar : jars.filter(file -> LIBRARY.matcher(file.getFileName().toString()).matches()).toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
        List<String> line = new ArrayList<>(List.of("-np", "2", "-v"));
        line.addAll(program("hello"));
        Oshrun.Result first = run(script, folder, atOnce(), line).expect(0);
        assertTrue(!first.err().contains("-XX:AOTCache="), first::err);
        assertTrue(first.err().contains("oshrun: start-up caches are being made in " + folder.toRealPath()),
            first::err);
        Path cache = awaitCache();
        collectivesAreCompiledQuickly(script, cache);
        shortJobsAreKnown(script);
        programsStartFromTheirJars(script);
        aJarMoreVoidsNothing(script, lib, cache);

        List<String> modules = new ArrayList<>(line);
        modules.add(1, "1");
        modules.set(2, "-J--add-modules=java.sql");
        String other = wouldStart(script, atOnce(), modules);
        assertTrue(other.contains("hello") && !other.contains("-XX:AOTCache="), other);
        afterAFailureAnHourPasses(script, cache);

        // A jar that changes voids both caches without a word, and has new ones made.
        Path jar;
        try (Stream<Path> jars = Files.list(lib)) {
            jar = jars.filter(file -> file.getFileName().toString().startsWith("shmem-launch")).findFirst()
                .orElseThrow();
        }
        assertTrue(launcherHasCache(script));
        Files.setLastModifiedTime(jar, FileTime.fromMillis(1_700_000_000_000L));
        assertTrue(!launcherHasCache(script), "a jar of a copy that was built before the cache was made");
        besideAnotherTrainer(script, line);
    }

    private boolean launcherHasCache(Path script) throws IOException {
        Process traced = new ProcessBuilder("bash", "-x", script.toString(), "--version").redirectErrorStream(true)
            .start();
        return new String(traced.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
            .anyMatch(line -> line.contains("exec ") && line.contains("-XX:AOTCache="));
    }

    /** Runs jobs until they take longer; others start as ever, and so do those that are told to. */
    private void shortJobsAreKnown(Path script) throws IOException {
        List<String> line = new ArrayList<>(List.of("-np", "1", "-v", "-x", "SHMEM_CORES=1"));
        line.addAll(Oshrun.program(SpellsProgram.class, "a"));
        List<Path> left = List.of(script.resolveSibling("target/aot/pe-1.aot.7"),
            script.resolveSibling("target/aot/programs/1.aot.7.config"));
        for (Path file : left) {
            Files.createDirectories(file.getParent());
            Files.setLastModifiedTime(Files.createFile(file), FileTime.from(Instant.now().minusSeconds(3_601)));
        }
        assertTrue(!isLate(script, Map.of(), line));
        assertTrue(left.stream().noneMatch(Files::exists), "what killed trainers left goes with the next new job");
        assertTrue(wouldBeLate(script, Map.of(), line));
        assertTrue(!wouldBeLate(script, Map.of("SHMEM_WARM", "off"), line));
        List<String> more = new ArrayList<>(line);
        more.add("b");
        assertTrue(!wouldBeLate(script, Map.of(), more));
        // There is a core for the compilers.
        List<String> free = new ArrayList<>(line);
        free.set(4, "SHMEM_CORES=2");
        assertTrue(!wouldBeLate(script, Map.of(), free));
        assertTrue(isLate(script, Map.of("SPELL", "2.1"), line));
        assertTrue(!wouldBeLate(script, Map.of(), line));
        Path kept = folder.resolve("target/aot/short");
        beginsAsEverWhereThatIsQuicker(script, kept, line);
        // Nobody can make files in what is no folder.
        clear(kept);
        Files.delete(kept);
        Files.createFile(kept);
        assertTrue(!isLate(script, Map.of("XDG_CACHE_HOME", "/dev/null"), line));
        assertTrue(!wouldBeLate(script, Map.of("XDG_CACHE_HOME", "/dev/null"), line));
        Files.delete(kept);
    }

    /** A run as ever that took .01 s is better than any other, also where PEs share a JVM. */
    private void beginsAsEverWhereThatIsQuicker(Path script, Path kept, List<String> line) throws IOException {
        List<String> shared = new ArrayList<>(line);
        shared.set(1, "2");
        shared.addAll(2, List.of("--pes-per-jvm", "2"));
        clear(kept);
        assertTrue(!run(script, folder, Map.of(), shared).expect(0).err().contains(LATE));
        try (Stream<Path> files = Files.list(kept)) {
            Path job = files.findFirst().orElseThrow();
            assertTrue(Double.parseDouble(Files.readString(job)) > 0);
            assertTrue(wouldBeLate(script, Map.of(), shared));
            Files.writeString(job, "0.01");
        }
        // One such run may be a busy machine's.
        assertTrue(run(script, folder, Map.of(), shared).expect(0).err().contains(LATE));
        assertTrue(run(script, folder, Map.of(), shared).expect(0).err().contains(LATE));
        Oshrun.Result after = run(script, folder, Map.of(), shared).expect(0);
        assertTrue(!after.err().contains(LATE) && after.err().contains("warm: the job took longer when the optimizing"
            + " compiler began later, so it starts as ever"), after::err);
    }

    private static void clear(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
    }

    /** {@return whether the optimizing compiler of the PEs begins late} */
    private boolean isLate(Path script, Map<String, String> environment, List<String> line) {
        Oshrun.Result result = run(script, folder, environment, line).expect(0);
        assertEquals("0\n", result.out());
        return result.err().contains(LATE);
    }

    private boolean wouldBeLate(Path script, Map<String, String> environment, List<String> line) {
        return wouldStart(script, environment, line).contains(LATE);
    }

    /** {@return the command that a job would start its PEs with} */
    private String wouldStart(Path script, Map<String, String> environment, List<String> line) {
        List<String> only = new ArrayList<>(line);
        only.addFirst("--do-not-launch");
        return run(script, folder, environment, only).expect(0).out();
    }

    /** The second run of a program in a jar has its classes from a cache, until the jar changes. */
    private void programsStartFromTheirJars(Path script) throws IOException {
        Path jar = folder.resolve("program.jar");
        pack(jar, "a");
        Path named = folder.resolve("named.jar");
        pack(named, "other", "a");
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(classes.resolve("a.txt"), "of the folder");
        Path loaded = folder.resolve("loaded-by-program");
        List<String> line = new ArrayList<>(List.of("-np", "2", "-v", "-J-Xlog:class+load:file=" + loaded, OPENS,
            "-cp", classes + ":" + jar, SpellsProgram.class.getName()));
        line.addFirst("--warm");
        Oshrun.Result first = run(script, folder, atOnce(), line).expect(0);
        assertTrue(first.err().contains("; there is no start-up cache of its jars yet\n"), first::err);
        assertTrue(first.err().contains("\noshrun: classes of its jars come from "), first::err);
        line.removeFirst();
        Oshrun.Result second = run(script, folder, atOnce(), line).expect(0);
        assertTrue(second.err().contains("; classes of its jars come from " + folder.toRealPath()
            + "/target/aot/programs/"), second::err);
        assertEquals(List.of("0", "1"), second.outLines().stream().sorted().toList());
        assertTrue(Files.readString(loaded).contains(SpellsProgram.class.getName()
            + " source: shared objects file"), second::err);
        assertTrue(!wouldStart(script, Map.of("SHMEM_WARM", "off"), line).contains("its jars"));
        List<String> joined = new ArrayList<>(line);
        joined.addFirst("--warm-flags");
        Oshrun.Result flags = run(script, folder, atOnce(), joined).expect(0);
        assertTrue(flags.out().startsWith("\"-XX:AOTCache=" + folder.toRealPath()
            + "/target/aot/programs/"), flags::out);
        assertTrue(flags.out().contains(":" + jar + ":"), flags::out);
        Path args = Files.writeString(folder.resolve("args"), flags.out());
        joinedJvmsRefuseOldClasses(args, jar);
        joinedJvmsRefuseOldClasses(args, named);
        joined.set(0, "--warm");
        assertTrue(run(script, folder, Map.of("SHMEM_WARM", "off"), joined).expect(2).err()
            .contains("--warm and SHMEM_WARM=off exclude each other"));
        // Other flags of modules need another cache.
        List<String> closed = new ArrayList<>(line);
        closed.remove(OPENS);
        assertTrue(isWithout(script, closed));
        closed.addFirst("--vector");
        assertTrue(isWithout(script, closed));
        closed.addAll(0, List.of("--debug-port", "5005"));
        assertTrue(wouldStart(script, atOnce(), closed).contains("; these flags allow no start-up cache\n"));
        List<String> watched = new ArrayList<>(line);
        watched.addAll(0, List.of("-x", "JAVA_TOOL_OPTIONS=-javaagent:any.jar"));
        assertTrue(wouldStart(script, atOnce(), watched).contains("; these flags allow no start-up cache\n"));
        List<String> large = new ArrayList<>(line);
        large.addFirst("-J-Xmx40g");
        assertTrue(wouldStart(script, atOnce(), large).contains("; these flags allow no start-up cache\n"));
        anotherFolderServesToo(script, line);
        contentsCount(script, line, jar, named);
        foldersComeFirst(script, line, classes);
        List<String> clean = List.of("--clean", "--shm-dir", folder.toString());
        assertTrue(run(script, folder, atOnce(), clean).expect(0).err()
            .contains("removed start-up caches of programs: 1\n"));
    }

    /** No launcher compares jars before JVMs that join a job, and JDK 25 does not, either. */
    private void joinedJvmsRefuseOldClasses(Path args, Path jar) throws IOException {
        assertEquals("0\n", joined(args));
        FileTime time = Files.getLastModifiedTime(jar);
        Files.setLastModifiedTime(jar, FileTime.from(Instant.now()));
        String changed = joined(args);
        assertTrue(changed.contains(Runtime.version().feature() > 25 ? "0\n" : "a jar of the class path has changed"
            + " since oshrun --warm-flags"), changed);
        Files.setLastModifiedTime(jar, time);
    }

    private String joined(Path args) throws IOException {
        ProcessBuilder java = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "@" + args, SpellsProgram.class.getName()).redirectErrorStream(true);
        java.environment().putAll(Map.of("SHMEM_JOIN", "warm-flags", "SHMEM_NPES", "1"));
        return new String(java.start().getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** New caches have their place in the clone, and older ones may lie where it can't be written. */
    private void anotherFolderServesToo(Path script, List<String> line) throws IOException {
        Path here = script.resolveSibling("target/aot/programs");
        Path there = folder.resolve("shmem4j/aot").resolve(folder.toRealPath().toString().replace('/', '+'));
        Files.move(here, Files.createDirectories(there).resolve("programs"));
        String would = wouldStart(script, atOnce(), line);
        assertTrue(would.contains("; classes of its jars come from " + there), would);
        Files.move(there.resolve("programs"), here);
    }

    /** Sizes and times tell nothing of a jar's contents, also where another jar's manifest names it. */
    private void contentsCount(Path script, List<String> line, Path jar, Path named) throws IOException {
        FileTime time = Files.getLastModifiedTime(jar);
        pack(jar, "b");
        Files.setLastModifiedTime(jar, time);
        assertTrue(isWithout(script, line));
        pack(jar, "a");
        Files.setLastModifiedTime(jar, time);
        assertTrue(!isWithout(script, line));
        FileTime other = Files.getLastModifiedTime(named);
        pack(named, "other", "b");
        Files.setLastModifiedTime(named, other);
        assertTrue(isWithout(script, line), "the manifest names a jar with other contents");
        pack(named, "other", "a");
        Files.setLastModifiedTime(named, other);
        assertTrue(!isWithout(script, line));
        List<String> twice = new ArrayList<>(line);
        twice.replaceAll(word -> word.endsWith(":" + jar) ? word + ":" + named : word);
        assertTrue(isWithout(script, twice), "a class path of two jars, one of which the other's manifest names");
    }

    /** A file of both lies in the folder, as without a cache. */
    private void foldersComeFirst(Path script, List<String> line, Path classes) throws IOException {
        Files.createFile(classes.resolve("other"));
        assertTrue(!wouldStart(script, atOnce(), line).contains("its jars"), "also a jar that a manifest names");
        Files.delete(classes.resolve("other"));
        Path both = classes.resolve(SpellsProgram.class.getName().replace('.', '/') + ".class");
        Files.createDirectories(both.getParent());
        Files.write(both, bytes());
        assertTrue(!wouldStart(script, atOnce(), line).contains("its jars"));
        Files.delete(both);
        assertTrue(!isWithout(script, line));
    }

    private boolean isWithout(Path script, List<String> line) {
        return wouldStart(script, atOnce(), line).contains("no start-up cache of its jars yet");
    }

    private static byte[] bytes() throws IOException {
        try (InputStream in = SpellsProgram.class.getResourceAsStream("SpellsProgram.class")) {
            return in.readAllBytes();
        }
    }

    /** Makes a jar of the program, a text and a manifest that names a second jar. */
    private static void pack(Path jar, String text) throws IOException {
        pack(jar, new TreeMap<>(Map.of(SpellsProgram.class.getName().replace('.', '/') + ".class", bytes(),
            "text", text.getBytes(StandardCharsets.UTF_8), JarFile.MANIFEST_NAME,
            "Manifest-Version: 1.0\nClass-Path: named.jar missing.jar\n".getBytes(StandardCharsets.UTF_8))));
    }

    private static void pack(Path jar, String name, String text) throws IOException {
        pack(jar, new TreeMap<>(Map.of(name, text.getBytes(StandardCharsets.UTF_8))));
    }

    private static void pack(Path jar, SortedMap<String, byte[]> entries) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, byte[]> each : entries.entrySet()) {
                ZipEntry entry = new ZipEntry(each.getKey());
                entry.setTime(0);
                out.putNextEntry(entry);
                out.write(each.getValue());
            }
        }
    }

    /** As a build of the next module adds one: PEs start from the cache as before, and no other is made at once. */
    private void aJarMoreVoidsNothing(Path script, Path lib, Path cache) throws IOException {
        Path more = lib.resolve("shmem-a-new-one-1.jar");
        try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(more))) {
            jar.putNextEntry(new ZipEntry("nothing"));
        }
        List<String> line = new ArrayList<>(List.of("-np", "1", "-v"));
        line.addAll(program("hello"));
        String one = wouldStart(script, atOnce(), line);
        assertTrue(one.contains("-XX:AOTCache=" + cache), one);
        assertTrue(one.contains(more.toString()), one);
        sharedJvmsStartFromItToo(script);
        StartUpCaches.awaitTrainers(folder.toRealPath(), TRAINER_SECONDS);
        try (Stream<Path> files = Files.list(cache.getParent())) {
            assertEquals(1, files.filter(file -> file.getFileName().toString().startsWith("pe-")).count());
        }
        Files.delete(more);
    }

    /** Nearly all classes that a JVM of several PEs loads of the library come from the cache. */
    private void sharedJvmsStartFromItToo(Path script) throws IOException {
        Path loaded = folder.resolve("loaded");
        List<String> line = new ArrayList<>(List.of("-v", "-np", "4", "--pes-per-jvm", "4",
            "-J-Xlog:class+load:file=" + loaded));
        line.addAll(program("hello"));
        Oshrun.Result shared = run(script, folder, atOnce(), line).expect(0);
        assertEquals(List.of("hello from 0 of 4", "hello from 1 of 4", "hello from 2 of 4", "hello from 3 of 4"),
            shared.outLines().stream().sorted().toList());
        List<String> ours = Files.readAllLines(loaded).stream().filter(text -> text.contains(" io.shmem4j.pe.")
            || text.contains(" io.shmem4j.apart.")).filter(text -> !text.contains("$$Lambda")).toList();
        List<String> fromJars = ours.stream().filter(text -> text.contains("source: file:")).toList();
        assertTrue(10 * fromJars.size() < ours.size(), fromJars::toString);
    }

    /** This process has the turn of all copies of the library, so a trainer that is to make caches anew waits. */
    private void besideAnotherTrainer(Path script, List<String> line) throws IOException {
        try (FileChannel turn = FileChannel.open(folder.resolve("shmem4j/aot/training"), StandardOpenOption.WRITE);
            FileLock lock = turn.lock()) {
            turn.truncate(0).write(ByteBuffer.wrap("4711, for /elsewhere".getBytes(StandardCharsets.UTF_8)));
            Oshrun.Result refused = run(script, folder, Map.of("SHMEM_WARM", "off", "XDG_CACHE_HOME",
                folder.toString()), line).expect(0);
            assertTrue(lock.isValid() && refused.err().startsWith("oshrun: process 4711, for /elsewhere, makes start-up"
                + " caches\n"), refused::err);
            assertTrue(refused.err().endsWith("oshrun: no start-up caches are made now: SHMEM_WARM=off forbids it\n"),
                refused::err);
            List<String> quiet = new ArrayList<>(line);
            quiet.remove("-v");
            Oshrun.Result third = run(script, folder, atOnce(), quiet).expect(0);
            assertEquals(HELLOS, third.outLines().stream().sorted().toList());
            assertEquals("", third.err());
            List<ProcessHandle> trainers = StartUpCaches.trainers(folder.toRealPath());
            assertEquals(1, trainers.size());
            trainers.getFirst().destroyForcibly();
            trainers.getFirst().onExit().join();
        }
    }

    /** A failed attempt leaves a mark in the cache's place. */
    private void afterAFailureAnHourPasses(Path script, Path cache) throws IOException {
        Path mark = Files.move(cache, Path.of(cache.toString().replace(".aot", ".failed")));
        Files.setLastModifiedTime(mark, FileTime.from(Instant.now()));
        String failed = run(script, folder, Map.of("XDG_CACHE_HOME", folder.toString()), List.of("--info", "all"))
            .expect(0).out();
        assertTrue(failed.contains("none; an attempt failed less than an hour ago (" + mark + ")"), failed);
        Files.setLastModifiedTime(mark, FileTime.from(Instant.now().minusSeconds(3_601)));
        String again = run(script, folder, atOnce(), List.of("--info", "all")).expect(0).out();
        assertTrue(again.contains("none yet; the next job makes it in " + cache.getParent()), again);
    }

    /**
     * The quick compiler compiles collectives at once, as in the cache's training. A call that the training did not
     * meet, such as a longer wait, may be compiled otherwise: without training, nine in ten methods are.
     */
    private void collectivesAreCompiledQuickly(Path script, Path cache) throws IOException {
        List<String> line = new ArrayList<>(List.of("-v", "-np", "2",
            "-J-Xlog:jit+compilation=debug:file=" + folder.resolve("compiled%p")));
        line.addAll(Oshrun.program(BarriersProgram.class, "20000"));
        Oshrun.Result second = run(script, folder, atOnce(), line).expect(0);
        assertTrue(second.err().contains("-XX:AOTCache=" + cache), second::err);
        List<String> levels = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path log : files.filter(file -> file.getFileName().toString().startsWith("compiled")).toList()) {
                Files.readAllLines(log).stream().map(COMPILED::matcher).filter(Matcher::find)
                    .forEach(method -> levels.add(method.group(1)));
            }
        }
        assertTrue(levels.size() > 10, levels::toString);
        assertTrue(4 * levels.stream().filter("1"::equals).count() >= 3 * levels.size(), levels::toString);
    }

    /** The trainer works in the background at the lowest priority; on a loaded machine it takes its time. */
    private Path awaitCache() throws IOException {
        StartUpCaches.awaitTrainers(folder.toRealPath(), TRAINER_SECONDS);
        try (Stream<Path> files = Files.list(folder.resolve("target/aot"))) {
            return files.filter(file -> file.getFileName().toString().matches("pe-.*\\.aot")).findFirst()
                .orElseThrow(() -> new AssertionError("no start-up cache appeared"));
        }
    }
}
