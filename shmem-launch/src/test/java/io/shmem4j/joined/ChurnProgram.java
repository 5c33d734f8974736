// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Cmp;
import io.shmem4j.Join;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.shm.ControlLayout;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.spi.Cell;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * A JVM of two PEs, which join and leave job after job. When they close, threads of a pool, of a fork-join pool, and
 * virtual ones are in waits of each kind, most of them asleep. Prints several times what the JVM holds: open files,
 * mappings of jobs' files, and objects.
 */
public final class ChurnProgram {
    private static final int WARM = 20;
    /** Sessions between two lines of output. */
    static final int BETWEEN = 20;
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long LOOK_NANOS = 1_000_000;
    /** Platform threads in waits for variables, which count as sleepers. */
    private static final int SLEEPERS = 5;
    /** Files of the last job that are mapped: its heaps, and its control file. */
    private static final int MAPPINGS = 2;
    private static final List<String> OBJECTS = List.of("io.shmem4j.shm.ShmJob$ShmBackend",
        "io.shmem4j.shm.ControlFile", "io.shmem4j.SessionLibrary", "io.shmem4j.shm.LockFile");

    private final ExecutorService second = Executors.newSingleThreadExecutor();
    private final ExecutorService pool = Executors.newFixedThreadPool(6);
    private final ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor();
    private final ForkJoinPool forks = new ForkJoinPool(2);

    private ChurnProgram() {
    }

    public static void main(String[] args) {
        // Each close reports that the PEs did not make the same collective calls.
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        try {
            churn(WARM + Integer.parseInt(args[0]));
            System.exit(0);
        } catch (Exception | Error e) {
            System.out.println(e);
            System.exit(1);
        }
    }

    private static void churn(int sessions) throws Exception {
        ChurnProgram churn = new ChurnProgram();
        for (int session = 1; session <= sessions; session++) {
            churn.run(session);
            if (session % BETWEEN == 0 || session == sessions) {
                System.out.println(held());
            }
        }
    }

    private static Shmem join(int pe) {
        return Join.named("churn").pe(pe).pes(2).heapSize("1m").init();
    }

    private void run(int session) throws Exception {
        Future<Shmem> other = second.submit(() -> join(1));
        Shmem shmem = join(0);
        Shmem peer = other.get();
        Future<SymmetricLongs> there = second.submit(() -> {
            SymmetricLongs words = peer.allocateLongs(4);
            peer.allocateSignal();
            words.lock(3).lock();
            peer.barrierAll();
            return words;
        });
        SymmetricLongs words = shmem.allocateLongs(4);
        Signal signal = shmem.allocateSignal();
        shmem.barrierAll();
        there.get();
        expect(0);
        List<Future<?>> waits = new ArrayList<>();
        waits.add(pool.submit(() -> words.waitUntil(0, Cmp.NE, 0)));
        waits.add(pool.submit(() -> words.watch(1).peer(1).until(Cmp.NE, 0)));
        waits.add(pool.submit(() -> signal.waitUntil(Cmp.NE, 0)));
        waits.add(pool.submit(() -> words.lock(3).lock()));
        waits.add(pool.submit(() -> waitForAll(shmem, words, session)));
        waits.add(forks.submit(() -> words.waitUntil(0, Cmp.NE, 0)));
        waits.add(virtual.submit(() -> words.waitUntil(0, Cmp.NE, 0)));
        waits.add(pool.submit(() -> {
            for (int round = 0; words.getAcquire(2) == 0; round++) {
                shmem.pause(round);
            }
        }));
        expect(session % 3 == 2 ? SLEEPERS + 1 : SLEEPERS);
        shmem.close();
        second.submit(peer::close).get();
        for (Future<?> wait : waits) {
            awaitFailure(wait);
        }
    }

    private static void waitForAll(Shmem shmem, SymmetricLongs words, int session) {
        switch (session % 3) {
            case 0 -> shmem.barrierAll();
            case 1 -> shmem.world().sumReduce(words, words, 1);
            default -> words.watch(0, 2).any(Cmp.NE, 0);
        }
    }

    private static void awaitFailure(Future<?> wait) throws InterruptedException {
        try {
            wait.get();
            throw new AssertionError("a wait of a closed session has ended well");
        } catch (ExecutionException e) {
            if (!(e.getCause() instanceof RuntimeException)) {
                throw new AssertionError(e);
            }
        }
    }

    /** Waits until some threads of the job count as sleepers on variables, in the job and in the bells of its PEs. */
    private static void expect(int sleepers) throws IOException {
        try (Stream<Path> folders = Files.list(Path.of(System.getenv("SHMEM_SHM_DIR")))) {
            JobFiles files = new JobFiles(folders.filter(folder -> folder.toString().endsWith("-churn")).findFirst()
                .orElseThrow());
            long stride = readLong(files, JobFiles.CONTROL, ControlLayout.STRIDE);
            int counted = -1;
            for (long start = System.nanoTime(); counted != sleepers; LockSupport.parkNanos(LOOK_NANOS)) {
                counted = (int) readLong(files, JobFiles.CONTROL, ControlLayout.VARIABLE_SLEEPERS);
                if (System.nanoTime() - start > LIMIT_NANOS || sleepers == 0 && counted != 0) {
                    throw new AssertionError(counted + " sleepers instead of " + sleepers);
                }
            }
            long bells = 0;
            for (int pe = 0; pe < 2; pe++) {
                bells += (int) readLong(files, JobFiles.HEAP, pe * stride + SystemLayout.BELL + Cell.SLEEPERS);
            }
            if (bells != sleepers) {
                throw new AssertionError(bells + " sleepers on bells instead of " + sleepers);
            }
        }
    }

    private static long readLong(JobFiles files, String name, long at) throws IOException {
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
        try (FileChannel file = files.openToRead(name)) {
            file.read(word, at);
        }
        return word.getLong(0);
    }

    private static String held() throws IOException, JMException {
        for (long start = System.nanoTime(); Thread.getAllStackTraces().keySet().stream().anyMatch(thread ->
            thread.getName().equals("shmem4j helper")) && System.nanoTime() - start < LIMIT_NANOS;) {
            // These threads of closed sessions are about to end.
            Thread.onSpinWait();
        }
        String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName(
            "com.sun.management:type=DiagnosticCommand"), "gcClassHistogram", new Object[] {new String[0]},
            new String[] {String[].class.getName()});
        List<String> held = new ArrayList<>();
        for (String object : OBJECTS) {
            held.add(object + histogram.lines().filter(line -> line.endsWith(" " + object) || line.contains(" " + object
                + " (")).map(line -> " " + line.strip().split(" +")[1]).findFirst().orElse(" 0"));
        }
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            held.add("files " + open.count());
        }
        long mappings = mappings();
        for (long start = System.nanoTime(); mappings > MAPPINGS && System.nanoTime() - start < LIMIT_NANOS;) {
            // A thread of the JDK unmaps what has been collected.
            System.gc();
            mappings = mappings();
        }
        return String.join(", ", held) + (mappings > MAPPINGS ? ", mappings " + mappings : "");
    }

    private static long mappings() throws IOException {
        try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
            return maps.filter(line -> line.contains("/shmem4j-")).count();
        }
    }
}
