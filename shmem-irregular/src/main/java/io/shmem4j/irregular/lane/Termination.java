// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

/**
 * Detects that no record is left on any PE of a team, and that no handler will send another one.
 *
 * <p>Correctness: this is Mattern's four-counter method. In each wave, every PE in {@link Courier#finish} reports how
 * many records it has sent and handled so far. PE 0 adds up the reports of all PEs, and then begins the next wave. Let
 * H be the number of handled records in one wave, S the number of sent records in the next, and T a time at which PE 0
 * has all reports of the first and has not begun the second. The counts only grow. So H is at most the number handled
 * at T, which is at most the number sent at T, which is at most S. If H equals S, all four are equal: at T, every
 * record that had been sent had been handled. A record counts as handled after its handler has returned, and records
 * that the handler sends count before, so no handler ran at T. All PEs were in finish at T, where only handlers send.
 * So nothing is sent after T until a PE leaves finish, which it does after it has read the verdict. A PE empties its
 * outbox before it reports, so those messages count.
 *
 * <p>A PE that an error has cut off calls again and repeats its report, with counts that have grown in this wave only.
 * The verdict waits for the report of each PE; a PE that was cut off after its last report finds the verdict.
 */
final class Termination {
    private static final int REPORT = 3;

    private final Courier courier;
    private final Lanes lanes;
    private final String name;
    private final int verdictWord;
    private final int reports;
    private long wave;
    private long handledBefore;
    /** Last wave that this call has reported. */
    private long reported;
    /** Whether the present call has seen the last verdict. */
    private boolean ended;
    /** This PE's last decision. If an Error interrupts its publication, that is repeated. */
    private long decision;

    Termination(Courier courier, Lanes lanes, String name, int firstWord) {
        this.courier = courier;
        this.lanes = lanes;
        this.name = name;
        this.verdictWord = firstWord;
        this.reports = firstWord + 1;
    }

    /** {@return number of words that it needs in the lanes} */
    static int words(int nPes) {
        return 1 + REPORT * nPes;
    }

    void reset() {
        wave = 0;
        decision = 0;
        courier.finishing = false;
    }

    /** Waits until all PEs of the team are in this call and no record is left. */
    void await() {
        if (!courier.finishing) {
            handledBefore = -1;
            ended = false;
            courier.finishing = true;
        }
        reported = wave;
        boolean decides = lanes.me() == 0;
        if (!ended) {
            courier.await(this::finished, decides ? () -> lanes.words().named(outstanding()) : null);
        }
        if (decides) {
            lanes.words().named(name);
        }
    }

    /** Takes part in waves as they begin; {@return whether the last wave has ended} */
    private boolean finished() {
        while (true) {
            if (reported == wave && courier.flushAll()) {
                reported = wave + 1;
                report();
            }
            if (lanes.me() == 0) {
                decide();
            }
            long verdict = lanes.words().getAcquire(verdictWord);
            if (verdict >> 1 != wave + 1) {
                return false;
            }
            wave++;
            if ((verdict & 1) == 1) {
                ended = true;
                return true;
            }
            courier.stepInside();
        }
    }

    private int reportOf(int pe) {
        return reports + REPORT * pe;
    }

    private void report() {
        int at = reportOf(lanes.me());
        lanes.context().p(lanes.words(), at, lanes.records, 0);
        lanes.context().p(lanes.words(), at + 1L, lanes.handled, 0);
        lanes.publish(at + 2, wave + 1, 0);
    }

    /** Publishes a verdict, to this PE last, so that an interrupted publication is repeated. */
    private void decide() {
        if (lanes.words().getAcquire(verdictWord) >> 1 == wave + 1 || decision >> 1 != wave + 1 && !decided()) {
            return;
        }
        for (int pe = lanes.size() - 1; pe >= 0; pe--) {
            lanes.publish(verdictWord, decision, pe);
        }
    }

    /** Decides a wave if all PEs have reported, and {@return whether they have} */
    private boolean decided() {
        long allSent = 0;
        long allHandled = 0;
        for (int pe = 0; pe < lanes.size(); pe++) {
            int at = reportOf(pe);
            if (lanes.words().getAcquire(at + 2L) != wave + 1) {
                return false;
            }
            allSent += lanes.words().get(at);
            allHandled += lanes.words().get(at + 1L);
        }
        decision = 2 * (wave + 1) + (handledBefore == allSent ? 1 : 0);
        handledBefore = allHandled;
        return true;
    }

    /** {@return the PEs and records that this PE waits for, for the hang report} */
    private String outstanding() {
        StringBuilder missing = new StringBuilder();
        long open = 0;
        for (int pe = 0; pe < lanes.size(); pe++) {
            int at = reportOf(pe);
            open += lanes.words().getAcquire(at) - lanes.words().getAcquire(at + 1L);
            if (lanes.words().getAcquire(at + 2L) != wave + 1) {
                missing.append(missing.isEmpty() ? "" : ",").append(pe);
            }
        }
        return name + ": finish" + (missing.isEmpty() ? "" : " without PE " + missing) + "; " + open + " not handled";
    }
}
