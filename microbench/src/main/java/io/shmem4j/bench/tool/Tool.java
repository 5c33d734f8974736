// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.tool;

import io.shmem4j.bench.measure.Machine;
import io.shmem4j.bench.print.Format;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the suite's tools start and measure on, and the rules for their options. */
public final class Tool {
    /** The most PEs that a tool starts. */
    public static final int MOST_PES = 256;

    private Tool() {
    }

    /** {@return the words that start our launcher} */
    public static List<String> launcher() {
        String root = System.getProperty("shmem4j.root", "");
        Path script = Path.of(root, "oshrun");
        return !root.isEmpty() && Files.isExecutable(script) ? List.of(script.toString())
            : List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "io.shmem4j.launch.cli.Launcher");
    }

    /** {@return the machine and software on which jobs are measured} */
    public static Map<String, String> facts() {
        Map<String, String> facts = Machine.facts(0);
        facts.keySet().removeAll(List.of("PEs", "shape", "flags", "wait"));
        return facts;
    }

    /**
     * Refuses a number that is too small or too large.
     *
     * @param spec   the command
     * @param option its option
     * @param value  the number
     * @param least  the smallest
     * @param most   the largest
     */
    public static void ranged(CommandSpec spec, String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(), option + " is from " + least + " to " + most + ", not "
                + value);
        }
    }

    /**
     * Refuses sizes that can't be had in ints.
     *
     * @param spec  the command
     * @param sizes bytes
     */
    public static void sized(CommandSpec spec, List<Long> sizes) {
        for (long size : sizes) {
            ranged(spec, "--sizes", size, Integer.BYTES, 1 << 24);
            if (size % Integer.BYTES != 0) {
                throw new ParameterException(spec.commandLine(), "--sizes: " + size + " is no multiple of 4");
            }
        }
    }

    /**
     * Refuses formats of other suites.
     *
     * @param spec   the command
     * @param format the format
     */
    public static void plain(CommandSpec spec, Format format) {
        if (format != Format.TABLE && format != Format.CSV && format != Format.JSON) {
            throw new ParameterException(spec.commandLine(), "--format is one of table, csv, json here");
        }
    }
}
