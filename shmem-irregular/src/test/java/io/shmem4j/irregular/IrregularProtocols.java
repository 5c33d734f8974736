// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Claim;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.explore.Explore;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.LastOperation;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Lanes, messages, batches, halos, channels and containers, with stores that arrive late, and with deaths. */
final class IrregularProtocols {
    private static final int MOST_STEPS = 50_000;
    /** Changes of a word, so that the value of one may be taken for that of the one before. */
    private static final long MOST_COUNT = 3;

    private IrregularProtocols() {
    }

    static void all(Map<String, Protocol> protocols) {
        add(protocols, "a message and its end", IrregularProtocols::message);
        add(protocols, "messages that handlers send", IrregularProtocols::answers);
        add(protocols, "more messages than a ring holds", IrregularProtocols::manyMessages);
        add(protocols, "questions", IrregularProtocols::questions);
        add(protocols, "a batch", IrregularProtocols::batch);
        add(protocols, "a batch that fetches", IrregularProtocols::fetches);
        add(protocols, "the end of a batch", IrregularProtocols::endOfBatch);
        add(protocols, "a queue", IrregularProtocols::queue);
        add(protocols, "a pool", IrregularProtocols::pool);
        add(protocols, "a channel", IrregularProtocols::channel);
        add(protocols, "a channel whose rings are full", IrregularProtocols::fullChannel);
        add(protocols, "a halo", IrregularProtocols::halo);
        add(protocols, "an array over all PEs", IrregularProtocols::array);
        add(protocols, "a map", IrregularProtocols::map);
        add(protocols, "a map whose free blocks are split", IrregularProtocols::splitBlocks);
        add(protocols, "operations on a map", shmem -> ContainerCases.someOnAMap(shmem, 3));
        add(protocols, "operations on a queue", shmem -> ContainerCases.someOnAQueue(shmem, 3));
        addMortal(protocols, "a lock", IrregularProtocols::pair);
        addMortal(protocols, "a map", IrregularProtocols::map);
        addMortal(protocols, "a map whose free blocks are split", IrregularProtocols::splitBlocks);
        addMortal(protocols, "a queue", IrregularProtocols::lastingQueue);
        addMortal(protocols, "an allocation and the end", shmem -> {
            made(shmem, () -> shmem.allocateLongs(1));
            endTogether(shmem, shmem::barrierAll);
        });
        addMortal(protocols, "a pool", IrregularProtocols::lastingPool);
        addMortal(protocols, "a pool that is made after a recovery", IrregularProtocols::latePool);
        addMortal(protocols, "messages", IrregularProtocols::lastingMessages);
    }

    private static void add(Map<String, Protocol> protocols, String name, Consumer<Shmem> program) {
        protocols.put(name, (schedules, seconds) -> {
            Explore explore = Explore.standard().linearizable().bounds(schedules, seconds, MOST_STEPS);
            // PEs of the library's own exploration count as near each other, too.
            return Stream.of(explore, explore.ofLibrary())
                .flatMap(each -> IntStream.rangeClosed(2, 3).mapToObj(pes -> each.explore(pes, () -> run(program))))
                .toList();
        });
    }

    private static void run(Consumer<Shmem> program) {
        try (Shmem shmem = Shmem.init()) {
            program.accept(shmem);
            shmem.finish();
        }
    }

    /** Adds a program that goes on after deaths; a later life finds what the earlier one has left. */
    static void addMortal(Map<String, Protocol> protocols, String name, Consumer<Shmem> program) {
        protocols.put(name + " that outlives deaths", (schedules, seconds) -> {
            Explore explore = Explore.standard().linearizable().bounds(schedules, seconds, MOST_STEPS);
            Explore pairs = explore.crash(2, true);
            return Stream.concat(Stream.of(explore.crash(1, true), pairs.spurious(), pairs.ofLibrary())
                .map(each -> each.explore(2, () -> runAndClose(program))),
                Stream.of(pairs.explore(3, () -> runAndClose(program)))).toList();
        });
    }

    private static void runAndClose(Consumer<Shmem> program) {
        try (Shmem shmem = Shmem.init()) {
            program.accept(shmem);
        }
    }

