// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import static io.shmem4j.launch.option.LauncherOption.SHM_DIR;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.CpuSet;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.SystemLimits;
import io.shmem4j.launch.process.AotCache;
import io.shmem4j.launch.process.JvmFlags;
import io.shmem4j.launch.tune.AotTrainer;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.OwnJobs;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The command {@code oshrun doctor}: checks the machine, runs a small job, and makes the AOT caches. */
public record Doctor(Options options, Installation installation) {
    /** Text for the cache of a training that failed midway. */
    static final String HALF = ", of a training that failed midway; it is made again after an hour";
    private static final int LEAST_JDK = 25;
    private static final String UCX = "libucp.so.0";
    private static final String VECTORS = "jdk.incubator.vector";
    private static final Path MOUNTS = Path.of("/proc/self/mounts");
    private static final long SMALL_FOLDER = 64L << 20;
    /** Open files for 64 JVMs, with a margin. */
    private static final long FEW_FILES = 256;
    private static final long FEW_THREADS = 2048;

    /** Checks the machine and prints the findings. The status is 1 if jobs can't run. */
    public static int run(Options options, List<String> words, Installation installation) {
        if (!words.isEmpty()) {
            throw LaunchException.usage("doctor takes no " + words.getFirst() + "; say oshrun [--shm-dir DIR] doctor");
        }
        return new Doctor(options, installation).run();
    }

    private int run() {
        List<Finding> findings = findings();
        findings.forEach(Doctor::tell);
        if (findings.stream().noneMatch(finding -> finding.grade() == Finding.Grade.BAD)) {
            for (Supplier<Finding> last : List.<Supplier<Finding>>of(this::trial, this::cache)) {
                findings.add(last.get());
                tell(findings.getLast());
            }
        }
        long bad = findings.stream().filter(finding -> finding.grade() == Finding.Grade.BAD).count();
        long notes = findings.stream().filter(finding -> finding.grade() == Finding.Grade.NOTE).count();
        System.out.println();
        System.out.println(bad == 0
            ? "Jobs run here" + (notes == 0 ? "." : ", with " + count(notes, "note") + " above.")
            : "Jobs do not run here: see the " + count(bad, "line") + " marked BAD.");
        return bad == 0 ? ExitStatus.OK : ExitStatus.FAILED;
    }

    private static String count(long number, String what) {
        return number + " " + what + (number == 1 ? "" : "s");
    }

    private static void tell(Finding finding) {
        System.out.printf(Locale.ROOT, "%-5s %-15s %s%n", finding.grade().mark, finding.topic(), finding.text());
        if (finding.advice() != null) {
            System.out.println(" ".repeat(22) + "-> " + finding.advice());
        }
        System.out.flush();
    }

