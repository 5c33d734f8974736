// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalMap.WhenFull;
import io.shmem4j.spi.JobMemory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;

/** Maps of objects, used by all PEs and by threads of them. */
final class SharedCases {
    /** A value with texts. */
    record Quote(double price, String currency, long[] none) { }

    /** A key and a value. */
    record Name(String first, int number) { }

    private SharedCases() {
    }

    static void mapsHaveObjectsOfAllKinds(Shmem shmem) {
        int n = shmem.nPes();
        int me = shmem.myPe();
        int each = JobMemory.charged() || shmem.shared().nPes() < n ? 10 : 200;
        GlobalMap<String, Name> names = GlobalMap.allocate(shmem, String.class, Name.class, 1 << 20, WhenFull.REFUSE);
        GlobalMap<Name, byte[]> bytes = GlobalMap.allocate(shmem, Name.class, byte[].class, 1 << 20, WhenFull.REFUSE);
        equal(0L, names.last().number(), "changes");
        for (int i = 0; i < each; i++) {
            equal(null, names.put(me + ":" + i, new Name("x".repeat(i % 50), i)), "the value before");
            bytes.put(new Name("n" + me, i), new byte[] {(byte) i, (byte) me});
        }
        equal(true, names.last().happened(), "whether the last change happened");
        shmem.barrierAll();
        equal((long) n * each, names.mappingCount(), "the size");
        for (int i = 0; i < each; i++) {
            int pe = (me + i) % n;
            equal(new Name("x".repeat(i % 50), i), names.get(pe + ":" + i), "a name");
            equal((int) (byte) i, (int) bytes.get(new Name("n" + pe, i))[0], "a byte");
        }
        equal(null, names.get("none"), "what is not there");
        shmem.barrierAll();
        for (int i = 0; i < each; i += 2) {
            equal(new Name("x".repeat(i % 50), i), names.remove(me + ":" + i), "what was removed");
        }
        equal(null, names.putIfAbsent(me + ":0", new Name("new", 0)), "the value before");
        equal(new Name("new", 0), names.putIfAbsent(me + ":0", new Name("other", 0)), "the value");
        equal(false, names.replace(me + ":0", new Name("other", 0), new Name("third", 0)), "whether it was replaced");
        equal(true, names.replace(me + ":0", new Name("new", 0), new Name("third", 0)), "whether it was replaced");
        equal(false, names.remove(me + ":0", new Name("new", 0)), "whether it was removed");
        equal(true, names.remove(me + ":0", new Name("third", 0)), "whether it was removed");
        shmem.barrierAll();
        Map<String, Name> found = new HashMap<>();
        names.forEach(found::put);
        equal(n * (each / 2), found.size(), "entries");
        equal(new Name("x", 1), found.get("0:1"), "an entry");
        shmem.barrierAll();
        if (me == 0) {
            names.clear();
        }
        shmem.barrierAll();
        equal(0, names.size(), "the size");
        bytes.free();
        names.free();
    }