    /** {@return what is made with all PEs, again where one of them has died meanwhile} */
    static <T> T made(Shmem shmem, Supplier<T> maker) {
        while (true) {
            try {
                return maker.get();
            } catch (PeFailedException e) {
                shmem.recover();
            }
        }
    }

    /** Works until all PEs have come to the end together. */
    static void endTogether(Shmem shmem, Runnable work) {
        boolean again = !shmem.isFirstIncarnation();
        while (true) {
            try {
                if (again) {
                    shmem.recover();
                }
                work.run();
                shmem.finish();
                return;
            } catch (PeFailedException e) {
                again = true;
            }
        }
    }

    private static void lastingPool(Shmem shmem) {
        WorkPool pool = made(shmem, () -> WorkPool.allocate(shmem, 8, 8));
        endTogether(shmem, () -> doTasks(shmem, pool));
    }

    /** The others may wait for a lock of the dead PE until its next life, which meets them first. */
    private static void latePool(Shmem shmem) {
        WorkPool[] pool = new WorkPool[1];
        endTogether(shmem, () -> {
            if (pool[0] == null) {
                pool[0] = WorkPool.allocate(shmem, 8, 8);
            }
            doTasks(shmem, pool[0]);
        });
    }

    /** Tasks that add tasks; each has its result once. */
    private static void doTasks(Shmem shmem, WorkPool pool) {
        if (shmem.myPe() == 0 && pool.last().done() == 0) {
            pool.add(1);
        }
        pool.run(task -> {
            for (long child = 2 * task; child <= 2 * task + 1 && child <= 4; child++) {
                pool.add(child);
            }
            pool.result(task);
        });
        Set<Long> results = new HashSet<>();
        pool.forEachResult(results::add);
        assertEquals(Set.of(1L, 2L, 3L, 4L), results);
        assertEquals(4, pool.resultCount());
    }

    /** A question that is asked until it is answered, and a message that is handled once, which its sender learns. */
    private static void lastingMessages(Shmem shmem) {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        Set<Long> handled = new HashSet<>();
        SymmetricLongs last = made(shmem, () -> shmem.allocateLongs(shmem.nPes()));
        Messages messages = made(shmem, () -> Messages.allocate(shmem));
        int handler = messages.handler((from, words) -> {
            assertTrue(handled.add(words.get()), "handled twice");
            assertTrue(words.get() > last.get(from), "an earlier one");
            last.set(from, words.get());
        });
        int answerer = messages.answerer((from, words) -> words.get() + 1);
        long[] sent = {shmem.incarnation() * 1000L};
        endTogether(shmem, () -> {
            messages.open();
            messages.send(next, handler, sent[0]++);
            Reply<Long> reply = messages.ask(next, answerer, 41);
            messages.finish();
            assertEquals(42, reply.join());
            assertEquals(sent[0] - 1, shmem.g(last, shmem.myPe(), next));
        });
    }

    /** Two words that a lock keeps equal. */
    private static void pair(Shmem shmem) {
        SymmetricLongs pair = made(shmem, () -> shmem.allocateLongs(2));
        ShmemLock lock = made(shmem, () -> shmem.allocateLongs(1)).lock(0);
        boolean owner = true;
        lock.lock();
        for (int round = 0; owner; round++) {
            long value = shmem.g(pair, 0, 0);
            if (lock.ownerDied()) {
                shmem.p(pair, 1, value, 0);
                shmem.quiet();
            }
            assertEquals(value, shmem.g(pair, 1, 0));
            shmem.p(pair, 0, value + 1, 0);
            shmem.p(pair, 1, value + 1, 0);
            lock.unlock();
            owner = round == 0 && (shmem.myPe() == 0 ? lock.tryLock() : locked(lock));
        }
    }

