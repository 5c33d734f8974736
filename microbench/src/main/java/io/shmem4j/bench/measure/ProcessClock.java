// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.measure;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Processor time of this process. The JDK's own figure moves in steps of 10 ms on Linux, so there the scheduler's
 * nanoseconds of all threads are added up.
 */
public final class ProcessClock {
    private static final Path TASKS = Path.of("/proc/self/task");

    private ProcessClock() {
    }

    /** {@return nanoseconds of processor time of all threads that live} */
    public static long nanos() {
        long sum = 0;
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                sum += nanos(task.resolve("schedstat"));
            }
            return sum;
        } catch (IOException e) {
            return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
        }
    }

    private static long nanos(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        String text = Files.readString(file);
        return Long.parseLong(text.substring(0, text.indexOf(' ')));
    }
}
