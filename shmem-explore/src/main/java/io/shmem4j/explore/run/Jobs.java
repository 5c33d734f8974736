// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.config.Setting;
import io.shmem4j.explore.run.Ending.Manner;
import io.shmem4j.shm.LocalMemory;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Runs a program many times, each from zeroed memory. Also the host of the PEs. */
public final class Jobs extends Host {
    private final int pes;
    final int cores;
    final long heapBytes;
    private final Runnable clear;
    private final Program program;
    /** Offset of the user's heap in a PE's memory. */
    final long heapStart;
    private Run run;
    private ExploredBackend[] backends;
    private List<List<Runnable>> lasts;
    Watcher watcher = Watcher.NOBODY;
    /** Returns the call that is added to the program behind a late access. */
    Function<Step, Ordering> added;

    /** The program that PEs run. */
    public interface Program {
        /** Called at the start of a run. */
        default void begin() {
        }

        /** Called when a dead PE is about to restart. */
        default void returns(int pe) {
        }

        void run(int pe) throws Throwable;

        /** Called when a thread other than the PEs' own has called the library and is about to get this exception. */
        default void refuses(IllegalStateException why) {
        }

        default void print(int pe, String text) {
            System.err.print(text);
        }
    }

    /** A call that orders the late accesses of a PE. */
    public enum Ordering {
        NONE, FENCE, QUIET
    }

    /** Observes the steps of a run. */
    public interface Watcher {
        Watcher NOBODY = new Watcher() {
        };

        /** The calling PE issues a late access, which an action performs. */
        default void begins(Step late, Runnable effect) {
        }

        /** The calling PE is about to make a step, or to wait until it can. */
        default void comesTo(Step step) {
        }

        /** A step is being made; memory has not changed yet. */
        default void makes(Step step) {
        }
    }

    /**
     * Creates a host for runs of a program.
     *
     * @param heapBytes the size of each PE's heap
     * @param clear     zeroes the symmetric memory after a run
     */
    public Jobs(int pes, long heapBytes, Runnable clear, Program program) {
        this.pes = pes;
        this.cores = Setting.CORES.isSet() ? Setting.CORES.intValue() : pes;
        this.heapBytes = heapBytes;
        this.clear = clear;
        this.program = program;
        this.heapStart = SystemLayout.heap(pes);
    }

    /** {@return a host for runs in the memory of local jobs} */
    public static Jobs in(LocalMemory memory, int pes, Program program) {
        try {
            return new Jobs(pes, memory.heapBytes(pes), () -> {
                try {
                    memory.begin();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }, program);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs the program once and {@return how it ended} */
    public Ending run(Options options, Chooser chooser, Watcher newWatcher) {
        return run(options, chooser, newWatcher, late -> Ordering.NONE);
    }

    /** Runs the program once, with calls added behind late accesses, and {@return how it ended} */
    public Ending run(Options options, Chooser chooser, Watcher newWatcher, Function<Step, Ordering> newAdded) {
        added = newAdded;
        clear.run();
        watcher = newWatcher;
        program.begin();
        run = new Run(this, options, chooser);
        backends = new ExploredBackend[pes];
        lasts = new ArrayList<>();
        for (int pe = 0; pe < pes; pe++) {
            lasts.add(null);
            begin(pe);
        }
        Ending ending = run.execute();
        chooser.ended(ending);
        return ending;
    }

    private void begin(int pe) {
        backends[pe] = new ExploredBackend(this, run, pe);
        lasts.set(pe, new ArrayList<>());
    }

    /** Replaces the backend of a PE that has died and may restart. */
    void replace(int pe, boolean returns) {
        begin(pe);
        if (returns) {
            program.returns(pe);
        }
    }

    /** {@return the state of a PE's library in its current incarnation} */
    public PeState peState(int pe) {
        return backends[pe].state;
    }

    void runPe(int pe) throws Throwable {
        program.run(pe);
        leaveInOrder(pe);
        if (backends[pe].state == PeState.RUNNING) {
            throw run.stop(new Ending(Manner.STATUS, pe, null, "has returned and called neither finish nor close"));
        }
    }

    /** Runs a PE's exit hooks after a normal end, on its own thread. */
    public void leaveInOrder(int pe) {
        List<Runnable> last = lasts.get(pe);
        lasts.set(pe, List.of());
        last.forEach(Runnable::run);
    }

    boolean atExit(int pe, Runnable end) {
        List<Runnable> last = lasts.get(pe);
        return last instanceof ArrayList && last.add(end);
    }

    /** Exits a PE from within its program; never returns. */
    public void exit(int pe, int status) {
        run.requireTurn(pe);
        if ((status & 0xff) == 0 && backends[pe].state != PeState.RUNNING) {
            throw run.leave(pe);
        }
        throw run.stop(new Ending(Manner.STATUS, pe, null, (status & 0xff) == 0 ? "exited without finish"
            : "exited with status " + (status & 0xff)));
    }

    void print(int pe, String text) {
        program.print(pe, text);
    }

    public int pes() {
        return pes;
    }

    public List<SymmetricObject> objects() {
        return new ObjectTable(JobMemory.slice(0, SystemLayout.objects(pes), ObjectTable.BYTES)).live();
    }

    /** {@return the name of the element at an offset, or a description of the location if no object is there} */
    public String element(List<SymmetricObject> objects, long offset) {
        SymmetricObject object = SymmetricObject.at(objects, offset);
        return object != null ? object.element(offset, 0) : offset < heapStart ? "the library's word at " + offset
            : "byte " + (offset - heapStart) + " of the heap";
    }

    String describeWait(int pe) {
        ExploredWaiter waiter = backends[pe].waiter;
        return waiter.describe(waiter.place() < 0 ? null : element(objects(), waiter.place()));
    }

    public int turn() {
        return run == null ? -1 : run.turns.holder();
    }

    @Override
    public Backend ownBackend() {
        int pe = turn();
        return pe >= 0 && run.turns.isHolder(pe) ? backends[pe] : null;
    }

    @Override
    public Backend backend() {
        Backend own = ownBackend();
        if (own == null) {
            throw refused();
        }
        return own;
    }

    /** Reports a call from a foreign thread and {@return the exception to throw there} */
    IllegalStateException refused() {
        IllegalStateException why = new IllegalStateException("the thread \"" + Thread.currentThread().getName()
            + "\" called the library: in explored programs only the thread that runs main may");
        program.refuses(why);
        return why;
    }

    @Override
    public void run(int nPes, Task task) {
        throw new IllegalStateException("Shmem.run: PE " + turn() + " of an explored program called it; PEs can't start"
            + " others");
    }
}
