// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ends;

import io.shmem4j.LongView;
import io.shmem4j.LongWatch;
import io.shmem4j.Shmem;
import io.shmem4j.Symmetric;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.data.SymmetricRecords;
import io.shmem4j.data.SymmetricStructs;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A session, and the arguments of calls: ones, and objects of the session. */
final class Values implements AutoCloseable {
    private static final Subjects.One ONE = new Subjects.One(1);

    final Shmem s;
    final SymmetricLongs longs;
    final SymmetricLongs2D grid;
    private final List<Object> objects;

    Values(Shmem s) {
        this.s = s;
        int length = Subjects.LENGTH;
        this.longs = s.allocateLongs(length);
        this.grid = SymmetricLongs2D.allocate(s, length, length);
        SymmetricRecords<Subjects.One> records = SymmetricRecords.allocate(s, Subjects.One.class, length);
        SymmetricStructs structs = SymmetricStructs.allocate(s, Subjects.STRUCT, length);
        List<Symmetric> arrays = List.of(s.allocateBytes(length), s.allocateShorts(length), s.allocateInts(length),
            longs, s.allocateFloats(length), s.allocateDoubles(length));
        this.objects = Stream.concat(arrays.stream(), Stream.of(s, s.world(), grid, records, structs,
            Channel.allocate(s, 1 << 12), Feed.allocate(s, 0, 1 << 12).reader(), s.view(longs, 1), longs.watch(1),
            ONE, new Subjects.One[] {ONE, ONE}, Subjects.One.class,
            Subjects.STRUCT, "value", Duration.ofMillis(1), MemorySegment.ofArray(new long[length]),
            ByteBuffer.allocate(length), Map.of(1L, 1L), new IOException(), (Object) 1L)).toList();
        arrays.forEach(each -> each.local().fill((byte) 1));
    }

    /** {@return the arrays, which no call after an end changes} */
    Stream<Symmetric> arrays() {
        return objects.stream().filter(Symmetric.class::isInstance).map(Symmetric.class::cast);
    }

    /** {@return whether an argument of a type is an object that {@link #close} ends} */
    boolean ends(Class<?> type) {
        return type != Object.class && objects.stream().anyMatch(each -> type.isInstance(each)
            && (each instanceof LongView || each instanceof LongWatch || each instanceof AutoCloseable && each != s));
    }

    @Override
    public void close() {
        objects.stream().filter(each -> each instanceof AutoCloseable && each != s).forEach(each -> {
            try {
                ((AutoCloseable) each).close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    /** {@return arguments of some types; the object that is called is one of its own type} */
    Object[] all(Class<?>[] types, Object called) {
        return Arrays.stream(types).map(type -> of(type, called)).toArray();
    }

    private Object of(Class<?> type, Object other) {
        if (type.isPrimitive()) {
            return type == boolean.class ? false : Array.get(ones(type, 1), 0);
        }
        if (type.isArray() && type.getComponentType().isPrimitive()) {
            return ones(type.getComponentType(), 2);
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        if (type == Object.class) {
            return 1L;
        }
        return objects.stream().filter(type::isInstance).findFirst()
            .orElseGet(() -> type.isInstance(other) ? other : made(type));
    }

    private Object made(Class<?> type) {
        if (type.isArray()) {
            Object array = Array.newInstance(type.getComponentType(), type.getComponentType().isEnum() ? 0 : 1);
            if (Array.getLength(array) > 0) {
                Array.set(array, 0, of(type.getComponentType(), null));
            }
            return array;
        }
        if (!type.isInterface()) {
            return null;
        }
        return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, _) -> {
            Class<?> result = method.getReturnType();
            return result.isPrimitive() && result != void.class ? of(result, null) : null;
        });
    }

    private static Object ones(Class<?> type, int length) {
        Object all = Array.newInstance(type, length);
        for (int i = 0; i < length; i++) {
            switch (all) {
                case boolean[] flags -> flags[i] = true;
                case char[] chars -> chars[i] = 1;
                default -> Array.setByte(all, i, (byte) 1);
            }
        }
        return all;
    }
}
