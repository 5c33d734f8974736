// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import static io.shmem4j.race.order.Shadow.ATOMIC_READ;
import static io.shmem4j.race.order.Shadow.ATOMIC_WRITE;
import static io.shmem4j.race.order.Shadow.READ;
import static io.shmem4j.race.order.Shadow.WRITE;

import io.shmem4j.race.order.CarriedOrder.Effect;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.Routine;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * The operations of a context. A remote store takes effect at any time between its call and the completing quiet, and
 * so do both sides of a non-blocking operation. Blocking gets and fetching atomics complete with their call.
 */
public final class Stream {
    private static final Set<Routine> LOADS = EnumSet.of(Routine.G, Routine.GET, Routine.GET_NBI, Routine.IGET,
        Routine.IBGET);
    private static final Set<Routine> WITH_SIGNAL = EnumSet.of(Routine.PUT_SIGNAL, Routine.PUT_SIGNAL_NBI);
    /** Non-blocking routines. */
    private static final Set<Routine> LATER = EnumSet.of(Routine.PUT_NBI, Routine.GET_NBI, Routine.PUT_SIGNAL_NBI);
    private static final Set<Routine> ADDS = EnumSet.of(Routine.ATOMIC_INC, Routine.ATOMIC_ADD,
        Routine.ATOMIC_FETCH_INC, Routine.ATOMIC_FETCH_ADD, Routine.ATOMIC_FETCH_INC_NBI, Routine.ATOMIC_FETCH_ADD_NBI,
        Routine.SIGNAL_ADD, Routine.PUT_SIGNAL, Routine.PUT_SIGNAL_NBI);
    /** Fetching atomics, which complete with their call. */
    private static final Set<Routine> RETURNS = EnumSet.of(Routine.ATOMIC_FETCH, Routine.ATOMIC_SWAP,
        Routine.ATOMIC_COMPARE_SWAP, Routine.ATOMIC_FETCH_INC, Routine.ATOMIC_FETCH_ADD, Routine.ATOMIC_FETCH_AND,
        Routine.ATOMIC_FETCH_OR, Routine.ATOMIC_FETCH_XOR);
    /** Non-blocking fetching atomics, whose result is available after quiet. */
    private static final Set<Routine> FETCHES = EnumSet.of(Routine.ATOMIC_FETCH_NBI, Routine.ATOMIC_SWAP_NBI,
        Routine.ATOMIC_COMPARE_SWAP_NBI, Routine.ATOMIC_FETCH_INC_NBI, Routine.ATOMIC_FETCH_ADD_NBI,
        Routine.ATOMIC_FETCH_AND_NBI, Routine.ATOMIC_FETCH_OR_NBI, Routine.ATOMIC_FETCH_XOR_NBI);

    private final PeRaces pe;
    private final SharedState job;
    final int number;
    /** Operations per thread. A thread's quiet or fence may not cover those of other threads. */
    private volatile Part[] parts = {};
    /** Whether its atomics are only mutually atomic with those of contexts of the same team. */
    private boolean ofOneTeam;

    /** Operations of one thread; {@code first} is their first agent. */
    private record Part(int thread, int first) {
    }

    Stream(PeRaces pe, int number) {
        this.pe = pe;
        this.job = pe.job;
        this.number = number;
    }

    public void setOfOneTeam() {
        ofOneTeam = true;
    }

    public void closed() {
        pe.free(Arrays.stream(parts).mapToInt(Part::first).filter(first -> first > 0).toArray());
    }

    private Part part(ThreadRaces thread) {
        for (Part each : parts) {
            if (each.thread == thread.agent) {
                return each;
            }
        }
        return add(thread);
    }

    private synchronized Part add(ThreadRaces thread) {
        Part[] now = parts;
        Part part = new Part(thread.agent, pe.newAgents(this));
        int before = now.length == 0 || now[0].first <= 0 ? 0 : fence(now[0]);
        if (part.first > 0) {
            job.agents.next(fence(part), before == 0 ? fence(part) : job.agents.next(before));
        }
        if (part.first > 0 && before != 0) {
            job.agents.next(before, fence(part));
        }
        now = Arrays.copyOf(now, now.length + 1);
        now[now.length - 1] = part;
        parts = now;
        return part;
    }

    private int agent(Part part, int target) {
        return part.first <= 0 ? 0 : job.agents.targets() == 1 ? part.first : part.first + target;
    }

    /** {@return the agent of non-blocking loads and their local stores, which fences don't order} */
    private int loads(Part part) {
        return part.first <= 0 ? 0 : job.agents.targets() == 1 ? part.first : part.first + job.agents.targets();
    }

    private int fence(Part part) {
        return part.first + job.agents.ofContext() - 1;
    }

    public void begin(Routine routine, Class<?> type) {
        ThreadRaces thread = pe.thread();
        thread.routine = routine;
        thread.types = ofOneTeam ? 3 : type == float.class || type == double.class ? 2 : 1;
        thread.signalTick = 0;
    }

    /** {@return the tick of a new operation} */
    private int operation(ThreadRaces thread, int agent) {
        int tick = thread.operation();
        if (agent > 0) {
            job.agents.thread(agent, thread.agent);
        }
        return tick;
    }

    /** {@return whether a fence has ordered an earlier operation on a PE before a thread's next one} */
    boolean fenced(Clock clock, int target, int agent, int tick) {
        for (Part each : parts) {
            if (agent(each, target) == agent) {
                return clock.tick(fence(each)) >= tick;
            }
        }
        return false;
    }

