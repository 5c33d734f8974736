// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Fault;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.error.ShmemException;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.Waiter;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** Calls a listener for each later death, in a thread that ends with the session. */
final class DeathWatch {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final SessionLibrary library;
    private final Lives lives;
    private final Consumer<PeFailedException> listener;
    private final Shmem watched;
    /** Number of deaths of each PE at the last look. */
    private final int[] deaths;

    DeathWatch(SessionLibrary library, Lives lives, Consumer<PeFailedException> listener) {
        if (!library.backend().anyThread()) {
            throw new IllegalStateException(Fault.where() + ": a listener has a thread of its own, and here only the "
                + "PE's own may call the library; call isAlive(pe)");
        }
        this.library = library;
        this.lives = lives;
        this.listener = listener;
        this.watched = library.session();
        this.deaths = IntStream.range(0, library.backend().nPes()).map(lives::deaths).toArray();
    }

    void start() {
        Thread thread = new Thread(this::run, "shmem4j deaths");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (isCurrent()) {
            try {
                look();
            } catch (VirtualMachineError e) {
                // The next look notices these deaths.
            }
            Waiter.park(LOOK_NANOS);
        }
    }

    private void look() {
        for (int pe = 0; pe < deaths.length; pe++) {
            for (int now = lives.deaths(pe); deaths[pe] < now;) {
                PeFailedException death = new PeFailedException("PE " + library.pe() + " has seen a death", pe,
                    lives.lastProcess(pe), lives.lastEnd(pe));
                deaths[pe]++;
                notifyListener(death);
            }
        }
    }

    /** An exception of the listener is printed. The handler of uncaught ones would end a launched PE. */
    private void notifyListener(PeFailedException death) {
        try {
            listener.accept(death);
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
        }
    }

    private boolean isCurrent() {
        try {
            // In a joined job this check also detects deaths.
            library.backend().checkAbort();
            return library.session() == watched;
        } catch (ShmemException | IllegalStateException e) {
            return false;
        } catch (VirtualMachineError e) {
            return true;
        }
    }
}
