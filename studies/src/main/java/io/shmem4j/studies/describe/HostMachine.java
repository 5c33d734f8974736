// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.describe;

import io.shmem4j.launch.Machine;
import io.shmem4j.report.ToolException;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** This machine, measured by a job of {@link MeasuringProgram} and described in a file. */
public final class HostMachine {
    private static final String FILE = "machine.json";
    private static final int MOST_PES = 8;
    private static final CoreGroups GROUPS = CoreGroups.of(Path.of("/sys/devices/system/cpu/cpu0"), Machine.cores());

    private HostMachine() {
    }

    /** {@return the user's file} */
    public static Path standard() {
        return Machine.measured().resolve(FILE);
    }

    /**
     * Measures, writes the file and summarises it. The file first gets a temporary name, so that an unwritable folder
     * is reported before measuring and readers see only whole files.
     */
    public static String describe(Path wanted) {
        Path file = wanted.toAbsolutePath();
        Path unfinished = null;
        Path numbers = null;
        try {
            Files.createDirectories(file.getParent());
            unfinished = Files.createTempFile(file.getParent(), ".describe-", ".tmp");
            numbers = Files.createTempFile("shmem4j-describe-", ".txt");
            MachineCosts costs = measure(numbers);
            Files.writeString(unfinished, MachineDescription.write(costs, GROUPS));
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

    /** Measures neighbours, then the extra cost of a line from another group of cores and another socket. */
    private static MachineCosts measure(Path numbers) throws IOException {
        MachineCosts costs = run(numbers, Math.clamp(Machine.cores(), 2, MOST_PES), GROUPS.alike() ? List.of()
            : List.of("--map-by", "core"));
        if (GROUPS.group() < GROUPS.socket()) {
            costs.put("other.group", between("l3cache", costs, numbers));
        }
        if (GROUPS.socket() < GROUPS.all()) {
            costs.put("other.socket", between("package", costs, numbers));
        }
        return costs;
    }

    private static double between(String level, MachineCosts near, Path numbers) throws IOException {
        return Math.max(0, run(numbers, 2, List.of("--map-by", level, "--bind-to", "core")).get("remote.exclusive")
            - near.get("remote.exclusive"));
    }

    private static MachineCosts run(Path numbers, int pes, List<String> places) throws IOException {
        List<String> words = new ArrayList<>(List.of(Path.of(System.getProperty("shmem4j.root", "."), "oshrun")
            .toString(), "-q", "-np", Integer.toString(pes), "--pes-per-jvm", "1",
            "--heap-size", Long.toString(MeasuringProgram.heapBytes()), "--stdin", "none", "--vector"));
        words.addAll(places);
        for (String setting : List.of("COST_TABLE=builtin", "BARRIER_ALGORITHM=auto", "CHECK=1", "PROFILE=0",
            "WAIT=auto", "CORES=" + Machine.cores())) {
            words.addAll(List.of("-x", "SHMEM_" + setting));
        }
        words.addAll(List.of("-cp", jar(MeasuringProgram.class),
            MeasuringProgram.class.getName(), numbers.toString()));
        try {
            int status = new ProcessBuilder(words).inheritIO().start().waitFor();
            if (status != 0) {
                throw new ToolException(status, "the job that measures has failed; nothing was written");
            }
            return MachineCosts.read(numbers);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
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
            %s: %d cores%s
            one cache line, ns:      own cache %.1f, another core's %.1f, memory %.1f, each further reader %.1f
            messages of N lines, ns: %.1f N + %.1f - %.1f / N from caches, %.1f N + %.1f - %.1f / N from memory
            copying, GB/s:           %.1f by one PE, %.1f by all cores
            written: %s, for oshrun --backend sim --machine
            """, Machine.processor(), Machine.cores(), distances(costs), costs.get("own.exclusive"),
            costs.get("remote.exclusive"), costs.get("memory"), costs.get("reader"),
            costs.get("cached.o"), costs.get("cached.q"), costs.get("cached.p"), costs.get("cold.o"),
            costs.get("cold.q"), costs.get("cold.p"), costs.get("thread.rate"), costs.get("chip.rate"), file);
    }

    private static String distances(MachineCosts costs) {
        return (GROUPS.group() < GROUPS.socket() ? String.format(Locale.ROOT, ", %d share a cache, others' lines take"
            + " %.1f ns more", GROUPS.group(), costs.get("other.group")) : "") + (GROUPS.socket() < GROUPS.all()
            ? String.format(Locale.ROOT, ", %d a socket, the other's lines take %.1f ns more", GROUPS.socket(),
                costs.get("other.socket")) : "");
    }
}
