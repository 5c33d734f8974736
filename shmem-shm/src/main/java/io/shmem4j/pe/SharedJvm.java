// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.Loaders;
import io.shmem4j.apart.PeProperties;
import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.PoolThreads;
import io.shmem4j.apart.ProgramClasses;
import io.shmem4j.apart.Streams;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.shm.PeCpus;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The main class of a JVM that several PEs of a job share: runs the program's main method once for each, in a thread of
 * its own, with classes of its own, and ends the process when the last of them has ended.
 */
public final class SharedJvm {
    /** System property: the PEs of this JVM, {@code first-last}. */
    public static final String PES = "shmem4j.pes";
    /** System property: where the program's classes are, ours with statics too. */
    public static final String PATH = "shmem4j.program.path";
    /** System property: which PE reads standard input, or all. */
    public static final String STDIN = "shmem4j.stdin";
    /** System property: the cpus of each PE, where they differ. */
    public static final String CPUS = "shmem4j.cpus";
    private static final Path THREAD = Path.of("/proc/thread-self");

    private final int first;
    private final int last;
    private final String mainClass;
    private final String[] arguments;
    private final Frames frames;
    private final ShmJob job;
    private final SharedInput input;
    private final PeCpus cpus;
    private final CountDownLatch running;
    private final AtomicInteger returned = new AtomicInteger();
    private final List<Pe> pes = new ArrayList<>();
    private final ThreadGroup group = Thread.currentThread().getThreadGroup();
    private long[] sent = {};

    private SharedJvm(String[] args) throws IOException {
        String range = System.getProperty(PES);
        int dash = range.indexOf('-');
        this.first = Integer.parseInt(range.substring(0, dash));
        this.last = Integer.parseInt(range.substring(dash + 1));
        this.mainClass = args[0];
        this.arguments = new String[args.length - 1];
        System.arraycopy(args, 1, arguments, 0, arguments.length);
        this.frames = Frames.toLauncher();
        JobFiles files = new JobFiles(Path.of(Setting.JOB_DIR.value()));
        LauncherWatch.begin(files, this::reportThreads);
        this.job = ShmJob.open(files);
        this.input = new SharedInput(System.getProperty(STDIN, "none"), last - first + 1);
        String bound = System.getProperty(CPUS);
        this.cpus = bound == null ? null : PeCpus.of(bound);
        this.running = new CountDownLatch(last - first + 1);
        String path = System.getProperty(PATH);
        ProgramClasses classes = new ProgramClasses(path, last - first + 1, Setting.SHARE_CLASSES.isSet());
        for (int number = first; number <= last; number++) {
            pes.add(new Pe(this, number, classes));
        }
        System.setProperty("java.class.path", path);
    }

    /** Runs a program on the PEs of this JVM: the name of its class, then its arguments. */
    public static void main(String[] args) throws IOException {
        System.setProperty(Host.PROPERTY, SharedHost.class.getName());
        SharedJvm jvm = new SharedJvm(args);
        Streams.install();
        Loaders.keepNoJars();
        PoolThreads.sizeCarriers(jvm.pes.size());
        PeProperties.install(jvm.pes.size());
        Thread.setDefaultUncaughtExceptionHandler(SharedJvm::uncaught);
        Runtime.getRuntime().addShutdownHook(new Thread(jvm::ask, "end of the PEs"));
        jvm.pes.forEach(Pe::start);
        jvm.await();
        if (jvm.returned.get() < jvm.pes.size()) {
            // Threads that PEs left running must not keep an ended job alive.
            System.exit(0);
        }
    }

    private void await() {
        while (true) {
            try {
                running.await();
                return;
            } catch (InterruptedException e) {
                // Some program interrupts all threads it finds.
                continue;
            }
        }
    }

    /** Handles throwables of threads outside of our groups, the virtual ones. */
    private static void uncaught(Thread thread, Throwable thrown) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            thrown.printStackTrace();
        } else {
            pe.uncaught(thread, thrown);
        }
    }

    /** The launcher asks this JVM to end, and so its PEs; or somebody in it ends it, whom the launcher shall know. */
    private void ask() {
        String caller = running.getCount() == 0 ? null : ExitCaller.find(thread -> {
            ThreadPe pe = CurrentPe.of(thread);
            return pe == null ? -1 : pe.number();
        });
        if (caller != null) {
            frames.exit(caller);
        }
        List<Thread> hooks = new ArrayList<>();
        pes.forEach(pe -> hooks.addAll(pe.startLastHooks()));
        hooks.forEach(PeThreads::join);
    }

    /** A PE's own thread begins. */
    void begin(Pe pe) throws IOException {
        String task = Files.readSymbolicLink(THREAD).getFileName().toString();
        job.control().thread(pe.number(), Long.parseLong(task));
        if (cpus != null) {
            cpus.bind(pe.number() - first);
        }
    }

    /** Reports the owners of the threads that PEs have started, if they have changed, for the stacks in reports. */
    private void reportThreads() {
        Thread[] all = PeThreads.all(group);
        long[] pairs = new long[2 * all.length];
        int filled = 0;
        for (Thread thread : all) {
            ThreadPe pe = thread instanceof PeThreads.Main ? null : CurrentPe.of(thread);
            if (pe != null) {
                pairs[filled++] = pe.number();
                pairs[filled++] = thread.threadId();
            }
        }
        long[] now = Arrays.copyOf(pairs, filled);
        if (!Arrays.equals(now, sent)) {
            sent = now;
            frames.threads(now);
        }
    }

    /** The main method of a PE has returned, and none of its threads is left that keeps a process alive. */
    void returned() {
        returned.incrementAndGet();
    }

    void ended(Pe pe, int status) {
        try {
            job.control().ended(pe.number(), status);
            frames.ended(pe.number(), status);
        } finally {
            running.countDown();
        }
    }

    PrintStream output(int pe, int kind) {
        return PeOutput.open(frames, pe, kind);
    }

    InputStream input(int pe) {
        return input.of(pe, pe - first);
    }

    ShmJob job() {
        return job;
    }

    String mainClass() {
        return mainClass;
    }

    String[] arguments() {
        return arguments.clone();
    }

    String pesInWords() {
        return "PEs " + first + (last == first + 1 ? " and " : " to ") + last;
    }

    /** Several PEs in one JVM: the backend belongs to the calling thread's PE. */
    public static final class SharedHost extends Host {
        @Override
        public Backend backend() {
            Pe pe = (Pe) CurrentPe.find();
            if (pe == null) {
                throw new IllegalStateException("the thread \"" + Thread.currentThread().getName()
                    + "\" works for no PE of this JVM: start it from a thread of a PE");
            }
            return pe.backend();
        }
    }
}
