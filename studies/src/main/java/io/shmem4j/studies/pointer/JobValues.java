// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.pointer;

import io.shmem4j.report.ToolException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Measurements of a simulated job. A JVM has room for one job, so each job has its own JVM, which prints a name and
 * numbers on each line.
 */
public final class JobValues {
    /** The JVM's warning about the module with vectors. */
    private static final String REMARK = "WARNING: Using incubator modules: jdk.incubator.vector";

    private final Map<String, double[]> byName = new LinkedHashMap<>();

    /** {@return a future of the measurements of a job, which starts at once} */
    public static Supplier<JobValues> now(Jobs jobs, String... args) {
        return jobs.now(String.join(" ", args), () -> run(args));
    }

    private static JobValues run(String... args) {
        List<String> words = new ArrayList<>(List.of(JobProgram.class.getName()));
        words.addAll(List.of(args));
        JobValues values = new JobValues();
        output(words, Map.of()).lines().forEach(values::read);
        return values;
    }

    /** {@return the output of a main class in a JVM like this one} */
    public static String output(List<String> words, Map<String, String> variables) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(words);
        return outputOf(command, variables);
    }

    /** {@return the output of a command that must succeed} */
    public static String outputOf(List<String> command, Map<String, String> variables) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command);
            builder.environment().putAll(variables);
            Process process = builder.start();
            Thread errors = Thread.ofPlatform().start(() -> process.errorReader().lines()
                .filter(line -> !line.equals(REMARK)).forEach(System.err::println));
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            errors.join();
            if (process.waitFor() != 0) {
                throw new ToolException(1, String.join(" ", command) + " ended with status " + process.exitValue()
                    + ": " + text);
            }
            return text;
        } catch (IOException e) {
            throw new ToolException(1, "can't run " + String.join(" ", command) + ": " + e.getMessage());
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    private void read(String line) {
        String[] words = line.split("\t");
        byName.put(words[0], Arrays.stream(words, 1, words.length).mapToDouble(Double::parseDouble).toArray());
    }

    void print() {
        byName.forEach((name, values) -> System.out.println(name + "\t"
            + Arrays.stream(values).mapToObj(Double::toString).collect(Collectors.joining("\t"))));
    }

    void put(String name, int... values) {
        byName.put(name, Arrays.stream(values).asDoubleStream().toArray());
    }

    /** {@return the numbers of a name, initially zeros} */
    double[] row(String name, int size) {
        return byName.computeIfAbsent(name, key -> new double[size]);
    }

    public double[] get(String name) {
        return byName.get(name);
    }
}
