// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

import java.util.function.IntConsumer;

/**
 * The clocks of all PEs in picoseconds, and the choice of the running PE. A PE continues while no other one has an
 * earlier event; otherwise it queues and hands over. The order is total (time, then order of queueing), so a run is a
 * function of its inputs.
 *
 * <p>Agents of the machine may have events, too. An agent runs on the stack of the PE that hands over, so it must not
 * wait.
 *
 * <p>Not synchronized: only the running PE calls the methods.
 */
public final class Scheduler {
    /** State of a PE, for reports. */
    public enum State {
        /** Running or waiting for its turn. */
        READY,
        /** Asleep until another PE wakes it. */
        ASLEEP,
        /** The PE has ended. */
        FINISHED
    }

    /** The machine's agents. */
    @FunctionalInterface
    public interface Agents {
        void act(int agent, long time);
    }

    private final int pes;
    private final Agents agents;
    private final long[] clocks;
    private final State[] states;
    private final EventQueue queue;
    private final Carrier carrier;
    private int current;
    private int unfinished;
    private long handOvers;
    private Outcome outcome;

    public Scheduler(int pes, CarrierKind kind) {
        this(pes, kind, 0, null);
    }

    public Scheduler(int pes, CarrierKind kind, int agentCount, Agents agents) {
        this.pes = pes;
        this.agents = agents;
        this.clocks = new long[pes];
        this.states = new State[pes];
        this.queue = new EventQueue(pes + agentCount);
        this.carrier = kind.create();
    }

    /** Runs the program on every PE from time 0; {@return how the run ended} */
    public Outcome run(IntConsumer program) {
        outcome = null;
        unfinished = pes;
        for (int pe = 0; pe < pes; pe++) {
            states[pe] = State.READY;
            clocks[pe] = 0;
            queue.add(pe, 0);
        }
        current = queue.removeFirst();
        int stuck = carrier.run(pes, current, pe -> runOne(pe, program));
        return stuck == Carrier.NOBODY ? outcome : new Outcome.Stuck(stuck);
    }

    private void runOne(int pe, IntConsumer program) {
        try {
            program.accept(pe);
        } catch (Throwable e) {
            outcome = new Outcome.Failed(pe, e);
            carrier.finish(pe, Carrier.NOBODY);
            return;
        }
        carrier.finish(pe, afterEndOf(pe));
    }

    /** Ends a PE; {@return the PE that runs next, or NOBODY} */
    private int afterEndOf(int pe) {
        states[pe] = State.FINISHED;
        unfinished--;
        if (unfinished == 0) {
            outcome = new Outcome.Finished();
            return Carrier.NOBODY;
        }
        int next = nextPe();
        if (next == Carrier.NOBODY) {
            outcome = new Outcome.Deadlocked(unfinished);
            return Carrier.NOBODY;
        }
        current = next;
        handOvers++;
        return current;
    }

    /** Runs the agents that come before the next PE; {@return that PE, or NOBODY} */
    private int nextPe() {
        while (!queue.isEmpty()) {
            long time = queue.firstTime();
            int next = queue.removeFirst();
            if (next < pes) {
                return next;
            }
            agents.act(next - pes, time);
        }
        return Carrier.NOBODY;
    }

    /** Adds an event for an agent without one. */
    public void post(int agent, long time) {
        queue.add(pes + agent, time);
    }

    /** {@return the time of the earliest queued event, or the largest number} */
    public long firstTime() {
        return queue.firstTime();
    }

    public int current() {
        return current;
    }

    /** {@return whether the calling thread is the running PE's own} */
    public boolean calledByCurrent() {
        return carrier.carries(current);
    }

    /** {@return the stack of a PE that isn't running; empty if PEs share a thread} */
    public StackTraceElement[] stack(int pe) {
        Thread thread = carrier.thread(pe);
        return thread == null ? new StackTraceElement[0] : thread.getStackTrace();
    }

    public long clock(int pe) {
        return clocks[pe];
    }

    public State state(int pe) {
        return states[pe];
    }

