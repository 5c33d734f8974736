// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.container;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;

/** A {@link SharedMap} for code that takes a map of Java. Entries that are iterated are copies. */
final class MapView<K, V> extends AbstractMap<K, V> implements ConcurrentMap<K, V> {
    private final SharedMap<K, V> shared;

    MapView(SharedMap<K, V> shared) {
        this.shared = shared;
    }

    @SuppressWarnings("unchecked") // Another type is refused where it is encoded.
    private K key(Object key) {
        return (K) key;
    }

    @SuppressWarnings("unchecked") // Another type is refused where it is encoded.
    private V value(Object value) {
        return (V) value;
    }

    @Override
    public V get(Object key) {
        return shared.get(key(key));
    }

    @Override
    public boolean containsKey(Object key) {
        return shared.containsKey(key(key));
    }

    @Override
    public V getOrDefault(Object key, V absent) {
        V value = get(key);
        return value == null ? absent : value;
    }

    @Override
    public V put(K key, V value) {
        return shared.put(key, value);
    }

    @Override
    public V putIfAbsent(K key, V value) {
        return shared.putIfAbsent(key, value);
    }

    @Override
    public V replace(K key, V value) {
        return shared.replace(key, value);
    }

    @Override
    public boolean replace(K key, V expected, V value) {
        return shared.replace(key, expected, value);
    }

    @Override
    public V remove(Object key) {
        return shared.remove(key(key));
    }

    @Override
    public boolean remove(Object key, Object expected) {
        return shared.remove(key(key), value(expected));
    }

    @Override
    public int size() {
        return (int) Math.min(Integer.MAX_VALUE, shared.size());
    }

    @Override
    public void clear() {
        shared.clear();
    }

    @Override
    public Set<Entry<K, V>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<K, V>> iterator() {
                List<Entry<K, V>> copies = new ArrayList<>();
                shared.forEach((key, value) -> copies.add(Map.entry(key, value)));
                Iterator<Entry<K, V>> each = copies.iterator();
                return new Iterator<>() {
                    private K last;

                    @Override
                    public boolean hasNext() {
                        return each.hasNext();
                    }

                    @Override
                    public Entry<K, V> next() {
                        Entry<K, V> next = each.next();
                        last = next.getKey();
                        return next;
                    }

                    @Override
                    public void remove() {
                        if (last == null) {
                            throw new IllegalStateException("next comes before remove");
                        }
                        shared.remove(last);
                        last = null;
                    }
                };
            }

            @Override
            public int size() {
                return MapView.this.size();
            }
        };
    }
}
