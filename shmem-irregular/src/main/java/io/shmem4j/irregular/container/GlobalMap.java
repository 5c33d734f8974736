// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.irregular.message.Encoding;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.Observer.WordMap;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;

/**
 * A hash map in the memory of all PEs, for all PEs and their threads. Keys and values are strings, byte arrays,
 * numbers, or records with components of these types, of primitive types, or of such record types. The map copies them
 * in and out, and compares their contents.
 *
 * <pre>{@code
 * GlobalMap<String, Quote> quotes = GlobalMap.allocate(shmem, String.class, Quote.class, 64 << 20,
 *     GlobalMap.WhenFull.EVICT);
 * quotes.put("ABC", new Quote(17.5, "EUR"));
 * Quote quote = quotes.get("ABC");
 * }</pre>
 *
 * <p>Each operation on one key is linearizable. If a PE dies, its operation has taken effect completely or not at all;
 * its next incarnation learns which from {@link #last}. Reads need no lock. A PE makes one change at a time.
 *
 * <p>The map grows up to its allocated size, and unused memory costs nothing. If an entry has no room, the change
 * throws {@link IllegalStateException}, or the map evicts other entries.
 *
 * <p>The map is a {@link ConcurrentMap}, for code that expects one, such as a framework's cache. It contains no null.
 * Iterators return copies of entries.
 *
 * @param <K> the type of keys
 * @param <V> the type of values
 */
public final class GlobalMap<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V>, AutoCloseable {
    /** Size of each thread's buffer for short values in words; the buffer avoids garbage in reads. */
    private static final int SHORT = 64;
    private static final ThreadLocal<long[]> SCRATCH = ThreadLocal.withInitial(() -> new long[SHORT]);

    private final IntFunction<long[]> room = count -> count <= SHORT ? SCRATCH.get() : new long[count];
    private final Encoding<K> keys;
    private final Encoding<V> values;
    private final SymmetricLongs words;
    private final Shards shards;
    private final WordMap map;

    /** Behaviour if an entry has no room. */
    public enum WhenFull {
        /** The operation throws. */
        REFUSE,
        /** The map removes entries that were not read recently. */
        EVICT
    }

    /**
     * Makes an empty map; collective.
     *
     * @param shmem    the library
     * @param key      the type of keys: a record, {@code String}, {@code byte[]}, {@code Long} or {@code Integer}
     * @param value    the type of values, one of these types
     * @param bytes    size of the map on each PE, 32 KiB or more; an entry takes 16 bytes in addition to its key and
     *     value, and 8 to 16 bytes in the index
     * @param whenFull the behaviour if the map has no room for an entry
     * @return the map
     */
    public static <K, V> GlobalMap<K, V> allocate(Shmem shmem, Class<K> key, Class<V> value, long bytes,
        WhenFull whenFull) {
        return Library.whole(() -> new GlobalMap<>(shmem, key, value, bytes, whenFull));
    }

    private GlobalMap(Shmem shmem, Class<K> key, Class<V> value, long bytes, WhenFull whenFull) {
        Fault.required(shmem, "shmem");
        this.keys = Encoding.of(Fault.required(key, "key"));
        this.values = Encoding.of(Fault.required(value, "value"));
        long count = bytes / Long.BYTES;
        if (count < Shards.LEAST_WORDS) {
            throw new IllegalArgumentException(Fault.where() + ": a GlobalMap has " + Shards.LEAST_WORDS * Long.BYTES
                + " bytes or more on each PE, not " + bytes);
        }
        this.words = shmem.allocateLongs(count + Slots.WORDS).named("GlobalMap");
        this.shards = new Shards(new Region(shmem, words.slice(0, count)), new Region(shmem, words.slice(count,
            Slots.WORDS)), shmem.myPe(), shmem.nPes(), shmem::isAlive, count,
            Fault.required(whenFull, "whenFull") == WhenFull.EVICT);
        Progress.of(Library.currentBackend()).repair(shards);
        // A tool's model of a map has no evictions.
        this.map = whenFull == WhenFull.EVICT ? shards
            : Library.currentBackend().observer().record(shards, shards.region.name());
    }

