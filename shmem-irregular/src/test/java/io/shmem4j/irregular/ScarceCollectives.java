// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.JobFailedException;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Collectives while a page of PE 0 can't be had, each in a job of its own. One that throws is cut off: PE 0 is refused
 * all later ones, which ends the job. After one that returns the PEs are in step.
 */
public final class ScarceCollectives {
    private static final int WORDS = 1 << 13;
    private static final Map<String, Call> CALLS = new LinkedHashMap<>();

    static {
        CALLS.put("broadcast", (team, to, from) -> team.broadcast(to, from, WORDS, 1));
        CALLS.put("fcollect", (team, to, from) -> team.fcollect(to, from, WORDS / 2));
        CALLS.put("collect", (team, to, from) -> team.collect(to, from, WORDS / 2));
        CALLS.put("alltoall", (team, to, from) -> team.alltoall(to, from, WORDS / 2));
        CALLS.put("gather", (team, to, from) -> team.gather(to, from, WORDS / 2, 0));
        CALLS.put("scatter", (team, to, from) -> team.scatter(to, from, WORDS / 2, 1));
        CALLS.put("sumReduce", (team, to, from) -> team.sumReduce(to, from, WORDS));
        CALLS.put("sumInscan", (team, to, from) -> team.sumInscan(to, from, WORDS));
    }

    private interface Call {
        void make(Team team, SymmetricLongs to, SymmetricLongs from);
    }

    private ScarceCollectives() {
    }

    /** Words: a seed, the number of pages to try for each collective or {@code all}, and the calls that warm it up. */
    public static void main(String[] args) {
        Random random = new Random(Long.parseLong(args[0]));
        int warmCalls = Integer.parseInt(args[2]);
        CALLS.forEach((name, call) -> {
            BitSet tried = new BitSet();
            AtomicInteger refused = new AtomicInteger();
            int pages = pages(call, warmCalls);
            int wanted = args[1].equals("all") ? pages : Math.min(pages, Integer.parseInt(args[1]));
            while (tried.cardinality() < wanted) {
                int page = random.nextInt(pages);
                if (!tried.get(page)) {
                    tried.set(page);
                    miss(name, call, page, refused);
                }
            }
            System.out.println(name + ": " + wanted + " pages, " + refused + " refused");
        });
    }

    /** {@return the number of pages of the objects, after calls that compile the collective} */
    private static int pages(Call call, int warmCalls) {
        AtomicInteger pages = new AtomicInteger();
        Shmem.run(2, () -> {
            try (Shmem shmem = Shmem.init()) {
                Objects objects = new Objects(shmem);
                for (int i = 0; i < warmCalls; i++) {
                    call.make(shmem.world(), objects.to, objects.from);
                }
                pages.set(objects.pages().count());
                shmem.finish();
            }
        });
        return pages.get();
    }

    private static void miss(String name, Call call, int page, AtomicInteger refused) {
        try {
            Shmem.run(2, () -> {
                try (Shmem shmem = Shmem.init()) {
                    new Objects(shmem).call(call, page);
                    shmem.finish();
                } catch (IllegalStateException e) {
                    if (e.getMessage().contains("an error has cut off")) {
                        refused.incrementAndGet();
                    }
                    throw e;
                }
            });
        } catch (JobFailedException e) {
            if (!String.valueOf(e.getCause()).contains("an error has cut off")) {
                throw new AssertionError(name + ", page " + page, e);
            }
        }
    }

    private static final class Objects {
        private final Shmem shmem;
        private final SymmetricLongs from;
        private final SymmetricLongs to;
        private final SymmetricLongs after;

        Objects(Shmem shmem) {
            this.shmem = shmem;
            this.from = shmem.allocateLongs(WORDS);
            this.to = shmem.allocateLongs(WORDS);
            this.after = shmem.allocateLongs(1);
            for (int at = 0; at < WORDS; at++) {
                from.set(at, shmem.myPe() + 1);
            }
            shmem.barrierAll();
        }

        /** {@return the pages of PE 0's objects} */
        MissingPages pages() {
            return new MissingPages(shmem.ptr(from, 0).address(), shmem.ptr(after, 0).address());
        }

        /** Calls without a page, then with all. */
        void call(Call call, int page) {
            MissingPages pages = shmem.myPe() == 0 ? pages() : null;
            boolean thrown = false;
            try {
                if (pages != null) {
                    BitSet one = new BitSet();
                    one.set(page);
                    pages.hide(one);
                }
                call.make(shmem.world(), to, from);
            } catch (InternalError e) {
                thrown = true;
            } finally {
                if (pages != null) {
                    pages.show();
                }
            }
            shmem.barrierAll();
            if (!thrown) {
                to.fill(0);
                shmem.barrierAll();
            }
            call.make(shmem.world(), to, from);
            if (shmem.myPe() == 0 && to.get(0) == 0 && to.get(WORDS / 2) == 0) {
                throw new AssertionError("no result");
            }
        }
    }
}
