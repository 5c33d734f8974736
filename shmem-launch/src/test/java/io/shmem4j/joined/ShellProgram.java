// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Cmp;
import io.shmem4j.Join;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.attach.Job;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.ShmemException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Does what it reads, a command a line, in a thread of the name that comes first; answers by a line each. */
public final class ShellProgram {
    private static final Map<String, ExecutorService> THREADS = new ConcurrentHashMap<>();
    private static final ThreadLocal<SymmetricLongs> VALUES = new ThreadLocal<>();

    private static final Object GUARD = new Object();
    private static final Logger LOG = Logger.getLogger("io.shmem4j");

    private ShellProgram() {
    }

    /** Prints what the library logs; may block afterwards, as a full pipe does. */
    private static final class Listener extends Handler {
        private final boolean blocks;

        Listener(boolean blocks) {
            this.blocks = blocks;
        }

        @Override
        public void publish(LogRecord logged) {
            System.out.println("log " + logged.getMessage());
            while (blocks) {
                LockSupport.park();
            }
        }

        @Override
        public void flush() {
            // Nothing is kept.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    public static void main(String[] args) throws IOException {
        System.out.println("ready " + ProcessHandle.current().pid());
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String[] words = line.split(" ");
            THREADS.computeIfAbsent(words[0], _ -> Executors.newSingleThreadExecutor()).execute(() ->
                answer(words[0], words));
        }
        System.exit(0);
    }

