// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.local;

import java.util.ArrayList;
import java.util.List;

/** The threads of one PE, because a new thread joins the group of its creator. */
final class LocalThreads extends ThreadGroup {
    private final LocalJob job;
    private final int pe;

    LocalThreads(LocalJob job, int pe) {
        super("PE " + pe);
        this.job = job;
        this.pe = pe;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable thrown) {
        job.failed(pe, thrown, thread);
    }

    /** {@return the live threads, the PE's own first} */
    List<Thread> all() {
        Thread[] all = new Thread[activeCount() + 8];
        int count = enumerate(all);
        while (count == all.length) {
            all = new Thread[2 * count];
            count = enumerate(all);
        }
        List<Thread> found = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            found.add(all[i] instanceof LocalPe ? 0 : found.size(), all[i]);
        }
        return found;
    }
}
