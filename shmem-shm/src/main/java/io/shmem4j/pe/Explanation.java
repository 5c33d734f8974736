// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.Streams;
import java.io.File;
import java.nio.channels.OverlappingFileLockException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Explains uncaught throwables whose stack trace doesn't show the cause. */
public final class Explanation {
    /** System property with the options that give each PE its own JVM. */
    public static final String REMEDY = "shmem4j.apart";
    private static final int DEPTH = 32;
    private static final long ROUNDED_MILLIS = 1000;
    /** Package of exceptions that misuse of the library causes. */
    private static final String OURS = "io.shmem4j.";
    /** Class name prefixes of optional libraries, with the libraries' names. */
    private static final Map<String, String> WITH = Map.of("io/shmem4j/agrona/", "agrona", "org/agrona/", "agrona",
        "io/shmem4j/chronicle/", "chronicle", "net/openhft/chronicle/", "chronicle", "mpi/", "mpi");
    /** Exceptions that the program's own code causes, unless PEs share its static fields. */
    private static final List<Class<?>> OWN = List.of(NullPointerException.class, IndexOutOfBoundsException.class,
        ArithmeticException.class, NumberFormatException.class, NoSuchElementException.class);
    private static final Pattern CAST = Pattern.compile("class (\\S+) cannot be cast to class \\1 .*", Pattern.DOTALL);

    /**
     * Signs of resources that exist once per process. Classes are given by name, because most programs never load them.
     */
    private static final List<Mark> MARKS = List.of(
        new Mark(at -> at instanceof UnsatisfiedLinkError && says(at, "already loaded in another classloader"),
            "a JVM loads a native library for one of its PEs only"),
        new Mark(at -> at.getClass().getName().startsWith("java.sql.SQL") && says(at, "No suitable driver"),
            "a JVM looks for database drivers once, among the classes of one PE"),
        new Mark(at -> at instanceof OverlappingFileLockException, "a JVM has one lock for a part of a file"),
        new Mark(at -> at instanceof Error && says(at, "factory already defined"), "a JVM takes one such factory"),
        new Mark(at -> at.getClass().getName().startsWith("java.nio.file.") && says(at, "not installed"),
            "a JVM looks for providers outside of its PEs' classes"),
        new Mark(at -> at.getClass().getName().equals("java.nio.file.FileSystemAlreadyExistsException"),
            "a JVM has one file system of a URI"),
        new Mark(at -> at.getClass().getName().equals("javax.management.InstanceAlreadyExistsException"),
            "a JVM has one managed bean of a name"),
        new Mark(at -> at instanceof ClassCastException && at.getMessage() != null
            && CAST.matcher(at.getMessage()).matches(), "the object is of another PE's copy of the class"),
        new Mark(at -> at instanceof java.net.MalformedURLException && says(at, "unknown protocol: "),
            "a JVM looks for handlers of protocols outside of its PEs' classes"));

    private Explanation() {
    }

    /** A sign that sharing the JVM has caused a throwable. */
    private record Mark(Predicate<Throwable> on, String what) { }

    static boolean says(Throwable thrown, String words) {
        return thrown.getMessage() != null && thrown.getMessage().contains(words);
    }

    static List<Throwable> chain(Throwable thrown) {
        List<Throwable> chain = new ArrayList<>();
        for (Throwable at = thrown; at != null && chain.size() < DEPTH && !chain.contains(at); at = at.getCause()) {
            chain.add(at);
        }
        return chain;
    }

    /**
     * {@return the likely cause of a throwable and a remedy, or null}
     *
     * @param others the PEs that share this JVM, or null if there is only one
     */
    public static String hint(int pe, Throwable thrown, String others) {
        List<Throwable> chain = chain(thrown);
        if (pe > 0 && isEndOfInput(chain.getLast())) {
            return "standard input goes to PE 0, or where --stdin sends it";
        }
        String library = chain.stream().filter(NoClassDefFoundError.class::isInstance).map(Throwable::getMessage)
            .map(Explanation::library).filter(name -> name != null).findFirst().orElse(null);
        if (library != null) {
            return "oshrun --with " + library + " adds this library to the PEs";
        }
        String jar = chain.stream().anyMatch(at -> at instanceof NoClassDefFoundError || at instanceof ClassFormatError
            || at instanceof IncompatibleClassChangeError) ? replacedJar() : null;
        if (jar != null) {
            return jar + " has been replaced since this JVM began, as by a build; start the job again";
        }
        if (chain.stream().anyMatch(at -> at instanceof OutOfMemoryError && says(at, "create native thread"))) {
            return "the system has no more threads for this user or container: see ulimit -u and the limit of pids";
        }
        if (others == null) {
            return null;
        }
        if (chain.stream().anyMatch(OutOfMemoryError.class::isInstance)) {
            return "the Java heap of " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB is shared by " + others
                + "; -J-Xmx says what each of them may have, --pes-per-jvm how many share";
        }
        String apart = System.getProperty(REMEDY, "--pes-per-jvm 1");
        for (Throwable at : chain) {
            for (Mark mark : MARKS) {
                if (mark.on.test(at)) {
                    return mark.what + ", and " + others + " share one; " + apart + " gives each its own";
                }
            }
        }
        Throwable root = chain.getLast();
        return root.getClass().getName().startsWith(OURS) || !Boolean.getBoolean(Streams.KEPT)
            && OWN.stream().anyMatch(type -> type.isInstance(root)) ? null
            : others + " share a JVM; " + apart + " shows whether that matters";
    }

    private static boolean isEndOfInput(Throwable root) {
        return root.getClass() == NoSuchElementException.class && root.getStackTrace().length > 0
            && root.getStackTrace()[0].getClassName().equals("java.util.Scanner");
    }

    /** {@return a jar on the class path that was modified after this process started, or null} */
    private static String replacedJar() {
        long began = ProcessHandle.current().info().startInstant().map(Instant::toEpochMilli).orElse(Long.MAX_VALUE);
        // Tolerates a second: the kernel rounds the start time, and the launcher writes jars just before.
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(File::new)
            .filter(entry -> entry.getName().endsWith(".jar") && entry.lastModified() > began + ROUNDED_MILLIS)
            .max(Comparator.comparingLong(File::lastModified)).map(File::getPath).orElse(null);
    }

    private static String library(String missing) {
        return missing == null ? null : WITH.entrySet().stream().filter(each -> missing.startsWith(each.getKey()))
            .map(Map.Entry::getValue).findFirst().orElse(null);
    }

    /** Removes the frames that called the program's main method. */
    public static void cutFrames(Throwable thrown, Predicate<String> isOurs) {
        for (Throwable at : chain(thrown)) {
            StackTraceElement[] frames = at.getStackTrace();
            int end = frames.length;
            while (end > 0 && isOurs.test(frames[end - 1].getClassName())) {
                end--;
            }
            if (end > 0) {
                at.setStackTrace(Arrays.copyOf(frames, end));
            }
        }
    }

    /** {@return a one-line summary of a throwable and its root cause} */
    public static String line(Throwable thrown) {
        Throwable root = chain(thrown).getLast();
        String text = firstLine(thrown);
        String cause = firstLine(root);
        return root == thrown || text.contains(cause) ? text : text + ", caused by " + cause;
    }

    private static String firstLine(Throwable thrown) {
        String text = thrown.toString();
        int end = text.indexOf('\n');
        String line = end < 0 ? text : text.substring(0, end);
        return line.endsWith(":") ? line.substring(0, line.length() - 1) : line;
    }
}