    private static boolean locked(ShmemLock lock) {
        try {
            return lock.tryLock(1, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Each PE counts up in an entry of its own and in a common one; what had been completed is there. */
    private static void map(Shmem shmem) {
        GlobalMap<String, Long> map = made(shmem, () -> GlobalMap.allocate(shmem, String.class, Long.class, 1 << 15,
            GlobalMap.WhenFull.REFUSE));
        SymmetricLongs words = made(shmem, () -> shmem.allocateLongs(3));
        String key = "PE " + shmem.myPe();
        Long found = map.get(key);
        long count = found == null ? 0 : found;
        long completed = words.get(0);
        LastOperation last = map.last();
        boolean happened = words.get(1) == completed + 1 && last.number() > words.get(2) && last.happened();
        assertEquals(happened ? completed + 1 : completed, count, last::toString);
        words.set(0, count);
        for (long next = count + 1; next <= MOST_COUNT; next++) {
            words.set(2, map.last().number());
            words.set(1, next);
            map.put(key, next);
            words.set(0, next);
        }
        map.merge("all", 1L, Long::sum);
        assertEquals(MOST_COUNT, map.get(key));
        assertTrue(map.get("all") >= 1);
    }

    /** Each PE offers an element once; none is lost, and none comes twice. */
    private static void lastingQueue(Shmem shmem) {
        GlobalQueue queue = made(shmem, () -> GlobalQueue.allocate(shmem, 4, 0));
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
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, payload) -> sum[0] += payload.get());
        messages.open();
        messages.send((shmem.myPe() + 1) % shmem.nPes(), handler, 5 + shmem.myPe());
        messages.finish();
        assertEquals(5 + (shmem.myPe() + shmem.nPes() - 1) % shmem.nPes(), sum[0]);
        messages.free();
    }

    private static void answers(Shmem shmem) {
        int[] left = new int[1];
        Messages messages = Messages.allocate(shmem);
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
        int words = 2000;
        long[] next = new long[shmem.nPes()];
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, payload) -> {
            assertEquals(next[from], payload.get(0));
            assertEquals(next[from]++, payload.get(words - 1));
        });
        for (int round = 0; round < 2; round++) {
            if (round == 0) {
                messages.open();
            }
            for (int i = 0; i < 6; i++) {
                long[] message = new long[words];
                Arrays.fill(message, 6 * round + i);
                messages.send(1, handler, message);
            }
            messages.finish();
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                // Messages of the next round may have come, too.
                assertTrue(shmem.myPe() == 1 ? next[pe] > 6 * round + 5 : next[pe] == 0);
            }
        }
        messages.free();
    }

    /** Each PE counts at the others, and its next question counts on the answer. */
    private static void questions(Shmem shmem) {
        long[] asked = new long[shmem.nPes()];
        Messages messages = Messages.allocate(shmem);
        int handler = messages.answerer((from, payload) -> {
            asked[from] += payload.get();
            return asked[from];
        });
        messages.open();
        int right = (shmem.myPe() + 1) % shmem.nPes();
        assertEquals(3, messages.ask(right, handler, 3).join());
        try {
            assertEquals(5, messages.ask(right, handler, 2).get());
            assertEquals(9, messages.ask(right, handler, 4).get(1, TimeUnit.DAYS));
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
        messages.finish();
        assertEquals(9, asked[(shmem.myPe() + shmem.nPes() - 1) % shmem.nPes()]);
        messages.free();
    }

    private static void batch(Shmem shmem) {
        SymmetricLongs words = shmem.allocateLongs(2);
        Batch batch = Batch.allocate(shmem, words);
        int next = (shmem.myPe() + 1) % shmem.nPes();
        batch.p(words, 0, 7 + shmem.myPe(), next);
        batch.add(words, 1, 1, 0);
        batch.barrier();
        assertEquals(7 + (shmem.myPe() + shmem.nPes() - 1) % shmem.nPes(), words.get(0));
        assertTrue(shmem.myPe() > 0 || words.get(1) == shmem.nPes());
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            assertEquals(7 + (pe + shmem.nPes() - 1) % shmem.nPes(), shmem.g(words, 0, pe));
        }
        batch.free();
    }

    /** A store that no later access to its target follows. */
    private static void endOfBatch(Shmem shmem) {
        SymmetricLongs words = shmem.allocateLongs(1);
        Batch batch = Batch.allocate(shmem, words);
        batch.p(words, 0, 7, (shmem.myPe() + 1) % shmem.nPes());
        batch.barrier();
        assertEquals(7, words.get(0));
        batch.free();
    }

    /** Results of fetches, and flags behind a fence and a quiet; two rounds. */
    private static void fetches(Shmem shmem) {
        SymmetricLongs words = shmem.allocateLongs(6);
        Batch batch = Batch.allocate(shmem, words);
        int right = (shmem.myPe() + 1) % shmem.nPes();
        int next = (right + 1) % shmem.nPes();
        long[] seen = new long[2];
        for (int round = 1; round <= 2; round++) {
            batch.fetchAdd(words, 0, 1, right, old -> seen[0] = old);
            batch.p(words, 1, 10 + round, right);
            batch.fence();
            batch.p(words, 2, round, right);
            await(shmem, batch, words, 2, round);
            assertEquals(10 + round, words.get(1));
            batch.quiet();
            assertEquals(round - 1, seen[0]);
            batch.p(words, 3, round, next);
            batch.quiet();
            batch.get(words, 3, next, value -> seen[1] = value);
            batch.quiet();
            assertTrue(seen[1] >= round);
            batch.p(words, 5, round, right);
            batch.quiet();
            shmem.p(words, 4, round, right);
            await(shmem, batch, words, 4, round);
            assertTrue(words.get(5) >= round);
            batch.barrier();
            assertTrue(words.get(0) >= round);
        }
        batch.free();
    }

    /** Waits for a flag, or for everybody where the PE itself has to do the accesses of others. */
    private static void await(Shmem shmem, Batch batch, SymmetricLongs words, int index, long value) {
        if (shmem.shared().nPes() == shmem.nPes()) {
            words.waitUntil(index, Cmp.GE, value);
        } else {
            batch.barrier();
        }
    }

    /** Long values whose memory short ones get; what is left of them is no header of a block. */
    private static void splitBlocks(Shmem shmem) {
        GlobalMap<Long, String> map = made(shmem, () -> GlobalMap.allocate(shmem, Long.class, String.class, 1 << 15,
            GlobalMap.WhenFull.REFUSE));
        long own = 10L * shmem.myPe();
        map.put(own, "\0".repeat(200));
        map.remove(own);
        map.put(own + 1, "a");
        map.put(own + 2, "b");
        map.put(own + 1, "a longer text than before");
        map.merge(-1L, "c", String::concat);
        assertEquals("a longer text than before", map.get(own + 1));
        assertEquals("b", map.get(own + 2));
        for (int other = 0; other < 2; other++) {
            String text = map.get(10L * other + 2);
            assertTrue(text == null || text.equals("b"), text);
        }
    }

    private static void queue(Shmem shmem) {
        GlobalQueue queue = GlobalQueue.allocate(shmem, 2, 0);
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

    /** Claimed, offered and sent messages, an answer of a handler, and the end. */
    private static void channel(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int n = shmem.nPes();
        int right = (shmem.myPe() + 1) % n;
        try (Claim claim = channel.claim(right, 0, Long.BYTES)) {
            claim.memory().set(JAVA_LONG, 0, 7);
            claim.commit();
        }
        assertTrue(channel.offer(right, 1, MemorySegment.NULL));
        channel.send(right, 2, MemorySegment.NULL);
        int[] taken = new int[2];
        channel.finish((from, tag, memory, offset, length) -> {
            boolean answer = tag < 0;
            assertEquals(answer ? right : (shmem.myPe() + n - 1) % n, from);
            assertEquals(taken[answer ? 1 : 0]++, answer ? -1 - tag : tag);
            if (!answer) {
                assertEquals(tag == 0 ? Long.BYTES : 0, length);
                assertTrue(tag != 0 || memory.get(JAVA_LONG, offset) == 7);
                channel.send(from, -1 - tag, MemorySegment.NULL);
            }
        });
        assertArrayEquals(new int[] {3, 3}, taken);
        channel.free();
    }

    /** A long message needs more than its ring; both PEs of a pair send one before they handle any. */
    private static void fullChannel(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int n = shmem.nPes();
        long[] words = new long[700];
        Arrays.setAll(words, i -> i + shmem.myPe());
        channel.send((shmem.myPe() + 1) % n, 5, MemorySegment.ofArray(words));
        channel.take((from, tag, memory, offset, length) -> {
            assertEquals(words.length * Long.BYTES, length);
            for (int i = 0; i < words.length; i++) {
                assertEquals(i + from, memory.get(JAVA_LONG, offset + (long) i * Long.BYTES));
            }
        });
        channel.free();
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
        WorkPool pool = WorkPool.allocate(shmem);
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