    @Override
    public V get(Object key) {
        return decode(map.get(keys.encode(key), room));
    }

    @Override
    public boolean containsKey(Object key) {
        return map.get(keys.encode(key), room) != null;
    }

    @Override
    public V put(K key, V value) {
        long[] after = values.encode(value);
        return exchange(key, before -> after);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        long[] after = values.encode(value);
        return exchange(key, before -> before == null ? after : before);
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        return replace(keys.encode(key), values.encode(expected), values.encode(value));
    }

    @Override
    public V replace(K key, V value) {
        long[] after = values.encode(value);
        return exchange(key, before -> before == null ? null : after);
    }

    @Override
    public V remove(Object key) {
        return exchange(key, before -> null);
    }

    @Override
    public boolean remove(Object key, Object expected) {
        return replace(keys.encode(key), values.encode(expected), null);
    }

    private boolean replace(long[] key, long[] expected, long[] after) {
        long[] seen = map.change(key, before -> before != null && Arrays.equals(before, expected) ? after : before);
        return seen != null && Arrays.equals(seen, expected);
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> merger) {
        return update(key, before -> before == null ? value : merger.apply(before, value));
    }

    /**
     * Atomically updates a key's value.
     *
     * @param key    the key
     * @param update maps the value, or null, to the new value, or to null to remove the key; may be called several
     *     times
     * @return the new value
     * @throws IllegalStateException if there is no room
     */
    public V update(K key, UnaryOperator<V> update) {
        long[] words = keys.encode(key);
        while (true) {
            long[] before = map.get(words, long[]::new);
            V after = update.apply(decode(before));
            long[] next = after == null ? null : values.encode(after);
            long[] seen = map.change(words, now -> Arrays.equals(now, before) ? next : now);
            if (Arrays.equals(seen, before)) {
                return after;
            }
        }
    }

    private V exchange(Object key, UnaryOperator<long[]> change) {
        return decode(map.change(keys.encode(key), change));
    }

    /** {@return number of entries, exact while no PE changes the map} */
    public long mappingCount() {
        // Refuses a freed map.
        words.heapOffset();
        return shards.size();
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, mappingCount());
    }

    /**
     * Calls an action for each entry, which may change the map. Entries of one part of the map are of one moment.
     *
     * @param action receives keys and values
     */
    @Override
    public void forEach(BiConsumer<? super K, ? super V> action) {
        shards.forEach((key, value) -> action.accept(keys.decode(key, 0), values.decode(value, 0)));
    }

    /** Removes all keys that the map has at the call. */
    @Override
    public void clear() {
        shards.forEach((key, value) -> map.change(key, before -> null));
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<K, V>> iterator() {
                return new Copies();
            }

            @Override
            public int size() {
                return GlobalMap.this.size();
            }
        };
    }

    /** Iterates over copies of the entries from the start of the iteration. */
    private final class Copies implements Iterator<Entry<K, V>> {
        private final Iterator<Entry<K, V>> entries;
        private K last;

        private Copies() {
            List<Entry<K, V>> copies = new ArrayList<>();
            forEach((key, value) -> copies.add(Map.entry(key, value)));
            entries = copies.iterator();
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public Entry<K, V> next() {
            Entry<K, V> next = entries.next();
            last = next.getKey();
            return next;
        }

        @Override
        public void remove() {
            if (last == null) {
                throw new IllegalStateException("call next() before remove()");
            }
            GlobalMap.this.remove(last);
            last = null;
        }
    }

    /** {@return the outcome of this PE's last change} */
    public LastOperation last() {
        return shards.last();
    }

    /** Frees the memory; collective over all PEs. */
    public void free() {
        words.free();
    }

    /** Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}. */
    @Override
    public void close() {
        words.close();
    }

    private V decode(long[] value) {
        return value == null ? null : values.decode(value, 0);
    }
}
