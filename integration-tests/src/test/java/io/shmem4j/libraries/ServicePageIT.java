// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page on services: its classes compile, and instances made of them are killed, replaced and ended. */
@Thorough
class ServicePageIT {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```$");
    private static final Pattern CLASS = Pattern.compile("(?m)^(?:public final )?class (\\w+)");
    private static final String PATH = System.getProperty("surefire.test.class.path",
        System.getProperty("java.class.path"));
    private static final String INSTANCE = """
        import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
        import java.util.concurrent.locks.LockSupport;

        public final class Instance {
            private static volatile long changes;

            public static void main(String[] args) {
                Prices prices = new Prices(Integer.parseInt(args[0]), 2, 1000);
                Runtime.getRuntime().addShutdownHook(new Thread(prices::close));
                SimpleMeterRegistry registry = new SimpleMeterRegistry();
                new ShmemMeters(prices.shmem()).bindTo(registry);
                prices.set(7, new Prices.Price(Long.parseLong(args[1]), Long.parseLong(args[1]) + 1));
                Thread.startVirtualThread(() -> {
                    while (true) {
                        changes = prices.awaitChange(changes);
                    }
                });
                for (String last = "";; LockSupport.parkNanos(1_000_000)) {
                    StringBuilder now = new StringBuilder("life " + (int) registry.get("shmem.incarnation").gauge()
                        .value() + ", deaths " + (int) registry.get("shmem.deaths").counter().count() + ", changes "
                        + changes + ", alive");
                    for (int instance = 0; instance < 2; instance++) {
                        Prices.Price price = prices.get(instance, 7);
                        now.append(" ").append((int) registry.get("shmem.alive").tag("instance", "" + instance).gauge()
                            .value()).append(":").append(price == null ? "?" : price.bid() + "-" + price.ask());
                    }
                    if (!now.toString().equals(last)) {
                        last = now.toString();
                        System.out.println(last);
                    }
                }
            }
        }
        """;

    @TempDir
    private Path folder;

    private void compile() throws IOException {
        List<String> words = new ArrayList<>(List.of("-d", folder.toString(), "-cp", PATH, "-proc:none"));
        String page = Files.readString(Oshrun.home().resolve("docs/how-to/run-a-service.md"));
        for (String source : BLOCK.matcher(page + "```java\n" + INSTANCE + "```\n").results()
            .map((MatchResult block) -> block.group(1)).toList()) {
            Matcher name = CLASS.matcher(source);
            name.results().findFirst().ifPresent(found -> words.add(folder.resolve(found.group(1) + ".java")
                .toString()));
            Files.writeString(Path.of(words.getLast()), source);
        }
        assertEquals(4, words.stream().filter(word -> word.endsWith(".java")).count());
        assertEquals(0, ToolProvider.findFirst("javac").orElseThrow().run(System.out, System.err,
            words.toArray(String[]::new)));
    }

    private Oshrun start(String... arguments) {
        List<String> words = new ArrayList<>(List.of("--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1",
            "-cp", folder + File.pathSeparator + PATH, "Instance"));
        words.addAll(List.of(arguments));
        return Oshrun.start(Path.of(System.getProperty("java.home"), "bin", "java"), folder, Map.of("SHMEM_SHM_DIR",
            folder.toString()), words);
    }

    @Test
    void instancesAreKilledReplacedAndEnded() throws IOException {
        compile();
        try (Oshrun first = start("0", "100"); Oshrun second = start("1", "200")) {
            first.awaitOutput("life 1, deaths 0, changes 2, alive 1:100-101 1:200-201", 1);
            second.awaitOutput("life 1, deaths 0, changes 2, alive 1:100-101 1:200-201", 1);
            second.process().destroyForcibly();
            first.awaitOutput("life 1, deaths 1, changes 2, alive 1:100-101 0:200-201", 1);
            try (Oshrun next = start("1", "300")) {
                first.awaitOutput("life 1, deaths 1, changes 3, alive 1:100-101 1:300-301", 1);
                next.awaitOutput("life 2, deaths 0, changes 3, alive 1:100-101 1:300-301", 1);
                next.signal("TERM");
                assertEquals(143, next.awaitEnd().status());
                first.signal("TERM");
                assertEquals(143, first.awaitEnd().status());
            }
        }
    }
}
