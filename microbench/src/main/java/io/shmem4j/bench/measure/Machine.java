// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import io.shmem4j.Version;
import io.shmem4j.config.Setting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** What the numbers were measured on. */
public final class Machine {
    private Machine() {
    }

    /** {@return facts by name} */
    public static Map<String, String> facts(int nPes) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("library", Version.NAME);
        facts.put("date", LocalDate.now().toString());
        facts.put("PEs", Integer.toString(nPes));
        facts.put("shape", System.getProperty("shmem4j.shape", "one JVM"));
        facts.put("cores", Integer.toString(cores()));
        facts.put("CPU", cpu());
        facts.put("OS", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("JDK", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("flags", ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(word -> word.startsWith("-X")).collect(Collectors.joining(" ")));
        facts.put("wait", Setting.WAIT.word());
        return facts;
    }

    /** {@return cores that the job's PEs share; from the launcher, because a PE's JVM gets fewer} */
    public static int cores() {
        return Setting.CORES.isSet() ? Setting.CORES.intValue() : Runtime.getRuntime().availableProcessors();
    }

    private static String cpu() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
                if (line.startsWith("model name") || line.startsWith("Model")) {
                    return line.substring(line.indexOf(':') + 1).strip();
                }
            }
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
        return System.getProperty("os.arch");
    }
}
