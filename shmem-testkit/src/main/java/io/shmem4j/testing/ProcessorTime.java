// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Writes the processor time of the processes that each test class has started, for {@link TestTimes}. The kernel adds a
 * process and its children to this one's when their end is noticed, and then the class of the process gets what is new.
 * So the sum is exact, and a class may get the time of another's process that ended within the same millisecond.
 */
public final class ProcessorTime implements BeforeAllCallback, BeforeEachCallback, AfterAllCallback {
    private static final double TICKS_PER_SECOND = 100;

    private static final InheritableThreadLocal<String> CLASS = new InheritableThreadLocal<>();
    private static final Map<String, Long> TICKS = new HashMap<>();
    private static long counted;

    @Override
    public void beforeAll(ExtensionContext context) {
        CLASS.set(outermost(context));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        CLASS.set(outermost(context));
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        String home = System.getProperty("shmem4j.home");
        if (home != null && context.getRequiredTestClass().getEnclosingClass() == null) {
            String name = outermost(context);
            long ticks = count(name);
            Path folder = Files.createDirectories(Path.of(home, "target", "processor-times"));
            Files.writeString(folder.resolve(name), String.valueOf(ticks / TICKS_PER_SECOND));
        }
    }

    /**
     * Counts a process for the class that starts it.
     *
     * @return the process
     */
    public static Process count(Process process) {
        String name = CLASS.get();
        if (name != null) {
            process.onExit().thenRun(() -> count(name));
        }
        return process;
    }

    private static synchronized long count(String name) {
        try {
            String stat = Files.readString(Path.of("/proc/self/stat"));
            // Fields 16 and 17, times of children; the name before the third may have blanks.
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
            long now = Long.parseLong(fields[13]) + Long.parseLong(fields[14]);
            long ticks = TICKS.merge(name, now - counted, Long::sum);
            counted = now;
            return ticks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String outermost(ExtensionContext context) {
        return context.getRequiredTestClass().getName().replaceFirst("\\$.*", "");
    }
}
