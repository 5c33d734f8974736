// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.error.PeFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * PEs that leave a try block by an exception in their first incarnation, while the others call {@code finish}. The
 * first word says which: {@code last}, {@code all}, {@code exit} (the last one, with status 255), {@code later} (the
 * last one, in a second session), {@code closed} (PE 0 closes, makes a file and hangs) or {@code done} (PE 0 returns).
 * In the last two the last PE throws once the file of the second word is there.
 */
public final class LeavingProgram {
    private final String which;
    private final Path file;

    private LeavingProgram(String which, Path file) {
        this.which = which;
        this.file = file;
    }

    public static void main(String[] args) {
        LeavingProgram program = new LeavingProgram(args[0], Path.of(args[1]));
        if (program.which.equals("later")) {
            Shmem.init().finish();
        }
        try {
            program.run();
        } catch (IllegalStateException e) {
            if (!program.which.equals("exit")) {
                throw e;
            }
            System.exit(-1);
        }
    }

    private void run() {
        boolean closes = false;
        try (Shmem shmem = Shmem.init()) {
            boolean again = !shmem.isFirstIncarnation();
            while (true) {
                try {
                    if (again) {
                        shmem.recover();
                    } else {
                        shmem.barrierAll();
                        closes = shmem.myPe() == 0 && (which.equals("closed") || which.equals("done"));
                        if (closes) {
                            return;
                        }
                        leave(shmem);
                    }
                    shmem.finish();
                    System.out.println("finished");
                    return;
                } catch (PeFailedException e) {
                    again = true;
                }
            }
        } finally {
            if (closes && which.equals("closed")) {
                makeFile();
                while (true) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private void makeFile() {
        try {
            Files.createFile(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void leave(Shmem shmem) {
        boolean last = shmem.myPe() == shmem.nPes() - 1;
        while (last && (which.equals("closed") || which.equals("done")) && Files.notExists(file)) {
            Thread.onSpinWait();
        }
        if (last || which.equals("all")) {
            throw new IllegalStateException("PE " + shmem.myPe() + " fails");
        }
    }
}
