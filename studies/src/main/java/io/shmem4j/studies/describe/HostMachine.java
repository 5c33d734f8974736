// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import io.shmem4j.launch.Machine;
import io.shmem4j.launch.tune.LineProbe;
import io.shmem4j.launch.tune.MachineCosts;
import io.shmem4j.report.ToolException;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The machine that this runs on: measured by a job of {@link MeasuringProgram}, described in a file. */
public final class HostMachine {
    private static final String FILE = "machine.json";
    private static final int MOST_PES = 8;

    private HostMachine() {
    }

    /**
     * Measures, writes a file, or the user's by null, and says what was found. It makes the file under another name
     * before, so that a folder that can't be written is found at once, and nobody reads half of a file.
     */
    public static String describe(Path wanted) {
        Path file = wanted == null ? Machine.measured().resolve(FILE) : wanted.toAbsolutePath();
        Path unfinished = null;
        Path numbers = null;
        try {
            Files.createDirectories(file.getParent());
            unfinished = Files.createTempFile(file.getParent(), ".describe-", ".tmp");
            numbers = Files.createTempFile("shmem4j-describe-", ".txt");
            run(numbers);
            MachineCosts costs = MachineCosts.read(numbers);
            Files.writeString(unfinished, MachineDescription.write(costs));
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
            return report(costs, file);
        } catch (IOException e) {
            throw new ToolException(1, "can't write " + file + " (" + e.getClass().getSimpleName() + ": "
                + e.getMessage() + ")");
        } finally {
            delete(unfinished);
            delete(numbers);
        }
    }

    private static void delete(Path file) {
        if (file != null) {
            file.toFile().delete();
        }
    }

    private static void run(Path numbers) throws IOException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.root", "."), "oshrun")
            .toString(), "-q", "-np", Integer.toString(Math.clamp(Machine.cores(), 2, MOST_PES)), "--pes-per-jvm", "1",
            "--heap-size", Long.toString(MeasuringProgram.heapBytes()), "--stdin", "none", "--vector"));
        for (String setting : List.of("COST_TABLE=builtin", "BARRIER_ALGORITHM=auto", "CHECK=1", "PROFILE=0",
            "WAIT=auto", "CORES=" + Machine.cores())) {
            words.addAll(List.of("-x", "SHMEM_" + setting));
        }
        words.addAll(List.of("-cp", jar(MeasuringProgram.class) + File.pathSeparator + jar(LineProbe.class),
            MeasuringProgram.class.getName(), numbers.toString()));
        try {
            int status = new ProcessBuilder(words).inheritIO().start().waitFor();
            if (status != 0) {
                throw new ToolException(status, "the job that measures has failed; nothing was written");
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts the main thread", e);
        }
    }

    private static String jar(Class<?> main) {
        try {
            return Path.of(main.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String report(MachineCosts costs, Path file) {
        return String.format(Locale.ROOT, """
            %s: %d cores
            one cache line, ns:      own cache %.1f, another core's %.1f, memory %.1f, each further reader %.1f
            messages of N lines, ns: %.1f N + %.1f - %.1f / N from caches, %.1f N + %.1f - %.1f / N from memory
            copying, GB/s:           %.1f by one PE, %.1f by all cores
            written: %s, for oshrun --backend sim --machine
            """, Machine.processor(), Machine.cores(), costs.get("own.exclusive"),
            costs.get("remote.exclusive"), costs.get("memory"), costs.get("reader"),
            costs.get("cached.o"), costs.get("cached.q"), costs.get("cached.p"), costs.get("cold.o"),
            costs.get("cold.q"), costs.get("cold.p"), costs.get("thread.rate"), costs.get("chip.rate"), file);
    }
}
