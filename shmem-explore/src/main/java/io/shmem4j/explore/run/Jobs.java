// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.explore.run;

import io.shmem4j.explore.run.Ending.Manner;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.ObjectTable;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.Waiter;
import java.util.ArrayList;
import java.util.List;

/** Runs a program again and again, each time from zeroed memory; the host of the run's PEs. */
public final class Jobs extends Host {
    private final int pes;
    private final long heapBytes;
    private final Runnable clear;
    private final Program program;
    private final long heapStart;
    private Run run;
    private ExploredBackend[] backends;
    private List<List<Runnable>> lasts;
    private Watcher watcher = Watcher.NOBODY;

    /** The program of PEs. */
    public interface Program {
        /** A run begins. */
        default void begin() {
            // Nothing is to be prepared.
        }

        /** A PE begins another life, because it has died in the present run. */
        default void returns(int pe) {
            // Nothing is to be prepared.
        }

        /** Runs on one PE. */
        void run(int pe) throws Throwable;

        /** A thread beside the PEs' own has called the library, and is about to get this exception. */
        default void refuses(IllegalStateException why) {
            // It hears of it.
        }

        /** Passes on a PE's message to its user. */
        default void tell(int pe, String text) {
            System.err.print(text);
        }
    }

    /** Sees each step where it is made. */
    public interface Watcher {
        /** Nobody looks. */
        Watcher NOBODY = new Watcher() {
        };

        /** The calling PE begins a late access. */
        default void begins(Step late) {
            // Not of interest.
        }

        /** A PE, whose thread calls, is about to make a step or to wait until it can. */
        default void comesTo(Step step) {
            // Not of interest.
        }

        /** A step is being made; memory is as it was before. */
        default void makes(Step step) {
            // Not of interest.
        }
    }

    /**
     * Makes jobs that run one at a time.
     *
     * @param heapBytes bytes of each PE's heap
     * @param clear     fills the symmetric memory that a run has used with zeros
     */
    public Jobs(int pes, long heapBytes, Runnable clear, Program program) {
        this.pes = pes;
        this.heapBytes = heapBytes;
        this.clear = clear;
        this.program = program;
        this.heapStart = SystemLayout.heap(pes);
    }

    /** Runs the program once. */
    public Ending run(Options options, Chooser chooser, Watcher newWatcher) {
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
        Ending ending = run.go();
        chooser.ended(ending);
        return ending;
    }

    private void begin(int pe) {
        backends[pe] = new ExploredBackend(this, run, pe);
        lasts.set(pe, new ArrayList<>());
    }

    /** A PE has died, and may begin another life. */
    void fell(int pe, boolean returns) {
        begin(pe);
        if (returns) {
            program.returns(pe);
        }
    }

    /** {@return how far a PE's library has come in its present life} */
    public PeState peState(int pe) {
        return backends[pe].peState();
    }

    Waiter waiter(int pe) {
        return backends[pe].waiter();
    }

    void runPe(int pe) throws Throwable {
        program.run(pe);
        leaveInOrder(pe);
        if (backends[pe].peState() == PeState.RUNNING) {
            throw run.stop(new Ending(Manner.STATUS, pe, null, "has returned and called neither finish nor close"));
        }
    }

    /** A PE comes to its end in order; its own thread calls. */
    public void leaveInOrder(int pe) {
        List<Runnable> last = lasts.get(pe);
        lasts.set(pe, List.of());
        last.forEach(Runnable::run);
    }

    boolean atExit(int pe, Runnable end) {
        List<Runnable> last = lasts.get(pe);
        return last instanceof ArrayList && last.add(end);
    }

    /** Ends a PE with a status from inside its program; never returns. */
    public void exit(int pe, int status) {
        run.requireTurn(pe);
        if ((status & 0xff) == 0 && backends[pe].peState() != PeState.RUNNING) {
            throw run.leave(pe);
        }
        throw run.stop(new Ending(Manner.STATUS, pe, null, (status & 0xff) == 0 ? "exited without finish"
            : "exited with status " + (status & 0xff)));
    }

    /** Another thread of a PE ends by a throwable that nobody has caught: the run ends at the next step. */
    public void fail(int pe, Throwable thrown) {
        run.end(new Ending(Manner.THREW, pe, thrown, String.valueOf(thrown)));
    }

    void tell(int pe, String text) {
        program.tell(pe, text);
    }

    Watcher watcher() {
        return watcher;
    }

    public int pes() {
        return pes;
    }

    long heapBytes() {
        return heapBytes;
    }

    /** {@return offset of the user's heap in a region} */
    long heapStart() {
        return heapStart;
    }

    /** {@return the symmetric objects that exist now} */
    public List<SymmetricObject> objects() {
        return new ObjectTable(JobMemory.slice(0, SystemLayout.objects(pes), ObjectTable.BYTES)).live();
    }

    /** {@return the element of some objects at an offset of a region as users know it, or where it lies} */
    public String element(List<SymmetricObject> objects, long offset) {
        SymmetricObject object = SymmetricObject.at(objects, offset);
        return object != null ? object.element(offset, 0) : offset < heapStart ? "the library's word at " + offset
            : "byte " + (offset - heapStart) + " of the heap";
    }

    String describeWait(int pe) {
        ExploredWaiter waiter = backends[pe].exploredWaiter();
        return waiter.describe(waiter.place() < 0 ? null : element(objects(), waiter.place()));
    }

    /** {@return whether it is the turn of the calling thread's PE} */
    public boolean isPe(int pe) {
        return run != null && run.isRunning(pe);
    }

    /** {@return the PE whose turn it is} */
    public int turn() {
        return run == null ? -1 : run.holder();
    }

    @Override
    public boolean hasPe() {
        return turn() >= 0 && isPe(turn());
    }

    @Override
    public Backend backend() {
        int pe = turn();
        if (pe < 0 || !isPe(pe)) {
            throw refused();
        }
        return backends[pe];
    }

    /** {@return what the calling thread, which is none of the PEs' own, is to throw} */
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
