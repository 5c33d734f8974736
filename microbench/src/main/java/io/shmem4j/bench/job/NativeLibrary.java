// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.suite.Commands;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * An installed OpenSHMEM library for C: a folder with its compiler {@code oshcc} and its launcher {@code oshrun}. Our
 * own launcher has the same name, so a folder does not count whose {@code oshrun} is ours.
 *
 * @param folder  where its programs lie
 * @param openMpi whether it is that of Open MPI
 */
record NativeLibrary(Path folder, boolean openMpi) {
    private static final String MARK = "shmem4j";
    private static final int SCRIPT = 64 << 10;

    /** {@return the first one on a search path, null if there is none} */
    static NativeLibrary find(String path) {
        for (String entry : path.split(File.pathSeparator)) {
            NativeLibrary library = entry.isEmpty() ? null : in(Path.of(entry));
            if (library != null) {
                return library;
            }
        }
        return null;
    }

    /** {@return the library in a folder, null if there is none} */
    static NativeLibrary in(Path folder) {
        Path launcher = folder.resolve("oshrun");
        if (!Files.isExecutable(folder.resolve("oshcc")) || !Files.isExecutable(launcher) || isOurs(launcher)) {
            return null;
        }
        return new NativeLibrary(folder, Files.isExecutable(folder.resolve("oshmem_info")));
    }

    private static boolean isOurs(Path launcher) {
        try {
            return Files.size(launcher) < SCRIPT
                && new String(Files.readAllBytes(launcher), StandardCharsets.ISO_8859_1).contains(MARK);
        } catch (IOException e) {
            return false;
        }
    }

    String compiler() {
        return folder.resolve("oshcc").toString();
    }

    String name(Commands commands) {
        return openMpi ? commands.run(List.of(folder.resolve("oshmem_info").toString(), "--version"), Map.of())
            .lines().findFirst().orElse("Open MPI/SHMEM").strip() : "OpenSHMEM in " + folder;
    }

    List<String> command(int pes, List<String> options, List<String> program) {
        List<String> words = new ArrayList<>(List.of(folder.resolve("oshrun").toString()));
        if (openMpi) {
            words.addAll(List.of("--oversubscribe", "--mca", "osc", "ucx"));
        }
        words.addAll(options);
        words.addAll(List.of("-np", Integer.toString(pes)));
        words.addAll(program);
        return words;
    }

    /** {@return the environment variables that its launcher needs} Open MPI refuses root without it. */
    Map<String, String> environment() {
        return openMpi && "root".equals(System.getProperty("user.name"))
            ? Map.of("OMPI_ALLOW_RUN_AS_ROOT", "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1") : Map.of();
    }
}
