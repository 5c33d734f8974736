// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import io.shmem4j.launch.process.Event;
import io.shmem4j.launch.process.LeftBehind;
import io.shmem4j.launch.process.OutputPump;
import io.shmem4j.report.OutputFault;
import io.shmem4j.spi.Times;
import java.util.List;
import java.util.concurrent.BlockingQueue;

/**
 * Drains the pipes after all PEs have ended.
 *
 * <p>Waits for a slow reader of the output indefinitely; after a signal or the time limit, only while it makes
 * progress. Does not wait for an empty pipe that stays open: it is held by a process that a PE started, and no output
 * of the PE can follow.
 */
final class OutputEnd {
    private static final long TICK_MILLIS = 20;
    /** Maximum capacity of a pipe; bytes beyond it do not come from the PE. */
    private static final long LARGEST_PIPE = 2 << 20;

    private final List<OutputPump> pumps;
    private final BlockingQueue<Event> events;
    private final long limit;
    /** What interrupted the draining, or null. */
    Outcome.Cause cut;
    /** A stream or file that failed meanwhile, or null. */
    OutputFault fault;
    /** Whether a process started by a PE still holds a pipe. */
    boolean held;
    private boolean hurried;
    private boolean forced;
    private long progress = -1;
    private long progressAt;

    /** {@code limit} is the job's deadline in terms of nanoTime, or {@link Long#MAX_VALUE}. */
    OutputEnd(List<OutputPump> pumps, BlockingQueue<Event> events, long limit) {
        this.pumps = pumps;
        this.events = events;
        this.limit = limit;
    }

    /**
     * Drains the pipes and {@return whether all output of the PEs was passed on}
     *
     * @param hurry whether a signal or the time limit has ended the job
     */
    boolean await(boolean hurry) throws InterruptedException {
        hurried = hurry;
        long[] emptyBefore = pumps.stream().mapToLong(OutputPump::emptyNanos).toArray();
        long[] carriedBefore = pumps.stream().mapToLong(OutputPump::carried).toArray();
        for (int i = 0; i < emptyBefore.length; i++) {
            OutputPump pump = pumps.get(i);
            long patience = Times.OPEN_PIPE_NANOS;
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
                    if (empty > Times.HELD_PIPE_NANOS || LeftBehind.holdPipes()) {
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
        return now - progressAt > Times.HURRIED_READER_NANOS;
    }
}
