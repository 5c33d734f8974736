// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.spi.Backend;
import io.shmem4j.spi.JobMemory;
import io.shmem4j.spi.RaceDetector.Participants;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** One PE: its threads, the streams of its contexts, and the ticks that number what they do. */
public final class PeRaces {
    /** The calling thread's knowledge. A task has its own, because it might run in a thread of its own. */
    private static final ThreadLocal<ThreadRaces> KNOWN = new ThreadLocal<>();
    private static final int MOST_THREADS = 64;
    /** Synchronization objects that have a clock of their own. Later ones share: a race may be missed. */
    private static final int MOST_OBJECTS = 1 << 12;
    private static final int SHARED = 1 << 10;

    final SharedState job;
    final Backend backend;
    final int pe;
    public final Buffers buffers;
    private final AtomicInteger ticks = new AtomicInteger();
    private final Thread mainThread = Thread.currentThread();
    private ThreadRaces main;
    private final Map<Thread, ThreadRaces> others = new WeakHashMap<>();
    /** The latest task of each thread. */
    private final Map<Thread, ThreadRaces> latest = new WeakHashMap<>();
    private final Map<Participants, int[]> calls = new IdentityHashMap<>();
    private final Deque<Integer> freeAgents = new ArrayDeque<>();
    /** Agents of threads and tasks other than the main thread. When numbers run out, new threads share these. */
    private final List<Integer> threadAgents = new ArrayList<>();
    /** Some threads count as the main one. */
    volatile boolean hasUnseen;
    /** The latest tick of an access by such a thread. */
    private volatile int unseen;
    private int openTasks;
    /** Clocks of finished tasks. */
    private final Clock ended = new Clock();
    /** Clocks by synchronization object, see {@code ThreadOrder}. PEs do not share them; its monitor guards the map. */
    private final Map<Integer, Clock> carried = new HashMap<>();
    private int streams;
    private int threads;

    public PeRaces(SharedState job, Backend backend) {
        this.job = job;
        this.backend = backend;
        this.pe = backend.pe();
        this.buffers = new Buffers(this);
        this.main = newThread();
    }

    /** {@return what the calling thread knows} */
    public ThreadRaces thread() {
        ThreadRaces known = KNOWN.get();
        if (known == null || known.pe != this) {
            Thread current = Thread.currentThread();
            known = current == mainThread ? main : other(current);
            KNOWN.set(known);
        }
        return known;
    }

    /** {@return the calling thread's latest knowledge as a thread of any PE, or null} */
    public static ThreadRaces known() {
        return KNOWN.get();
    }

    private synchronized ThreadRaces other(Thread thread) {
        return others.computeIfAbsent(thread, _ -> asMain());
    }

    /** Prepares a thread that a thread with the given clock is about to start. */
    public synchronized void starts(Thread thread, Clock known) {
        buffers.threads();
        ThreadRaces made = newThread();
        made.clock.join(known);
        others.put(thread, made);
    }

    /** A task is handed to some thread, and may run after another one. */
    public synchronized void gives() {
        buffers.threads();
        openTasks++;
    }

    /** The calling thread begins a task; {@return the task's knowledge} */
    public ThreadRaces begin(Clock known) {
        ThreadRaces made;
        synchronized (this) {
            made = newThread();
            made.clock.join(known);
            latest.put(Thread.currentThread(), made);
        }
        made.isTask = true;
        resume(made);
        return made;
    }

    /** The calling thread goes on with a task that it has ended. */
    public void resume(ThreadRaces task) {
        task.before = KNOWN.get();
        KNOWN.set(task);
    }

    /** The calling thread, a timer's, knows what a clock says. */
    public void goesOn(Clock known) {
        if (KNOWN.get() == null) {
            starts(Thread.currentThread(), known);
        }
        thread().clock.join(known);
    }

    /**
     * The calling thread works for a stream, as other threads do: it counts as a thread without an observed start.
     *
     * @return its knowledge, to {@link #back} with
     */
    public synchronized ThreadRaces lend() {
        ThreadRaces known = KNOWN.get();
        KNOWN.set(asMain());
        return known;
    }

    public static void back(ThreadRaces known) {
        KNOWN.set(known);
    }

    /** The calling thread ends a task; {@return the task's clock} */
    public Clock end(ThreadRaces task, boolean open) {
        Clock end = new Clock();
        task.into(end);
        KNOWN.set(task.before);
        if (task.before != null && task.before.isTask) {
            task.before.clock.join(end);
        }
        synchronized (this) {
            openTasks -= open ? 1 : 0;
            ended.join(end);
        }
        return end;
    }

