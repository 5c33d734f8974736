// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.scan.ClassPathScan;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.MethodShapes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs the launcher while a JVM records its start-up cache. */
final class TrainedLauncher {
    private TrainedLauncher() {
    }

    /**
     * Runs the launcher.
     *
     * @param args its main class, then its own arguments
     */
    public static void main(String[] args) throws Throwable {
        MethodShapes.link();
        scan(args[args.length - 1]);
        Class<?> launcher = Class.forName(args[0]);
        String[] rest = new String[args.length - 1];
        System.arraycopy(args, 1, rest, 0, rest.length);
        MainMethod.of(launcher).run(launcher, rest);
    }

    /** Looks through all jars beside the library's and a folder, as before a user's program. */
    private static void scan(String program) {
        Installation here = Installation.current();
        List<String> path = new ArrayList<>();
        for (String jar : here.peJars()) {
            path.add(Path.of(jar).getParent() + "/*");
        }
        here.cacheFolders().forEach(folder -> path.add(folder.toString()));
        new ClassPathScan(here).of(program, path, null);
        // And once more as it is the next time.
        new ClassPathScan(here).of(program, path, null);
    }
}
