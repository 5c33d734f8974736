// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Ends its JVM past its PE, and writes past it, as libraries do. */
public final class LossProgram {
    private static final int BIG = 100_000;

    private LossProgram() {
    }

    public static void main(String[] args) throws Exception {
        try (Shmem shmem = Shmem.init()) {
            if (!args[0].startsWith("after-")) {
                run(args[0], shmem.myPe());
            }
            shmem.barrierAll();
        }
        if (args[0].startsWith("after-")) {
            run(args[0].substring("after-".length()), TestProgram.pe());
        }
    }

    private static void run(String what, int pe) throws Exception {
        switch (what) {
            case "exit" -> {
                if (pe == 1) {
                    exit();
                }
                awaitEnd();
            }
            case "exit-in-thread" -> {
                if (pe == 1) {
                    Thread.ofPlatform().name("worker").start(LossProgram::exit);
                }
                awaitEnd();
            }
            case "halt" -> {
                if (pe == 1) {
                    Class.forName("java.lang.Runtime").getMethod("halt", int.class).invoke(Runtime.getRuntime(), 0);
                }
                awaitEnd();
            }
            case "descriptor" -> {
                raw(FileDescriptor.out).write(("descriptor " + pe + "\n").getBytes(StandardCharsets.US_ASCII));
                raw(FileDescriptor.err).write(("errors " + pe + "\n").getBytes(StandardCharsets.US_ASCII));
            }
            case "closed" -> {
                try (OutputStream out = raw(FileDescriptor.out); OutputStream err = raw(FileDescriptor.err)) {
                    out.write(("closed " + pe + "\n").getBytes(StandardCharsets.US_ASCII));
                    err.write(("errors " + pe + "\n").getBytes(StandardCharsets.US_ASCII));
                }
            }
            case "native" -> puts("native " + pe);
            case "child" -> new ProcessBuilder("echo", "child " + pe).inheritIO().start().waitFor();
            case "big" -> {
                byte[] line = (("" + (char) ('a' + pe)).repeat(BIG) + "\n").getBytes(StandardCharsets.US_ASCII);
                Thread other = Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < 20; i++) {
                        System.out.write(line, 0, line.length);
                        System.out.flush();
                    }
                });
                if (pe == 0) {
                    for (int i = 0; i < 20; i++) {
                        raw(FileDescriptor.out).write(line);
                    }
                }
                other.join();
            }
            default -> throw new IllegalArgumentException(what);
        }
    }

    /** Nobody will count it down: the job's end ends this PE. */
    private static void awaitEnd() throws InterruptedException {
        new CountDownLatch(1).await();
    }

    /** No class of the program names the method, so the PE's loader can't know of the call. */
    private static void exit() {
        try {
            for (Method method : Class.forName("java.lang.System").getMethods()) {
                if (method.getName().equals("exit")) {
                    method.invoke(null, 0);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static OutputStream raw(FileDescriptor descriptor) throws IOException {
        return new FileOutputStream(descriptor);
    }

    @SuppressWarnings("restricted")
    private static void puts(String text) throws Exception {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            int written = (int) linker.downcallHandle(linker.defaultLookup().findOrThrow("puts"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS)).invokeExact(arena.allocateFrom(text));
            int flushed = (int) linker.downcallHandle(linker.defaultLookup().findOrThrow("fflush"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS)).invokeExact(MemorySegment.NULL);
            if (written < 0 || flushed != 0) {
                throw new IOException("can't write to standard output");
            }
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError("a downcall throws nothing of its own", e);
        }
    }
}
