// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.Thread.UncaughtExceptionHandler;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Map;

/**
 * The process-wide services of the JDK for each PE of a shared process: each method stands for the member of the JDK
 * that {@link Redirection} names. A thread that works for no PE gets those of the process.
 */
public final class PeSystem {
    private PeSystem() {
    }

    /** {@return the PE's standard input} */
    public static InputStream in() {
        Pe pe = CurrentPe.find();
        return pe == null ? System.in : pe.in();
    }

    /** {@return the PE's standard output} */
    public static PrintStream out() {
        Pe pe = CurrentPe.find();
        return pe == null ? System.out : pe.out();
    }

    /** {@return the PE's standard error} */
    public static PrintStream err() {
        Pe pe = CurrentPe.find();
        return pe == null ? System.err : pe.err();
    }

    /**
     * Changes the PE's standard input.
     *
     * @param in the new one
     */
    public static void setIn(InputStream in) {
        Pe pe = CurrentPe.find();
        if (pe == null) {
            System.setIn(in);
        } else {
            pe.in(in);
        }
    }

    /**
     * Changes the PE's standard output.
     *
     * @param out the new one
     */
    public static void setOut(PrintStream out) {
        Pe pe = CurrentPe.find();
        if (pe == null) {
            System.setOut(out);
        } else {
            pe.out(out);
        }
    }

    /**
     * Changes the PE's standard error.
     *
     * @param err the new one
     */
    public static void setErr(PrintStream err) {
        Pe pe = CurrentPe.find();
        if (pe == null) {
            System.setErr(err);
        } else {
            pe.err(err);
        }
    }

    /**
     * {@return a variable as the PE's environment has it}
     *
     * @param name of the variable
     */
    public static String getenv(String name) {
        Pe pe = CurrentPe.find();
        return pe != null && RankVariables.NAMES.contains(name) ? Integer.toString(pe.number()) : System.getenv(name);
    }

    /** {@return the PE's environment} */
    public static Map<String, String> getenv() {
        Pe pe = CurrentPe.find();
        return pe == null ? System.getenv()
            : Collections.unmodifiableMap(RankVariables.with(System.getenv(), pe.number()));
    }

    /**
     * Ends the PE after its hooks.
     *
     * @param status with which
     */
    public static void exit(int status) {
        Pe pe = CurrentPe.find();
        if (pe == null) {
            System.exit(status);
        } else {
            pe.exit(status);
            Pe.stay();
        }
    }

    /**
     * Ends the PE after its hooks.
     *
     * @param runtime the process's
     * @param status with which
     */
    public static void exit(Runtime runtime, int status) {
        runtime.getClass();
        exit(status);
    }

    /**
     * Ends the PE at once.
     *
     * @param runtime the process's
     * @param status with which
     */
    public static void halt(Runtime runtime, int status) {
        Pe pe = CurrentPe.find();
        if (pe == null) {
            runtime.halt(status);
        } else {
            pe.end(status);
        }
    }

    /**
     * Has a thread run before the PE ends.
     *
     * @param runtime the process's
     * @param hook the thread
     */
    public static void addShutdownHook(Runtime runtime, Thread hook) {
        Pe pe = CurrentPe.find();
        if (pe == null) {
            runtime.addShutdownHook(hook);
        } else {
            pe.add(hook);
        }
    }

    /**
     * Forgets a hook.
     *
     * @param runtime the process's
     * @param hook the thread
     * @return whether there was one
     */
    public static boolean removeShutdownHook(Runtime runtime, Thread hook) {
        Pe pe = CurrentPe.find();
        return pe == null ? runtime.removeShutdownHook(hook) : pe.remove(hook);
    }

    /** {@return the handler of throwables that threads of the PE do not catch, or null} */
    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        Pe pe = CurrentPe.find();
        return pe == null ? Thread.getDefaultUncaughtExceptionHandler() : pe.handler();
    }

    /**
     * Changes the handler of throwables that threads of the PE do not catch.
     *
     * @param handler the new one, or null
     */
    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        Pe pe = CurrentPe.find();
        if (pe == null) {
            Thread.setDefaultUncaughtExceptionHandler(handler);
        } else {
            pe.handler(handler);
        }
    }

    /** {@return the loader of the program's classes} */
    public static ClassLoader getSystemClassLoader() {
        Pe pe = CurrentPe.find();
        return pe == null ? ClassLoader.getSystemClassLoader() : pe.loader();
    }

    /**
     * {@return a resource of the program, or null}
     *
     * @param name of the resource
     */
    public static URL getSystemResource(String name) {
        return getSystemClassLoader().getResource(name);
    }

    /**
     * {@return all resources of a name}
     *
     * @param name of the resources
     * @throws IOException if they can't be looked up
     */
    public static Enumeration<URL> getSystemResources(String name) throws IOException {
        return getSystemClassLoader().getResources(name);
    }

    /**
     * {@return a resource of the program, opened, or null}
     *
     * @param name of the resource
     */
    public static InputStream getSystemResourceAsStream(String name) {
        return getSystemClassLoader().getResourceAsStream(name);
    }
}