    public long handOvers() {
        return handOvers;
    }

    /** Advances the running PE's clock, after PEs and agents with earlier events have run. */
    public void advanceTo(long time) {
        int pe = current;
        spendUntil(time);
        while (queue.firstTime() < time) {
            if (queue.first() < pes) {
                queue.add(pe, time);
                handOver(pe);
                return;
            }
            long now = queue.firstTime();
            agents.act(queue.removeFirst() - pes, now);
        }
    }

    /** Advances the running PE's clock without running others, because it touches nothing shared. */
    public void spendUntil(long time) {
        if (time < 0) {
            throw new IllegalStateException("PE " + current + ": virtual time ends after 106 days");
        }
        clocks[current] = time;
    }

    /** Suspends the running PE until another PE wakes it; ends the run if no PE can. */
    public void sleep() {
        int pe = current;
        states[pe] = State.ASLEEP;
        handOver(pe);
    }

    /** Wakes a sleeping PE at a given time, or at its own clock if that is later. */
    public void wake(int pe, long time) {
        if (states[pe] != State.ASLEEP) {
            throw new IllegalStateException("PE " + pe + " is not asleep");
        }
        states[pe] = State.READY;
        if (clocks[pe] < time) {
            clocks[pe] = time;
        }
        queue.add(pe, clocks[pe]);
    }

    /** Ends the run, with a reason or null; never returns. */
    public void abort(int status, String reason) {
        outcome = new Outcome.Aborted(current, status, reason);
        carrier.leave(current, Carrier.NOBODY);
    }

    /** {@return number of PEs that have not ended} */
    public int unfinished() {
        return unfinished;
    }

    /** Ends the running PE as if its program had returned; never returns. */
    public void exit() {
        int pe = current;
        carrier.leave(pe, afterEndOf(pe));
    }

    /** Ends the running PE on behalf of its own thread, which doesn't return to the library. */
    public void endFromOutside() {
        int pe = current;
        carrier.finish(pe, afterEndOf(pe));
    }

    /** Ends the run because the running PE exits its process; never returns. */
    public void exitAll(int status, String how) {
        outcome = new Outcome.Exited(current, status, how);
        carrier.leave(current, Carrier.NOBODY);
    }

    private void handOver(int from) {
        int to = nextPe();
        if (to == Carrier.NOBODY) {
            outcome = new Outcome.Deadlocked(unfinished);
            carrier.leave(from, Carrier.NOBODY);
        }
        handOvers++;
        if (to != from) {
            current = to;
            carrier.handOver(from, to);
        }
    }

    /** How PEs keep their stacks; doesn't affect virtual time. */
    public enum CarrierKind {
        /** Virtual threads: for any program. */
        THREADS,
        /** Raw continuations: two to three times as fast, for programs that hold no monitor across a SHMEM call. */
        CONTINUATIONS;

        Carrier create() {
            return this == THREADS ? new VirtualThreadCarrier() : new ContinuationCarrier();
        }

        /** {@return the fastest kind that this JVM's options permit} */
        public static CarrierKind fastest() {
            Module base = Object.class.getModule();
            Module ours = CarrierKind.class.getModule();
            return base.isExported("jdk.internal.vm", ours) && ContinuationCarrier.works() ? CONTINUATIONS : THREADS;
        }
    }

    /** How a run ended. */
    public sealed interface Outcome {
        /** Every PE has ended. */
        record Finished() implements Outcome {
        }

        /** A PE's program threw an exception. */
        record Failed(int pe, Throwable cause) implements Outcome {
        }

        /** A PE ended the job, with a reason or null. */
        record Aborted(int pe, int status, String reason) implements Outcome {
        }

        /** A PE exited its process, which ends the job. */
        record Exited(int pe, int status, String how) implements Outcome {
        }

        /** A PE needs a monitor that a suspended PE holds. */
        record Stuck(int pe) implements Outcome {
        }

        /** All unfinished PEs were asleep. */
        record Deadlocked(int sleepers) implements Outcome {
        }
    }
}
