// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;

/** An end of the job from within. */
public final class ExitCases {
    /** The last PE ends the job while the others are in a barrier that it never reaches. */
    @Case
    public void globalExit(Trial t) {
        t.shmem.barrierAll(); // the exit would end PE 0 before it has said which case runs
        if (t.me == t.n - 1) {
            t.shmem.globalExit(0);
        }
        t.shmem.barrierAll();
        t.fail("a barrier was left that one PE never reached");
    }
}
