// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.CurrentPe;
import io.shmem4j.apart.PeThreads;
import io.shmem4j.apart.PoolThreads;
import io.shmem4j.apart.ThreadPe;
import io.shmem4j.config.Setting;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.LauncherWatch;
import io.shmem4j.shm.PeCpus;
import io.shmem4j.shm.ShmJob;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Main class of a shared JVM. Each PE is a thread with its own copy of the program's classes. The JVM exits when the
 * last PE has ended.
 */
public final class SharedJvm {
    /** System property with the PEs of this JVM, {@code first-last}. */
    public static final String PES = "shmem4j.pes";
    /** System property with each PE's cpus, if they differ. */
    public static final String CPUS = "shmem4j.cpus";
    private static final Path THREAD = Path.of("/proc/thread-self");

    private final int first;
    private final ProgramJvm program;
    private final ShmJob job;
    private final PeCpus cpus;
    private final CountDownLatch running;
    /** Number of PEs whose main method and threads have all returned. */
    private final AtomicInteger returned = new AtomicInteger();
    private final List<Pe> pes = new ArrayList<>();
    private long[] reported = {};

    private SharedJvm(String[] words) throws IOException {
        String range = System.getProperty(PES);
        int dash = range.indexOf('-');
        this.first = Integer.parseInt(range.substring(0, dash));
        int count = Integer.parseInt(range.substring(dash + 1)) - first + 1;
        this.program = new ProgramJvm(words, first, count, count, true);
        JobFiles files = new JobFiles(Path.of(Setting.JOB_DIR.value()));
        LauncherWatch.begin(files, this::reportThreads);
        this.job = ShmJob.open(files);
        String bound = System.getProperty(CPUS);
        this.cpus = bound == null ? null : PeCpus.of(bound);
        this.running = new CountDownLatch(count);
        for (int pe = first; pe < first + count; pe++) {
            pes.add(new Pe(this, pe));
        }
    }

    /** Runs a program on the PEs of this JVM. The arguments are its main class and its arguments. */
    public static void main(String[] words) throws IOException {
        System.setProperty(Host.PROPERTY, SharedHost.class.getName());
        SharedJvm jvm = new SharedJvm(words);
        jvm.program.separate((thread, thrown) -> thrown.printStackTrace());
        PoolThreads.install(jvm.pes.size());
        Runtime.getRuntime().addShutdownHook(new Thread(jvm::shutDown, "end of the PEs"));
        jvm.pes.forEach(Pe::start);
        jvm.await();
        ProgramJvm.end();
        if (jvm.returned.get() < jvm.pes.size()) {
            // Threads left by PEs would keep the JVM alive.
            System.exit(0);
        }
    }

    private void await() {
        while (true) {
            try {
                running.await();
                return;
            } catch (InterruptedException e) {
                // Some programs interrupt all threads that they find.
            }
        }
    }

    /** Runs the PEs' shutdown hooks when the launcher or a thread ends this JVM. */
    private void shutDown() {
        program.reportExit();
        List<Thread> hooks = new ArrayList<>();
        pes.forEach(pe -> hooks.addAll(pe.startLastHooks()));
        hooks.forEach(PeThreads::join);
    }

    /** Prepares the calling thread for a PE's main method: records its kernel id and binds it. */
    void begin(Pe pe) throws IOException {
        String task = Files.readSymbolicLink(THREAD).getFileName().toString();
        job.control().thread(pe.number(), Long.parseLong(task));
        if (cpus != null) {
            cpus.bind(pe.number() - first);
        }
    }

    /** Sends the owners of threads to the launcher, for stacks in reports, if they have changed. */
    private void reportThreads() {
        Thread[] all = PeThreads.all(PeThreads.topmost());
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
        if (!Arrays.equals(now, reported)) {
            reported = now;
            program.frames().threads(now);
        }
    }

    /** Counts a PE whose main method has returned and that has no non-daemon threads left. */
    void returned() {
        returned.incrementAndGet();
    }

    /** Reports the end of a PE after all its output. */
    void ended(Pe pe, int status) {
        try {
            program.endInput(pe.number());
            job.control().ended(pe.number(), status);
            program.frames().ended(pe.number(), status);
        } finally {
            running.countDown();
        }
    }

    ProgramJvm program() {
        return program;
    }

    ShmJob job() {
        return job;
    }

    /** The host of a shared JVM. Each thread uses the backend of its PE. */
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
