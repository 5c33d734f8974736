// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.LastOperation;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Tasks that outlive PEs: task k has the result k, adds 2 k and 2 k + 1 up to a limit, and lets its PE count up in a
 * map. A PE that has been killed checks that the map has what it had completed. PE 0 prints what there is at the end.
 */
public final class RespawnedContainers {
    private static final long TASK_NANOS = 300_000;

    private final Shmem shmem;
    private final int limit;
    private final GlobalMap<String, Long> counts;
    private final WorkPool pool;
    private final SymmetricLongs completed;
    private final String name;
    private long spins;

    private RespawnedContainers(Shmem shmem, int limit) {
        this.shmem = shmem;
        this.limit = limit;
        this.counts = made(() -> GlobalMap.allocate(shmem, String.class, Long.class, 1 << 15,
            GlobalMap.WhenFull.REFUSE));
        this.pool = made(() -> WorkPool.allocate(shmem, limit, limit));
        this.completed = made(() -> shmem.allocateLongs(1));
        this.name = "PE " + shmem.myPe();
    }

    public static void main(String[] args) throws Exception {
        try (Shmem shmem = Shmem.init()) {
            if (args[0].equals("service")) {
                serve(shmem, Long.parseLong(args[1]));
                return;
            }
            if (args[0].equals("messages")) {
                System.out.println(talk(shmem));
                shmem.finish();
                return;
            }
            new RespawnedContainers(shmem, Integer.parseInt(args[0])).run();
            shmem.finish();
        }
    }

    /** The last PE dies while all change one entry; the others go on, and nobody recovers. */
    private static void serve(Shmem shmem, long changes) throws Exception {
        GlobalMap<String, Long> map = GlobalMap.allocate(shmem, String.class, Long.class, 1 << 15,
            GlobalMap.WhenFull.REFUSE);
        SymmetricLongs done = shmem.allocateLongs(1);
        if (shmem.myPe() == shmem.nPes() - 1) {
            map.merge("all", 0L, Long::sum);
            killMe();
            while (true) {
                map.merge("all", 0L, Long::sum);
            }
        }
        while (shmem.isAlive(shmem.nPes() - 1)) {
            map.merge("all", 0L, Long::sum);
        }
        for (long change = 0; change < changes; change++) {
            map.merge("all", 1L, Long::sum);
        }
        shmem.inc(done, 0, 0);
        if (shmem.myPe() == 0) {
            done.waitUntil(0, Cmp.EQ, shmem.nPes() - 1);
            System.out.println(map.get("all"));
        }
    }

    private static void killMe() {
        try {
            new ProcessBuilder("kill", "-9", Long.toString(ProcessHandle.current().pid())).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The last PE dies over the first question; messages are opened again. {@return what has come of them} */
    private static String talk(Shmem shmem) {
        int n = shmem.nPes();
        AtomicLong sum = new AtomicLong();
        Messages messages = Messages.allocate(shmem);
        int add = messages.handler((from, words) -> sum.addAndGet(words.get()));
        int ask = messages.answerer((from, words) -> {
            if (shmem.isFirstIncarnation() && shmem.myPe() == n - 1) {
                killMe();
                LockSupport.parkNanos(Long.MAX_VALUE);
            }
            return words.get() + 1;
        });
        List<Reply<Long>> replies = new ArrayList<>();
        boolean again = !shmem.isFirstIncarnation();
        while (true) {
            try {
                if (again) {
                    shmem.recover();
                }
                messages.open();
                shmem.barrierAll();
                sum.set(0);
                shmem.barrierAll();
                replies.add(messages.ask(n - 1, ask, 41));
                long answer = replies.getLast().join();
                for (int i = 0; i < 100 * n; i++) {
                    messages.send(i % n, add, 1);
                }
                messages.finish();
                long lost = replies.stream().filter(Reply::isCompletedExceptionally).count();
                messages.free();
                return "PE " + shmem.myPe() + ": answer " + answer + ", sum " + sum + ", lost replies " + lost;
            } catch (PeFailedException e) {
                again = true;
            }
        }
    }

    /** {@return what is made with all PEs, again where one of them has died meanwhile} */
    private <T> T made(Supplier<T> maker) {
        while (true) {
            try {
                return maker.get();
            } catch (PeFailedException e) {
                shmem.recover();
            }
        }
    }

    private void run() {
        boolean again = !shmem.isFirstIncarnation();
        boolean done = false;
        while (!done) {
            try {
                if (again) {
                    shmem.recover();
                    again = false;
                    check();
                }
                if (shmem.myPe() == 0 && pool.last().done() == 0) {
                    pool.add(1);
                }
                pool.run(this::task);
                done = true;
            } catch (PeFailedException e) {
                again = true;
            }
        }
        if (shmem.myPe() == 0) {
            Set<Long> results = new HashSet<>();
            pool.forEachResult(results::add);
            System.out.println(pool.resultCount() + " results, " + results.size() + " of them different, "
                + counts.size() + " counts");
        }
    }

    private void check() {
        long done = completed.get(0);
        Long found = counts.get(name);
        long count = found == null ? 0 : found;
        LastOperation last = counts.last();
        if (count != done && !(count == done + 1 && last.happened())) {
            throw new AssertionError(name + ": the map has " + count + ", " + done + " were completed, " + last);
        }
        completed.set(0, count);
    }

    private void task(long task) {
        long end = System.nanoTime() + TASK_NANOS;
        while (System.nanoTime() < end) {
            spins++;
        }
        for (long child = 2 * task; child <= 2 * task + 1 && child <= limit; child++) {
            pool.add(child);
        }
        pool.result(task);
        long next = completed.get(0) + 1;
        counts.put(name, next);
        completed.set(0, next);
    }
}
