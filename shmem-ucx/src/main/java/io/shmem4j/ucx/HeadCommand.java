// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.error.ShmemException;
import io.shmem4j.ucx.transport.UcxContext;
import io.shmem4j.ucx.transport.UcxException;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;

/**
 * The command by which PE 0 of a joined job on several machines starts the head of the job's agents: {@code oshrun}
 * with an internal option.
 */
final class HeadCommand {
    private static final String SCRIPT = "oshrun";
    /** A file of every installation, which tells our oshrun from those of other libraries. */
    private static final Path OURS = Path.of("jvm", "launcher.args");
    /** Option of the launcher, which is on no PE's class path. */
    private static final String HEAD = "--head";

    private HeadCommand() {
    }

    /** Throws if UCX or the command is missing. */
    static void require(String job) {
        String who = "job " + job + " has several machines";
        try {
            UcxContext.version();
        } catch (UcxException e) {
            throw new ShmemException(who + ": " + UcxContext.describeMissing(e.getMessage()), e);
        }
        if (script() == null) {
            throw new ShmemException(who + ", whose agents oshrun starts: it is neither beside the library's "
                + "jars, of this user or root, nor on PATH");
        }
    }

    static Process start(List<String> words) throws IOException {
        List<String> command = new ArrayList<>(List.of(script().toString(), HEAD));
        command.addAll(words);
        return new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT).start();
    }

    private static Path script() {
        CodeSource source = HeadCommand.class.getProtectionDomain().getCodeSource();
        URL library = source == null ? null : source.getLocation();
        return script(library == null ? "" : library.toString(), System.getenv().getOrDefault("PATH", ""));
    }

    /**
     * {@return our oshrun in the library's installation, else on PATH, or null}
     *
     * @param library URL of the library's classes, not always a file
     */
    static Path script(String library, String path) {
        try {
            URI location = library.startsWith("file:") ? new URI(library) : null;
            Path script = location == null ? null : beside(Path.of(location).toRealPath());
            for (String folder : path.split(":")) {
                Path other = Path.of(folder, SCRIPT);
                script = script == null && Files.exists(other) ? onPath(other.toRealPath()) : script;
            }
            return script;
        } catch (URISyntaxException | IOException e) {
            throw new ShmemException("oshrun can't be looked for: " + e, e);
        }
    }

    /** {@return the script of the unpacked archive or clone that contains the library, or null} */
    private static Path beside(Path library) throws IOException {
        Path folder = library.getParent();
        Path above = folder == null ? null : folder.getParent();
        if (above == null) {
            return null;
        }
        boolean shared = folder.endsWith("lib");
        if (shared && !above.endsWith("target")) {
            return ours(above, above.resolve("bin").resolve(SCRIPT), true);
        }
        Path clone = shared || folder.endsWith("target") ? above.getParent() : null;
        return clone == null ? null : ours(clone, clone.resolve(SCRIPT), true);
    }

    private static Path onPath(Path script) throws IOException {
        Path folder = script.getParent();
        return ours(folder.endsWith("bin") ? folder.getParent() : folder, script, false);
    }

    /**
     * {@return the script, or null if it is not ours}
     *
     * @param guarded whether it must belong to this user or root; on PATH the user has chosen it
     */
    private static Path ours(Path root, Path script, boolean guarded) throws IOException {
        if (!Files.isExecutable(script) || !Files.exists(root.resolve(OURS))) {
            return null;
        }
        Object owner = Files.getAttribute(script, "unix:uid");
        boolean safe = (owner.equals(0) || owner.equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid")))
            && !Files.getPosixFilePermissions(script).contains(PosixFilePermission.OTHERS_WRITE);
        return safe || !guarded ? script : null;
    }
}