    public void get(int target, long offset, int bytes) {
        pe.thread().access(READ, target, offset, bytes);
    }

    public void put(int target, long offset, int bytes) {
        ThreadRaces thread = pe.thread();
        if (LOADS.contains(thread.routine)) {
            thread.access(WRITE, target, offset, bytes);
        } else {
            int agent = agent(part(thread), target);
            thread.operation(WRITE, agent, this, operation(thread, agent)).at(target, target, offset, bytes);
        }
    }

    public void store(int target, long offset, long bytes, MemorySegment source, Object array, long from) {
        ThreadRaces thread = pe.thread();
        if (LOADS.contains(thread.routine)) {
            thread.access(WRITE, target, offset, bytes);
            return;
        }
        boolean later = LATER.contains(thread.routine);
        if (!later) {
            pe.buffers.local(thread, READ, source, array, from, bytes);
        }
        int agent = agent(part(thread), target);
        int tick = operation(thread, agent);
        if (WITH_SIGNAL.contains(thread.routine)) {
            thread.signalTick = tick;
        }
        thread.operation(WRITE, agent, this, tick).at(target, target, offset, bytes);
        if (later) {
            pe.buffers.start(thread, thread.operation(READ, agent, null, tick), this, target, source, array, from,
                bytes);
        }
    }

    public void load(int from, long offset, long bytes, MemorySegment dest, Object array, long to) {
        ThreadRaces thread = pe.thread();
        if (LATER.contains(thread.routine)) {
            int agent = loads(part(thread));
            int tick = operation(thread, agent);
            thread.operation(READ, agent, null, tick).at(from, from, offset, bytes);
            pe.buffers.start(thread, thread.operation(WRITE, agent, null, tick), this, from, dest, array, to, bytes);
        } else {
            thread.access(READ, from, offset, bytes);
            pe.buffers.local(thread, WRITE, dest, array, to, bytes);
        }
    }

    public void copy(int toPe, long to, int fromPe, long from, long bytes) {
        if (LOADS.contains(pe.thread().routine)) {
            load(fromPe, from, bytes, JobMemory.all(), null, toPe * JobMemory.stride() + to);
        } else {
            store(toPe, to, bytes, JobMemory.all(), null, fromPe * JobMemory.stride() + from);
        }
    }

    public void atomicLoads(int target, long offset, int bytes) {
        atomic(target, offset, bytes, ATOMIC_READ, Effect.CHANGES, 0);
    }

    public void atomicUpdates(int target, long offset, int bytes, long operand) {
        Effect effect = ADDS.contains(pe.thread().routine) ? Effect.ADDS : Effect.CHANGES;
        atomic(target, offset, bytes, ATOMIC_WRITE, effect, operand);
    }

    public void atomicSets(int target, long offset, int bytes, long value) {
        atomic(target, offset, bytes, ATOMIC_WRITE, Effect.SETS, value);
    }

    private void atomic(int target, long offset, int bytes, int kind, Effect effect, long value) {
        ThreadRaces thread = pe.thread();
        int agent = RETURNS.contains(thread.routine) ? 0 : kind == ATOMIC_READ ? loads(part(thread))
            : agent(part(thread), target);
        int tick = WITH_SIGNAL.contains(thread.routine) && thread.signalTick != 0 ? thread.signalTick
            : operation(thread, agent);
        thread.signalTick = 0;
        thread.exclusion = thread.routine.compareTo(Routine.ATOMIC_FETCH) >= 0
            && thread.routine.compareTo(Routine.ATOMIC_FETCH_XOR_NBI) <= 0 ? thread.types : 0;
        if (RETURNS.contains(thread.routine)) {
            thread.access(kind, target, offset, bytes, tick);
        } else {
            thread.operation(kind, agent, this, tick).at(target, target, offset, bytes);
        }
        thread.exclusion = 0;
        if (kind == ATOMIC_WRITE) {
            job.carried.update(CarriedOrder.word(target, offset), thread.agent, agent, tick, effect, value, thread);
        }
    }

    public void result(MemorySegment result, long first, long bytes) {
        ThreadRaces thread = pe.thread();
        int agent = loads(part(thread));
        pe.buffers.start(thread, thread.operation(WRITE, agent, null, operation(thread, agent)), this, -1, result, null,
            first, bytes);
    }

    public void fetched(int target, long offset, int bytes, long value) {
        ThreadRaces thread = pe.thread();
        if (RETURNS.contains(thread.routine) || FETCHES.contains(thread.routine)) {
            thread.acquire(target, offset, bytes, value, null);
        }
    }

    public void fence() {
        ThreadRaces thread = pe.thread();
        if (thread.routine == Routine.FENCE) {
            for (Part each : parts) {
                thread.clock.raise(fence(each), known(thread, each));
            }
        }
    }

    /** {@return the last tick of a part's thread that happens before the given thread's next step} */
    private int known(ThreadRaces thread, Part part) {
        return part.first <= 0 ? 0 : part.thread == thread.agent ? pe.tick() : thread.clock.tick(part.thread);
    }

    /** Completes operations on the given PEs; null means all. */
    public void complete(int[] targets) {
        ThreadRaces thread = pe.thread();
        boolean all = targets == null || job.agents.targets() == 1;
        for (Part each : parts) {
            int now = known(thread, each);
            for (int i = 0; now > 0 && i < job.agents.targets(); i++) {
                if (all || contains(targets, i)) {
                    thread.clock.raise(each.first + i, now);
                }
            }
            thread.clock.raise(loads(each), now);
        }
        pe.buffers.complete(this, all ? null : targets);
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
