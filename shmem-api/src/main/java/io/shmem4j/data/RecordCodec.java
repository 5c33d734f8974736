// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Writes records to memory and reads them. All reflection happens in the constructor. One method handle writes a
 * record: an accessor and a store for each component. Another one reads it: a load for each component, then the
 * constructor.
 */
final class RecordCodec<R extends Record> {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle STORE_ARRAY = helper("store", void.class, ValueLayout.class, long.class,
        int.class, MemorySegment.class, long.class, Object.class);
    private static final MethodHandle LOAD_ARRAY = helper("load", Object.class, Class.class, ValueLayout.class,
        long.class, int.class, MemorySegment.class, long.class);

    private final Class<R> type;
    final StructLayout layout;
    private final MethodHandle writer;
    private final MethodHandle reader;

    RecordCodec(Class<R> type) {
        this.type = type;
        this.layout = RecordShape.of(type);
        this.writer = writer(type).asType(MethodType.methodType(void.class, MemorySegment.class, long.class,
            Object.class));
        this.reader = reader(type).asType(MethodType.methodType(Object.class, MemorySegment.class, long.class));
    }

    void write(MemorySegment segment, long at, R value) {
        try {
            writer.invokeExact(segment, at, (Object) value);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    R read(MemorySegment segment, long at) {
        try {
            return type.cast(reader.invokeExact(segment, at));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the constructor of " + type.getSimpleName() + " has thrown " + e, e);
        }
    }

    /** {@return a handle of (segment, offset of the outermost record, record)} */
    private MethodHandle writer(Class<?> record, PathElement... path) {
        MethodHandle all = null;
        for (RecordComponent component : record.getRecordComponents()) {
            MethodHandle store = store(component, to(path, component));
            MethodHandle one = MethodHandles.filterArguments(store, 2, accessor(component));
            all = all == null ? one : MethodHandles.foldArguments(one, all);
        }
        return all;
    }

    private MethodHandle store(RecordComponent component, PathElement[] path) {
        Class<?> kind = component.getType();
        if (kind.isRecord()) {
            return writer(kind, path);
        }
        if (kind.isArray()) {
            MethodHandle store = MethodHandles.insertArguments(STORE_ARRAY, 0, element(path), layout.byteOffset(path),
                component.getAnnotation(Length.class).value());
            return store.asType(store.type().changeParameterType(2, kind));
        }
        return layout.varHandle(path).toMethodHandle(VarHandle.AccessMode.SET);
    }

    /** {@return a handle of (segment, offset of the outermost record)} */
    private MethodHandle reader(Class<?> record, PathElement... path) {
        RecordComponent[] components = record.getRecordComponents();
        MethodHandle all = constructor(record, components);
        int[] order = new int[2 * components.length];
        for (int i = components.length - 1; i >= 0; i--) {
            all = MethodHandles.collectArguments(all, i, load(components[i], to(path, components[i])));
            order[2 * i + 1] = 1;
        }
        return MethodHandles.permuteArguments(all, MethodType.methodType(record, MemorySegment.class, long.class),
            order);
    }

    private MethodHandle load(RecordComponent component, PathElement[] path) {
        Class<?> kind = component.getType();
        if (kind.isRecord()) {
            return reader(kind, path);
        }
        if (kind.isArray()) {
            MethodHandle load = MethodHandles.insertArguments(LOAD_ARRAY, 0, kind.getComponentType(), element(path),
                layout.byteOffset(path), component.getAnnotation(Length.class).value());
            return load.asType(load.type().changeReturnType(kind));
        }
        return layout.varHandle(path).toMethodHandle(VarHandle.AccessMode.GET);
    }

    private ValueLayout element(PathElement[] path) {
        return (ValueLayout) layout.select(to(path, PathElement.sequenceElement()));
    }

    private static PathElement[] to(PathElement[] path, RecordComponent component) {
        return to(path, PathElement.groupElement(component.getName()));
    }

    private static PathElement[] to(PathElement[] path, PathElement last) {
        PathElement[] longer = Arrays.copyOf(path, path.length + 1);
        longer[path.length] = last;
        return longer;
    }

    static void store(ValueLayout element, long offset, int length, MemorySegment segment, long at, Object array) {
        if (array == null || Array.getLength(array) != length) {
            throw new IllegalArgumentException("an array in the record "
                + (array == null ? "is null" : "has " + Array.getLength(array) + " elements") + ", not " + length);
        }
        if (array instanceof boolean[] flags) {
            // Segments can't copy boolean arrays.
            for (int i = 0; i < length; i++) {
                segment.set(ValueLayout.JAVA_BOOLEAN, at + offset + i, flags[i]);
            }
        } else {
            MemorySegment.copy(array, 0, segment, element, at + offset, length);
        }
    }

    static Object load(Class<?> kind, ValueLayout element, long offset, int length, MemorySegment segment, long at) {
        Object array = Array.newInstance(kind, length);
        if (array instanceof boolean[] flags) {
            for (int i = 0; i < length; i++) {
                flags[i] = segment.get(ValueLayout.JAVA_BOOLEAN, at + offset + i);
            }
        } else {
            MemorySegment.copy(segment, element, at + offset, array, 0, length);
        }
        return array;
    }

    private static MethodHandle helper(String name, Class<?> result, Class<?>... arguments) {
        try {
            return LOOKUP.findStatic(RecordCodec.class, name, MethodType.methodType(result, arguments));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle accessor(RecordComponent component) {
        Method accessor = component.getAccessor();
        open(component.getDeclaringRecord(), accessor);
        try {
            return LOOKUP.unreflect(accessor);
        } catch (IllegalAccessException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static MethodHandle constructor(Class<?> record, RecordComponent[] components) {
        Class<?>[] kinds = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = record.getDeclaredConstructor(kinds);
            open(record, constructor);
            return LOOKUP.unreflectConstructor(constructor);
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static void open(Class<?> record, AccessibleObject member) {
        try {
            member.setAccessible(true);
        } catch (InaccessibleObjectException e) {
            throw new IllegalArgumentException("the library can't reach " + record.getName() + "; its module needs"
                + " \"opens " + record.getPackageName() + " to io.shmem4j\"", e);
        }
    }
}
