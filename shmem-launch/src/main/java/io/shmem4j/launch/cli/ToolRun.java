// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.CLASS_PATH;
import static io.shmem4j.launch.option.LauncherOption.JAR;
import static io.shmem4j.launch.option.LauncherOption.JVM_FLAG;
import static io.shmem4j.launch.option.LauncherOption.NP;
import static io.shmem4j.launch.option.LauncherOption.WORKING_FOLDER;

import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.process.JvmFlags;
import io.shmem4j.launch.process.UserFlags;
import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs a bundled tool: one JVM on the user's terminal, without a job. */
record ToolRun(String name, BundledPrograms.Entry entry, List<String> args, Options options,
    Installation installation) {
    /** Most words in a tool's name. */
    private static final int LONGEST_NAME = 2;

    /** {@return the tool named by the command line, or null} */
    static ToolRun of(List<CommandLineReader.Read> segments, Installation installation) {
        List<String> words = segments.getFirst().words();
        if (segments.size() > 1 || words.isEmpty() || segments.getFirst().options().has(JAR)) {
            return null;
        }
        BundledPrograms programs = BundledPrograms.load();
        for (int length = Math.min(LONGEST_NAME, words.size()); length > 0; length--) {
            String name = String.join(" ", words.subList(0, length));
            BundledPrograms.Entry entry = programs.find(name);
            if (entry != null && entry.tool()) {
                return new ToolRun(name, entry, words.subList(length, words.size()), segments.getFirst().options(),
                    installation);
            }
        }
        return null;
    }

    int run() {
        if (options.has(NP)) {
            throw LaunchException.usage(name + " is a tool that runs once, without PEs; leave out -np "
                + options.whole(NP));
        }
        ProcessBuilder builder = new ProcessBuilder(words()).inheritIO();
        Map<String, String> environment = builder.environment();
        environment.putAll(options.backendVariables());
        if (options.has(WORKING_FOLDER)) {
            builder.directory(options.path(WORKING_FOLDER).toFile());
        }
        try {
            Process process = builder.start();
            Thread hook = new Thread(process::destroy, "end of the tool");
            Runtime.getRuntime().addShutdownHook(hook);
            return process.waitFor();
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't start " + name + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    private List<String> words() {
        List<String> words = new ArrayList<>();
        words.add(installation.java());
        List<String> ours = JvmFlags.fixed();
        ours.addAll(JvmFlags.heap(1, 1));
        words.addAll(UserFlags.with(options.all(JVM_FLAG)).leave(ours));
        words.addAll(entry.jvmFlags());
        words.addAll(options.all(JVM_FLAG));
        words.add("-D" + Installation.ROOT + "=" + (installation.root() == null ? "" : installation.root()));
        words.add("-cp");
        words.add(String.join(File.pathSeparator, installation.jars())
            + (!options.has(CLASS_PATH) ? "" : File.pathSeparator + options.text(CLASS_PATH)));
        words.add(entry.className());
        words.addAll(args);
        return words;
    }
}
