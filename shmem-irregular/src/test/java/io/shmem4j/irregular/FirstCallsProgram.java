// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.LongView;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.channel.Selector;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Makes first calls on PE 0, those that no other PE has to make as well, and prints the name of each before it. */
public final class FirstCallsProgram {
    private static final int TIMES = 3;

    private FirstCallsProgram() {
    }

    private interface Call {
        void run() throws Exception;
    }

    /** Runs the calls. */
    public static void main(String[] args) throws Exception {
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            Signal ended = shmem.allocateSignal();
            Map<String, Call> calls = new LinkedHashMap<>();
            words(shmem, calls);
            waits(shmem, calls);
            containers(shmem, calls);
            channels(shmem, calls);
            shmem.barrierAll();
            if (me == 0) {
                for (Map.Entry<String, Call> call : calls.entrySet()) {
                    System.out.println("# " + call.getKey());
                    for (int i = 0; i < TIMES; i++) {
                        call.getValue().run();
                    }
                }
                System.out.println("# end");
                shmem.signalSet(ended, 1, 1);
            } else {
                ended.waitUntil(Cmp.EQ, 1);
            }
            shmem.barrierAll();
        }
    }

    private static void words(Shmem shmem, Map<String, Call> calls) {
        SymmetricLongs longs = shmem.allocateLongs(8);
        SymmetricInts ints = shmem.allocateInts(8);
        LongView view = shmem.view(longs, 1);
        calls.put("element", () -> longs.set(0, longs.getAcquire(1)));
        calls.put("p and g", () -> shmem.p(longs, 0, shmem.g(longs, 1, 1), 1));
        calls.put("put and get", () -> {
            shmem.put(longs, 0, new long[4], 0, 4, 1);
            shmem.get(new long[4], 0, longs, 0, 4, 1);
        });
        calls.put("strided", () -> shmem.iput(longs, 0, new long[4], 0, 2, 2, 2, 1));
        calls.put("nonblocking", () -> {
            shmem.putNbi(longs, 0, longs, 4, 2, 1);
            shmem.quiet();
        });
        calls.put("fence", shmem::fence);
        calls.put("view", () -> view.setRelease(3, view.getAcquire(2)));
        calls.put("fetchAdd", () -> shmem.fetchAdd(longs, 5, 1, 1));
        calls.put("inc", () -> shmem.inc(ints, 5, 1));
        calls.put("compareSwap", () -> shmem.compareSwap(ints, 6, 0, 1, 1));
        calls.put("swap", () -> shmem.swap(longs, 6, 7, 1));
        calls.put("bits", () -> shmem.fetchXor(longs, 6, 7, 1));
        calls.put("atomicFetch", () -> shmem.atomicSet(ints, 7, shmem.atomicFetch(ints, 7, 1), 1));
        calls.put("context", () -> {
            try (Context context = shmem.createContext()) {
                context.p(longs, 0, 5, 1);
            }
        });
    }

    private static void waits(Shmem shmem, Map<String, Call> calls) {
        Signal signal = shmem.allocateSignal();
        SymmetricLongs longs = shmem.allocateLongs(4);
        ShmemLock lock = longs.lock(2);
        calls.put("putSignal", () -> shmem.putSignal(longs, 0, new long[1], 0, 1, signal, 1, SignalOp.SET, 1));
        calls.put("signalAdd", () -> shmem.signalAdd(signal, 1, 0));
        calls.put("waitUntil", () -> longs.waitUntil(0, Cmp.EQ, 0));
        calls.put("wait for a signal", () -> signal.waitUntil(Cmp.GE, 1));
        calls.put("watch", () -> signal.watch().any(Cmp.GE, 1));
        calls.put("sleep", () -> {
            long sleeps = longs.get(1) + 1;
            Thread other = new Thread(() -> {
                try {
                    TimeUnit.MILLISECONDS.sleep(300);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                shmem.atomicSet(longs, 1, sleeps, 0);
            });
            other.start();
            longs.waitUntil(1, Cmp.EQ, sleeps);
            other.join();
        });
        calls.put("lock", () -> {
            lock.lock();
            lock.unlock();
        });
        calls.put("tryLock", () -> {
            if (lock.tryLock() || lock.tryLock(1, TimeUnit.SECONDS)) {
                lock.unlock();
            }
        });
    }

    private static void containers(Shmem shmem, Map<String, Call> calls) {
        GlobalMap<Long, String> map = GlobalMap.allocate(shmem, Long.class, String.class, 1 << 16,
            GlobalMap.WhenFull.REFUSE);
        GlobalQueue queue = GlobalQueue.allocate(shmem, 16, 1);
        WorkPool pool = WorkPool.allocate(shmem);
        calls.put("map", () -> {
            map.put(1L, "one");
            map.merge(1L, "two", String::concat);
            map.get(1L);
            map.remove(1L);
        });
        calls.put("queue", () -> {
            queue.offer(3);
            queue.poll();
        });
        calls.put("pool", () -> pool.add(1));
    }

    private static void channels(Shmem shmem, Map<String, Call> calls) {
        Channel channel = Channel.allocate(shmem);
        Feed feed = Feed.allocate(shmem, 0, 1 << 14);
        Feed.Reader own = feed.reader();
        Selector selector = new Selector(shmem).add(channel).add(own);
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((sender, words) -> { });
        int answerer = messages.answerer((sender, words) -> words.get());
        int reader = messages.handler(String.class, (sender, message) -> { });
        messages.open();
        MemorySegment text = Arena.global().allocateFrom("text");
        calls.put("send", () -> channel.send(0, 1, text));
        calls.put("offer", () -> channel.offer(1, 1, text));
        calls.put("claim", () -> channel.claim(1, 1, 8).commit());
        calls.put("select", selector::select);
        calls.put("take", () -> channel.poll((sender, tag, memory, at, length) -> { }));
        calls.put("publish", () -> feed.publish(1, text));
        calls.put("read", () -> own.poll((sender, tag, memory, at, length) -> { }, 9));
        calls.put("message", () -> messages.send(1, handler, 5));
        calls.put("text", () -> messages.send(1, reader, "text"));
        calls.put("question", () -> messages.ask(1, answerer, 5L).get());
        calls.put("poll", messages::poll);
    }
}
