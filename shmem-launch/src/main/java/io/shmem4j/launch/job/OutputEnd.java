// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.launch.process.Event;
import io.shmem4j.launch.process.LeftBehind;
import io.shmem4j.launch.process.OutputPump;
import io.shmem4j.report.OutputFault;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * The end of a job's output: all PEs have ended, and what they have printed is on its way through their pipes.
 *
 * <p>A reader gets all the time it takes, unless a signal or the time limit ends the job: then only while it does not
 * pause for long. Only an empty pipe is not waited for when it stays open: a process that a PE has started holds it,
 * and nothing of the PE can come through it any more.
 */
final class OutputEnd {
    private static final long TICK_MILLIS = 20;
    /** How long an empty pipe may stay open before it is looked up who holds it. */
    private static final long EMPTY_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
    /** How long it may stay open when no such process is found. */
    private static final long EMPTY_LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** No pipe holds more than this, so later bytes are not a PE's. */
    private static final long LARGEST_PIPE = 2 << 20;
    /** The longest pause of a reader once the job has to end. */
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final List<OutputPump> pumps;
    private final BlockingQueue<Event> events;
    private final long limit;
    /** Cause that ended the wait, or null. */
    Outcome.Cause cut;
    /** Fault of a stream or file meanwhile, or null. */
    OutputFault fault;
    /** Whether a pipe was left open by what PEs have started. */
    boolean held;
    private boolean hurried;
    private boolean forced;
    private long progress = -1;
    private long progressAt;

    /** The limit is the end of the job's time, nanoTime, or {@link Long#MAX_VALUE}. */
    OutputEnd(List<OutputPump> pumps, BlockingQueue<Event> events, long limit) {
        this.pumps = pumps;
        this.events = events;
        this.limit = limit;
    }

    /**
     * {@return whether everything has been carried that PEs have printed} Waits for the readers, in a hurry where the
     * job has to end, by a signal or its time limit.
     */
    boolean await(boolean hurry) throws InterruptedException {
        hurried = hurry;
        long[] emptyBefore = pumps.stream().mapToLong(OutputPump::emptyNanos).toArray();
        long[] carriedBefore = pumps.stream().mapToLong(OutputPump::carried).toArray();
        for (int i = 0; i < emptyBefore.length; i++) {
            OutputPump pump = pumps.get(i);
            long patience = EMPTY_NANOS;
            while (pump.isAlive() && pump.carried() - carriedBefore[i] <= LARGEST_PIPE) {
                pump.join(TICK_MILLIS);
                note();
                if (limit != Long.MAX_VALUE && System.nanoTime() - limit > 0) {
                    hurry(Outcome.Cause.TIMEOUT);
                }
                if (forced || hurried && paused()) {
                    return pumps.stream().noneMatch(OutputPump::isAlive);
                }
                long empty = pump.emptyNanos() - emptyBefore[i];
                if (empty > patience) {
                    if (empty > EMPTY_LIMIT_NANOS || LeftBehind.holdPipes()) {
                        break;
                    }
                    patience *= 2;
                }
            }
            held |= pump.isAlive();
        }
        note();
        return true;
    }

    private void note() {
        for (Event event = events.poll(); event != null; event = events.poll()) {
            switch (event) {
                case Event.Interrupted _ -> hurry(Outcome.Cause.SIGNAL);
                case Event.Forced _ -> forced = true;
                case Event.OutputFailed failed -> fault = fault == null ? failed.fault() : fault;
                default -> { }
            }
        }
    }

    private void hurry(Outcome.Cause cause) {
        if (!hurried) {
            hurried = true;
            cut = cause;
        }
    }

    private boolean paused() {
        long now = System.nanoTime();
        long carried = pumps.stream().mapToLong(OutputPump::carried).sum()
            + pumps.stream().filter(pump -> !pump.isAlive()).count();
        if (carried != progress) {
            progress = carried;
            progressAt = now;
        }
        return now - progressAt > PAUSE_NANOS;
    }
}
