// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel.ring;

import io.shmem4j.engine.Library;
import io.shmem4j.spi.Waiter;
import java.util.StringJoiner;

/**
 * Detects that no message is left on any PE of a team, and that no handler will send another one.
 *
 * <p>Correctness: this is Mattern's four-counter method, with bytes in place of messages. In each wave, every PE
 * reports how many bytes it has written into rings and read from them so far. PE 0 adds up the reports of all PEs, and
 * then begins the next wave. Let H be the number of read bytes in one wave, S the number of written bytes in the next,
 * and T a time at which PE 0 has all reports of the first and has not begun the second. The counts only grow. So H is
 * at most the number read at T, which is at most the number written at T, which is at most S. If H equals S, all four
 * are equal: at T every message had been handled, since a position moves after its handler has returned, and a PE
 * reports only while it keeps no message. All PEs were in this call at T, where only handlers send. So nothing is sent
 * after T until a PE has read the verdict.
 *
 * <p>A PE that an error has cut off calls again and repeats its report. The counts are positions in the rings, so they
 * also survive a death. It may cut off the publication of a verdict, so a recovery raises the number of the wave to a
 * common value on all PEs.
 */
public final class Finish {
    private static final int REPORT = 3;

    private final Rings rings;
    private final Ends ends;
    private final int verdictWord;
    private long wave;
    /** Last wave that this PE has reported. */
    private long reported;
    private long readBefore;
    /** This PE's last decision. If an Error interrupts its publication, that is repeated. */
    private long decision;
    /** Whether a call has begun, and whether it has seen the last verdict. */
    private boolean running;
    private boolean ended;

    Finish(Rings rings, Ends ends, int firstWord) {
        this.rings = rings;
        this.ends = ends;
        this.verdictWord = firstWord;
        this.wave = rings.get(verdictWord) >> 1;
    }

    static int words(int pes) {
        return 1 + REPORT * pes;
    }

    void reset() {
        wave = 0;
        decision = 0;
        running = false;
    }

    /** Waits until all PEs of the team are in this call and no message is left. */
    void await(Sink sink) {
        begin();
        while (!ended) {
            int handled = ends.poll(sink, Integer.MAX_VALUE);
            boolean ready = !ends.stashed() && ends.flush();
            if (!step(ready) && handled == 0) {
                ends.await(Waiter.FOREVER, () -> ends.arrived() || changed() || !ready && !ends.isLeft());
            }
        }
        end();
    }

    /** {@return whether there is a verdict, or something to decide} */
    private boolean changed() {
        return rings.get(verdictWord) >> 1 == wave + 1 || rings.me == 0 && decision >> 1 != wave + 1 && allReported();
    }

    private boolean allReported() {
        for (int pe = 0; pe < rings.n; pe++) {
            if (rings.get(reportOf(pe) + 2) != wave + 1) {
                return false;
            }
        }
        return true;
    }

    /** Begins a call, or continues one that an error has cut off. */
    public void begin() {
        long recovered = (long) Library.recoveries() << Integer.SIZE;
        if (wave < recovered) {
            wave = recovered;
            running = false;
        }
        if (!running) {
            ends.connectAll();
            readBefore = -1;
            ended = false;
            running = true;
        }
        reported = wave;
    }

    /** Ends a call; until then {@link #begin} continues it. */
    public void end() {
        running = false;
    }

    /**
     * Takes part in waves as they begin; {@return whether the last wave has ended}
     *
     * @param ready whether this PE has nothing left to write
     */
    public boolean step(boolean ready) {
        while (!ended) {
            if (reported == wave && ready) {
                report();
                reported = wave + 1;
            }
            if (rings.me == 0) {
                decide();
            }
            long verdict = rings.get(verdictWord);
            if (verdict >> 1 != wave + 1) {
                return false;
            }
            wave++;
            ended = (verdict & 1) == 1;
            if (!ended && ends.arrived()) {
                return false;
            }
        }
        return true;
    }

    /** {@return for hang reports, the PEs and bytes that PE 0 waits for} */
    String missing() {
        StringJoiner missing = new StringJoiner(",", " without PE ", "").setEmptyValue("");
        long open = 0;
        for (int pe = 0; pe < rings.n; pe++) {
            int at = reportOf(pe);
            open += rings.get(at) - rings.get(at + 1);
            if (rings.get(at + 2) != wave + 1) {
                missing.add(String.valueOf(pe));
            }
        }
        return "finish" + missing + ", " + open + " bytes not handled";
    }

    /** {@return whether PE 0 is in a call} */
    boolean collects() {
        return running && rings.me == 0;
    }

    private int reportOf(int pe) {
        return verdictWord + 1 + REPORT * pe;
    }

    private void report() {
        int at = reportOf(rings.me);
        rings.context.p(rings.all, at, ends.sent(), 0);
        rings.context.p(rings.all, at + 1L, ends.handled(), 0);
        publish(at + 2, wave + 1, 0);
    }

    private void publish(int word, long value, int pe) {
        rings.publish(word, value, pe, rings.near(pe), rings.world(pe));
    }

    /** Publishes a verdict, to this PE last, so that an interrupted publication is repeated. */
    private void decide() {
        if (rings.get(verdictWord) >> 1 == wave + 1 || decision >> 1 != wave + 1 && !decided()) {
            return;
        }
        for (int pe = rings.n - 1; pe >= 0; pe--) {
            publish(verdictWord, decision, pe);
        }
    }

    /** Decides a wave if all PEs have reported, and {@return whether they have} */
    private boolean decided() {
        if (!allReported()) {
            return false;
        }
        long allWritten = 0;
        long allRead = 0;
        for (int pe = 0; pe < rings.n; pe++) {
            int at = reportOf(pe);
            allWritten += rings.get(at);
            allRead += rings.get(at + 1);
        }
        decision = 2 * (wave + 1) + (readBefore == allWritten ? 1 : 0);
        readBefore = allRead;
        return true;
    }
}
