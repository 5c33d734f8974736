// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.Thread.UncaughtExceptionHandler;

/** Exits, shutdown hooks and the default handler of uncaught throwables for the calling PE instead of the JVM. */
public final class Ends {
    private Ends() {
    }

    public static void exit(int status) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.exit(status);
        } else {
            pe.exit(status);
        }
    }

    public static void exit(Runtime runtime, int status) {
        runtime.getClass();
        exit(status);
    }

    public static void halt(Runtime runtime, int status) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            runtime.halt(status);
        } else {
            pe.halt(status);
        }
    }

    public static void addShutdownHook(Runtime runtime, Thread hook) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            runtime.addShutdownHook(hook);
        } else {
            pe.add(hook);
        }
    }

    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? runtime.removeShutdownHook(hook) : pe.remove(hook);
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? Thread.getDefaultUncaughtExceptionHandler() : pe.handler();
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        } else {
            pe.handler(handler);
        }
    }
}
