// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import io.shmem4j.Version;
import io.shmem4j.config.Setting;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The machine on which numbers were measured. */
public final class Machine {
    private Machine() {
    }

    /** {@return facts that results depend on; a simulated job does not depend on this machine} */
    public static Map<String, String> facts(int nPes, boolean simulated) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("library", Version.name());
        facts.put("date", LocalDate.now().toString());
        facts.put("PEs", Integer.toString(nPes));
        facts.put("shape", System.getProperty("shmem4j.shape", "one JVM"));
        if (simulated) {
            return facts;
        }
        facts.put("cores", Integer.toString(cores()));
        facts.put("CPU", cpu());
        facts.put("caches", caches());
        facts.put("OS", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("JDK", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        facts.put("flags", ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(word -> word.startsWith("-X")).collect(Collectors.joining(" ")));
        facts.put("wait", Setting.WAIT.word());
        return facts;
    }

    /** {@return the number of cores for the job's PEs, as set by the launcher: a PE's JVM sees fewer} */
    public static int cores() {
        return Setting.CORES.isSet() ? Setting.CORES.intValue() : Runtime.getRuntime().availableProcessors();
    }

    /** {@return the processor's name, with family and model, because several processors may share a name} */
    private static String cpu() {
        Map<String, String> fields = new HashMap<>();
        try {
            for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
                int colon = line.indexOf(':');
                if (colon > 0) {
                    fields.putIfAbsent(line.substring(0, colon).strip(), line.substring(colon + 1).strip());
                }
            }
        } catch (IOException e) {
            return System.getProperty("os.arch");
        }
        String name = fields.getOrDefault("model name", fields.getOrDefault("Model", System.getProperty("os.arch")));
        return fields.containsKey("cpu family") ? name + " (family " + fields.get("cpu family") + ", model "
            + fields.get("model") + ")" : name;
    }

    /** {@return the first core's caches with the cores that share them, or an empty text if unknown} */
    private static String caches() {
        List<String> caches = new ArrayList<>();
        Path folder = Path.of("/sys/devices/system/cpu/cpu0/cache");
        try {
            for (int i = 0; Files.isDirectory(folder.resolve("index" + i)); i++) {
                Path cache = folder.resolve("index" + i);
                if (!Files.readString(cache.resolve("type")).strip().equals("Instruction")) {
                    caches.add("L" + Files.readString(cache.resolve("level")).strip() + " "
                        + Files.readString(cache.resolve("size")).strip() + " of cores "
                        + Files.readString(cache.resolve("shared_cpu_list")).strip());
                }
            }
        } catch (IOException e) {
            return "";
        }
        return String.join(", ", caches);
    }
}
