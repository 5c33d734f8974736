// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.shm.ShmHost;
import io.shmem4j.spi.CallSite;
import java.nio.file.Path;

/**
 * The main class of every PE's JVM: watches the launcher, runs the program's main method, and turns an uncaught
 * throwable of any thread into the end of the job.
 *
 * <p>A failing PE must not run code that waits for others, so it halts after its stack trace is out.
 */
public final class PeMain {
    /** System property of PEs whose failure does not end the others. */
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
            MainMethod.of(type).run(type, rest);
            ShmHost.mainReturned();
        } catch (Throwable thrown) {
            fail(thrown, null);
        }
    }

    /** {@return the program's class by its name, which stands behind the module's and a slash if it is in a module} */
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

    /** Reports an uncaught throwable to the user and the other PEs, and ends this process. */
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
