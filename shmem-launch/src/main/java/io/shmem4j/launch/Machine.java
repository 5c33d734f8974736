// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.shm.Proc;
import java.nio.file.Path;

/** Cores and memory of this machine, and the user's folder for its measurements. */
public final class Machine {
    private static final double USUAL_MEGAHERTZ = 2500;
    /** Index in /proc/loadavg of the running threads, after three load averages. */
    private static final int RUNNING = 3;
    private static final String FOLDER = "shmem4j";

    private Machine() {
    }

    public static int cores() {
        return Runtime.getRuntime().availableProcessors();
    }

    /** {@return the memory limit of this process and its children in bytes, 0 if unknown} */
    public static long memory() {
        return MemorySize.BYTES;
    }

    /** Computed once, and used for each JVM of a job. */
    private static final class MemorySize {
        static final long BYTES = Math.min(meminfo("MemTotal:"), ControlGroups.own().memory());
    }

    /** {@return the available memory within this process's limit in bytes, 0 if unknown} */
    public static long availableMemory() {
        return Math.min(meminfo("MemAvailable:"), memory());
    }

    public static String processor() {
        String name = cpuinfo("model name");
        return name.isEmpty() ? System.getProperty("os.arch") : name;
    }

    /** {@return the processor's clock rate, or a typical rate if unknown} */
    public static double megahertz() {
        String clock = cpuinfo("cpu MHz");
        return clock.isEmpty() ? USUAL_MEGAHERTZ : Double.parseDouble(clock);
    }

    /** {@return the number of other runnable threads on this machine, 0 if unknown} */
    public static int running() {
        String[] load = Proc.text(Path.of("/proc/loadavg")).split("[ /]");
        return load.length > RUNNING ? Integer.parseInt(load[RUNNING]) - 1 : 0;
    }

    private static String cpuinfo(String field) {
        String found = Proc.field(Path.of("/proc/cpuinfo"), field);
        return found.substring(found.indexOf(':') + 1).strip();
    }

    private static long meminfo(String field) {
        return Proc.bytes(Path.of("/proc/meminfo"), field);
    }

    /** {@return {@code shmem4j} in {@code $XDG_CONFIG_HOME} or {@code ~/.config}; it may not exist} */
    public static Path measured() {
        String base = System.getenv("XDG_CONFIG_HOME");
        if (base != null && base.startsWith("/")) {
            return Path.of(base, FOLDER);
        }
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home, ".config", FOLDER);
    }

    public static Path costs() {
        return measured().resolve("costs");
    }
}
