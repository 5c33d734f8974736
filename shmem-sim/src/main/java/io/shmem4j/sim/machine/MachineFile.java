// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads machine files: bundled ones by name, user files by path. */
public final class MachineFile {
    /** Names of the bundled machines. */
    public static final List<String> BUNDLED = List.of("knc-5110p", "knc-se10p", "knl-flat", "knl-cache",
        "epyc-7r13-x2", "xeon-8375c-x2", "xeon-e5-2650-x2", "opteron-6272-x4", "scc");

    private MachineFile() {
    }

    /** {@return the machine with a bundled name, or from a file; errors contain the path of the wrong field} */
    public static Machine load(String nameOrPath) {
        return Section.load(nameOrPath, "machine", BUNDLED, MachineFile::read);
    }

    /** {@return the text of a machine file of a kind, with notes, for a start} */
    public static String example(String kind) throws IOException {
        try (Reader text = open(kind, "example", List.of(kind))) {
            return text.readAllAsString();
        }
    }

    public static Machine parse(String file, Reader text) {
        return read(Section.parse(file, text));
    }

    private static Machine read(Section root) {
        String kind = root.text("kind");
        return switch (kind) {
            case "coherent" -> CoherentMachine.read(root);
            case "mesh" -> MeshMachine.read(root);
            default -> throw root.wrong("kind", "must be coherent or mesh, not " + kind);
        };
    }

    /** {@return an exception with the name of a machine or profile file, the path of the field, and the problem} */
    static IllegalArgumentException refusal(String file, String path, String problem) {
        return refusal(file, path, problem, null);
    }

    static IllegalArgumentException refusal(String file, String path, String problem, Throwable cause) {
        return new IllegalArgumentException(file + ": " + path + ": " + problem, cause);
    }

    static Reader open(String nameOrPath, String folder, List<String> bundled) throws IOException {
        if (bundled.contains(nameOrPath)) {
            return new InputStreamReader(MachineFile.class.getResourceAsStream("/io/shmem4j/sim/" + folder + "/"
                + nameOrPath + ".json"), StandardCharsets.UTF_8);
        }
        Path path = Path.of(nameOrPath);
        if (!Files.isRegularFile(path)) {
            throw refusal(nameOrPath, "$", "there is no such file and no " + folder
                + " of this name; known: " + String.join(", ", bundled));
        }
        return Files.newBufferedReader(path);
    }
}