    /** All PEs, and threads of them, update the same keys; one update that others overwrite would be missing. */
    static void updatesOfObjectsAddUp(Shmem shmem) {
        boolean slow = JobMemory.charged() || shmem.shared().nPes() < shmem.nPes();
        int count = slow ? 10 : 1000;
        GlobalMap<Long, Long> sums = GlobalMap.allocate(shmem, Long.class, Long.class, 1 << 16, WhenFull.REFUSE);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        Thread[] threads = new Thread[JobMemory.charged() ? 0 : 2];
        for (int t = 0; t < threads.length; t++) {
            threads[t] = new Thread(() -> update(sums, count));
            threads[t].setUncaughtExceptionHandler((thread, e) -> failure.set(e));
            threads[t].start();
        }
        update(sums, count);
        for (Thread each : threads) {
            try {
                each.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
        equal(null, failure.get(), "what a thread threw");
        shmem.barrierAll();
        long[] sum = new long[1];
        sums.forEach((key, value) -> sum[0] += value);
        equal((1L + threads.length) * count * shmem.nPes(), sum[0], "the sum of updates");
        shmem.barrierAll();
        sums.free();
    }

    private static void update(GlobalMap<Long, Long> sums, int count) {
        for (int i = 0; i < count; i++) {
            if (i % 2 == 0) {
                sums.merge((long) i % 3, 1L, Long::sum);
            } else {
                sums.update((long) i % 3, before -> before == null ? 1 : before + 1);
            }
        }
    }

    static void aGlobalMapIsAMapOfJava(Shmem shmem) {
        GlobalMap<String, Long> shared = GlobalMap.allocate(shmem, String.class, Long.class, 1 << 15, WhenFull.REFUSE);
        ConcurrentMap<String, Long> map = shared;
        if (shmem.myPe() == shmem.nPes() - 1) {
            Map<String, Long> expected = new HashMap<>();
            for (Map<String, Long> each : List.of(map, expected)) {
                each.put("a", 1L);
                each.putIfAbsent("a", 2L);
                each.computeIfAbsent("b", key -> 3L);
                each.merge("b", 4L, Long::sum);
                each.compute("c", (key, value) -> value == null ? 5L : 6L);
                each.replace("c", 7L);
                each.replace("d", 8L);
                each.put("e", 9L);
                each.remove("e");
                each.put("f", 10L);
                each.keySet().removeIf(key -> key.equals("f"));
                equal(11L, each.getOrDefault("g", 11L), "a default");
            }
            equal(expected, map, "the map");
            equal(map, expected, "the map");
            equal(true, map.remove("a", 1L) && !map.remove("b", 1L) && map.replace("b", 7L, 8L), "what was changed");
            map.clear();
            equal(true, map.isEmpty(), "whether it is empty");
        }
        shmem.barrierAll();
        shared.free();
    }

    static void aMapThatEvictsKeepsWhatIsRead(Shmem shmem) {
        int count = JobMemory.charged() || shmem.shared().nPes() < shmem.nPes() ? 200 : 5000;
        GlobalMap<Integer, String> map = GlobalMap.allocate(shmem, Integer.class, String.class, 1 << 15,
            WhenFull.EVICT);
        SplittableRandom random = new SplittableRandom(shmem.myPe());
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (shmem.myPe() == 0) {
                kept += map.get(-1) == null ? 0 : 1;
                map.putIfAbsent(-1, "often read");
            }
            int key = random.nextInt(10_000);
            map.put(key, key + "-".repeat(random.nextInt(200)));
            String value = map.get(random.nextInt(10_000));
            equal(true, value == null || value.matches("[0-9]+-*"), "whether a value is whole");
        }
        equal(true, shmem.myPe() > 0 || kept > count / 2, "whether a key that is read stays; it was there " + kept);
        shmem.barrierAll();
        map.free();
    }

    static void wrongObjectsAreRefused(Shmem shmem) {
        refused(IllegalArgumentException.class, "Quote.none is of type long[]", () -> GlobalMap.allocate(shmem,
            String.class, Quote.class, 1 << 20, WhenFull.REFUSE));
        refused(IllegalArgumentException.class, "Object can't be encoded", () -> GlobalMap.allocate(shmem,
            Object.class, String.class, 1 << 20, WhenFull.REFUSE));
        refused(IllegalArgumentException.class, "32768 bytes or more on each PE, not 100",
            () -> GlobalMap.allocate(shmem,
            String.class, String.class, 100, WhenFull.REFUSE));
        GlobalMap<String, String> map = GlobalMap.allocate(shmem, String.class, String.class, 1 << 15, WhenFull.REFUSE);
        refused(ClassCastException.class, "texts are expected, not null", () -> map.put("a", null));
        refused(ClassCastException.class, "texts are expected, not null", () -> map.get(null));
        refused(IllegalStateException.class, "has no room for", () -> map.put("a", "b".repeat(100_000)));
        refused(IllegalStateException.class, "has no room for", () -> {
            for (int i = 0;; i++) {
                map.put(shmem.myPe() + ":" + i, "c".repeat(500));
            }
        });
        shmem.barrierAll();
        map.free();
        refused(IllegalStateException.class, "was freed", () -> map.get("a"));
    }
}
