// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.spi.Backend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * Copies of the library's protocols with one call less, a compare-and-set that is a load and a store, or two stores
 * swapped; each is compiled, and explored by {@link Protocol} in a JVM of its own.
 */
public final class Mutants {
    private static final List<String> SOURCES = List.of("shmem-channel/src/main/java/io/shmem4j/channel/ring",
        "shmem-irregular/src/main/java/io/shmem4j/irregular/lane",
        "shmem-irregular/src/main/java/io/shmem4j/irregular/message",
        "shmem-irregular/src/main/java/io/shmem4j/irregular/batch",
        "shmem-irregular/src/main/java/io/shmem4j/irregular/container",
        "shmem-api/src/main/java/io/shmem4j/collective/team",
        "shmem-api/src/main/java/io/shmem4j/collective/algorithm",
        "shmem-api/src/main/java/io/shmem4j/engine/QueueLock.java");
    /** Collectives over several nodes, which no explored run has. */
    private static final String NODES = "Levels\\w*|NodeMeeting";
    private static final Pattern SWAP = Pattern.compile("\\b(shmem|backend)\\.(compareSwap(?:Int)?)\\(");
    private static final String STORE = "(?:[\\w.\\[\\]]+\\.)?(?:p|put|putSignal|set|signal|announce|cellSet|cellAdd|"
        + "cellCopy|atomicSet|fetchBitsInt|putInt|putLong|copy|add|setRelease|dismiss|arrive|publish)\\(.*\\);";
    /** Words in the names of the protocols that are explored first, by words in the name of the changed class. */
    private static final Map<String, String> FIRST = Map.ofEntries(Map.entry("Gather", "collect"),
        Map.entry("Reduction", "reduce"), Map.entry("Broadcast", "broadcast"), Map.entry("Exchange", "alltoall"),
        Map.entry("Scan", "scan"), Map.entry("Barrier", "barrier"), Map.entry("QueueLock", "lock"),
        Map.entry("Shards", "split that outlives deaths"), Map.entry("Region", "map"), Map.entry("Batch", "batch"),
        Map.entry("WorkPool", "pool"), Map.entry("Reply", "questions"),
        Map.entry("Questions", "questions"), Map.entry("Dispatcher", "message"),
        Map.entry("Outbox", "message"), Map.entry("Courier", "message"), Map.entry("Finish", "message"),
        Map.entry("Outgoing", "message"), Map.entry("RingWriter", "message"), Map.entry("Incoming", "message"),
        Map.entry("Ends", "message"), Map.entry("CounterSync", "FLAT"), Map.entry("ArrivalOrder", "FLAT"),
        Map.entry("Links", "reduce RECDBL"), Map.entry("Readers", "OCBCAST"), Map.entry("Staging", "broadcast"),
        Map.entry("TeamView", "reduce"), Map.entry("AllOrNothing", "a map that outlives deaths"));
    static final String PATH = System.getProperty("java.class.path");
    /** Seconds of processor time after which a JVM that should have come to its end hangs. */
    private static final int GRACE = 6;

    /** Kinds of changes, in the order in which a line is looked at. */
    enum Kind {
        FENCE("a fence less", "(\\w+\\.)*(fence|fenceLast)\\(\\);", 4),
        QUIET("a quiet less", "(\\w+\\.)*quiet\\(\\);", 5),
        WAIT("a wait less", "(\\w+\\.)*(await|awaitAnnounced|awaitChildren|atLeast|allArrived)\\(.*\\);", 15),
        SIGNAL("a signal less", "(\\w+\\.)*(signal|announce|cellSet|dismiss)\\(.*\\);", 14),
        COMPARE("a compare-and-set as a load and a store", null, 6),
        SWAPPED("two stores swapped", null, 16);

        final String words;
        private final String line;
        private final int most;

        Kind(String words, String line, int most) {
            this.words = words;
            this.line = line;
            this.most = most;
        }
    }

    /** A changed source. */
    record Mutant(Kind kind, Path file, int line, String text, String source) {
        @Override
        public String toString() {
            return kind.words + " at " + file.getFileName() + ':' + line + ": " + text;
        }

        String type() {
            return file.getFileName().toString().replace(".java", "");
        }
    }

    /** Result of a mutant's exploration: what it was found by, or null where it has survived. */
    record Judged(Mutant mutant, String found, double seconds) {
    }

    private Mutants() {
    }

