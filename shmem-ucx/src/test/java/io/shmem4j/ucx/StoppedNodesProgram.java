// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobAbortedException;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.PeFailedException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Two PEs of which one comes to a named point, says so in a file, and waits there for another file; somebody stops
 * processes of the job meanwhile. Words: the point, and the folder of these files.
 */
public final class StoppedNodesProgram {
    /** More than the buffers of pipes and connections hold. */
    static final int LINES = 3000;
    private static final int MANY = 1 << 20;

    private static Path folder;

    private StoppedNodesProgram() {
    }

    public static void main(String[] args) throws IOException {
        String point = args[0];
        folder = Path.of(args[1]);
        if (point.equals("threads")) {
            inThreads();
            return;
        }
        if (point.equals("start")) {
            // Without a number yet.
            say(isFirst() ? "pe0" : "pe1");
            awaitGo();
        }
        try (Shmem shmem = Shmem.init()) {
            if (point.equals("death")) {
                dies(shmem);
            } else {
                run(shmem, point);
            }
        }
    }

    /** PE 1 fails, and PE 0 goes on for a while after it has learned that. */
    private static void inThreads() {
        try {
            Shmem.run(2, () -> {
                try (Shmem shmem = Shmem.init()) {
                    shmem.barrierAll();
                    if (shmem.myPe() == 1) {
                        throw new IllegalStateException("fails");
                    }
                    try {
                        shmem.barrierAll();
                    } catch (JobAbortedException e) {
                        say("pe0");
                        awaitGo();
                        throw e;
                    }
                }
            });
        } catch (JobFailedException e) {
            System.out.println(e.getMessage());
        }
    }

    private static void run(Shmem shmem, String point) throws IOException {
        int me = shmem.myPe();
        SymmetricLongs words = shmem.allocateLongs(2);
        SymmetricLongs many = shmem.allocateLongs(MANY);
        if (!point.equals("access")) {
            shmem.p(words, 1, 5, 1 - me);
            shmem.barrierAll();
        }
        if (!point.equals("start")) {
            say("pe" + me);
        }
        switch (point) {
            case "start" -> { }
            case "wait" -> exchange(shmem, words);
            case "compute", "access" -> {
                if (me == 1) {
                    awaitGo();
                }
                shmem.p(words, 0, 1, 1 - me);
                words.waitUntil(0, Cmp.EQ, 1);
            }
            case "stream" -> {
                for (long value = 1; value <= 3 || !isGo(); value++) {
                    many.fill(value);
                    shmem.put(many, 0, many, 0, MANY, 1 - me);
                    shmem.quiet();
                }
            }
            case "output" -> {
                awaitGo();
                for (int line = 0; line < LINES; line++) {
                    System.out.println("PE " + me + " line " + line + " of some that fill the pipes");
                }
            }
            case "exit" -> {
                if (me == 1) {
                    awaitGo();
                    shmem.globalExit(5);
                }
                words.waitUntil(0, Cmp.EQ, 1);
            }
            case "throw" -> {
                if (me == 1) {
                    awaitGo();
                    throw new IllegalStateException("fails");
                }
            }
            case "desert" -> {
                if (me == 1) {
                    awaitGo();
                    Runtime.getRuntime().halt(0);
                }
            }
            default -> throw new IllegalArgumentException(point);
        }
        shmem.barrierAll();
        System.out.println("right " + shmem.world().sumReduce(1L + me));
    }

    /** PE 1 waits for a store of PE 0, which comes while PE 1 may be stopped, and PE 0 for the answer. */
    private static void exchange(Shmem shmem, SymmetricLongs words) throws IOException {
        if (shmem.myPe() == 1) {
            words.waitUntil(0, Cmp.EQ, 1);
            shmem.p(words, 0, 1, 0);
        } else {
            awaitGo();
            shmem.p(words, 0, 1, 1);
            words.waitUntil(0, Cmp.EQ, 1);
        }
    }

    /** PE 1 dies in its first incarnation, and comes back. */
    private static void dies(Shmem shmem) throws IOException {
        SymmetricLongs words = null;
        boolean again = !shmem.isFirstIncarnation();
        while (true) {
            try {
                if (again) {
                    shmem.recover();
                }
                words = words == null ? shmem.allocateLongs(1) : words;
                if (!again) {
                    say("pe" + shmem.myPe());
                    if (shmem.myPe() == 1) {
                        awaitGo();
                        Runtime.getRuntime().halt(9);
                    }
                }
                shmem.barrierAll();
                String line = "right " + shmem.world().sumReduce(1L + shmem.myPe());
                shmem.finish();
                System.out.println(line);
                return;
            } catch (PeFailedException e) {
                again = true;
            }
        }
    }

    /** Says in a file of its own that a process has come to its point. */
    private static void say(String name) throws IOException {
        ProcessHandle me = ProcessHandle.current();
        Path whole = Files.writeString(folder.resolve(name + ".new"), me.pid() + " " + me.parent().orElseThrow().pid());
        Files.move(whole, folder.resolve(name));
    }

    private static boolean isFirst() throws IOException {
        try {
            Files.createFile(folder.resolve("first"));
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        }
    }

    private static boolean isGo() {
        return Files.exists(folder.resolve("go"));
    }

    private static void awaitGo() {
        while (!isGo()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
