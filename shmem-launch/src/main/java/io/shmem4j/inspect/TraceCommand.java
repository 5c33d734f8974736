// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.launch.ExitStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The tool {@code trace}: merges records that no launcher has merged, and makes a page of a trace. */
public final class TraceCommand {
    private static final String ENDING = ".parts";
    private static final String PAGE = "--html";
    private static final String HELP = """
        oshrun trace NAME.parts
        oshrun trace NAME.json --html FILE

        Makes NAME.json from the records in the folder NAME.parts. JVMs that join a job write such records, and a job
        with --trace NAME leaves them if its launcher is killed or the disk is full. The folder stays.

        --html makes a page of the trace, which a browser shows without a network.
        """;

    private TraceCommand() {
    }

    public static void main(String[] args) {
        System.exit(run(List.of(args)));
    }

    private static int run(List<String> args) {
        if (args.contains("--help") || args.contains("-h")) {
            System.out.print(HELP);
            return 0;
        }
        if (args.contains(PAGE)) {
            return page(args);
        }
        // Shells append a slash when they complete a folder.
        String folder = args.size() == 1 ? args.getFirst().replaceFirst("/+$", "") : "";
        if (!folder.endsWith(ENDING) || !Files.isDirectory(Path.of(folder))) {
            System.err.println("oshrun trace: " + (args.size() == 1 ? args.getFirst() + " is no folder NAME" + ENDING
                : "it takes the name of one folder NAME.parts (oshrun trace --help shows what there is)"));
            return ExitStatus.USAGE;
        }
        try {
            TraceFiles files = TraceFiles.of(folder.substring(0, folder.length() - ENDING.length()));
            TraceMerge.Result result = TraceMerge.merge(Path.of(folder), 0, files);
            result.damage().forEach(line -> System.err.println("oshrun trace: " + line));
            result.notes().forEach(line -> System.err.println("oshrun trace: " + line));
            System.err.println("oshrun trace: " + (result.calls() == 0 ? "there are no records in " + folder
                : TraceMerge.describe(files, result)));
            return result.calls() == 0 || !result.damage().isEmpty() ? ExitStatus.FAILED : 0;
        } catch (IllegalArgumentException e) {
            System.err.println("oshrun trace: " + e.getMessage());
            return ExitStatus.USAGE;
        } catch (IOException e) {
            System.err.println("oshrun trace: the trace can't be written: " + e);
            return ExitStatus.FAILED;
        }
    }

    private static int page(List<String> args) {
        if (args.size() != 3 || !args.get(1).equals(PAGE) || !Files.isRegularFile(Path.of(args.getFirst()))) {
            System.err.println("oshrun trace: " + (args.size() == 3 && args.get(1).equals(PAGE)
                ? "there is no file " + args.getFirst() : "a page is made by: oshrun trace NAME.json --html FILE"));
            return ExitStatus.USAGE;
        }
        try {
            TracePage.write(Path.of(args.getFirst()), Path.of(args.getLast()));
            return 0;
        } catch (IllegalArgumentException e) {
            System.err.println("oshrun trace: " + e.getMessage());
            return ExitStatus.USAGE;
        } catch (IOException e) {
            System.err.println("oshrun trace: the page can't be written: " + e);
            return ExitStatus.FAILED;
        }
    }
}
