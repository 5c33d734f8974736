// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Conveyor;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.explore.Explore;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.SharedMap;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The protocols of lanes, messages, batches and containers by many schedules, with stores that arrive late: {@code
 * -Dexplore.schedules=} says how many of each, few in a build.
 */
class ExploredTest {
    private static final int SCHEDULES = Integer.getInteger("explore.schedules", 60);

    private static Stream<Arguments> programs() {
        return Stream.of(
            program("a message and its end", ExploredTest::message),
            program("messages that handlers send", ExploredTest::answers),
            program("more messages than a ring holds", ExploredTest::manyMessages),
            program("a batch", ExploredTest::batch),
            program("a map", ExploredTest::map),
            program("a queue", ExploredTest::queue),
            program("a pool", ExploredTest::pool),
            program("a conveyor", ExploredTest::conveyor),
            program("a halo", ExploredTest::halo),
            program("an array over all PEs", ExploredTest::array),
            program("a shared map", ExploredTest::sharedMap),
            program("the history of a map", shmem -> ContainerCases.mapsAreLinearizable(shmem, 1, 2)),
            program("the history of a queue", shmem -> ContainerCases.queuesAreLinearizable(shmem, 1, 2)));
    }

    private static Arguments program(String name, Consumer<Shmem> program) {
        return Arguments.of(name, program);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void isRightInEverySchedule(String name, Consumer<Shmem> program) {
        Explore explore = Explore.standard().bounds(SCHEDULES, 3600, 50_000);
        for (int pes = 2; pes <= 3; pes++) {
            explore.explore(pes, () -> run(program));
        }
        // Here PEs count as near each other, too.
        explore.ofLibrary().explore(2, () -> run(program));
    }

    private static void run(Consumer<Shmem> program) {
        try (Shmem shmem = Shmem.init()) {
            program.accept(shmem);
            shmem.finish();
        }
    }

    /** {@return programs that go on after deaths; a later life finds what the earlier one has left} */
    private static Stream<Arguments> mortals() {
        return Stream.of(
            program("a lock", ExploredTest::pair),
            program("a shared map", ExploredTest::sharedMap),
            program("a queue", ExploredTest::lastingQueue));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("mortals")
    void outlivesDeathsAtAnyStep(String name, Consumer<Shmem> program) {
        Explore explore = Explore.standard().bounds(SCHEDULES, 3600, 50_000);
        explore.crash(1, true).explore(2, () -> runAndClose(program));
        explore.crash(2, true).spurious().explore(2, () -> runAndClose(program));
        explore.crash(2, true).ofLibrary().explore(2, () -> runAndClose(program));
    }

    private static void runAndClose(Consumer<Shmem> program) {
        try (Shmem shmem = Shmem.init()) {
            program.accept(shmem);
        }
    }

    /** {@return what is made with all PEs, again where one of them has died meanwhile} */
    private static <T> T made(Shmem shmem, Supplier<T> maker) {
        while (true) {
            try {
                return maker.get();
            } catch (PeFailedException e) {
                shmem.recover();
            }
        }
    }

    /** Two words that a lock keeps equal. */
    private static void pair(Shmem shmem) {
        SymmetricLongs pair = made(shmem, () -> shmem.allocateLongs(2));
        ShmemLock lock = made(shmem, () -> shmem.allocateLongs(1)).lock(0);
        boolean owner = true;
        lock.set();
        for (int round = 0; owner; round++) {
            long value = shmem.g(pair, 0, 0);
            if (lock.ownerDied()) {
                shmem.p(pair, 1, value, 0);
                shmem.quiet();
            }
            assertEquals(value, shmem.g(pair, 1, 0));
            shmem.p(pair, 0, value + 1, 0);
            shmem.p(pair, 1, value + 1, 0);
            lock.clear();
            owner = round == 0 && lock.test();
        }
    }

    /** Each PE counts up in an entry of its own and in a common one; what had been completed is there. */
    private static void sharedMap(Shmem shmem) {
        SharedMap<String, Long> map = made(shmem, () -> new SharedMap<>(shmem, String.class, Long.class, 1 << 15,
            SharedMap.WhenFull.REFUSE));
        SymmetricLongs completed = made(shmem, () -> shmem.allocateLongs(1));
        String key = "PE " + shmem.myPe();
        Long found = map.get(key);
        long count = found == null ? 0 : found;
        long done = completed.get(0);
        assertTrue(count == done || count == done + 1 && map.last().happened(), () -> count + " counted, " + done
            + " completed, " + map.last());
        for (long next = count + 1; next <= 2; next++) {
            map.put(key, next);
            completed.set(0, next);
        }
        map.merge("all", 1L, Long::sum);
        assertEquals(2L, map.get(key));
        assertTrue(map.get("all") >= 1);
    }

    /** Each PE offers an element once; none is lost, and none comes twice. */
    private static void lastingQueue(Shmem shmem) {
        GlobalQueue queue = made(shmem, () -> new GlobalQueue(shmem, 4, 0));
        SymmetricLongs completed = made(shmem, () -> shmem.allocateLongs(3));
        if (completed.get(0) == 0) {
            // The last operation may have been the offer itself.
            assertTrue(queue.last().happened() || queue.offer(5 + shmem.myPe()));
            completed.set(0, 1);
        }
        long element = shmem.myPe() == 0 && completed.get(1) == 0 ? queue.poll() : GlobalQueue.EMPTY;
        if (element != GlobalQueue.EMPTY) {
            completed.set(1, element);
            assertTrue(queue.poll() != element, "an element comes twice");
        }
    }

    private static void message(Shmem shmem) {
        long[] sum = new long[1];
        Messages messages = new Messages(shmem);
        int handler = messages.handler((from, payload) -> sum[0] += payload.get());
        messages.open();
        messages.send((shmem.myPe() + 1) % shmem.nPes(), handler, 5 + shmem.myPe());
        messages.finish();
        assertEquals(5 + (shmem.myPe() + shmem.nPes() - 1) % shmem.nPes(), sum[0]);
        messages.free();
    }

    private static void answers(Shmem shmem) {
        int[] left = new int[1];
        Messages messages = new Messages(shmem);
        int[] handler = new int[1];
        handler[0] = messages.handler((from, payload) -> {
            left[0]++;
            if (payload.get() > 0) {
                messages.send(from, handler[0], payload.get() - 1);
            }
        });
        messages.open();
        if (shmem.myPe() == 0) {
            messages.send(1, handler[0], 2);
        }
        messages.finish();
        assertEquals(shmem.myPe() == 0 ? 1 : shmem.myPe() == 1 ? 2 : 0, left[0]);
        messages.free();
    }

    private static void manyMessages(Shmem shmem) {
        long[] next = new long[shmem.nPes()];
        Messages messages = new Messages(shmem);
        int handler = messages.handler((from, payload) -> assertEquals(next[from]++, payload.get()));
        messages.open();
        for (int i = 0; i < 6; i++) {
            messages.send(1, handler, i);
        }
        messages.finish();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            assertEquals(shmem.myPe() == 1 ? 6 : 0, next[pe]);
        }
        messages.free();
    }

    private static void batch(Shmem shmem) {
        SymmetricLongs words = shmem.allocateLongs(2);
        Batch batch = new Batch(shmem, words);
        int next = (shmem.myPe() + 1) % shmem.nPes();
        batch.p(words, 0, 7 + shmem.myPe(), next);
        batch.add(words, 1, 1, 0);
        batch.barrier();
        assertEquals(7 + (shmem.myPe() + shmem.nPes() - 1) % shmem.nPes(), words.get(0));
        assertTrue(shmem.myPe() > 0 || words.get(1) == shmem.nPes());
        batch.free();
    }

    private static void map(Shmem shmem) {
        GlobalMap map = new GlobalMap(shmem, 4, Long::sum);
        map.update(1, old -> (old == GlobalMap.ABSENT ? 0 : old) + 1);
        map.update(2, old -> (old == GlobalMap.ABSENT ? 0 : old) + 1);
        map.barrier();
        assertEquals(shmem.nPes(), map.get(1));
        assertEquals(shmem.nPes(), map.get(2));
        map.free();
    }

    private static void queue(Shmem shmem) {
        GlobalQueue queue = new GlobalQueue(shmem, 2, 0);
        SymmetricLongs sum = shmem.allocateLongs(1);
        for (int i = 0; i < 2; i++) {
            while (!queue.offer(1 + shmem.myPe())) {
                take(shmem, queue, sum);
            }
        }
        shmem.barrierAll();
        while (take(shmem, queue, sum)) {
            shmem.fence();
        }
        shmem.barrierAll();
        assertEquals(shmem.nPes() * (shmem.nPes() + 1), shmem.g(sum, 0, 0));
        queue.free();
    }

    private static boolean take(Shmem shmem, GlobalQueue queue, SymmetricLongs sum) {
        long element = queue.poll();
        if (element != GlobalQueue.EMPTY) {
            shmem.add(sum, 0, element, 0);
        }
        return element != GlobalQueue.EMPTY;
    }

    private static void conveyor(Shmem shmem) {
        Conveyor conveyor = new Conveyor(shmem, 1);
        int right = (shmem.myPe() + 1) % shmem.nPes();
        int pushed = 0;
        int pulled = 0;
        while (conveyor.advance(pushed == 2)) {
            while (pushed < 2 && conveyor.push(right, pushed)) {
                pushed++;
            }
            while (conveyor.pull()) {
                assertEquals(pulled++, conveyor.item());
            }
        }
        assertEquals(2, pulled);
        conveyor.free();
    }

    /** Two grids change places, so that an exchange may begin while a neighbour is still in the one before. */
    private static void halo(Shmem shmem) {
        int n = shmem.nPes();
        SymmetricLongs2D first = SymmetricLongs2D.allocate(shmem, 3, 3);
        SymmetricLongs2D second = SymmetricLongs2D.allocate(shmem, 3, 3);
        Halo halo = first.halo(n, true);
        for (int step = 0; step < 3; step++) {
            SymmetricLongs2D grid = step % 2 == 0 ? first : second;
            grid.set(1, 1, 10 * step + shmem.myPe());
            halo.exchange(grid);
            assertEquals(10 * step + (shmem.myPe() + n - 1) % n, grid.get(0, 1));
            assertEquals(10 * step + (shmem.myPe() + 1) % n, grid.get(2, 1));
        }
        halo.free();
    }

    private static void array(Shmem shmem) {
        GlobalLongs array = GlobalLongs.cyclic(shmem, shmem.nPes());
        int right = (shmem.myPe() + 1) % shmem.nPes();
        array.add(right, 5);
        array.add(0, 1);
        array.barrier();
        assertEquals(right == 0 ? 5 + shmem.nPes() : 5, array.get(right));
        array.free();
    }

    /** So many tasks that some are given away. */
    private static void pool(Shmem shmem) {
        int tasks = 34;
        SymmetricLongs done = shmem.allocateLongs(tasks);
        WorkPool pool = new WorkPool(shmem);
        for (int task = 1; shmem.myPe() == 0 && task < tasks; task++) {
            pool.add(task);
        }
        pool.run(task -> {
            shmem.add(done, task, 1, 0);
            if (task == 1) {
                pool.add(0);
            }
        });
        shmem.barrierAll();
        for (int task = 0; shmem.myPe() == 0 && task < tasks; task++) {
            assertEquals(1, done.get(task));
        }
        pool.free();
    }
}
