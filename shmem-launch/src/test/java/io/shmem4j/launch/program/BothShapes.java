// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Compiles programs, scans each alone, and runs those that may share: all in one job whose PEs share two JVMs, and in
 * one with a JVM a PE.
 */
final class BothShapes {
    private static final int PES = 4;
    private static final String BATCH = "Batch";
    private static final Pattern LINE = Pattern.compile("\\[(\\d+)] (.*)");

    private final Path folder;
    private final Path all;

    BothShapes(Path folder) throws IOException {
        this.folder = folder;
        this.all = Files.createDirectories(folder.resolve("all"));
    }

    /** Compiles programs with options of javac. */
    void compile(List<SmallProgram> programs, String... options) {
        String source = SmallProgram.IMPORTS + String.join("", programs.stream().map(SmallProgram::source).toList());
        JavaFileObject file = new SimpleJavaFileObject(URI.create("memory:///All.java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreErrors) {
                return source;
            }
        };
        List<String> words = new ArrayList<>(List.of("-proc:none", "-nowarn", "-d", all.toString(), "-cp",
            all + File.pathSeparator + System.getProperty("java.class.path")));
        words.addAll(List.of(options));
        StringWriter said = new StringWriter();
        assertTrue(ToolProvider.getSystemJavaCompiler().getTask(said, null, null, words, null, List.of(file)).call(),
            said::toString);
    }

    /** Gives each second class file the form of another compiler. */
    void recompile() throws IOException {
        try (Stream<Path> files = Files.list(all)) {
            for (Path file : files.filter(file -> file.hashCode() % 2 == 0).toList()) {
                Files.write(file, OtherCompiler.withConstantValues(Files.readAllBytes(file)));
            }
        }
    }

    private List<Path> classes(String program) throws IOException {
        try (Stream<Path> files = Files.list(all)) {
            return files.filter(file -> file.getFileName().toString().matches(program + "(\\$.*)?\\.class")).toList();
        }
    }

    private Path copy(String name, List<String> programs) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        for (String program : programs) {
            for (Path file : classes(program)) {
                Files.copy(file, own.resolve(file.getFileName()));
            }
        }
        return own;
    }

    private ShareScan scan(String program) throws IOException {
        return ShareScan.of(List.of(copy("alone-" + program, List.of(program)).toString()));
    }

    /** {@return what is wrong, by program} Those whose classes the PEs share run apart from the others. */
    Map<String, String> check(List<SmallProgram> programs) throws IOException {
        Map<String, String> wrong = new TreeMap<>();
        Map<String, List<String>> batches = new TreeMap<>();
        for (SmallProgram program : programs) {
            ShareScan scan = scan(program.name());
            if (program.sign() != SmallProgram.ANY && program.sign() == '-' != (scan.beyond() != null)) {
                wrong.put(program.name(), scan.beyond() == null ? "shares a JVM" : scan.beyond());
            } else if (scan.beyond() == null) {
                batches.computeIfAbsent((program.sign() == '*' ? "right-" : "same-")
                    + (scan.needsCopies() ? "copies" : "one"), _ -> new ArrayList<>()).add(program.name());
            }
        }
        for (Map.Entry<String, List<String>> batch : batches.entrySet()) {
            wrong.putAll(run(batch.getKey(), batch.getValue(), batch.getKey().startsWith("same")));
        }
        return wrong;
    }

    /** Runs programs as one, in both shapes; or in the shared one, in which each PE then says "right". */
    private Map<String, String> run(String name, List<String> programs, boolean same) throws IOException {
        StringBuilder calls = new StringBuilder();
        for (String program : programs) {
            calls.append("System.out.println(\"# ").append(program).append("\"); try { ").append(program)
                .append(".go(s); } catch (Throwable e) { System.out.println(\"threw \" + e); } s.barrierAll();\n");
        }
        compile(List.of(SmallProgram.of(BATCH, SmallProgram.ANY, "", "", calls.toString())));
        List<String> classes = new ArrayList<>(programs);
        classes.add(BATCH);
        Path path = copy(name, classes);
        Map<String, String> shared = outputs(path, "2", programs);
        Map<String, String> alone = same ? outputs(path, "1", programs) : new TreeMap<>();
        Map<String, String> differences = new TreeMap<>();
        for (String program : programs) {
            String expected = same ? alone.get(program) : "right\n".repeat(PES);
            if (!shared.get(program).equals(expected)) {
                differences.put(program, "shared:\n" + shared.get(program) + "alone:\n" + expected);
            }
        }
        return differences;
    }

    private static Map<String, String> outputs(Path path, String pes, List<String> programs) {
        Oshrun.Result result = Oshrun.run(List.of("-np", Integer.toString(PES), "--pes-per-jvm", pes, "--heap-size",
            "1m", "-l", "--timeout", "120", "-cp", path.toString(), BATCH)).expect(0);
        Map<String, String> outputs = new TreeMap<>();
        programs.forEach(program -> outputs.put(program, ""));
        String[] now = new String[PES];
        List<Map<String, StringBuilder>> ofPes = new ArrayList<>();
        for (int pe = 0; pe < PES; pe++) {
            ofPes.add(new TreeMap<>());
        }
        for (String line : result.outLines()) {
            Matcher parts = LINE.matcher(line);
            assertTrue(parts.matches(), () -> "no PE has said " + line);
            int pe = Integer.parseInt(parts.group(1));
            if (parts.group(2).startsWith("# ")) {
                now[pe] = parts.group(2).substring(2);
            } else {
                ofPes.get(pe).computeIfAbsent(now[pe], _ -> new StringBuilder()).append(parts.group(2)).append('\n');
            }
        }
        ofPes.forEach(pe -> pe.forEach((program, text) -> outputs.merge(program, text.toString(), String::concat)));
        return outputs;
    }
}
