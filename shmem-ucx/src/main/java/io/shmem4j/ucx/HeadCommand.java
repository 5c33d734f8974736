// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.ShmemException;
import io.shmem4j.ucx.lib.UcxContext;
import io.shmem4j.ucx.lib.UcxException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a JVM starts that joins a job on several machines as PE 0: {@code oshrun}, as the head of the job's agents. */
final class HeadCommand {
    private static final String SCRIPT = "oshrun";
    /** What lies beside our script. */
    private static final Path OURS = Path.of("jvm", "launcher.args");
    /** As the launcher has it, which is on no PE's class path. */
    private static final String HEAD = "--head";
    /** From the library's jar or classes up to the folder with the script. */
    private static final int STEPS_UP = 3;

    private HeadCommand() {
    }

    /** Refuses a job where UCX or the command is missing. */
    static void require(String job) {
        String who = "job " + job + " has several machines";
        try {
            UcxContext.version();
        } catch (UcxException e) {
            throw new ShmemException(who + ": " + UcxContext.missing(e.getMessage()), e);
        }
        if (script() == null) {
            throw new ShmemException(who + ", whose agents oshrun starts: it is neither in a folder above the "
                + "library's jars nor on PATH");
        }
    }

    static Process start(List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(script().toString(), HEAD));
        command.addAll(words);
        return new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    /** {@return our oshrun beside the library, or on PATH, where other libraries have one too; or null} */
    private static Path script() {
        try {
            URI library = HeadCommand.class.getProtectionDomain().getCodeSource().getLocation().toURI();
            Path script = above(Path.of(library));
            for (String folder : System.getenv().getOrDefault("PATH", "").split(":")) {
                Path other = Path.of(folder, SCRIPT);
                script = script == null && Files.exists(other) ? above(other.toRealPath()) : script;
            }
            return script;
        } catch (URISyntaxException | IOException e) {
            throw new ShmemException("oshrun can't be looked for: " + e, e);
        }
    }

    /** {@return the script of the clone or the unpacked archive that a file lies in, or null} */
    private static Path above(Path file) {
        Path folder = file.getParent();
        for (int step = 0; step < STEPS_UP && folder != null; step++) {
            for (Path script : List.of(folder.resolve(SCRIPT), folder.resolve("bin").resolve(SCRIPT))) {
                if (Files.isExecutable(script) && Files.exists(folder.resolve(OURS))) {
                    return script;
                }
            }
            folder = folder.getParent();
        }
        return null;
    }
}
