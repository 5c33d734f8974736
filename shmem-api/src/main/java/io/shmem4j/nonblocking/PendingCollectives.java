// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nonblocking;

import io.shmem4j.Shmem;
import io.shmem4j.ThreadLevel;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.WaitKind;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The pending collectives of this PE, which its waits and calls advance, and a helper while it computes. No tool sees
 * the helper's accesses, and a death would have to stop it, so it helps only where neither is possible.
 *
 * <p>No wake-up is lost: flags are signals, which ring this PE's bell.
 */
final class PendingCollectives implements Progress.Helped {
    private final Shmem shmem;
    private final Progress progress;
    private final List<Pending> running = new CopyOnWriteArrayList<>();
    private final boolean mortal = Library.outlives();
    private final boolean helped;
    private boolean helperRuns;
    private volatile int polls;
    /** A death has interrupted the collectives with numbers up to this one. */
    private long cut;
    /** Whether an error has cut off a call, so that this PE and the others differ in what it has done. */
    volatile boolean failed;
    private boolean ended;

    PendingCollectives(Shmem shmem) {
        this.shmem = shmem;
        this.progress = Progress.of(Library.currentBackend());
        this.helped = shmem.threadLevel() == ThreadLevel.MULTIPLE && !mortal && !Library.watchesAccesses();
        progress.add(this);
    }

    /** {@return the number that the next collectives follow} Throws if one of the members has died. */
    long first(int... members) {
        if (mortal) {
            Library.requireAlive(members);
            cut = (long) Library.recoveries() << Integer.SIZE;
        }
        return cut;
    }

    /** Advances all; throws if a collective can't complete any more. */
    void advance(Pending operation) {
        if (operation.number <= first(operation.flags.members)) {
            throw new IllegalStateException(Fault.where() + ": a PE has died in " + operation + "; start it again on "
                + "all members");
        }
        requireOpen();
        progress.complete(this);
    }

    void begin(Pending operation) {
        running.add(operation);
        progress.leave(this);
        progress.complete(this);
        if (helped && !helperRuns && !operation.done()) {
            helperRuns = true;
            progress.help(this);
        }
    }

    void await(Pending operation) {
        if (!operation.done()) {
            progress.awaitAll(WaitKind.COLLECTIVE, operation.number, operation.flags.members, () -> {
                if (!operation.done()) {
                    advance(operation);
                }
                return operation.done();
            });
        }
    }

    @Override
    public boolean advance() {
        polls++;
        if (failed || mortal && Library.anyFallen()) {
            return false;
        }
        boolean moved = false;
        try {
            for (Pending next : running) {
                boolean ends = next.number <= cut;
                moved |= !ends && next.advance();
                if (ends || next.done()) {
                    running.remove(next);
                }
            }
            return moved;
        } catch (Error e) {
            failed = true;
            throw e;
        }
    }

    @Override
    public boolean isLeft() {
        return !failed && !running.isEmpty();
    }

    @Override
    public void end() {
        ended = true;
        running.clear();
        progress.leaveAlone(this);
    }

    /** Ends the memory's use. */
    void close() {
        progress.remove(this);
        end();
    }

    @Override
    public int polls() {
        shmem.myPe();
        return polls;
    }

    /** {@return false, for brief naps would slow collectives down that the PE completes itself} */
    @Override
    public boolean isUrgent() {
        return false;
    }

    @Override
    public boolean needsHelp() {
        return !failed && running.stream().anyMatch(Pending::moves);
    }

    @Override
    public boolean help() {
        try {
            return progress.complete(this);
        } catch (FreedObjectException e) {
            // The PE's next call says so.
            return false;
        }
    }

    /** {@return false, since the PE's next call says it} */
    @Override
    public boolean failed() {
        return false;
    }

    /** Refuses calls after the end, and after an error. */
    void requireOpen() {
        shmem.myPe();
        if (ended) {
            throw new FreedObjectException(Fault.where() + ": the factory of non-blocking collectives was freed");
        }
        if (failed) {
            throw new IllegalStateException(Fault.where() + ": an error has cut off a non-blocking collective of this "
                + "PE, which may have ended on others, so the PE makes none any more");
        }
    }

    int pending() {
        first();
        running.removeIf(operation -> operation.number <= cut);
        return running.size();
    }
}
