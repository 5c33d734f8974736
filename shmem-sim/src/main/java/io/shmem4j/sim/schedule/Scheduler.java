// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.schedule;

import java.util.function.IntConsumer;

/**
 * The clocks of all PEs, in picoseconds, and the rule that chooses the running PE: a PE runs on while no other has an
 * earlier event, otherwise it queues up and hands over. The order is total (time, then order of queueing), so a run is
 * a function of its inputs.
 *
 * <p>Agents of the machine may have events, too. An agent runs at its time on the stack of the PE that gave up its
 * turn, so it must not wait.
 *
 * <p>All methods are for the running PE only; nothing here is synchronised.
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
        /** Nobody: a machine without agents. */
        Agents NONE = (agent, time) -> {
            throw new IllegalStateException("agent " + agent + " is not of this machine");
        };

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
        this(pes, kind, 0, Agents.NONE);
    }

    public Scheduler(int pes, CarrierKind kind, int agentCount, Agents agents) {
        this.pes = pes;
        this.agents = agents;
        this.clocks = new long[pes];
        this.states = new State[pes];
        this.queue = new EventQueue(pes + agentCount);
        this.carrier = kind.create();
    }

    /** {@return how it ended, after every PE ran its program from time 0} */
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

    /** {@return the PE that runs next, or nobody} */
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

    /** {@return the PE that runs next, after the agents that come before it have acted; or nobody} */
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

    /** Gives an agent an event; it must have none. */
    public void post(int agent, long time) {
        queue.add(pes + agent, time);
    }

    /** {@return the time of the earliest event of others, or the largest number} */
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

    /** {@return the stack of a PE that does not run, empty where PEs share a thread} */
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

    /** Moves the running PE's clock to a later time and lets the PEs run whose events come before. */
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

    /** Moves the running PE's clock without letting others run: nothing shared is touched. */
    public void spendUntil(long time) {
        if (time < 0) {
            throw new IllegalStateException("PE " + current + ": virtual time ends after 106 days");
        }
        clocks[current] = time;
    }

    /** Puts the running PE to sleep until another wakes it; ends the run when no PE is left that could. */
    public void sleep() {
        int pe = current;
        states[pe] = State.ASLEEP;
        handOver(pe);
    }

    /** Lets a sleeping PE run at a time, or at its own clock if that is later. */
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

    /** {@return number of PEs that have not come to their end} */
    public int unfinished() {
        return unfinished;
    }

    /** Ends the running PE where it is, as if its program had returned; never returns. */
    public void exit() {
        int pe = current;
        carrier.leave(pe, afterEndOf(pe));
    }

    /** Ends the running PE in the place of its own thread, which does not come back. */
    public void endFromOutside() {
        int pe = current;
        carrier.finish(pe, afterEndOf(pe));
    }

    /** Ends the run, because the running PE ends its process; never returns. */
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

    /** How PEs keep their stacks; virtual times do not depend on it. */
    public enum CarrierKind {
        /** Virtual threads: for any program. */
        THREADS,
        /** Raw continuations: two to three times as fast, for programs that hold no monitor across a SHMEM call. */
        CONTINUATIONS;

        Carrier create() {
            return this == THREADS ? new VirtualThreadCarrier() : new ContinuationCarrier();
        }

        /** {@return the fastest one this JVM was started for} */
        public static CarrierKind fastest() {
            Module base = Object.class.getModule();
            Module ours = CarrierKind.class.getModule();
            return base.isExported("jdk.internal.vm", ours) && ContinuationCarrier.works() ? CONTINUATIONS : THREADS;
        }
    }

    /** How a run ended. */
    public sealed interface Outcome {
        /** Every PE came to its end. */
        record Finished() implements Outcome {
        }

        /** A PE let an exception out. */
        record Failed(int pe, Throwable cause) implements Outcome {
        }

        /** A PE ended the job, with a reason or null. */
        record Aborted(int pe, int status, String reason) implements Outcome {
        }

        /** A PE ended its process, which ends the job. */
        record Exited(int pe, int status, String how) implements Outcome {
        }

        /** A PE needs a monitor that another PE holds while it sleeps. */
        record Stuck(int pe) implements Outcome {
        }

        /** Every PE that had not finished was asleep. */
        record Deadlocked(int sleepers) implements Outcome {
        }
    }
}
