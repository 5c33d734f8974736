// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.irregular.container.GlobalMap;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.cache.Cache;
import javax.cache.CacheManager;
import javax.cache.configuration.CacheEntryListenerConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.MutableConfiguration;
import javax.cache.integration.CompletionListener;
import javax.cache.processor.EntryProcessor;
import javax.cache.processor.EntryProcessorException;
import javax.cache.processor.EntryProcessorResult;
import javax.cache.processor.MutableEntry;

/**
 * A cache of JCache over a shared map, for code that takes such a one. It has no loader, no writer, no expiry and no
 * listeners. Closing it leaves the map to the other PEs.
 */
final class SharedCache<K, V> implements Cache<K, V> {
    private final String name;
    private final GlobalMap<K, V> map;
    private final Configuration<K, V> configuration;
    private volatile boolean closed;

    SharedCache(String name, GlobalMap<K, V> map, Class<K> key, Class<V> value) {
        this.name = name;
        this.map = map;
        this.configuration = new MutableConfiguration<K, V>().setTypes(key, value).setStoreByValue(true);
    }

    /** {@return the map, for a key and values that are not null} */
    private GlobalMap<K, V> map(Object... given) {
        if (closed) {
            throw new IllegalStateException("the cache " + name + " is closed");
        }
        for (Object each : given) {
            Objects.requireNonNull(each, "a cache has no null");
        }
        return map;
    }

    @Override
    public V get(K key) {
        return map(key).get(key);
    }

    @Override
    public Map<K, V> getAll(Set<? extends K> keys) {
        Map<K, V> found = new HashMap<>();
        for (K key : keys) {
            V value = get(key);
            if (value != null) {
                found.put(key, value);
            }
        }
        return found;
    }

    @Override
    public boolean containsKey(K key) {
        return map(key).containsKey(key);
    }

    @Override
    public void loadAll(Set<? extends K> keys, boolean replaceExistingValues, CompletionListener listener) {
        map(keys.toArray());
        if (listener != null) {
            listener.onCompletion();
        }
    }

    @Override
    public void put(K key, V value) {
        getAndPut(key, value);
    }

    @Override
    public V getAndPut(K key, V value) {
        return map(key, value).put(key, value);
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> entries) {
        entries.forEach(this::map);
        entries.forEach(this::put);
    }

    @Override
    public boolean putIfAbsent(K key, V value) {
        return map(key, value).putIfAbsent(key, value) == null;
    }

    @Override
    public boolean remove(K key) {
        return getAndRemove(key) != null;
    }

    @Override
    public boolean remove(K key, V old) {
        return map(key, old).remove(key, old);
    }

    @Override
    public V getAndRemove(K key) {
        return map(key).remove(key);
    }

    @Override
    public boolean replace(K key, V old, V value) {
        return map(key, old, value).replace(key, old, value);
    }

    @Override
    public boolean replace(K key, V value) {
        return getAndReplace(key, value) != null;
    }

    @Override
    public V getAndReplace(K key, V value) {
        return map(key, value).replace(key, value);
    }

    @Override
    public void removeAll(Set<? extends K> keys) {
        keys.forEach(this::remove);
    }

    @Override
    public void removeAll() {
        map().clear();
    }

    @Override
    public void clear() {
        map().clear();
    }

    @Override
    public <C extends Configuration<K, V>> C getConfiguration(Class<C> type) {
        return type.cast(configuration);
    }

    /** An entry as it was when a processor got it, and what that has made of it. */
    private final class Seen implements MutableEntry<K, V> {
        private final K key;
        private final V before;
        private V after;

        private Seen(K key) {
            this.key = key;
            this.before = get(key);
            this.after = before;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            return after;
        }

        @Override
        public boolean exists() {
            return after != null;
        }

        @Override
        public void setValue(V value) {
            after = Objects.requireNonNull(value, "a cache has no null");
        }

        @Override
        public void remove() {
            after = null;
        }

        @Override
        public <T> T unwrap(Class<T> type) {
            return type.cast(this);
        }

        private boolean replaces() {
            if (Objects.equals(before, after)) {
                return true;
            }
            return before == null ? putIfAbsent(key, after) : after == null ? SharedCache.this.remove(key, before)
                : replace(key, before, after);
        }
    }

    /** The processor may be asked again, where others change the entry meanwhile. */
    @Override
    public <T> T invoke(K key, EntryProcessor<K, V, T> processor, Object... arguments) {
        map(key, processor);
        while (true) {
            Seen entry = new Seen(key);
            T result;
            try {
                result = processor.process(entry, arguments);
            } catch (RuntimeException e) {
                throw e instanceof EntryProcessorException known ? known : new EntryProcessorException(e);
            }
            if (entry.replaces()) {
                return result;
            }
        }
    }

    @Override
    public <T> Map<K, EntryProcessorResult<T>> invokeAll(Set<? extends K> keys, EntryProcessor<K, V, T> processor,
        Object... arguments) {
        Map<K, EntryProcessorResult<T>> results = new HashMap<>();
        for (K key : keys) {
            try {
                T result = invoke(key, processor, arguments);
                if (result != null) {
                    results.put(key, () -> result);
                }
            } catch (EntryProcessorException e) {
                results.put(key, () -> {
                    throw e;
                });
            }
        }
        return results;
    }

    @Override
    public String getName() {
        return name;
    }

    @Override
    public CacheManager getCacheManager() {
        return null;
    }

    @Override
    public void close() {
        closed = true;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public <T> T unwrap(Class<T> type) {
        return type.cast(type.isInstance(map) ? map : this);
    }

    @Override
    public void registerCacheEntryListener(CacheEntryListenerConfiguration<K, V> listener) {
        throw new UnsupportedOperationException("a shared map has no listeners");
    }

    @Override
    public void deregisterCacheEntryListener(CacheEntryListenerConfiguration<K, V> listener) {
        throw new UnsupportedOperationException("a shared map has no listeners");
    }

    @Override
    public Iterator<Entry<K, V>> iterator() {
        Iterator<K> each = map().keySet().iterator();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return each.hasNext();
            }

            @Override
            public Entry<K, V> next() {
                return new Seen(each.next());
            }

            @Override
            public void remove() {
                each.remove();
            }
        };
    }
}
