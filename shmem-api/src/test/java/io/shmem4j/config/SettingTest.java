// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.algorithm.AlltoallAlgorithm;
import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.algorithm.BroadcastAlgorithm;
import io.shmem4j.algorithm.CollectAlgorithm;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.algorithm.Transfer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SettingTest {
    /** Prints what settings are in the environment of its process. */
    static final class Printer {
        private Printer() { }

        public static void main(String[] args) {
            for (String name : args) {
                Setting setting = Setting.valueOf(name);
                String value;
                try {
                    value = switch (setting.kind()) {
                        case INTEGER, INTERNAL -> Integer.toString(setting.intValue());
                        case SIZE -> Long.toString(setting.bytes());
                        default -> setting.word();
                    };
                } catch (IllegalArgumentException e) {
                    value = e.getMessage();
                }
                System.out.println(setting.source() + " " + setting.isSet() + " " + value);
            }
        }
    }

    /** Asks a process of its own, because the environment of this one can't be changed. */
    private static List<String> ask(Map<String, String> environment, String... settings) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> folders = new ArrayList<>();
        for (Class<?> each : List.of(Setting.class, Printer.class)) {
            folders.add(Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        }
        List<String> command = Stream.concat(Stream.of(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp",
            String.join(":", folders), Printer.class.getName()), Stream.of(settings)).toList();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("SHMEM_") || name.startsWith("SMA_"));
        builder.environment().putAll(environment);
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes());
        assertEquals(0, process.waitFor(), out);
        return out.lines().toList();
    }

    @Test
    void environmentDecides() throws Exception {
        Map<String, String> environment = new HashMap<>();
        environment.put("SHMEM_SYMMETRIC_SIZE", "1.5k");
        environment.put("SMA_SYMMETRIC_SIZE", "7k");
        environment.put("SMA_DEBUG", "Yes");
        environment.put("SMA_WAIT", "spin");
        environment.put("SHMEM_CORES", " 3 ");
        environment.put("SHMEM_CHECK", "two");
        assertEquals(List.of("SHMEM_SYMMETRIC_SIZE true 1536", "SMA_DEBUG true yes", "SHMEM_WAIT false auto",
            "SHMEM_CORES true 3", "SHMEM_CHECK true SHMEM_CHECK=two is not a whole number from 0 to 4",
            "SHMEM_NPES false 1"),
            ask(environment, "SYMMETRIC_SIZE", "DEBUG", "WAIT", "CORES", "CHECK", "NPES"));
        String refused = ask(Map.of("SMA_SYMMETRIC_SIZE", "lots"), "SYMMETRIC_SIZE").getFirst();
        assertTrue(refused.startsWith("SMA_SYMMETRIC_SIZE true SMA_SYMMETRIC_SIZE=lots: "), refused);
    }

    @Test
    void onlyTheFourOfTheSpecificationHaveTheOldName() {
        assertEquals(Set.of("VERSION", "INFO", "DEBUG", "SYMMETRIC_SIZE"), Stream.of(Setting.values())
            .filter(Setting::specified).map(Setting::name).collect(Collectors.toSet()));
    }

    /** The words that are allowed are the constants that they select. */
    @Test
    void wordsAreThoseOfTheAlgorithms() {
        Map<Setting, Class<? extends Enum<?>>> types = Map.of(Setting.REDUCE_ALGORITHM, ReduceAlgorithm.class,
            Setting.REDUCE_TRANSFER, Transfer.class, Setting.BARRIER_ALGORITHM, BarrierAlgorithm.class,
            Setting.BROADCAST_ALGORITHM, BroadcastAlgorithm.class, Setting.COLLECT_ALGORITHM, CollectAlgorithm.class,
            Setting.ALLTOALL_ALGORITHM, AlltoallAlgorithm.class, Setting.SCAN_ALGORITHM, ScanAlgorithm.class);
        types.forEach((setting, type) -> assertEquals(Stream.of(type.getEnumConstants()).map(constant ->
            constant.name().toLowerCase()).collect(Collectors.joining(", ")), setting.allowed()));
    }

    /** Every value that is in force where nothing is set is allowed, unless there is none. */
    @Test
    void standardsAreAllowed() {
        for (Setting setting : Setting.values()) {
            if (!setting.standard().isEmpty()) {
                assertEquals(null, setting.problem(setting.variable(), setting.standard()));
            }
        }
    }

    /** The page about the environment has one row for each setting, with its help word for word. */
    @Test
    void documentationHasEverySetting() throws IOException {
        Path page = Path.of("..", "docs", "environment.md");
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : Files.readAllLines(page)) {
            if (line.startsWith("| `SHMEM_")) {
                List<String> cells = Stream.of(line.split("\\|")).map(String::strip).toList();
                rows.put(cells.get(1), cells.subList(2, cells.size()));
            }
        }
        Set<String> missing = new HashSet<>();
        for (Setting setting : Setting.values()) {
            String standard = setting.standard().isEmpty() ? "" : "`" + setting.standard() + "`";
            List<String> expected = List.of(setting.kind().name().toLowerCase(), setting.allowed(), standard,
                setting.help());
            if (!expected.equals(rows.remove("`" + setting.variable() + "`"))) {
                missing.add("| `" + setting.variable() + "` | " + String.join(" | ", expected) + " |");
            }
        }
        assertEquals(Set.of(), missing, page + " lacks these rows");
        assertEquals(Set.of(), rows.keySet(), page + " has rows for what is no setting");
    }
}