    /** {@return the result of a job of two PEs, which reveals further problems} */
    private Finding trial() {
        List<String> words = new ArrayList<>(List.of(installation.java(), "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        if (installation.root() != null) {
            words.add("-D" + Installation.ROOT + "=" + installation.root());
        }
        words.addAll(List.of("-cp", String.join(File.pathSeparator, installation.jars()), Launcher.class.getName(),
            "-np", "2", "--timeout", "60"));
        if (options.has(SHM_DIR)) {
            words.addAll(List.of("--shm-dir", options.text(SHM_DIR)));
        }
        words.addAll(List.of("warm-up", "--once"));
        long began = System.nanoTime();
        try {
            Process job = new ProcessBuilder(words).redirectErrorStream(true).start();
            job.getOutputStream().close();
            String said = new String(job.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            int status = job.waitFor();
            double seconds = (System.nanoTime() - began) / 1e9;
            return status == 0
                ? Finding.good("a job", String.format(Locale.ROOT, "of 2 PEs ran in %.1f s", seconds))
                : Finding.bad("a job", "of 2 PEs ended with status " + status + ": " + said,
                    "the message above says what is wrong");
        } catch (IOException e) {
            return Finding.bad("a job", "can't be started: " + e.getMessage(), "see the message");
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }

    private List<Finding> findings() {
        List<Finding> findings = new ArrayList<>(List.of(jdk(), library(), compiler(), vectors(), names(),
            ucx(), cores(), memory(), heaps()));
        Stream.of(left(), command(System.getenv("PATH"))).filter(Objects::nonNull).forEach(findings::add);
        findings.add(limit("open files", SystemLimits.openFiles(), FEW_FILES, "ulimit -n"));
        findings.add(limit("processes", SystemLimits.processes(), FEW_THREADS, "ulimit -u, or the group's pids.max"));
        findings.add(hugePages());
        return findings;
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

    /** {@return the location of the AOT cache, made now if it is due} */
    private Finding cache() {
        AotCache caches = AotCache.of(installation, List.of());
        String obstacle = caches.isDue() ? AotTrainer.now(caches, Launcher.class) : null;
        Path cache = caches.ready();
        return cache != null ? Finding.good("start-up cache", cache + (caches.isHalf() ? HALF : ""))
            : Finding.note("start-up cache", "none: PEs take twice as long to start; " + obstacle,
                caches.folder() == null ? "set XDG_CACHE_HOME to a folder that can be written"
                : caches.failedLately() ? "free its disk and remove " + caches.failure() + ", then run this again"
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

    /** Loads UCX: only that finds missing libraries. */
    @SuppressWarnings("restricted")
    private static Finding ucx() {
        try (Arena arena = Arena.ofConfined()) {
            SymbolLookup.libraryLookup(UCX, arena);
            return Finding.good("UCX", UCX + " is there");
        } catch (IllegalArgumentException e) {
            return Finding.good("UCX", "no " + UCX + "; only jobs on several machines need it");
        }
    }

    private static Finding cores() {
        int cores = Machine.cores();
        int online = CpuSet.online();
        return cores >= online ? Finding.good("cores", Integer.toString(cores) + ", " + Machine.processor())
            : Finding.note("cores", cores + " of " + online + " may be used, " + Machine.processor(),
                "more PEs than that share cores and wait longer; lift taskset's or the container's limit");
    }

    private static Finding memory() {
        return Finding.good("memory", ByteSize.format(Machine.memory()) + ", "
            + ByteSize.format(Machine.availableMemory()) + " available");
    }

    private Finding heaps() {
        Path folder = options.jobFolders();
        if (!Files.isDirectory(folder) || !Files.isWritable(folder)) {
            return Finding.bad("heaps", folder + (Files.isDirectory(folder) ? " is not writable" : " is no folder"),
                "name a writable memory file system with --shm-dir or SHMEM_SHM_DIR");
        }
        String type = fileSystem(folder);
        String text = folder + (type == null ? "" : " (" + type + ")") + ", "
            + ByteSize.format(folder.toFile().getUsableSpace()) + " of "
            + ByteSize.format(folder.toFile().getTotalSpace()) + " free";
        if (folder.toFile().getUsableSpace() < SMALL_FOLDER) {
            return Finding.note("heaps", text + ": symmetric heaps are small",
                "in a container, start it with --shm-size=1g or more");
        }
        return type == null || type.equals("tmpfs") ? Finding.good("heaps", text)
            : Finding.note("heaps", text + ": not in memory, so stores may reach a disk",
                "use a tmpfs, such as /dev/shm");
    }

    /** {@return the folder's file system type, or null if unknown} */
    private static String fileSystem(Path folder) {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException e) {
            return null;
        }
    }

    private Finding left() {
        Path folder = options.jobFolders();
        int stale = 0;
        try {
            for (JobFiles files : OwnJobs.in(folder)) {
                stale += OwnJobs.abandoned(files) ? 1 : 0;
            }
        } catch (IOException e) {
            return null;
        }
        return stale == 0 ? null : Finding.note("killed jobs", stale + " left files in " + folder,
            "oshrun --clean removes them");
    }

    /** {@return a note if the first oshrun of a path is not this library's, or null} */
    static Finding command(String path) {
        for (String folder : (path == null ? "" : path).split(File.pathSeparator)) {
            Path command = Path.of(folder, "oshrun");
            if (!folder.isEmpty() && Files.isExecutable(command)) {
                try {
                    String text = new String(Files.readAllBytes(command), StandardCharsets.ISO_8859_1);
                    return text.contains("shmem4j") ? null : Finding.note("oshrun", command
                        + " is another library's, and first on PATH", "start this one by its path or as"
                        + " shmemrun, or put its folder first");
                } catch (IOException e) {
                    return null;
                }
            }
        }
        return null;
    }

    private static Finding limit(String what, long limit, long few, String where) {
        if (limit == SystemLimits.NO_LIMIT) {
            return Finding.good(what, "no limit");
        }
        return limit >= few ? Finding.good(what, limit + " allowed")
            : Finding.note(what, limit + " allowed, which jobs of many PEs exceed", "raise " + where);
    }

    private Finding hugePages() {
        Path folder = options.jobFolders();
        if (!"tmpfs".equals(fileSystem(folder))) {
            return Finding.good("huge pages", folder + " is no tmpfs, which could have them");
        }
        try {
            String mode = hugeMode(folder.toRealPath());
            return mode.equals("always") || mode.equals("within_size") ? Finding.good("huge pages", "huge=" + mode)
                : Finding.note("huge pages", folder + " has none (huge=" + mode
                    + "): random accesses and the first touch of a large heap take longer",
                    "as root: mount -o remount,huge=within_size " + folder);
        } catch (IOException e) {
            return Finding.good("huge pages", "this system does not show them");
        }
    }

    /** {@return the mode of the tmpfs that is mounted at a folder or above} */
    private static String hugeMode(Path folder) throws IOException {
        String mode = "never";
        int longest = 0;
        for (String line : Files.readAllLines(MOUNTS)) {
            String[] fields = line.split(" ");
            if (folder.startsWith(fields[1]) && fields[1].length() >= longest) {
                longest = fields[1].length();
                mode = Stream.of(fields[3].split(",")).filter(option -> option.startsWith("huge=")).findFirst()
                    .orElse("huge=never").substring("huge=".length());
            }
        }
        return mode;
    }

    /**
     * A finding.
     *
     * @param advice what the user can do, or null
     */
    record Finding(Grade grade, String topic, String text, String advice) {
        /** Severity of a finding, with its label. */
        enum Grade {
            GOOD("ok"),
            /** Jobs run, but slower or smaller than possible. */
            NOTE("note"),
            /** Jobs fail. */
            BAD("BAD");

            final String mark;

            Grade(String mark) {
                this.mark = mark;
            }
        }

        static Finding good(String topic, String text) {
            return new Finding(Grade.GOOD, topic, text, null);
        }

        static Finding note(String topic, String text, String advice) {
            return new Finding(Grade.NOTE, topic, text, advice);
        }

        static Finding bad(String topic, String text, String advice) {
            return new Finding(Grade.BAD, topic, text, advice);
        }
    }
}
