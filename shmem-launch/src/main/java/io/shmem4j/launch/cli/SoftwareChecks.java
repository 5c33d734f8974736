// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.JvmFlags;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Checks the software that jobs use: the JDK, this copy of the library, its start-up cache, UCX. */
record SoftwareChecks(Installation installation) {
    private static final int LEAST_JDK = 25;
    private static final String UCX = "libucp.so.0";
    private static final String VECTORS = "jdk.incubator.vector";

    List<Finding> all() {
        return List.of(jdk(), library(), cache(), compiler(), vectors(), names(), ucx());
    }

    private Finding jdk() {
        String text = Runtime.version() + " (" + System.getProperty("java.vendor") + ") in " + installation.javaHome();
        return Runtime.version().feature() < LEAST_JDK
            ? Finding.bad("JDK", text, "point JAVA_HOME at a JDK " + LEAST_JDK + " or newer")
            : JvmFlags.isTuned() ? Finding.good("JDK", text)
            : Finding.note("JDK", text + ": " + JvmFlags.untuned(), "point JAVA_HOME at one of those, or take a later"
                + " release of shmem4j");
    }

    private Finding library() {
        return Finding.good("shmem4j", Installation.version() + ", OpenSHMEM 1.6"
            + (installation.root() == null ? "" : ", in " + installation.root()));
    }

    private Finding cache() {
        AotCache caches = AotCache.of(installation, List.of());
        Path cache = caches.ready();
        if (cache != null) {
            return Finding.good("start-up cache", cache.toString());
        }
        return caches.canBeMade()
            ? Finding.note("start-up cache", "none yet: PEs take twice as long to start",
                "run a job: after it a process in the background makes the cache, which takes some seconds")
            : Finding.note("start-up cache", "none, and none can be made: PEs take twice as long to start",
                caches.folder() == null ? "set XDG_CACHE_HOME to a folder that can be written"
                : caches.failedLately() ? "an attempt failed: free its disk and remove " + caches.failure()
                + ", or wait an hour; then the next job tries again"
                : "leave out the JVM flags of your own");
    }

    private Finding compiler() {
        Path javac = installation.javaHome().resolve("bin").resolve("javac");
        return Files.isExecutable(javac) ? Finding.good("javac", javac.toString())
            : Finding.note("javac", "missing: " + installation.javaHome() + " runs programs and compiles none",
                "install the JDK where there is only a runtime");
    }

    private static Finding vectors() {
        return java.lang.module.ModuleFinder.ofSystem().find(VECTORS).isPresent()
            ? Finding.good("Vector API", VECTORS + " is there: long reductions use it")
            : Finding.note("Vector API", VECTORS + " is missing: long reductions take several times as long",
                "use a JDK with all its modules");
    }

    private static Finding names() {
        String name = System.getProperty("sun.jnu.encoding", "");
        return Charset.isSupported(name) && Charset.forName(name).equals(StandardCharsets.UTF_8)
            ? Finding.good("locale", "UTF-8")
            : Finding.note("locale", "characters are those of " + name + ": words beyond ASCII are lost",
                "set LANG to a locale with UTF-8, or start by the script oshrun");
    }

    /** Loading UCX is the only way to find the libraries that it needs itself. */
    @SuppressWarnings("restricted")
    private static Finding ucx() {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(UCX, arena);
            return Finding.good("UCX", UCX + " is there");
        } catch (IllegalArgumentException e) {
            return Finding.good("UCX", "no " + UCX + "; only jobs on several machines need it");
        }
    }
}