    private static void answer(String thread, String[] words) {
        try {
            System.out.println(thread + " " + run(words));
        } catch (RuntimeException | Error e) {
            System.out.println(thread + " " + e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    private static String run(String[] words) {
        switch (words[1]) {
            case "join" -> {
                Join join = Join.named(words[2]).pes(Integer.parseInt(words[4]));
                if (!words[3].equals("any")) {
                    join.pe(Integer.parseInt(words[3]));
                }
                for (int at = 5; at < words.length; at += 2) {
                    if (words[at].equals("outliving")) {
                        join.faultTolerant();
                    } else if (words[at].equals("takingOver")) {
                        join.takeOver();
                    } else if (words[at].equals("interrupted")) {
                        Thread.currentThread().interrupt();
                    } else if (words[at].equals("heap")) {
                        join.heapSize(words[at + 1]);
                    } else {
                        join.timeout(Duration.ofMillis(Long.parseLong(words[at + 1])));
                    }
                }
                return joined(join.init());
            }
            case "init" -> {
                return joined(Shmem.init());
            }
            case "sum" -> {
                Shmem shmem = Shmem.current();
                SymmetricLongs values = VALUES.get();
                shmem.add(values, 0, 1L << 8 * shmem.myPe(), 0);
                shmem.barrierAll();
                return "sum " + Long.toHexString(shmem.g(values, 0, 0));
            }
            case "barrier" -> Shmem.current().barrierAll();
            case "sync" -> Shmem.current().syncAll();
            case "reduce" -> Shmem.current().world().sumReduce(VALUES.get(), VALUES.get(), 1);
            case "await" -> VALUES.get().waitUntil(1, Cmp.NE, 0);
            case "finish" -> Shmem.current().finish();
            case "close" -> Shmem.current().close();
            case "interrupt" -> Thread.currentThread().interrupt();
            case "guarded" -> {
                return guarded(words);
            }
            case "hook" -> Runtime.getRuntime().addShutdownHook(new Thread(() ->
                answer("hook", Arrays.copyOfRange(words, 1, words.length))));
            case "initialized" -> {
                return "initialized " + Shmem.initialized();
            }
            case "exit" -> {
                try {
                    Shmem.current().globalExit(Integer.parseInt(words[2]));
                } catch (JobAbortedException e) {
                    return e.getMessage();
                }
            }
            default -> {
                return other(words);
            }
        }
        return words[1];
    }

    /** Runs a command under a lock that a shutdown hook needs, as frameworks do that start and stop beans. */
    private static String guarded(String[] words) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (GUARD) {
                System.out.println("stopped");
            }
        }));
        synchronized (GUARD) {
            String[] command = Arrays.copyOfRange(words, 1, words.length);
            try {
                return run(command);
            } catch (ShmemException e) {
                System.out.println(e.getMessage());
                throw e;
            }
        }
    }

    /** Commands for copies of the library, deaths and jobs that outlive them. */
    private static String other(String[] words) {
        switch (words[1]) {
            case "copy" -> {
                return "copy " + inCopy("", ShellProgram::running);
            }
            case "poor" -> {
                return "poor " + inCopy("io.shmem4j.shm.JoinedMemory", copy -> {
                    Class<?> join = copy.loadClass(Join.class.getName());
                    Object part = join.getMethod("named", String.class).invoke(null, words[2]);
                    join.getMethod("pes", int.class).invoke(part, 2);
                    return join.getMethod("init").invoke(part);
                });
            }
            case "where" -> { }
            case "log" -> LOG.addHandler(new Listener(words[2].equals("block")));
            case "allocate" -> Shmem.current().allocateLongs(1);
            case "lock" -> {
                ShmemLock lock = VALUES.get().lock(2);
                lock.lock();
                return "lock " + lock.ownerDied();
            }
            case "queued" -> {
                return "queued " + ((int) Shmem.current().g(VALUES.get(), 2, pe(words)) < 0);
            }
            case "pass" -> {
                for (int life = 0; life < Integer.parseInt(words[2]); life++) {
                    run("main join svc 1 2 outliving yes".split(" "));
                    VALUES.get().lock(2);
                    Shmem.current().close();
                }
            }
            case "unlock" -> VALUES.get().lock(2).unlock();
            case "awaitFrom" -> VALUES.get().watch(1).peer(Integer.parseInt(words[2])).until(Cmp.NE, 0);
            case "awaitFor" -> {
                return "there " + VALUES.get().watch(1)
                    .within(Duration.ofMillis(Long.parseLong(words[2]))).until(Cmp.NE, 0);
            }
            case "recover" -> Shmem.current().recover();
            case "add" -> {
                return "added to " + Long.toHexString(Shmem.current().fetchAdd(VALUES.get(), 0,
                    Long.parseLong(words[3], 16), pe(words)));
            }
            case "life" -> {
                return "life " + Shmem.current().incarnation() + ", first " + Shmem.current().isFirstIncarnation()
                    + ", value " + Long.toHexString(VALUES.get().get(0));
            }
            case "lives" -> {
                return "lives " + Shmem.current().isAlive(pe(words));
            }
            default -> {
                return fault(words);
            }
        }
        return words[1];
    }

    /** Commands that kill or stop this JVM, or do in it what a library must bear. */
    private static String fault(String[] words) {
        switch (words[1]) {
            case "die" -> Mortal.dieBefore(Integer.parseInt(words[2]));
            case "stop" -> Mortal.stopBefore(Integer.parseInt(words[2]));
            case "steps" -> {
                return "steps " + Mortal.counted(Integer.parseInt(words[2]));
            }
            case "read" -> {
                try {
                    return "read " + Files.readAllBytes(Path.of(words[2])).length;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
            case "listen" -> Shmem.current().onDeath(death -> {
                Thread.currentThread().setUncaughtExceptionHandler((_, _) -> { });
                System.out.println("hears of PE " + death.pe());
                throw new IllegalStateException("a listener fails");
            });
            default -> throw new IllegalArgumentException(words[1]);
        }
        return words[1];
    }

    private static int pe(String[] words) {
        return Integer.parseInt(words[2]);
    }

    /** {@return what another copy of the library in this JVM returns or throws, without one of its classes} */
    private static Object inCopy(String missing, Call call) {
        String[] path = System.getProperty("java.class.path").split(File.pathSeparator);
        URL[] urls = new URL[path.length];
        try {
            for (int i = 0; i < path.length; i++) {
                urls[i] = Path.of(path[i]).toUri().toURL();
            }
            try (URLClassLoader copy = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()) {
                @Override
                protected Class<?> findClass(String name) throws ClassNotFoundException {
                    if (name.equals(missing)) {
                        throw new ClassNotFoundException(name);
                    }
                    return super.findClass(name);
                }
            }) {
                return call.in(copy);
            }
        } catch (IOException | ReflectiveOperationException e) {
            return e.getCause();
        }
    }

    private static Object running(ClassLoader copy) throws ReflectiveOperationException {
        return copy.loadClass(Job.class.getName()).getMethod("running").invoke(null);
    }

    /** A call by reflection. */
    private interface Call {
        Object in(ClassLoader copy) throws ReflectiveOperationException;
    }

    private static String joined(Shmem shmem) {
        VALUES.set(shmem.allocateLongs(3).named("values"));
        return "PE " + shmem.myPe() + " of " + shmem.nPes();
    }
}
