// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.tune;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.scan.ClassPathScan;
import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.MethodShapes;
import java.util.List;

/** The launcher as its start-up cache is made from it. */
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

    /** Looks through the jars of bundled programs, which are not looked through before they run. */
    private static void scan(String program) {
        Installation here = Installation.current();
        List<String> jars = here.peJars().stream().filter(jar -> !Installation.isLibrary(jar)).toList();
        new ClassPathScan(here).of(program, jars, null);
        // And once more as it is the next time.
        new ClassPathScan(here).of(program, jars, null);
    }
}
