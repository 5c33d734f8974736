// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.lane;

/**
 * Finds out when no record is left on any PE of a team, nor one that a handler will send.
 *
 * <p>Why it is right: it is the counting of four numbers by Mattern. In a wave each PE that is in
 * {@link Courier#finish} reports how many records it has sent and how many it has handled, in all its life. PE 0 adds
 * them up when all have reported, and then begins the next wave. Let H be the sum of handled ones of one wave, S the
 * sum of sent ones of the next, and T the time between them, at which PE 0 has all reports of the first and has begun
 * no other. The counts only grow, so H is at most what had been handled at T, which is at most what had been sent at T,
 * which is at most S. If H equals S all four are equal: at T every record that had been sent had been handled. A record
 * counts as handled after its handler has returned, and what the handler sends counts before that, so at T no handler
 * ran. All PEs were in finish at T, and send nothing there but from handlers. So from T on nothing is sent, until a PE
 * leaves finish, which is after it has read that all is done. A PE empties its outbox before it reports, so what lay
 * there counts.
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

    Termination(Courier courier, Lanes lanes, String name, int firstWord) {
        this.courier = courier;
        this.lanes = lanes;
        this.name = name;
        this.verdictWord = firstWord;
        this.reports = firstWord + 1;
    }

    /** {@return words of the lanes that it needs in a job of some PEs} */
    static int words(int nPes) {
        return 1 + REPORT * nPes;
    }

    /** Begins anew with the first wave. */
    void reset() {
        wave = 0;
    }

    /** Waits until all PEs of the team are in this call and all records have been handled, and those sent by them. */
    void await() {
        handledBefore = -1;
        long first = wave;
        Waves own = new Waves();
        boolean decides = lanes.me() == 0;
        courier.await(own::finished, decides ? () -> lanes.words().named(outstanding()) : null);
        if (decides && wave > first) {
            lanes.words().named(name);
        }
    }

    /** The waves of one wait. */
    private final class Waves {
        private long reported = wave;

        /** Takes part in the waves that are due, as PE 0 decides, and {@return whether the last one is over}. */
        boolean finished() {
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
                    return true;
                }
                courier.stepInside();
            }
        }
    }

    private int reportOf(int pe) {
        return reports + REPORT * pe;
    }

    private void report() {
        int at = reportOf(lanes.me());
        lanes.context().p(lanes.words(), at, courier.sent(), 0);
        lanes.context().p(lanes.words(), at + 1L, courier.handled(), 0);
        lanes.publish(at + 2, wave + 1, 0);
    }

    private void decide() {
        long allSent = 0;
        long allHandled = 0;
        for (int pe = 0; pe < lanes.size(); pe++) {
            int at = reportOf(pe);
            if (lanes.words().getAcquire(at + 2L) != wave + 1) {
                return;
            }
            allSent += lanes.words().get(at);
            allHandled += lanes.words().get(at + 1L);
        }
        if (lanes.words().getAcquire(verdictWord) >> 1 == wave + 1) {
            return;
        }
        long done = handledBefore == allSent ? 1 : 0;
        handledBefore = allHandled;
        for (int pe = 0; pe < lanes.size(); pe++) {
            lanes.publish(verdictWord, 2 * (wave + 1) + done, pe);
        }
    }

    /** {@return what keeps the end away, for the hang report} */
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
