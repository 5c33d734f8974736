// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/**
 * Stack frames of the library and their roles. Each module lists its own in the resource {@value #TABLE}: a line has a
 * role and the beginning of a frame, with {@code *} for the classes of a package without its subpackages.
 *
 * <p>Those of the API are here, so finding a program's calls needs no resources. The first frame of another module
 * triggers one search for them.
 */
public final class LibraryFrames {
    /** Resource with a module's frames. */
    public static final String TABLE = "META-INF/shmem4j/frames";

    /** The meaning of a frame for its thread. */
    public enum Role {
        /** A class that programs call. */
        API,
        /** A class below the API that runs no code of the program, except in callbacks. */
        INSIDE,
        /** Other code of the library that is never the program's position in a report. */
        BELOW,
        /** Code between the JVM and the program's main method. */
        HOST,
        /** First method of a PE's thread. */
        MAIN,
        /** A wait, which may have a limit or have just begun. */
        WAIT,
        /** A wait that only another thread can end. */
        STANDING,
        /** A loop for a lock that another thread of the process holds. */
        CONTENDING,
        /** A thread that serves the library and never stores for the program. */
        SERVANT,
        /** A class whose accesses count as the program's. */
        SERVES,
        /** A class that orders the program's threads by its fields. */
        ORDERS
    }

    private static final String OURS = "io.shmem4j.";
    /** Package of the MPI module, which programs' own packages may begin with. */
    private static final String MPI = "mpi.";
    static final String OF_API = """
        api io.shmem4j.*
        api io.shmem4j.legacy.
        api io.shmem4j.data.
        api io.shmem4j.nonblocking.
        inside io.shmem4j.engine.
        inside io.shmem4j.collective.
        inside io.shmem4j.progress.
        inside io.shmem4j.spi.
        inside io.shmem4j.observe.
        inside io.shmem4j.SessionLibrary
        inside io.shmem4j.SessionTeams
        inside io.shmem4j.Recovery
        below io.shmem4j.spi.Waiter.
        main io.shmem4j.Shmem.run(
        main io.shmem4j.Shmem.lambda$run$
        servant io.shmem4j.DeathWatch.run(
        servant io.shmem4j.progress.Helper.run(
        serves io.shmem4j.data.
        serves io.shmem4j.progress.
        orders io.shmem4j.progress.Lock
        contending io.shmem4j.progress.Lock.acquire(
        """;

    private static final Map<Role, Set<String>> FRAMES = new EnumMap<>(Role.class);
    /** Whether {@link #FRAMES} has the tables of all modules. */
    private static volatile boolean searched;

    static {
        for (Role role : Role.values()) {
            FRAMES.put(role, new CopyOnWriteArraySet<>());
        }
        add(OF_API);
    }

    private LibraryFrames() {
    }

    /** {@return whether a frame, given as a class name or a line of a thread dump, has one of some roles} */
    public static boolean is(String frame, Role... roles) {
        if (!frame.startsWith(OURS) && !frame.startsWith(MPI)) {
            return false;
        }
        if (!searched && !matches(frame, roles)) {
            search(LibraryFrames.class.getClassLoader());
        }
        return matches(frame, roles);
    }

    /** {@return whether a class is never the program's position in a report} */
    public static boolean isLibrary(String className) {
        return is(className, Role.API, Role.INSIDE, Role.BELOW);
    }

    private static boolean matches(String frame, Role... roles) {
        for (Role role : roles) {
            for (String each : FRAMES.get(role)) {
                int star = each.length() - 1;
                if (each.charAt(star) != '*' ? frame.startsWith(each) : frame.regionMatches(0, each, 0, star)
                    && frame.length() > star && Character.isUpperCase(frame.charAt(star))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Reads the tables that a class loader finds. */
    public static synchronized void search(ClassLoader loader) {
        try {
            for (URL table : Collections.list(loader.getResources(TABLE))) {
                try (InputStream in = table.openStream()) {
                    add(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                }
            }
        } catch (IOException e) {
            // A report with some frames of the library is better than no report.
        } finally {
            searched = true;
        }
    }

    private static void add(String table) {
        table.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).map(line -> line.split(" "))
            .forEach(words -> FRAMES.get(Role.valueOf(words[0].toUpperCase(Locale.ROOT))).add(words[1]));
    }
}
