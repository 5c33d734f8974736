// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The start-up caches (the JDK's AOT caches) of the PEs and of the launcher, in {@code target/aot}.
 *
 * <p>The PEs' cache is named after everything it depends on: the JDK, the jars with their sizes and times, the fixed
 * flags. So it can't be stale: after a change there simply is none until it has been made again. The launcher's cache
 * has a fixed name, because the script uses it before any of our code runs; it is made together with the PEs', and JVMs
 * silently ignore one that does not match.
 */
final class AotCache {
    /** Set in processes that are run in order to make a cache: they must not make one themselves. */
    static final String TRAINING = "shmem4j.aot.training";

    private final Installation installation;
    private final Path folder;
    private final String key;

    private AotCache(Installation installation) {
        this.installation = installation;
        this.folder = installation.cacheFolder();
        this.key = Long.toHexString(hash(description(installation)));
    }

    /** {@return the caches of an installation} @param installation the library and the JDK */
    static AotCache of(Installation installation) {
        return new AotCache(installation);
    }

    /** {@return the PEs' cache, or null if there is none yet} */
    Path ready() {
        return folder != null && Files.isRegularFile(forPes()) ? forPes() : null;
    }

    /** {@return where the PEs' cache belongs} */
    Path forPes() {
        return folder.resolve("pe-" + key + ".aot");
    }

    /** {@return where the launcher's cache belongs, as the script knows it} */
    Path forLauncher() {
        return folder.resolve("launcher-" + System.getProperty("java.version") + ".aot");
    }

    /** {@return a file whose existence says that making the caches has failed before} */
    Path failure() {
        return folder.resolve("pe-" + key + ".failed");
    }

    /** Starts a process that makes the caches, and does not wait for it; nothing happens where that can't work. */
    void makeInBackground() {
        if (folder == null || Boolean.getBoolean(TRAINING) || Files.exists(failure())
            || UserFlags.with(List.of()).changeCollector() || !Files.isWritable(folder.getParent())) {
            return;
        }
        try {
            List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
            command.addAll(launcherCommand(AotTrainer.class, List.of()));
            new ProcessBuilder(command).redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        } catch (IOException e) {
            // Jobs run without a cache too, only their start takes longer.
            return;
        }
    }

    /**
     * {@return a command that runs another main class of ours the way this process was started}
     *
     * @param main  the class
     * @param flags additional JVM flags
     * @throws IOException if the system does not tell how this process was started
     */
    static List<String> launcherCommand(Class<?> main, List<String> flags) throws IOException {
        String line = Files.readString(Path.of("/proc/self/cmdline"));
        List<String> command = new ArrayList<>();
        for (String word : line.split("\0")) {
            if (word.equals(Launcher.class.getName()) || word.equals(AotTrainer.class.getName())) {
                break;
            }
            if (!word.startsWith("-XX:AOTCache") && !word.startsWith("-D" + TRAINING)) {
                command.add(word);
            }
        }
        command.addAll(1, flags);
        command.add(1, "-D" + TRAINING + "=true");
        command.add(main.getName());
        return command;
    }

    private static String description(Installation installation) {
        StringBuilder text = new StringBuilder();
        append(text, installation.javaHome().resolve("release"));
        append(text, installation.javaHome().resolve("lib").resolve("modules"));
        for (String jar : installation.jars()) {
            append(text, Path.of(jar));
        }
        return text.append(JvmFlags.fixed()).toString();
    }

    private static void append(StringBuilder text, Path file) {
        text.append(file);
        try {
            text.append(' ').append(Files.size(file)).append(' ').append(Files.getLastModifiedTime(file).toMillis());
        } catch (IOException e) {
            text.append(" missing");
        }
        text.append('\n');
    }

    /** FNV-1a: a message digest would have to load a security provider first. */
    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        return hash;
    }
}
