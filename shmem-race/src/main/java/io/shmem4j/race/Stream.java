// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import static io.shmem4j.race.Shadow.ATOMIC_READ;
import static io.shmem4j.race.Shadow.ATOMIC_WRITE;
import static io.shmem4j.race.Shadow.READ;
import static io.shmem4j.race.Shadow.WRITE;

import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;

/**
 * The operations of one context. A store at another PE happens at any time between its call and the quiet that
 * completes it, whatever this machine does; so do both sides of a non-blocking operation. A blocking get and an atomic
 * that returns a value are over when the call is.
 */
final class Stream {
    private final PeRaces pe;
    private final Job job;
    private final int first;
    private final int fence;
    private final int number;
    private ThreadRaces last;
    private int lastTick;
    /** What other threads knew whose operations are in this stream; null as long as one thread uses it. */
    private Clock others;

    Stream(PeRaces pe, int first, int number) {
        this.pe = pe;
        this.job = pe.job;
        this.first = first;
        this.fence = first + job.agents.targets();
        this.number = number;
    }

    int first() {
        return first;
    }

    int number() {
        return number;
    }

    int agent(int target) {
        return first <= 0 ? 0 : job.agents.targets() == 1 ? first : first + target;
    }

    void begin(Routine routine) {
        ThreadRaces thread = pe.thread();
        thread.begin(routine);
        thread.signalTick = 0;
    }

    /** {@return the tick of a new operation to a PE} */
    private int operation(ThreadRaces thread, int target) {
        int tick = thread.operation();
        if (first > 0) {
            if (last != thread) {
                shared(thread);
            }
            lastTick = tick;
            job.agents.thread(agent(target), thread.agent());
        }
        return tick;
    }

    private synchronized void shared(ThreadRaces thread) {
        if (last != null) {
            others = others == null ? new Clock() : others;
            job.snapshots.join(others, last.agent(), lastTick);
        }
        last = thread;
    }

    private static boolean loads(Routine routine) {
        return switch (routine) {
            case G, GET, GET_NBI, IGET, IBGET -> true;
            default -> false;
        };
    }

    private static boolean later(Routine routine) {
        return switch (routine) {
            case PUT_NBI, GET_NBI, PUT_SIGNAL_NBI -> true;
            default -> false;
        };
    }

    private static boolean withSignal(Routine routine) {
        return routine == Routine.PUT_SIGNAL || routine == Routine.PUT_SIGNAL_NBI;
    }

    // ---- elements ----------------------------------------------------------------------------------------------

    void get(int target, long offset, int bytes) {
        pe.thread().access(READ, target, offset, bytes);
    }

    void put(int target, long offset, int bytes) {
        ThreadRaces thread = pe.thread();
        if (loads(thread.routine())) {
            thread.access(WRITE, target, offset, bytes);
        } else {
            thread.operation(WRITE, agent(target), fence, operation(thread, target)).at(target, offset, bytes);
        }
    }

    // ---- bulk --------------------------------------------------------------------------------------------------

    void write(int target, long offset, Object array, long from, long bytes) {
        store(target, offset, bytes, MemorySegment.NULL, array, from);
    }

    void write(int target, long offset, MemorySegment source, long from, long bytes) {
        store(target, offset, bytes, source, null, from);
    }

    private void store(int target, long offset, long bytes, MemorySegment source, Object array, long from) {
        ThreadRaces thread = pe.thread();
        if (loads(thread.routine())) {
            thread.access(WRITE, target, offset, bytes);
            return;
        }
        boolean later = later(thread.routine());
        if (!later) {
            pe.buffers.local(thread, READ, source, array, from, bytes);
        }
        int tick = operation(thread, target);
        if (withSignal(thread.routine())) {
            thread.signalTick = tick;
        }
        thread.operation(WRITE, agent(target), fence, tick).at(target, offset, bytes);
        if (later) {
            pe.buffers.start(thread, this, target, READ, source, array, from, bytes, tick);
        }
    }

    void read(int from, long offset, Object array, long to, long bytes) {
        load(from, offset, bytes, MemorySegment.NULL, array, to);
    }

    void read(int from, long offset, MemorySegment dest, long to, long bytes) {
        load(from, offset, bytes, dest, null, to);
    }

    private void load(int from, long offset, long bytes, MemorySegment dest, Object array, long to) {
        ThreadRaces thread = pe.thread();
        if (later(thread.routine())) {
            int tick = operation(thread, from);
            thread.operation(READ, agent(from), 0, tick).at(from, offset, bytes);
            pe.buffers.start(thread, this, from, WRITE, dest, array, to, bytes, tick);
        } else {
            thread.access(READ, from, offset, bytes);
            pe.buffers.local(thread, WRITE, dest, array, to, bytes);
        }
    }