    /** {@return whether only the main thread is left, and knows all that the others did} */
    synchronized boolean isAlone() {
        return openTasks == 0 && others.keySet().stream().allMatch(each -> each.getState() == Thread.State.TERMINATED)
            && others.values().stream().allMatch(this::isPast) && latest.values().stream().allMatch(this::isPast);
    }

    private boolean isPast(ThreadRaces thread) {
        return main.clock.covers(thread.agent, thread.tick);
    }

    /** Joins all that any thread of this PE has done. */
    public synchronized void joinAll(Clock clock) {
        others.values().forEach(each -> clock.raise(each.agent, tick()));
        threadAgents.forEach(each -> clock.raise(each, tick()));
        others.values().forEach(each -> clock.join(each.clock));
        clock.join(ended);
    }

    /** A new thread. When numbers run out it shares an older one's, and races may be missed. */
    private ThreadRaces newThread() {
        int most = Math.clamp(SharedState.AGENTS / 2 / job.nPes / (1 + job.agents.ofContext()), 2, MOST_THREADS);
        int agent = threads <= most ? job.agents.allocate(1) : -1;
        if (agent > 0) {
            job.agents.describe(agent, pe, Agents.THREAD, threads);
        }
        if (agent > 0 && threads > 0) {
            threadAgents.add(agent);
        } else if (agent <= 0 && !threadAgents.isEmpty()) {
            agent = threadAgents.get(threads % threadAgents.size());
        }
        return agent <= 0 && main != null ? asMain() : new ThreadRaces(this, agent, new Clock(), !JobMemory.charged(),
            threads++ > 0, true);
    }

    /** A thread without an observed start: its order is unknown, so it shares the main thread's number. */
    private ThreadRaces asMain() {
        hasUnseen = true;
        return new ThreadRaces(this, main.agent, main.clock, true, true, false);
    }

    /** A thread without an observed start accesses something at a tick. */
    synchronized void unseen(int tick) {
        unseen = Math.max(unseen, tick);
    }

    /** {@return whether to assume order, because one of the threads has no observed start} */
    boolean mayFollow(boolean seen, int other, int tick) {
        return hasUnseen && (seen ? other == main.agent && tick <= unseen
            : job.agents.kind(other) == Agents.THREAD && job.agents.pe(other) == pe);
    }

    public synchronized void joinThread(Thread thread, Clock clock) {
        for (ThreadRaces known : Arrays.asList(others.get(thread), latest.get(thread))) {
            if (known != null && known.agent > 0) {
                clock.join(known.clock);
                clock.raise(known.agent, tick());
            }
        }
    }

    /**
     * The calling thread releases or acquires an object.
     *
     * @param thread the thread
     * @param object the object's number
     * @param gives  whether it releases
     */
    public void order(ThreadRaces thread, int object, boolean gives) {
        synchronized (carried) {
            boolean shares = carried.size() >= MOST_OBJECTS && !carried.containsKey(object);
            int key = shares ? -2 - object % SHARED : object;
            if (gives) {
                thread.into(carried.computeIfAbsent(key, _ -> new Clock()));
            } else if (carried.containsKey(key)) {
                thread.clock.join(carried.get(key));
            }
        }
    }

    public synchronized Stream newStream() {
        return new Stream(this, streams++);
    }

    /** {@return the first agent of a thread in a stream, -1 if numbers have run out} */
    synchronized int newAgents(Stream stream) {
        Integer free = freeAgents.poll();
        int first = free == null ? job.agents.allocate(job.agents.ofContext()) : free;
        int fence = first + job.agents.ofContext() - 1;
        for (int i = first; first > 0 && i <= fence; i++) {
            job.agents.describe(i, pe, i < fence ? Agents.OPERATIONS : Agents.FENCE, stream.number);
        }
        return first;
    }

    /** Frees the agents of a completed stream, given by the first of each part. */
    synchronized void free(int[] agents) {
        Arrays.stream(agents).forEach(freeAgents::add);
    }

    /** {@return number of this PE's next call of a collective of a group} */
    synchronized int nextCall(Participants members) {
        return calls.computeIfAbsent(members, _ -> new int[1])[0]++;
    }

    int tick() {
        return ticks.get();
    }

    int nextTick() {
        int tick = countTick();
        if (tick > Shadow.LAST_TICK) {
            throw new IllegalStateException("PE " + pe + ": no race can be looked for after " + Shadow.LAST_TICK
                + " remote accesses of one PE; run a smaller problem");
        }
        return tick;
    }

    /** {@return a new tick that no access bears; such ticks are not limited} */
    int countTick() {
        int tick = ticks.incrementAndGet();
        job.words.setIntRelease(SharedState.TICKS + pe * 4L, tick);
        return tick;
    }
}