    /** {@return some changes of each kind, spread over all places where it can be made} */
    static List<Mutant> chosen(Path home) throws IOException {
        List<Mutant> all = new ArrayList<>();
        for (String source : SOURCES) {
            try (Stream<Path> files = Files.walk(home.resolve(source))) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java")).sorted().toList()) {
                    if (!file.getFileName().toString().replace(".java", "").matches(NODES)) {
                        add(all, file);
                    }
                }
            }
        }
        List<Mutant> chosen = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            List<Mutant> places = all.stream().filter(each -> each.kind == kind).toList();
            int count = Math.min(kind.most, places.size());
            for (int i = 0; i < count; i++) {
                chosen.add(places.get(i * places.size() / count));
            }
        }
        return chosen;
    }

    private static void add(List<Mutant> all, Path file) throws IOException {
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            String text = line.strip();
            for (Kind kind : Kind.values()) {
                if (kind.line != null && text.matches(kind.line)) {
                    all.add(mutant(kind, file, lines, i, line.replace(text, ";")));
                    break;
                }
            }
            Matcher swap = SWAP.matcher(line);
            if (swap.find() && !text.startsWith("*")) {
                all.add(mutant(Kind.COMPARE, file, lines, i, swap.replaceFirst(Mutants.class.getName() + ".$2($1, ")));
            }
            if (i + 1 < lines.size() && text.matches(STORE) && lines.get(i + 1).strip().matches(STORE)
                && line.indexOf(text) == lines.get(i + 1).indexOf(lines.get(i + 1).strip())) {
                List<String> swapped = new ArrayList<>(lines);
                Collections.swap(swapped, i, i + 1);
                all.add(new Mutant(Kind.SWAPPED, file, i + 1, text + ' ' + lines.get(i + 1).strip(),
                    String.join("\n", swapped)));
            }
        }
    }

    private static Mutant mutant(Kind kind, Path file, List<String> lines, int at, String instead) {
        List<String> changed = new ArrayList<>(lines);
        changed.set(at, instead);
        return new Mutant(kind, file, at + 1, lines.get(at).strip(), String.join("\n", changed));
    }

    /** Explores a mutant for some seconds of processor time at most, and as long once more where PEs share a core. */
    static Judged judge(Mutant mutant, Path folder, int seconds) throws IOException, InterruptedException {
        Path source = Files.createDirectories(folder.resolve("source")).resolve(mutant.file.getFileName());
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Files.writeString(source, mutant.source);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        if (ToolProvider.getSystemJavaCompiler().run(null, said, said, "-nowarn", "-cp", PATH, "-d", classes.toString(),
            source.toString()) != 0) {
            throw new IllegalStateException(mutant + ": " + said);
        }
        List<String> first = new ArrayList<>();
        FIRST.forEach((word, protocols) -> {
            if (mutant.type().contains(word)) {
                first.add(protocols + mutant.type().replaceFirst(word, " ").toUpperCase().stripTrailing());
                first.add(protocols);
            }
        });
        long begin = System.nanoTime();
        String path = classes + ":" + PATH;
        String found = explore(path, folder, seconds, false, first);
        if (found == null) {
            found = explore(path, folder, seconds, true, first);
        }
        return new Judged(mutant, found, (System.nanoTime() - begin) * 1e-9);
    }

    /**
     * Explores the classes of a path in a JVM of its own.
     *
     * @param shares whether the PEs share a core, which makes collectives take other ways
     * @param first  words in the names of the protocols that come first
     * @return what failed, also a JVM that hangs, or null
     */
    static String explore(String path, Path folder, int seconds, boolean shares, List<String> first)
        throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java")
            .toString(), "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "--enable-native-access=ALL-UNNAMED", "-cp",
            path, Protocol.class.getName(), String.valueOf(seconds)));
        command.addAll(first);
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        if (shares) {
            builder.environment().put("SHMEM_CORES", "1");
        }
        Process process = builder.start();
        boolean ended = false;
        try {
            while (!ended && process.info().totalCpuDuration().orElse(Duration.ZERO).toSeconds() < seconds + GRACE) {
                ended = process.waitFor(1, TimeUnit.SECONDS);
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        String text = Files.readString(output, StandardCharsets.UTF_8).strip();
        return !ended ? "a JVM that does not end" : process.exitValue() == 0 ? null : text;
    }

    /** A compare-and-swap that is a load and a store. */
    public static long compareSwap(Shmem shmem, SymmetricLongs words, long index, long expected, long value, int pe) {
        long found = shmem.g(words, index, pe);
        if (found == expected) {
            shmem.p(words, index, value, pe);
        }
        return found;
    }

    /** A compare-and-swap of the library that is a load and a store. */
    public static int compareSwapInt(Backend backend, int pe, long offset, int expected, int value) {
        int found = backend.getInt(pe, offset);
        if (found == expected) {
            backend.putInt(pe, offset, value);
        }
        return found;
    }
}
