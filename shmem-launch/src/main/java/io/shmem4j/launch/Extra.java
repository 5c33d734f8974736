// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Optional library of a job, with JVM flags for the PEs. */
public enum Extra {
    AGRONA(List.of()),
    MPI(List.of()),
    CHRONICLE(List.of("--add-exports=java.base/jdk.internal.ref=ALL-UNNAMED",
        "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED", "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-exports=jdk.unsupported/sun.misc=ALL-UNNAMED", "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
        "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
        "--add-opens=java.base/java.io=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED",
        "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow",
        "-Dchronicle.announcer.disable=true", "-Dchronicle.analytics.disable=true"));

    private static final String FOLDER = "with";

    private final List<String> flags;

    Extra(List<String> flags) {
        this.flags = flags;
    }

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public List<String> flags() {
        return flags;
    }

    /** {@return the libraries in a comma-separated list, which may be null} */
    public static List<Extra> of(String list) {
        List<Extra> wanted = new ArrayList<>();
        for (String word : list == null ? new String[0] : list.split(",")) {
            wanted.add(Stream.of(values()).filter(each -> each.word().equals(word)).findFirst()
                .orElseThrow(() -> LaunchException.usage("--with " + word + ": there are "
                    + String.join(", ", Stream.of(values()).map(Extra::word).toList()))));
        }
        return wanted;
    }

    /** {@return whether a class path begins with this library's jar} */
    public boolean begins(List<String> classPath) {
        return !classPath.isEmpty() && Path.of(classPath.getFirst()).startsWith(folder());
    }

    /** {@return its jars, from a folder beside the library's jars} */
    public List<String> jars() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(Path::toString).filter(file -> file.endsWith(".jar")).sorted().toList();
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "--with " + word() + ": this installation has no such jars ("
                + e.getMessage() + ")", e);
        }
    }

    private Path folder() {
        try {
            Path own = Path.of(Extra.class.getProtectionDomain().getCodeSource().getLocation().toURI());
            return own.resolveSibling(FOLDER).resolve(word());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
