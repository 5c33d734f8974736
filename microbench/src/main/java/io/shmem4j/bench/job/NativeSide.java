// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.job;

import io.shmem4j.bench.job.Comparison.Best;
import io.shmem4j.bench.suite.Commands;
import io.shmem4j.report.ToolException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The C programs: built when they are first needed, run by the library's launcher or, without a library, directly. */
final class NativeSide {
    private static final String SOURCES = "/io/shmem4j/bench/native/";
    private static final List<String> COMPILERS = List.of("cc", "gcc", "clang");

    private final Commands commands;
    private final NativeLibrary library;
    private final String compiler;
    private final List<String> launchOptions;
    private final Map<String, Path> built = new HashMap<>();

    NativeSide(Commands commands, NativeLibrary library, List<String> launchOptions) {
        this.commands = commands;
        this.library = library;
        this.launchOptions = launchOptions;
        this.compiler = onPath(COMPILERS);
    }

    private static String onPath(List<String> names) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .flatMap(entry -> names.stream().map(name -> Path.of(entry, name)))
            .filter(Files::isExecutable).map(Path::toString).findFirst().orElse(null);
    }

    /** {@return whether everything is installed that a section's C program needs} */
    boolean has(Section section) {
        return section.library ? library != null : compiler != null;
    }

    String advice(Section section) {
        return section.library ? "no OpenSHMEM library for C with oshcc and oshrun on PATH; on Debian: apt-get"
            + " install openmpi-bin libopenmpi-dev; elsewhere --native FOLDER"
            : "no C compiler (cc, gcc, clang) on PATH; on Debian: apt-get install gcc libc6-dev";
    }

    String name(Section section) {
        return section.library ? library.name(commands) : "C, " + Path.of(compiler).getFileName();
    }

    /** Runs a section's program once, or once for each of its operations. */
    void run(Section section, Request request, int pes, Best best) {
        section.nativeRuns(request, pes).forEach(words -> run(section, request, pes, words, best));
    }

    private void run(Section section, Request request, int pes, List<String> words, Best best) {
        List<String> program = new ArrayList<>(List.of(program(section.program).toString(),
            Integer.toString(request.trials()), Integer.toString(request.millis())));
        program.addAll(words);
        read(section.library ? launched(pes, program) : commands.run(program, Map.of()), pes, best);
    }

    private String launched(int pes, List<String> program) {
        return commands.run(library.command(pes, launchOptions, program), library.environment());
    }

    private static void read(String output, int pes, Best best) {
        for (String line : output.split("\n")) {
            String[] cells = line.split("\t");
            if (cells.length == 3) {
                best.add(new Best.Row(cells[0], Long.parseLong(cells[1]), pes), Double.parseDouble(cells[2]));
            }
        }
    }

    private Path program(String name) {
        return built.computeIfAbsent(name, this::build);
    }

    private Path build(String name) {
        boolean calls = !name.equals("limits");
        Path program = commands.folder().resolve(name);
        copy("twin.h");
        List<String> words = new ArrayList<>(List.of(calls ? library.compiler() : compiler, "-O3"));
        if (!calls) {
            words.add("-march=native");
        }
        words.addAll(List.of("-o", program.toString(), copy(name + ".c").toString()));
        commands.run(words, Map.of());
        return program;
    }

    private Path copy(String name) {
        Path file = commands.folder().resolve(name);
        try (InputStream source = NativeSide.class.getResourceAsStream(SOURCES + name)) {
            Files.write(file, source.readAllBytes());
            return file;
        } catch (IOException e) {
            throw new ToolException(2, "can't write " + file + ": " + e.getMessage());
        }
    }
}
