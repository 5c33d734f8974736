// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.train;

import io.shmem4j.pe.MainMethod;
import io.shmem4j.pe.MethodShapes;

/** The launcher as its start-up cache is made from it. */
final class TrainedLauncher {
    private TrainedLauncher() {
    }

    /**
     * Runs the launcher.
     *
     * @param args its main class, then its own arguments
     * @throws Throwable of the launcher
     */
    public static void main(String[] args) throws Throwable {
        MethodShapes.link();
        Class<?> launcher = Class.forName(args[0]);
        String[] rest = new String[args.length - 1];
        System.arraycopy(args, 1, rest, 0, rest.length);
        MainMethod.of(launcher).run(launcher, rest);
    }
}
