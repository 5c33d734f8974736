// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.launch.program.Program;
import io.shmem4j.pe.PeMain;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes the end of a PE's command line where the program is a module: the library's modules come before its own. */
record ModuleFlags(Program program, List<String> jars) {
    private static final String API = "io.shmem4j";
    private static final String BACKEND = API + ".shm";
    /** Our modules that a PE needs, by the beginning of the jar's name or by the folder that it was compiled in. */
    private static final List<String> PROJECTS = List.of("shmem-api", "shmem-shm");

    List<String> words() {
        String main = program.mainClass();
        String module = main.substring(0, main.indexOf('/'));
        int end = main.lastIndexOf('.');
        List<String> words = new ArrayList<>(List.of("--module-path", path(), "--add-modules", module,
            "--enable-native-access=" + BACKEND, "--add-exports=java.base/jdk.internal.misc=" + API));
        if (end > 0) {
            // As with java itself, the main class needs no export.
            words.add("--add-opens=" + module + "/" + main.substring(main.indexOf('/') + 1, end) + "=" + BACKEND);
        }
        words.addAll(List.of("-m", BACKEND + "/" + PeMain.class.getName()));
        return words;
    }

    private String path() {
        List<String> path = new ArrayList<>(jars.stream().filter(ModuleFlags::isNeeded).toList());
        path.addAll(program.classPath());
        return String.join(File.pathSeparator, path);
    }

    private static boolean isNeeded(String jar) {
        Path path = Path.of(jar);
        return PROJECTS.stream().anyMatch(project -> path.getFileName().toString().startsWith(project + "-")
            || path.endsWith(Path.of(project, "target", "classes")));
    }
}
