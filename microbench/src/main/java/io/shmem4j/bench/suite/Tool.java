// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.suite;

import io.shmem4j.bench.measure.Machine;
import io.shmem4j.config.ByteSize;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Jobs and machines of the suite's tools, and the rules for their options. */
public final class Tool {
    /** The most PEs that a tool starts. */
    public static final int MOST_PES = 256;

    private Tool() {
    }

    public static List<String> launcher() {
        String root = System.getProperty("shmem4j.root", "");
        Path script = Path.of(root, "oshrun");
        return !root.isEmpty() && Files.isExecutable(script) ? List.of(script.toString())
            : List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "io.shmem4j.launch.cli.Launcher");
    }

    /** {@return the machine and software on which jobs are measured} */
    public static Map<String, String> facts() {
        Map<String, String> facts = Machine.facts(0, false);
        facts.keySet().removeAll(List.of("PEs", "shape", "flags", "wait"));
        return facts;
    }

    public static void ranged(CommandSpec spec, String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(spec.commandLine(), option + " is from " + least + " to " + most + ", not "
                + value);
        }
    }

    /** Refuses sizes that can't be had in ints. */
    public static void sized(CommandSpec spec, List<Long> sizes) {
        for (long size : sizes) {
            ranged(spec, "--sizes", size, Integer.BYTES, 1 << 24);
            if (size % Integer.BYTES != 0) {
                throw new ParameterException(spec.commandLine(), "--sizes: " + size + " is no multiple of 4");
            }
        }
    }

    /** A number with k, m or g. */
    public static final class Size implements ITypeConverter<Long> {
        @Override
        public Long convert(String word) {
            try {
                return ByteSize.parse(word);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
