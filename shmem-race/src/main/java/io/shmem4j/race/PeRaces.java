// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.RaceDetector.Members;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** One PE: its threads, the streams of its contexts, and the ticks that number what they do. */
final class PeRaces {
    final Job job;
    final Backend backend;
    final int pe;
    final Buffers buffers;
    private final AtomicInteger ticks = new AtomicInteger();
    private final Thread mainThread = Thread.currentThread();
    private final ThreadRaces main;
    private final Map<Thread, ThreadRaces> others = new WeakHashMap<>();
    private final Map<Members, int[]> calls = new IdentityHashMap<>();
    private final Deque<Integer> freeAgents = new ArrayDeque<>();
    private int streams;
    private int threads;

    PeRaces(Job job, Backend backend) {
        this.job = job;
        this.backend = backend;
        this.pe = backend.pe();
        this.buffers = new Buffers(this);
        this.main = newThread();
    }

    /** {@return what the calling thread knows} */
    ThreadRaces thread() {
        Thread current = Thread.currentThread();
        return current == mainThread ? main : other(current);
    }

    private synchronized ThreadRaces other(Thread thread) {
        ThreadRaces known = others.get(thread);
        if (known == null) {
            Clock start = ThreadOrder.start(thread);
            known = start == null ? null : newThread();
            if (known == null || !known.isTracked()) {
                // What orders it is not known, or there is no number left for it: it counts as the main thread.
                known = new ThreadRaces(this, main.agent(), main.clock(), true);
            } else {
                known.startsAfter(start);
            }
            others.put(thread, known);
        }
        return known;
    }

    private ThreadRaces newThread() {
        int agent = job.agents.allocate(1);
        if (agent > 0) {
            job.agents.describe(agent, pe, Agents.THREAD, threads++);
        }
        return new ThreadRaces(this, agent, new Clock(), !JobMemory.charged());
    }

    /** Joins all that another thread has done, which has ended. */
    synchronized void joinThread(Thread thread, Clock clock) {
        ThreadRaces known = others.get(thread);
        if (known != null && known.isTracked()) {
            clock.join(known.clock());
            clock.raise(known.agent(), tick());
        }
    }

    /** {@return a new stream of operations} */
    synchronized Stream newStream() {
        Integer free = freeAgents.poll();
        int first = free == null ? job.agents.allocate(job.agents.ofContext()) : free;
        int number = streams++;
        for (int i = 0; first > 0 && i < job.agents.ofContext(); i++) {
            job.agents.describe(first + i, pe, i < job.agents.targets() ? Agents.OPERATIONS : Agents.FENCE, number);
        }
        return new Stream(this, first, number);
    }

    /** The operations of a stream are complete: its agents may serve another one. */
    synchronized void closed(Stream stream) {
        if (stream.first() > 0) {
            freeAgents.add(stream.first());
        }
    }

    /** {@return number of this PE's next call of a collective of a group} */
    synchronized int nextCall(Members members) {
        return calls.computeIfAbsent(members, _ -> new int[1])[0]++;
    }

    /** {@return the latest tick} */
    int tick() {
        return ticks.get();
    }

    int nextTick() {
        int tick = ticks.incrementAndGet();
        if (tick > Shadow.LAST_TICK) {
            throw new IllegalStateException("PE " + pe + ": no race can be looked for after " + Shadow.LAST_TICK
                + " remote accesses of one PE; run a smaller problem");
        }
        job.state.words.setIntRelease(SharedState.TICKS + pe * 4L, tick);
        return tick;
    }
}
