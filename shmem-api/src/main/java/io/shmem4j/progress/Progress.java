// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.progress;

import io.shmem4j.spi.AnnouncedWords;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.SystemLayout;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import io.shmem4j.spi.Work;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * A PE's progress: what its channels, messages and collectives have begun and not completed, and the waits that advance
 * it. Each wait of the PE does, also in a barrier, a lock or an allocation, because {@link Waiter#pause} calls
 * {@link #advance}.
 *
 * <p>A client tells by {@link #leave} that it has something left, and keeps it until {@link Client#advance} has
 * completed it. Clients may ask for a thread that {@linkplain #help helps}. One lock guards what clients have left and
 * take in. A thread that holds it neither waits nor runs code of the program, so any thread may wait for it. The
 * program's handlers of messages run under another lock, {@link #handlers}.
 *
 * <p>No wake-up is lost: what a client waits for rings this PE's bell, on which waiters sleep. A waiter that sleeps
 * elsewhere looks again after a short time while something is left.
 */
public final class Progress implements Work {
    /** Number of looks before a wait begins, if each PE has a core. */
    private static final int LOOKS = 500;

    private final Backend backend;
    private final Lock lock;
    private final Lock handlers;
    private final int looks;
    private final Helper helper;
    private final List<Client> clients = new CopyOnWriteArrayList<>();
    private final List<Client> left = new CopyOnWriteArrayList<>();

    /** A user of the PE's progress. */
    public interface Client {
        /**
         * Advances what is left, under the lock; {@return whether anything has moved} An exception leaves the rest for
         * the next call.
         */
        default boolean advance() {
            return false;
        }

        /** {@return whether anything is left} Called under the lock. */
        default boolean isLeft() {
            return false;
        }

        /**
         * Takes messages out of the way of their senders, while the calling thread waits for room; {@return whether
         * there were any} Called under the lock.
         */
        default boolean takeIn() {
            return false;
        }

        /** Refuses all later calls, because the PE's session has ended. */
        void end();
    }

    /** A client with work that must not wait until a thread of the PE calls it again. */
    public interface Helped extends Client {
        /**
         * {@return a number that changes whenever a thread of the PE, or the helper, has looked for work} Throws if the
         * session has ended.
         */
        int polls();

        /** {@return whether work is urgent as soon as no thread looks for it} Then the helper looks more often. */
        boolean isUrgent();

        /** {@return whether there may be work that no waiting thread notices} Called without a lock. */
        boolean needsHelp();

        /** Works, unless another thread does; {@return whether there was work} */
        boolean help();

        /** {@return whether an error has cut off work that can't be done again} */
        boolean failed();
    }

    /** {@return the progress of the calling thread's PE} */
    public static Progress of(Backend backend) {
        return (Progress) backend.attached().work();
    }

    /** Makes a PE's progress; {@code watched} says whether a tool sees each access. */
    public Progress(Backend backend, boolean watched) {
        this.backend = backend;
        this.lock = new Lock(backend);
        this.handlers = new Lock(backend);
        this.looks = !watched && backend.cores() >= backend.nPes() && JobMemory.direct(backend.pe())
            && !(backend.own() instanceof AnnouncedWords) ? LOOKS : 0;
        this.helper = new Helper(backend);
    }

    /** {@return the lock of what clients have left and take in} */
    public Lock lock() {
        return lock;
    }

    /** {@return the lock of the PE's handlers of messages, which run on one thread at a time, and must not wait} */
    public Lock handlers() {
        return handlers;
    }

    /** {@return how often a call looks for a message before it waits} */
    public int looks() {
        return looks;
    }

    public void add(Client client) {
        clients.add(client);
    }

    public void remove(Client client) {
        clients.remove(client);
        left.remove(client);
    }

    /** Lets a thread of the library advance the client too. */
    public void help(Helped client) {
        helper.help(client);
    }

    /** Ends {@link #help}. */
    public void leaveAlone(Helped client) {
        helper.remove(client);
    }

    /** Ends a long sleep of the helper, because there will be work for it. */
    public void wakeHelper() {
        helper.wake();
    }

    /** Registers a section of the session: its end waits for it, and the helper repairs it. */
    public void repair(Section section) {
        helper.repair(section);
    }

    /** Waits for the threads in sections, keeps others out, and ends all clients with the PE's session. */
    public void end() {
        helper.removeSections().forEach(Section::shut);
        for (Client client : clients) {
            client.end();
            remove(client);
        }
    }

    /** Says that a client has something left; called under the lock. */
    public void leave(Client client) {
        if (!left.contains(client)) {
            left.add(client);
        }
    }

    @Override
    public boolean isLeft() {
        return !left.isEmpty();
    }

    @Override
    public boolean advance() {
        long current = Thread.currentThread().threadId();
        if (left.isEmpty() || !lock.tryAcquire(current)) {
            return false;
        }
        boolean moved = false;
        try {
            for (Client client : left) {
                moved |= tryAdvance(client);
            }
        } finally {
            if (lock.holder == current) {
                lock.holder = 0;
            }
        }
        return moved;
    }

    /** Advances a client; {@return whether nothing is left of it} */
    public boolean complete(Client client) {
        long entered = lock.acquire();
        try {
            advanceOne(client);
            return !client.isLeft();
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    private boolean advanceOne(Client client) {
        boolean moved = client.advance();
        if (!client.isLeft()) {
            left.remove(client);
        }
        return moved;
    }

    private boolean tryAdvance(Client client) {
        try {
            return advanceOne(client);
        } catch (RuntimeException | VirtualMachineError _) {
            // The rest stays left; the client's own next call says what is wrong.
            return false;
        }
    }

    /** Runs a short action under the lock; {@return its result} */
    public boolean locked(BooleanSupplier action) {
        long entered = lock.acquire();
        try {
            return action.getAsBoolean();
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    /**
     * Waits until a condition holds that stores of other PEs make true, with a wake-up; {@return whether it does} This
     * PE's own stores are completed first, because the awaited one may be an answer to them.
     *
     * @param nanos  maximum duration, or {@link Waiter#FOREVER}
     * @param detail what {@link WaitKind} says
     * @param pe     world number of the PE that the wait is for, or -1
     * @param facts  see {@link Waiter#facts}; null if nothing is known
     */
    public boolean await(long nanos, WaitKind kind, long detail, int pe, Supplier<String> facts,
        BooleanSupplier condition) {
        Waiter waiter = begin(kind, detail, pe, facts);
        waiter.limit(nanos);
        return await(waiter, condition);
    }

    /** Waits for PEs, whose deaths end the wait. */
    public void awaitAll(WaitKind kind, long detail, int[] pes, BooleanSupplier condition) {
        Waiter waiter = begin(kind, detail, -1, null);
        waiter.within(0, 1, pes.length, pes);
        await(waiter, condition);
    }

    /**
     * Waits for room for a message, which a PE of a world number is to make. Meanwhile clients of the thread take in
     * what others send, so PEs that send to each other do not block each other.
     *
     * @param word offset in the region of the word that shows the room
     */
    public void awaitRoom(int pe, long word, long tag, Supplier<String> facts, BooleanSupplier condition) {
        Waiter waiter = begin(WaitKind.SEND, word, pe, facts);
        waiter.tag(tag);
        waiter.within(0, 1, 1, new int[] {pe});
        await(waiter, () -> {
            while (!condition.getAsBoolean()) {
                if (!locked(this::takeIn)) {
                    return false;
                }
                backend.quiet();
            }
            return true;
        });
    }

    private boolean takeIn() {
        boolean any = false;
        for (Client client : clients) {
            any |= client.takeIn();
        }
        return any;
    }

    private Waiter begin(WaitKind kind, long detail, int pe, Supplier<String> facts) {
        backend.quiet();
        Waiter waiter = backend.waiter();
        waiter.begin(backend.pe(), SystemLayout.BELL, kind, detail, pe);
        waiter.facts(facts);
        return waiter;
    }

    private static boolean await(Waiter waiter, BooleanSupplier condition) {
        try {
            while (!condition.getAsBoolean()) {
                if (waiter.expired()) {
                    return false;
                }
                waiter.pause();
            }
            return true;
        } finally {
            waiter.end();
        }
    }
}
