// SPDX-License-Identifier: Apache-2.0
package exploretest;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.ShmemLock;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Library;
import io.shmem4j.error.PeFailedException;
import io.shmem4j.spi.Observer.WordMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Programs of a few accesses, right and wrong. */
public final class Small {
    private Small() {
    }

    /** A value, and a flag that says it is there; with a fence between them or not. */
    public static void flag(boolean fence) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            if (shmem.myPe() == 0) {
                shmem.p(data, 0, 42, 1);
                if (fence) {
                    shmem.fence();
                }
                shmem.p(flag, 0, 1, 1);
            } else {
                flag.waitUntil(0, Cmp.EQ, 1);
                require(data.get(0) == 42, "no data behind the flag");
            }
            shmem.finish();
        }
    }

    /** Each PE adds 1 to a counter; by one atomic or by a load and a store. */
    public static void count(boolean atomic) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
            if (atomic) {
                shmem.add(counter, 0, 1, 0);
            } else {
                shmem.p(counter, 0, shmem.g(counter, 0, 0) + 1, 0);
            }
            shmem.barrierAll();
            require(shmem.g(counter, 0, 0) == shmem.nPes(), "an addition is lost");
            shmem.finish();
        }
    }

    /** Two locks, which both PEs take; in the same order or not. */
    public static void locks(boolean sameOrder) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs words = shmem.allocateLongs(2).named("locks");
            ShmemLock first = words.lock(sameOrder ? 0 : shmem.myPe());
            ShmemLock second = words.lock(sameOrder ? 1 : 1 - shmem.myPe());
            first.lock();
            second.lock();
            second.unlock();
            first.unlock();
            shmem.finish();
        }
    }

    /** Takes a lock of its own by a test, which is made again until it succeeds, or once. */
    public static void tests(boolean again) {
        try (Shmem shmem = Shmem.init()) {
            ShmemLock lock = shmem.allocateLongs(2).named("locks").lock(shmem.myPe());
            boolean taken = lock.tryLock();
            while (again && !taken) {
                taken = lock.tryLock();
            }
            require(taken, "nobody else wants the lock");
            lock.unlock();
            shmem.finish();
        }
    }

    /** A block, and a signal behind it that travels with it or apart. */
    public static void signal(boolean together) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs block = shmem.allocateLongs(4).named("block");
            SymmetricLongs signal = shmem.allocateLongs(1).named("signal");
            if (shmem.myPe() == 0 && together) {
                shmem.putSignal(block, 0, new long[] {1, 2, 3, 4}, 0, 4, signal.signal(0), 1, SignalOp.SET, 1);
            } else if (shmem.myPe() == 0) {
                shmem.put(block, 0, new long[] {1, 2, 3, 4}, 0, 4, 1);
                shmem.atomicSet(signal, 0, 1, 1);
            } else {
                signal.signal(0).waitUntil(Cmp.EQ, 1);
                require(block.get(3) == 4, "the block is not there");
            }
            shmem.finish();
        }
    }

    /** Two signals that are added without a fence between them. */
    public static void signalAdd() {
        try (Shmem shmem = Shmem.init()) {
            Signal signal = shmem.allocateSignal();
            Signal other = shmem.allocateSignal();
            if (shmem.myPe() == 0) {
                shmem.signalAdd(other, 1, 1);
                shmem.signalAdd(signal, 1, 1);
            } else {
                signal.waitUntil(Cmp.EQ, 1);
                require(other.fetch() == 1, "the second addition has passed the first");
            }
            shmem.finish();
        }
    }

    /** A value that PE 1 reads behind a barrier or behind a mere synchronisation. */
    public static void barrier(boolean completes) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            if (shmem.myPe() == 0) {
                shmem.p(data, 0, 42, 1);
            }
            if (completes) {
                shmem.barrierAll();
            } else {
                shmem.syncAll();
            }
            require(shmem.myPe() == 0 || data.get(0) == 42, "no data behind the barrier");
            shmem.finish();
        }
    }

    /** A value and a flag, both in the memory of PE 0 that writes them, by puts, a put of many words or additions. */
    public static void ownFlag(String kind, boolean quiet) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(2).named("data");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            if (shmem.myPe() == 0) {
                switch (kind) {
                    case "p" -> shmem.p(data, 0, 42, 0);
                    case "put" -> shmem.put(data, 0, new long[] {42, 43}, 0, 2, 0);
                    case "putNbi" -> shmem.putNbi(data, 0, new long[] {42, 43}, 0, 2, 0);
                    case "atomicSet" -> shmem.atomicSet(data, 0, 42, 0);
                    default -> shmem.add(data, 0, 42, 0);
                }
                if (quiet) {
                    shmem.quiet();
                }
                shmem.p(flag, 0, 1, 0);
                require(flag.get(0) == 1 && (kind.equals("putNbi") || data.get(0) == 42), "a PE sees its own stores");
            } else {
                while (shmem.atomicFetch(flag, 0, 0) == 0) {
                    Thread.onSpinWait();
                }
                require(shmem.g(data, 0, 0) == 42, "no data behind the flag");
            }
            shmem.finish();
        }
    }

    /** PE 0 raises a flag before it puts the value, so no fence or quiet helps. */
    public static void flagTooEarly() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            if (shmem.myPe() == 0) {
                shmem.fetchInc(flag, 0, 1);
                shmem.p(data, 0, 42, 1);
                shmem.quiet();
            } else {
                flag.waitUntil(0, Cmp.EQ, 1);
                require(data.get(0) == 42, "no data behind the flag");
            }
            shmem.finish();
        }
    }

    /** Both PEs want a word; one of them finds that it has an owner. */
    public static void owners() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs owner = shmem.allocateLongs(1).named("owner");
            long before = shmem.compareSwap(owner, 0, 0, 1 + shmem.myPe(), 0);
            require(before == 0, "there is an owner");
            shmem.finish();
        }
    }

    /** Fails if two PEs take turns often enough, so most of a schedule is needed. */
    public static void turns(int rounds, int most) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
            int turns = 0;
            for (int round = 0, last = -1; round < rounds; round++) {
                int found = (int) shmem.fetchInc(counter, 0, 0);
                turns += found == last + 1 ? 0 : 1;
                last = found;
            }
            require(turns < most, "too many turns");
            shmem.finish();
        }
    }

    /** Looks at a flag again and again until the other PE has set it, or for ever. */
    public static void polls(boolean set) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            if (shmem.myPe() == 0 && set) {
                shmem.atomicSet(flag, 0, 1, 1);
            } else if (shmem.myPe() == 1) {
                while (!flag.test(0, Cmp.EQ, 1)) {
                    Thread.onSpinWait();
                }
            }
            shmem.finish();
        }
    }

    /** All PEs poll what one of them sets, or nobody; in a way, which may end after some tries. */
    public static void allPoll(String way, boolean set) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            SymmetricLongs other = shmem.allocateLongs(1).named("other");
            int me = shmem.myPe();
            int next = (me + 1) % shmem.nPes();
            if (me == 0 && set) {
                for (int pe = 0; pe < shmem.nPes(); pe++) {
                    shmem.p(flag, 0, 1, pe);
                }
                shmem.quiet();
            }
            int left = 1000;
            while (left > 0 && !sees(shmem, way, flag, other, next)) {
                left -= way.equals("tries") ? 1 : 0;
            }
            require(left > 0 || !set || way.equals("tries"), "the flag was set");
            shmem.finish();
        }
    }

    private static boolean sees(Shmem shmem, String way, SymmetricLongs flag, SymmetricLongs other, int pe) {
        return switch (way) {
            case "own" -> flag.get(0) == 1;
            case "test" -> flag.test(0, Cmp.EQ, 1);
            case "fetch" -> shmem.atomicFetch(flag, 0, pe) == 1;
            case "swap" -> shmem.compareSwap(flag, 0, 1, 1, pe) == 1;
            case "two" -> shmem.g(flag, 0, pe) == 1 || other.get(0) == 1;
            case "quiet" -> {
                shmem.quiet();
                yield shmem.g(flag, 0, pe) == 1;
            }
            default -> shmem.g(flag, 0, pe) == 1;
        };
    }

    /** Each PE looks at its flag some times, then raises the other's; both may have stopped looking. */
    public static void triesOfBoth() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            SymmetricLongs lost = shmem.allocateLongs(1).named("lost");
            int left = 30;
            while (left > 0 && flag.get(0) == 0) {
                left--;
            }
            if (left == 0) {
                shmem.p(flag, 0, 1, 1 - shmem.myPe());
                require(shmem.fetchInc(lost, 0, 0) == 0, "both have stopped looking");
            }
            shmem.finish();
        }
    }

    /** Uses what a non-blocking get fetches, behind a quiet or before it. */
    public static void fetch(boolean quiet) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs there = shmem.allocateLongs(1).named("there");
            there.set(0, 7 + shmem.myPe());
            shmem.barrierAll();
            long[] here = new long[1];
            shmem.getNbi(here, 0, there, 0, 1, 1 - shmem.myPe());
            if (quiet) {
                shmem.quiet();
            }
            require(here[0] == 8 - shmem.myPe(), "nothing is fetched yet");
            shmem.finish();
        }
    }

    /** A non-blocking put of two words, one of which its source has lost before, or behind, a quiet. */
    public static void source(boolean quiet) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs block = shmem.allocateLongs(2).named("block");
            if (shmem.myPe() == 0) {
                long[] here = {7, 8};
                shmem.putNbi(block, 0, here, 0, 2, 1);
                if (quiet) {
                    shmem.quiet();
                }
                here[1] = 0;
            }
            shmem.barrierAll();
            require(shmem.myPe() == 0 || block.get(1) == 8, "the source was reused too early");
            shmem.finish();
        }
    }

    /** PE 0 stores behind its second synchronization, which PE 1 calls from another line than the first. */
    public static void storeBehindSync() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1).named("data");
            if (shmem.myPe() == 0) {
                for (int i = 0; i < 2; i++) {
                    shmem.syncAll();
                }
                shmem.p(data, 0, 42, 1);
            } else {
                shmem.syncAll();
                shmem.syncAll();
                require(data.get(0) == 42, "no data behind the synchronization");
            }
            shmem.finish();
        }
    }

    /** Each PE raises a flag of its own and looks at the other's, behind a quiet or before its flag is seen. */
    public static void flags(boolean quiet) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs flag = shmem.allocateLongs(1).named("flag");
            SymmetricLongs seen = shmem.allocateLongs(1).named("seen");
            flag.set(0, 1);
            if (quiet) {
                shmem.quiet();
            }
            seen.set(0, shmem.g(flag, 0, 1 - shmem.myPe()));
            shmem.barrierAll();
            require(shmem.g(seen, 0, 0) + shmem.g(seen, 0, 1) > 0, "nobody has seen a flag");
            shmem.finish();
        }
    }

    /** A counter that is recorded as a map; a change of it is one atomic, or a load and a store. */
    public static void counter(boolean atomic) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs counter = shmem.allocateLongs(1).named("counter");
            WordMap map = Library.currentBackend().observer().record(new WordMap() {
                @Override
                public long[] get(long[] key, IntFunction<long[]> room) {
                    return value(shmem.g(counter, 0, 0));
                }

                @Override
                public long[] change(long[] key, UnaryOperator<long[]> change) {
                    if (atomic) {
                        return value(shmem.fetchInc(counter, 0, 0));
                    }
                    long[] before = get(key, long[]::new);
                    shmem.p(counter, 0, change.apply(before)[0], 0);
                    shmem.quiet();
                    return before;
                }

                private long[] value(long count) {
                    return count == 0 ? null : new long[] {count};
                }
            }, "counter");
            for (int round = 0; round < 2; round++) {
                map.change(new long[] {0}, before -> new long[] {before == null ? 1 : before[0] + 1});
            }
            shmem.finish();
        }
    }

    /** Two words that a lock keeps equal while PEs die; who finds that the owner has died repairs them, or not. */
    public static void pair(boolean repairs) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs pair = made(shmem, () -> shmem.allocateLongs(2).named("pair"));
            ShmemLock lock = made(shmem, () -> shmem.allocateLongs(1).named("lock")).lock(0);
            lock.lock();
            long value = shmem.g(pair, 0, 0);
            if (repairs && lock.ownerDied()) {
                shmem.p(pair, 1, value, 0);
                shmem.quiet();
            }
            require(shmem.g(pair, 1, 0) == value, "half a change");
            shmem.p(pair, 0, value + 1, 0);
            shmem.p(pair, 1, value + 1, 0);
            lock.unlock();
        }
    }

    /** PE 0 waits for a word of PE 1 as long as that lives, or for ever. */
    public static void alone(boolean asks) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs word = shmem.allocateLongs(1).named("word");
            if (shmem.myPe() == 1) {
                shmem.p(word, 0, 1, 0);
                return;
            }
            if (asks) {
                word.watch(0).peer(1).until(Cmp.EQ, 1);
            } else {
                word.waitUntil(0, Cmp.EQ, 1);
            }
            require(word.get(0) == 1, "nothing has come");
        } catch (PeFailedException e) {
            require(e.pe() == 1 || e.pe() == 0, e.getMessage());
        }
    }

    /** Allocations that all PEs make or none, and an end that they reach together. */
    public static void meetings() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs sum = made(shmem, () -> shmem.allocateLongs(1));
            made(shmem, () -> shmem.allocateLongs(2));
            shmem.add(sum, 0, 1, 0);
            made(shmem, () -> {
                shmem.finish();
                return null;
            });
        }
    }

    /** The third life that counts itself finds that two have. */
    public static void lives() {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs lives = made(shmem, () -> shmem.allocateLongs(1));
            lives.set(0, lives.get(0) + 1);
            require(lives.get(0) < 3, "the third life");
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

    /** Calls the library on another thread. */
    public static void thread() throws InterruptedException {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs data = shmem.allocateLongs(1);
            AtomicReference<RuntimeException> thrown = new AtomicReference<>();
            Thread other = new Thread(() -> {
                try {
                    shmem.p(data, 0, 1, 0);
                } catch (RuntimeException e) {
                    thrown.set(e);
                }
            });
            other.start();
            other.join();
            throw thrown.get();
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }
}
