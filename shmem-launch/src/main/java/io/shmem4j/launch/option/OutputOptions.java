// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import io.shmem4j.launch.LaunchException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The options about the PEs' output and input. */
public final class OutputOptions {
    @Option(names = {"--tag-output", "-l"},
        description = "start each line with its PE: '[3] text', '[3!] text' for standard error")
    public boolean tag;

    @Option(names = "--timestamp-output", description = "start each line with the time of day, to the millisecond")
    public boolean timestamp;

    @Option(names = "--output-filename", paramLabel = "NAME",
        description = "write each PE's output to NAME.<PE>.out and NAME.<PE>.err instead of the terminal")
    public String fileName;

    @Option(names = "--tee", description = "with --output-filename: to the terminal too")
    public boolean tee;

    @Option(names = "--output-from", paramLabel = "LIST", description = "show only the output of these PEs, as 0,4-7")
    public String from;

    @Option(names = "--merge-stderr-to-stdout", description = "PEs write their errors to their standard output")
    public boolean merge;

    @Option(names = "--stdin", paramLabel = "PE|all|none",
        description = "who reads standard input (default: ${DEFAULT-VALUE})")
    public String stdin = "0";

    /** {@return how the names of the files for output begin, or null where there are none} */
    public Path file() {
        if (fileName == null) {
            return null;
        }
        String last = fileName.substring(fileName.lastIndexOf('/') + 1);
        if (last.isEmpty() || last.equals(".") || last.equals("..")) {
            throw LaunchException.usage("--output-filename '" + fileName
                + "': it has to end with the beginning of a file name, as in logs/run");
        }
        return Path.of(fileName);
    }
}
