// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.collective.algorithm.Collectives;
import io.shmem4j.collective.team.Group;
import io.shmem4j.error.SymmetricMismatchException;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.AnnouncedWords;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.Comparison;
import io.shmem4j.spi.Host;
import io.shmem4j.spi.Lives;
import io.shmem4j.spi.RaceDetector;
import io.shmem4j.spi.Routine;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Words;
import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * The state of one PE from the first init to the end of the process: its memory, the heap with its allocations, the
 * collectives of the world team, and the slots of teams.
 */
public abstract class Library {
    private final Backend backend;
    private final Progress progress;
    private final int pe;
    private final Backend views;
    private final Words own;
    private final long heapStart;
    private final FreeList heap;
    private final Group world;
    private Collectives collectives;
    private Collectives shared;
    private final Allocations allocations;
    private final Checkpoints checkpoints;
    private final TeamSlots slots;
    private final InFlight inFlight;
    private volatile String closedAt;

    @SuppressWarnings("this-escape") // Other objects ask the library for backend and heap, which exist by now.
    protected Library(Backend backend) {
        this.backend = backend;
        this.progress = new Progress(backend, Hook.ON);
        backend.attached().work(progress);
        this.pe = backend.pe();
        Backend pointers = backend.observer().remote(backend, false);
        this.views = Check.RACES ? RaceDetector.get().viewed(backend, pointers) : pointers;
        this.own = views.own();
        this.heapStart = SystemLayout.heap(backend.nPes());
        this.heap = new FreeList(heapStart, backend.heapBytes());
        this.world = new Group(backend, 0, 1, backend.nPes(), pe, 0);
        this.collectives = new Collectives(world);
        this.shared = new Collectives(sharing(backend));
        this.slots = new TeamSlots(backend);
        this.inFlight = new InFlight(backend, new ArrayList<>());
        this.allocations = new Allocations(this);
        this.checkpoints = new Checkpoints(this);
    }

    /** {@return the range of PEs around this one whose memory can be mapped} */
    private static Group sharing(Backend backend) {
        int first = backend.pe();
        while (first > 0 && backend.mappable(first - 1)) {
            first--;
        }
        int end = backend.pe() + 1;
        while (end < backend.nPes() && backend.mappable(end)) {
            end++;
        }
        return new Group(backend, first, 1, end - first, backend.pe() - first, TeamSlots.SHARED);
    }

    /** {@return the backend through which threads load and store by objects and views} */
    public final Backend views() {
        return views;
    }

    public static Backend currentBackend() {
        return host().backend();
    }

    public static Host host() {
        if (Hosted.HOST == null) {
            throw new IllegalStateException("no backend on the class path: add shmem-shm's jar, or start the program "
                + "with oshrun");
        }
        return Hosted.HOST;
    }

    /**
     * Pauses in a loop that waits for another PE and handles fallen PEs itself.
     *
     * @param round number of earlier pauses in the loop
     */
    public static void pauseAmongFallen(int round) {
        Backend backend = currentBackend();
        if (!backend.attached().advance()) {
            backend.pauseAmongFallen(round);
        }
    }

    /** {@return whether a hook, a detector or the backend must see each access to symmetric memory} */
    public static boolean watchesAccesses() {
        return Hook.ON || currentBackend().own() instanceof AnnouncedWords;
    }

    /** {@return whether the job survives the death of a PE} */
    public static boolean outlives() {
        return currentBackend().lives() != null;
    }

    /**
     * {@return the number of meetings of all PEs, see {@link Lives#recoveries}; 0 in a job that ends with the first
     * death}
     */
    public static int recoveries() {
        Lives lives = currentBackend().lives();
        return lives == null ? 0 : lives.recoveries();
    }

    /**
     * Throws if a death prevents an operation from completing, in a job that survives deaths.
     *
     * @param members world numbers of the PEs that the operation needs
     */
    public static void requireAlive(int... members) {
        currentBackend().lives().check(WaitKind.COLLECTIVE, -1, 0, 1, members.length, members);
    }

