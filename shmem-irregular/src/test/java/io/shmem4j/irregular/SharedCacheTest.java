// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.irregular.container.GlobalMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.cache.Cache;
import javax.cache.processor.EntryProcessorException;
import org.junit.jupiter.api.Test;

/** The rules of JCache that a cache over a shared map keeps, for several PEs at once. */
class SharedCacheTest {
    private static void onEachPe(BiConsumer<Shmem, Cache<String, Long>> test) {
        Shmem.run(2, () -> {
            try (Shmem shmem = Shmem.init()) {
                GlobalMap<String, Long> map = GlobalMap.allocate(shmem, String.class, Long.class, 1 << 15,
                    GlobalMap.WhenFull.REFUSE);
                test.accept(shmem, new SharedCache<>("sums", map, String.class, Long.class));
                shmem.finish();
            }
        });
    }

    @Test
    void anotherPeSeesWhatOneChanges() {
        onEachPe((shmem, cache) -> {
            if (shmem.myPe() == 0) {
                assertNull(cache.getAndPut("a", 1L));
                assertFalse(cache.putIfAbsent("a", 2L));
                assertTrue(cache.putIfAbsent("b", 2L));
                cache.putAll(Map.of("c", 3L, "d", 4L));
                assertTrue(cache.replace("d", 5L) && cache.replace("d", 5L, 6L) && !cache.replace("d", 5L, 7L));
                assertFalse(cache.replace("e", 1L));
                assertEquals(6L, cache.getAndReplace("d", 8L));
            }
            shmem.barrierAll();
            if (shmem.myPe() == 1) {
                assertEquals(Map.of("a", 1L, "d", 8L), cache.getAll(Set.of("a", "d", "e")));
                assertTrue(cache.containsKey("b") && !cache.containsKey("e"));
                assertTrue(!cache.remove("a", 2L) && cache.remove("a", 1L) && !cache.remove("a"));
                assertEquals(2L, cache.getAndRemove("b"));
                Iterator<Cache.Entry<String, Long>> each = cache.iterator();
                assertThrows(IllegalStateException.class, each::remove);
                long sum = 0;
                while (each.hasNext()) {
                    sum += each.next().getValue();
                    each.remove();
                }
                assertEquals(11, sum);
                assertFalse(cache.iterator().hasNext());
            }
        });
    }

    @Test
    void processorsOfAllPesAddUp() {
        onEachPe((shmem, cache) -> {
            for (int i = 0; i < 1000; i++) {
                long added = i;
                cache.invoke("sum", (entry, arguments) -> {
                    entry.setValue((entry.exists() ? entry.getValue() : 0) + added);
                    return null;
                });
            }
            shmem.barrierAll();
            assertEquals(2 * 999 * 500L, cache.get("sum"));
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                assertEquals(7L, cache.invokeAll(Set.of("sum", "other"), (entry, arguments) -> {
                    entry.remove();
                    return arguments[0];
                }, 7L).get("other").get());
                assertThrows(EntryProcessorException.class, () -> cache.invoke("sum", (entry, arguments) -> {
                    entry.setValue(1L);
                    throw new IllegalArgumentException("refused");
                }));
                assertFalse(cache.containsKey("sum"));
            }
        });
    }

    @Test
    void nullAndWhatIsClosedAreRefused() {
        onEachPe((shmem, cache) -> {
            assertThrows(NullPointerException.class, () -> cache.get(null));
            assertThrows(NullPointerException.class, () -> cache.put("a", null));
            assertThrows(NullPointerException.class, () -> cache.replace("a", null, 1L));
            assertEquals("sums", cache.getName());
            assertThrows(UnsupportedOperationException.class, () -> cache.registerCacheEntryListener(null));
            cache.close();
            assertTrue(cache.isClosed());
            assertThrows(IllegalStateException.class, () -> cache.get("a"));
            assertThrows(IllegalStateException.class, cache::iterator);
        });
    }
}
