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
import java.util.Queue;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** State of a PE: its threads, the streams of its contexts, and its tick counter. */
public final class PeRaces {
    /** State of the calling thread. Tasks have their own, because each could run on another thread. */
    private static final ThreadLocal<ThreadRaces> KNOWN = new ThreadLocal<>();
    private static final int MOST_THREADS = 64;
    /**
     * Maximum number of synchronization objects with their own clock. Later ones share clocks, which may miss races.
     */
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
    /** Agents of threads and tasks other than the main thread. New threads reuse them when numbers run out. */
    private final List<Integer> threadAgents = new ArrayList<>();
    /** Whether there are threads that count as the main thread. */
    volatile boolean hasUnseen;
    /** Tick of the latest access by such a thread. */
    private volatile int unseen;
    private int openTasks;
    /** Clocks of finished tasks, joined. */
    private final Clock ended = new Clock();
    /**
     * Clocks of synchronization objects, see {@code ThreadOrder}. They are not shared between PEs. Guarded by the map.
     */
    private final Map<Integer, Clock> carried = new HashMap<>();
    /** Races within this PE, whose reports wait until those with other PEs have been made. */
    private final Queue<Runnable> reports = new ConcurrentLinkedQueue<>();
    /** Whether the PE's exit makes the reports; false again from then on, for later reports. */
    private volatile boolean reportsAtExit;
    private int streams;
    private int threads;

    public PeRaces(SharedState job, Backend backend) {
        this.job = job;
        this.backend = backend;
        this.pe = backend.pe();
        this.buffers = new Buffers(this);
        this.main = newThread();
    }

    /** {@return the state of the calling thread} */
    public ThreadRaces thread() {
        ThreadRaces known = KNOWN.get();
        if (known == null || known.pe != this) {
            Thread current = Thread.currentThread();
            known = current == mainThread ? main : other(current);
            KNOWN.set(known);
        }
        return known;
    }

    /** {@return the state that the calling thread used last, for any PE, or null} */
    public static ThreadRaces known() {
        return KNOWN.get();
    }

    private synchronized ThreadRaces other(Thread thread) {
        return others.computeIfAbsent(thread, _ -> asMain());
    }

    /** Registers a thread that is about to be started by a thread with the given clock. */
    public synchronized void starts(Thread thread, Clock known) {
        buffers.threads();
        ThreadRaces made = newThread();
        made.clock.join(known);
        others.put(thread, made);
    }

    /** Records that a task is handed to a thread; it may be ordered after other tasks. */
    public synchronized void gives() {
        buffers.threads();
        openTasks++;
    }

    /** Begins a task on the calling thread and {@return its state} */
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

    /** Continues a task on the calling thread after it had ended. */
    public void resume(ThreadRaces task) {
        task.before = KNOWN.get();
        KNOWN.set(task);
    }

    /** Joins a clock into the calling thread, which is a timer's and may be new. */
    public void goesOn(Clock known) {
        if (KNOWN.get() == null) {
            starts(Thread.currentThread(), known);
        }
        thread().clock.join(known);
    }

    /**
     * Treats the calling thread as one without an observed start while it works for a parallel stream.
     *
     * @return its own state, for {@link #back}
     */
    public synchronized ThreadRaces lend() {
        ThreadRaces known = KNOWN.get();
        KNOWN.set(asMain());
        return known;
    }

    public static void back(ThreadRaces known) {
        KNOWN.set(known);
    }

    /** Ends a task and {@return its clock} */
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

    /** {@return whether all other threads have ended and happen before the main thread's next step} */
    synchronized boolean isAlone() {
        return openTasks == 0 && others.keySet().stream().allMatch(each -> each.getState() == Thread.State.TERMINATED)
            && others.values().stream().allMatch(this::isPast) && latest.values().stream().allMatch(this::isPast);
    }

    private boolean isPast(ThreadRaces thread) {
        return main.clock.covers(thread.agent, thread.tick);
    }

    /** Joins the accesses of all threads of this PE. */
    public synchronized void joinAll(Clock clock) {
        others.values().forEach(each -> clock.raise(each.agent, tick()));
        threadAgents.forEach(each -> clock.raise(each, tick()));
        others.values().forEach(each -> clock.join(each.clock));
        clock.join(ended);
    }

    /** {@return the state of a new thread} It shares an agent if numbers have run out, which may miss races. */
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

    /**
     * {@return the state of a thread without an observed start} Its order is unknown, so it shares the main thread's
     * agent.
     */
    private ThreadRaces asMain() {
        hasUnseen = true;
        return new ThreadRaces(this, main.agent, main.clock, true, true, false);
    }

    /** Records an access by a thread without an observed start. */
    synchronized void unseen(int tick) {
        unseen = Math.max(unseen, tick);
    }

    /** {@return whether two threads may be ordered because the start of one was not observed} */
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
     * Releases or acquires a synchronization object.
     *
     * @param object the object's number
     * @param gives  whether the thread releases it
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

    /** {@return the first agent of a thread in a stream, or -1 if numbers have run out} */
    synchronized int newAgents(Stream stream) {
        Integer free = freeAgents.poll();
        int first = free == null ? job.agents.allocate(job.agents.ofContext()) : free;
        int fence = first + job.agents.ofContext() - 1;
        for (int i = first; first > 0 && i <= fence; i++) {
            job.agents.describe(i, pe, i < fence ? Agents.OPERATIONS : Agents.FENCE, stream.number);
        }
        return first;
    }

    /** Frees the agents of a closed stream, given the first agent of each part. */
    synchronized void free(int[] agents) {
        Arrays.stream(agents).forEach(freeAgents::add);
    }

    void reportLater(Runnable report) {
        reports.add(report);
        if (!reportsAtExit) {
            reportsAtExit = true;
            if (!backend.atExit(this::reportAtExit)) {
                report();
            }
        }
    }

    private void reportAtExit() {
        reportsAtExit = false;
        report();
    }

    void report() {
        for (Runnable next = reports.poll(); next != null; next = reports.poll()) {
            next.run();
        }
    }

    /** {@return the number of this PE's next collective call in a group} */
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

    /** {@return a new tick that no access uses; the limit of ticks does not apply} */
    int countTick() {
        int tick = ticks.incrementAndGet();
        job.words.setIntRelease(SharedState.TICKS + pe * 4L, tick);
        return tick;
    }
}