    /**
     * Waits until a word of this PE satisfies a comparison, in a job that survives deaths; throws if a member dies.
     *
     * @param heapOffset the word's offset in the heap
     * @param members    world numbers of the PEs that the operation needs
     */
    public static void await(long heapOffset, Comparison cmp, long value, int... members) {
        Backend backend = currentBackend();
        long word = SystemLayout.heap(backend.nPes()) + heapOffset;
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, WaitKind.COLLECTIVE, word, -1);
        waiter.within(0, 1, members.length, members);
        waiter.until(word, true, -1, 0, cmp, value);
        try {
            while (!cmp.holds(backend.getLong(backend.pe(), word), value)) {
                waiter.pause();
            }
        } finally {
            waiter.end();
        }
    }

    /** {@return what a call makes that contains several allocations, see {@link Allocations#whole}} */
    public static <T> T whole(Supplier<T> call) {
        return ((Library) currentBackend().attached().library()).allocations().whole(call);
    }

    /** Describes the elements of the allocation that {@link #whole} has just made. */
    public static void shape(String shape) {
        ((Library) currentBackend().attached().library()).allocations().shape(shape);
    }

    /** {@return whether a PE is fallen: has died, and has not met all other PEs since} */
    public static boolean anyFallen() {
        Lives lives = currentBackend().lives();
        boolean fallen = false;
        for (int pe = 0; lives != null && pe < currentBackend().nPes(); pe++) {
            fallen |= lives.isFallen(pe);
        }
        return fallen;
    }

    /** {@return the {@link #views} of the calling thread's PE} */
    public static Backend currentViews() {
        return ((Library) currentBackend().attached().library()).views;
    }

    public static int currentPe() {
        return currentBackend().pe();
    }

    /** {@return the call site that ended this PE's last session, or null} */
    public static String closedAt() {
        Backend own = host().ownBackend();
        return own != null && own.attached().library() instanceof Library library ? library.closedAt : null;
    }

    /** Records the call site that ends a session, or null when one begins. */
    protected void closedAt(String site) {
        closedAt = site;
    }

    /** Called when a call of this thread ends in an exception. */
    static void leaveCurrentThread() {
        if (currentBackend().attached().library() instanceof Library library) {
            library.leaveThread();
        }
    }

    /** Called when a thread of the program calls a routine; only at the highest level of checking. */
    protected abstract void enterThread();

    /** Called when a thread of the program returns from a routine; only at the highest level of checking. */
    protected abstract void leaveThread();

    /** Refuses a thread of the program that may not call a routine; only at the highest level of checking. */
    public abstract void checkThread();

    /** Compares a call that all PEs must make; only at the highest level of checking. */
    protected abstract void meet(Routine routine, String arguments);

    /** Completes the updates of the default context. */
    public abstract void complete();

    /** Completes the updates of the default context and waits for all PEs. */
    protected abstract void barrierAll();

    /** Refuses a call that either all PEs must make or none, if this thread's waits have a limit. */
    public static void refuseLimit(String call) {
        if (currentBackend().waiter().bounded()) {
            throw new IllegalStateException(Fault.where() + ": " + call + " has no time limit, since it happens on all "
                + "PEs or on none; call it outside of within");
        }
    }

    /** Meets the other PEs, if a later incarnation of this PE makes an allocation that they have not made. */
    protected abstract void meetAgain();

    public final String moreThanBefore() {
        return ": this incarnation of PE " + pe + " allocates or frees more than earlier ones";
    }

    /** Restarts the collectives of all PEs, in zeroed cells. */
    protected void renewCollectives() {
        world.calls().reset();
        collectives = new Collectives(world);
        shared = new Collectives(shared.group());
    }

    void allocationBarrier(WaitKind kind) {
        complete();
        if (Check.RACES) {
            RaceDetector.of(backend).arrives(world, Routine.MALLOC, -1);
        }
        Lives lives = backend.lives();
        if (lives == null) {
            collectives.sync(kind);
        } else if (!lives.agree(kind)) {
            throw world().contains(lives::isFallen) ? lives.failure(kind) : new SymmetricMismatchException(Fault.where()
                + moreThanBefore() + "; the other PEs wait for this one in a collective");
        }
        if (Check.RACES) {
            RaceDetector.of(backend).departs();
        }
    }

    public Backend backend() {
        return backend;
    }

    public final Progress progress() {
        return progress;
    }

    public Backend contextBackend() {
        return Check.RACES ? RaceDetector.get().watched(backend) : backend;
    }

    public int pe() {
        return pe;
    }

    /**
     * {@return loads and stores of this PE's region by the program} Unlike that of {@code JobMemory.words}, its base is
     * not a constant of compiled code: unrolled loops would load a constant for each store.
     */
    public Words own() {
        return own;
    }

    public long heapStart() {
        return heapStart;
    }

    public FreeList heap() {
        return heap;
    }

    public Group world() {
        return world;
    }

    protected Collectives collectives() {
        return collectives;
    }

    protected Collectives sharedCollectives() {
        return shared;
    }

    public TeamSlots slots() {
        return slots;
    }

    /** {@return the transfers in flight on all contexts, at the highest level of checking} */
    public InFlight inFlight() {
        return inFlight;
    }

    public Checkpoints checkpoints() {
        return checkpoints;
    }

    public Allocations allocations() {
        return allocations;
    }

    private static final class Hosted {
        static final Host HOST = Host.find();
    }
}