    void copy(int toPe, long to, int fromPe, long from, long bytes) {
        ThreadRaces thread = pe.thread();
        boolean loads = loads(thread.routine());
        if (!later(thread.routine())) {
            thread.access(READ, fromPe, from, bytes);
            if (loads) {
                thread.access(WRITE, toPe, to, bytes);
                return;
            }
        }
        int target = loads ? fromPe : toPe;
        int tick = operation(thread, target);
        if (withSignal(thread.routine())) {
            thread.signalTick = tick;
        }
        if (later(thread.routine())) {
            thread.operation(READ, agent(target), 0, tick).at(fromPe, from, bytes);
        }
        thread.operation(WRITE, agent(target), loads ? 0 : fence, tick).at(toPe, to, bytes);
    }

    // ---- atomics and signals -----------------------------------------------------------------------------------

    private static boolean returns(Routine routine) {
        return switch (routine) {
            case ATOMIC_FETCH, ATOMIC_SWAP, ATOMIC_COMPARE_SWAP, ATOMIC_FETCH_INC, ATOMIC_FETCH_ADD, ATOMIC_FETCH_AND,
                ATOMIC_FETCH_OR, ATOMIC_FETCH_XOR -> true;
            default -> false;
        };
    }

    private static boolean fetches(Routine routine) {
        return switch (routine) {
            case ATOMIC_FETCH_NBI, ATOMIC_SWAP_NBI, ATOMIC_COMPARE_SWAP_NBI, ATOMIC_FETCH_INC_NBI,
                ATOMIC_FETCH_ADD_NBI, ATOMIC_FETCH_AND_NBI, ATOMIC_FETCH_OR_NBI, ATOMIC_FETCH_XOR_NBI -> true;
            default -> returns(routine);
        };
    }

    void atomicBegins(int target, long offset, int bytes, boolean updates) {
        atomic(target, offset, bytes, updates ? ATOMIC_WRITE : ATOMIC_READ, true, 0);
    }

    void atomicSets(int target, long offset, int bytes, long value) {
        atomic(target, offset, bytes, ATOMIC_WRITE, false, value);
    }

    private void atomic(int target, long offset, int bytes, int kind, boolean keeps, long value) {
        ThreadRaces thread = pe.thread();
        int tick = withSignal(thread.routine()) && thread.signalTick != 0 ? thread.signalTick
            : operation(thread, target);
        thread.signalTick = 0;
        if (returns(thread.routine())) {
            thread.access(kind, target, offset, bytes, tick);
        } else {
            thread.operation(kind, agent(target), fence, tick).at(target, offset, bytes);
        }
        if (kind == ATOMIC_WRITE) {
            int operations = returns(thread.routine()) ? 0 : agent(target);
            job.carried.update(CarriedOrder.word(target, offset), thread.agent(), operations, tick, keeps, value,
                thread);
        }
    }

    /** A fetching non-blocking atomic gives its value at quiet. */
    void result(MemorySegment result, long first, long bytes) {
        ThreadRaces thread = pe.thread();
        pe.buffers.start(thread, this, 0, WRITE, result, null, first, bytes, pe.tick());
    }

    void fetched(int target, long offset, int bytes, long value) {
        ThreadRaces thread = pe.thread();
        if (fetches(thread.routine())) {
            thread.acquire(target, offset, bytes, value);
        }
    }

    // ---- order -------------------------------------------------------------------------------------------------

    void fence() {
        ThreadRaces thread = pe.thread();
        if (first > 0 && thread.routine() == Routine.FENCE) {
            thread.clock().raise(fence, pe.tick());
        }
    }

    void quiet() {
        complete(null);
    }

    /** Operations are complete, with some PEs or all. */
    void complete(int[] targets) {
        ThreadRaces thread = pe.thread();
        int now = pe.tick();
        boolean all = targets == null || job.agents.targets() == 1;
        for (int i = 0; first > 0 && i < job.agents.targets(); i++) {
            if (all || contains(targets, i)) {
                thread.clock().raise(first + i, now);
            }
        }
        pe.buffers.complete(this, all ? null : targets);
        synchronized (this) {
            if (others != null) {
                thread.clock().join(others);
            }
            if (last != null && last != thread) {
                job.snapshots.join(thread.clock(), last.agent(), lastTick);
            }
        }
    }

    static boolean contains(int[] numbers, int number) {
        for (int each : numbers) {
            if (each == number) {
                return true;
            }
        }
        return false;
    }
}
