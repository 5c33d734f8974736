// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.spi.CallSite;
import java.nio.file.Path;

/**
 * Main class of a PE's JVM. It watches the launcher, runs the program's main method, and turns an uncaught throwable of
 * any thread into the end of the job.
 *
 * <p>A failed PE halts after printing its stack trace, because other code might wait for other PEs.
 */
public final class PeMain {
    /** System property of PEs whose failure doesn't end the job. */
    public static final String KEEP_GOING = "shmem4j.keep.going";

    private PeMain() {
    }

    public static void main(String[] args) {
        try {
            String folder = Setting.JOB_DIR.value();
            if (!folder.isEmpty()) {
                LauncherWatch.begin(new JobFiles(Path.of(folder)));
            }
            Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> fail(thrown, thread));
            String[] rest = new String[args.length - 1];
            System.arraycopy(args, 1, rest, 0, rest.length);
            Class<?> type = program(args[0]);
            CallSite.program(type.getName());
            MainMethod.of(type).run(type, MainMethod.arguments(Setting.PE.intValue(), rest));
            LocalHost.mainReturned();
        } catch (Throwable thrown) {
            fail(thrown, null);
        }
    }

    /** {@return the program's class by name, which may be {@code module/class}} */
    private static Class<?> program(String name) throws ClassNotFoundException {
        int slash = name.indexOf('/');
        if (slash < 0) {
            return Class.forName(name, false, ClassLoader.getSystemClassLoader());
        }
        Module module = ModuleLayer.boot().findModule(name.substring(0, slash)).orElseThrow();
        Class<?> type = Class.forName(module, name.substring(slash + 1));
        if (type == null) {
            throw new ClassNotFoundException(name);
        }
        return type;
    }

    /** Reports an uncaught throwable, aborts the job and ends this process. */
    private static void fail(Throwable thrown, Thread thread) {
        try {
            new Failure(Setting.PE.intValue(), thrown, thread == null || thread.threadId() == 1 ? null : thread, null)
                .announce(System.err);
            String folder = Setting.JOB_DIR.value();
            if (!folder.isEmpty()) {
                LauncherWatch.lastLook(new JobFiles(Path.of(folder)));
            }
        } finally {
            Runtime.getRuntime().halt(Failure.STATUS);
        }
    }
}
