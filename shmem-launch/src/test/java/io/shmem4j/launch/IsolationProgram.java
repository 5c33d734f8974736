// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/** Does one thing that a process has to itself, on every PE at the same time; prints lines that begin with its PE. */
public final class IsolationProgram {
    private static final PrintStream KEPT = System.out;
    private static final int ROUNDS = 30;
    private static int counter;
    private static int me;

    private IsolationProgram() {
    }

    /**
     * Runs a case.
     *
     * @param args its name
     * @throws Exception what the case throws
     */
    public static void main(String[] args) throws Exception {
        Shmem shmem = Shmem.init();
        me = shmem.myPe();
        switch (args[0]) {
            case "statics" -> statics(shmem);
            case "exit" -> end(shmem, System::exit);
            case "runtime-exit" -> end(shmem, Runtime.getRuntime()::exit);
            case "halt" -> end(shmem, status -> Runtime.getRuntime().halt(status));
            case "exit-in-thread" -> end(shmem, status -> new Thread(() -> System.exit(status)).start());
            case "finally" -> exitInTry(shmem);
            case "hooks" -> hooks(shmem);
            case "threads" -> threads(shmem);
            case "pool-of-pool" -> poolOfPool(shmem);
            case "virtual" -> virtual(shmem);
            case "common-pool" -> commonPool(shmem);
            case "waits-in-pool" -> waitsInPool(shmem);
            case "context" -> context(shmem);
            case "names" -> names(shmem);
            case "exit-behind-delay" -> exitBehindDelay(shmem);
            case "readln" -> readln(shmem);
            case "kept-stream" -> keptStream(shmem);
            case "close-out" -> closeOut(shmem);
            case "set-out" -> setOut(shmem);
            case "tee" -> tee(shmem);
            case "stack-trace" -> stackTrace(shmem);
            case "environment" -> environment(shmem);
            case "method-reference" -> methodReference(shmem);
            case "resources" -> resources(shmem);
            case "input" -> input(shmem);
            case "handler" -> handler(shmem);
            case "shared-classes" -> sharedClasses(shmem, shmem.myPe());
            case "native-library" -> nativeLibrary(shmem);
            case "out-of-memory" -> outOfMemory(shmem);
            case "one-fails" -> oneFails(shmem);
            case "exit-by-reflection" -> exitByReflection(shmem);
            case "uncaught-in-pool" -> uncaughtInPool(shmem);
            case "uncaught-in-virtual" -> uncaughtInVirtual(shmem);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void sharedClasses(Shmem shmem, int pe) {
        synchronized (IsolationProgram.class) {
            counter += pe;
        }
        shmem.barrierAll();
        System.out.println("counted " + counter);
        shmem.finish();
        System.exit(pe == 2 ? 7 : 0);
    }

    /** One that no class of the JDK has loaded yet. */
    @SuppressWarnings("restricted")
    private static void nativeLibrary(Shmem shmem) {
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            if (pe == me) {
                System.load(System.getProperty("java.home") + "/lib/libprefs.so");
            }
            shmem.barrierAll();
        }
        say("loaded it");
        shmem.finish();
    }

    private static void outOfMemory(Shmem shmem) {
        List<long[]> all = new ArrayList<>();
        while (me == 2) {
            all.add(new long[1 << 20]);
        }
        shmem.barrierAll();
    }

    private static void say(String text) {
        System.out.println(me + " " + text);
    }

    private static void statics(Shmem shmem) {
        for (int i = 0; i < me; i++) {
            counter++;
        }
        shmem.barrierAll();
        say("counted " + counter);
        shmem.finish();
    }

    private static void end(Shmem shmem, IntConsumer exit) throws InterruptedException {
        say("ends");
        shmem.finish();
        exit.accept(me == 2 ? 7 : 0);
        new CountDownLatch(1).await();
    }

    private static void exitInTry(Shmem shmem) {
        shmem.finish();
        try {
            System.exit(0);
        } finally {
            say("never");
        }
    }

    private static void hooks(Shmem shmem) {
        Thread removed = new Thread(() -> say("removed hook"));
        Runtime.getRuntime().addShutdownHook(removed);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> say("hook")));
        Runtime.getRuntime().removeShutdownHook(removed);
        shmem.finish();
    }

    /** The PE lasts as long as a thread that is no daemon. */
    private static void threads(Shmem shmem) {
        shmem.finish();
        CountDownLatch left = new CountDownLatch(1);
        Thread daemon = new Thread(() -> {
            while (true) {
                Thread.onSpinWait();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        Thread main = Thread.currentThread();
        new Thread(() -> {
            join(main);
            say("late, main is " + main.getState());
            left.countDown();
        }).start();
    }

    /** A task of the common pool makes a pool, whose thread outlasts the main method. */
    private static void poolOfPool(Shmem shmem) {
        shmem.finish();
        Thread main = Thread.currentThread();
        CompletableFuture.runAsync(() -> {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            pool.execute(() -> {
                join(main);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
                say("late");
            });
            pool.shutdown();
        }).join();
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void virtual(Shmem shmem) throws InterruptedException {
        Thread.ofVirtual().start(() -> say("virtual " + Shmem.current().myPe())).join();
        shmem.finish();
    }

    private static void commonPool(Shmem shmem) {
        shmem.barrierAll();
        int wrong = IntStream.range(0, 1000).parallel().map(i -> Shmem.current().myPe() == me ? 0 : 1).sum();
        String name = CompletableFuture.supplyAsync(() -> {
            say("from the pool");
            return "pool";
        }).join();
        say(name + " " + wrong);
        shmem.finish();
    }

    /** Tasks of PE 0 wait for a task of PE 1, with more of them than the pool has threads. */
    private static void waitsInPool(Shmem shmem) {
        SymmetricLongs data = shmem.allocateLongs(1);
        List<Signal> signals = new ArrayList<>();
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors() * shmem.nPes(); i++) {
            signals.add(shmem.allocateSignal());
        }
        List<CompletableFuture<Void>> tasks = new ArrayList<>();
        if (me == 0) {
            signals.forEach(signal -> tasks.add(CompletableFuture.runAsync(() -> signal.waitUntil(Cmp.EQ, 1))));
        }
        shmem.barrierAll();
        if (me == 1) {
            tasks.add(CompletableFuture.runAsync(() -> signals.forEach(signal -> shmem.putSignal(data, 0,
                new long[] {1}, 0, 1, signal, 1, SignalOp.SET, 0))));
        }
        tasks.forEach(CompletableFuture::join);
        say("waited");
        shmem.finish();
    }

    /** The tasks of PE 0 restore the context class loader that they found; those of other PEs come later. */
    private static void context(Shmem shmem) throws Exception {
        for (int i = 0; i < ROUNDS && me == 0; i++) {
            CompletableFuture.runAsync(() -> {
                ClassLoader before = Thread.currentThread().getContextClassLoader();
                Thread.currentThread().setContextClassLoader(null);
                Thread.currentThread().setContextClassLoader(before);
            }).join();
        }
        shmem.barrierAll();
        ForkJoinPool own = new ForkJoinPool(1);
        say("finds " + CompletableFuture.supplyAsync(IsolationProgram::isOwnContext).join() + " "
            + CompletableFuture.supplyAsync(IsolationProgram::isOwnContext, own).join() + " " + isOwnContext() + " "
            + (ClassLoader.getSystemClassLoader() == IsolationProgram.class.getClassLoader()));
        own.close();
        shmem.finish();
    }

    private static boolean isOwnContext() {
        try {
            return Class.forName(IsolationProgram.class.getName(), false,
                Thread.currentThread().getContextClassLoader()) == IsolationProgram.class;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void names(Shmem shmem) {
        String first = Thread.currentThread().getName();
        Thread.currentThread().setName("renamed");
        say(first + " " + Thread.currentThread().getName());
        shmem.finish();
    }

    /** A thread of the JDK, which serves all PEs, ends PE 2. */
    private static void exitBehindDelay(Shmem shmem) {
        say("ends");
        shmem.barrierAll();
        shmem.finish();
        if (me == 2) {
            new CompletableFuture<String>().orTimeout(1, TimeUnit.MILLISECONDS).handle((value, thrown) -> {
                System.exit(7);
                return "";
            }).join();
        }
    }

    private static void readln(Shmem shmem) {
        say("read " + IO.readln() + ", " + IO.readln(me + " asks "));
        shmem.finish();
    }

    private static void keptStream(Shmem shmem) {
        int pe = shmem.myPe();
        shmem.barrierAll();
        KEPT.println("kept " + pe);
        shmem.finish();
    }

    private static void closeOut(Shmem shmem) {
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            if (pe == shmem.myPe()) {
                try (PrintWriter out = new PrintWriter(System.out)) {
                    out.println("closes " + pe);
                }
            }
            shmem.barrierAll();
        }
        shmem.finish();
    }

    private static void setOut(Shmem shmem) {
        ByteArrayOutputStream kept = new ByteArrayOutputStream();
        PrintStream before = System.out;
        if (me % 2 == 0) {
            System.setOut(new PrintStream(kept, true));
        }
        boolean own = System.out != before || me % 2 != 0;
        shmem.barrierAll();
        System.out.println("kept " + me);
        System.setOut(before);
        System.out.print(kept);
        say(own ? "has nothing" : "has another's");
        shmem.finish();
    }

    private static void tee(Shmem shmem) {
        System.setOut(new PrintStream(System.out, true) {
            @Override
            public void println(String text) {
                super.println(text + " teed");
            }
        });
        say("is");
        shmem.finish();
    }

    private static void stackTrace(Shmem shmem) {
        new IllegalStateException("of " + me).printStackTrace();
        shmem.finish();
    }

    /** The task has no frame of the program; PE 1 also writes past its stream. */
    private static void methodReference(Shmem shmem) throws IOException {
        CompletableFuture.completedFuture(me + " by reference").thenAcceptAsync(IO::println).join();
        if (me == 1) {
            new FileOutputStream(FileDescriptor.out).write("by descriptor\n".getBytes(StandardCharsets.UTF_8));
        }
        shmem.finish();
    }

    private static void environment(Shmem shmem) {
        say(System.getenv("SHMEM_PE") + " of " + System.getenv("SHMEM_NPES"));
        shmem.finish();
    }

    private static void resources(Shmem shmem) throws IOException {
        String name = IsolationProgram.class.getName().replace('.', '/') + ".class";
        try (InputStream in = ClassLoader.getSystemResourceAsStream(name)) {
            say("reads " + (in.readAllBytes().length > 1000) + ", "
                + (IsolationProgram.class.getResource("IsolationProgram.class") != null) + ", "
                + IsolationProgram.class.getProtectionDomain().getCodeSource().getLocation().getPath()
                    .endsWith("/test-classes/") + ", " + ServiceLoader.load(Runnable.class).findFirst().isPresent()
                + ", " + IsolationProgram.class.getPackage().getName());
        }
        shmem.finish();
    }

    private static void input(Shmem shmem) throws IOException {
        say("read " + new String(System.in.readAllBytes()).strip());
        shmem.finish();
    }

    private static void handler(Shmem shmem) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> say("heard " + thrown.getMessage()));
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("of " + me);
        });
        thread.start();
        thread.join();
        shmem.finish();
    }

    private static void oneFails(Shmem shmem) {
        shmem.finish();
        if (me == 2) {
            throw new IllegalStateException("alone");
        }
        say("goes on");
    }

    /** The one way to the process's own exit. */
    private static void exitByReflection(Shmem shmem) throws Exception {
        shmem.barrierAll();
        if (me == 2) {
            Runtime.class.getMethod("exit", int.class).invoke(Runtime.getRuntime(), 3);
        }
        new CountDownLatch(1).await();
    }

    private static void uncaughtInPool(Shmem shmem) throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> { });
        shmem.barrierAll();
        if (me == 2) {
            pool.execute(() -> {
                throw new IllegalStateException("of a pool");
            });
        }
        new CountDownLatch(1).await();
    }

    private static void uncaughtInVirtual(Shmem shmem) throws InterruptedException {
        if (me == 1) {
            Thread.ofVirtual().start(() -> {
                throw new IllegalStateException("of a virtual thread");
            });
        }
        shmem.barrierAll();
        new CountDownLatch(1).await();
    }
}
