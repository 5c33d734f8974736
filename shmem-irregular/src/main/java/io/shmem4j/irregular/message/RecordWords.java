// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/**
 * Records as words, one for each primitive component, those of records in records among them. All reflection happens
 * when it is made: one method handle writes a record, another one reads it.
 */
final class RecordWords<R extends Record> {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle STORE = MethodHandles.arrayElementSetter(long[].class);
    private static final MethodHandle LOAD = MethodHandles.arrayElementGetter(long[].class);
    private static final MethodHandle SUM = jdk(Integer.class, "sum", int.class, int.class, int.class);

    private final int size;
    private final MethodHandle writer;
    private final MethodHandle reader;
    private int next;

    RecordWords(Class<R> type) {
        this.writer = writer(type, MethodHandles.identity(type))
            .asType(MethodType.methodType(void.class, Object.class, long[].class, int.class));
        this.size = next;
        this.next = 0;
        this.reader = reader(type).asType(MethodType.methodType(Object.class, long[].class, int.class));
    }

    int size() {
        return size;
    }

    void write(R value, long[] words, int at) {
        try {
            writer.invokeExact((Object) value, words, at);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @SuppressWarnings("unchecked") // The reader ends in the record's constructor.
    R read(long[] words, int at) {
        try {
            return (R) (Object) reader.invokeExact(words, at);
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    private static RuntimeException failed(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof RuntimeException known ? known : new IllegalStateException(e);
    }

    /** {@return a handle of (outermost record, words, place)}; {@code path} leads from that record to this one. */
    private MethodHandle writer(Class<?> type, MethodHandle path) {
        MethodHandle all = MethodHandles.empty(MethodType.methodType(void.class, path.type().parameterType(0),
            long[].class, int.class));
        for (RecordComponent component : type.getRecordComponents()) {
            MethodHandle value = MethodHandles.filterReturnValue(path, accessor(component));
            MethodHandle one;
            if (component.getType().isRecord()) {
                one = writer(component.getType(), value);
            } else {
                MethodHandle word = MethodHandles.filterReturnValue(value, toWord(type, component));
                // (words, place, word) with the place moved, then with the word from the record, then in order.
                MethodHandle store = MethodHandles.filterArguments(STORE, 1, at(next++));
                store = MethodHandles.collectArguments(store, 2, word);
                one = MethodHandles.permuteArguments(store, MethodType.methodType(void.class,
                    word.type().parameterType(0), long[].class, int.class), 1, 2, 0);
            }
            all = MethodHandles.foldArguments(one, all);
        }
        return all;
    }

    /** {@return a handle of (words, place)} */
    private MethodHandle reader(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        MethodHandle[] loads = new MethodHandle[components.length];
        for (int i = 0; i < components.length; i++) {
            Class<?> kind = components[i].getType();
            loads[i] = kind.isRecord() ? reader(kind)
                : MethodHandles.filterReturnValue(MethodHandles.filterArguments(LOAD, 1, at(next++)), fromWord(kind));
        }
        MethodHandle all = constructor(type, components);
        int[] order = new int[2 * components.length];
        for (int i = components.length - 1; i >= 0; i--) {
            all = MethodHandles.collectArguments(all, i, loads[i]);
            order[2 * i + 1] = 1;
        }
        return MethodHandles.permuteArguments(all, MethodType.methodType(type, long[].class, int.class), order);
    }

    private static MethodHandle at(int offset) {
        return MethodHandles.insertArguments(SUM, 0, offset);
    }

    private static MethodHandle toWord(Class<?> type, RecordComponent component) {
        Class<?> kind = component.getType();
        if (kind == double.class) {
            return jdk(Double.class, "doubleToRawLongBits", long.class, double.class);
        }
        if (kind == float.class) {
            return cast(jdk(Float.class, "floatToRawIntBits", int.class, float.class), long.class, float.class);
        }
        if (!kind.isPrimitive()) {
            throw new IllegalArgumentException(type.getSimpleName() + "." + component.getName() + " is of type "
                + kind.getSimpleName() + "; components of a message are primitive, or records of such");
        }
        return cast(MethodHandles.identity(long.class), long.class, kind);
    }

    private static MethodHandle fromWord(Class<?> kind) {
        if (kind == double.class) {
            return jdk(Double.class, "longBitsToDouble", double.class, long.class);
        }
        if (kind == float.class) {
            return cast(jdk(Float.class, "intBitsToFloat", float.class, int.class), float.class, long.class);
        }
        return cast(MethodHandles.identity(long.class), kind, long.class);
    }

    /** {@return a function whose argument or result is cast, a truth value to 0 or 1} */
    private static MethodHandle cast(MethodHandle function, Class<?> to, Class<?> from) {
        return MethodHandles.explicitCastArguments(function, MethodType.methodType(to, from));
    }

    private static MethodHandle jdk(Class<?> owner, String name, Class<?> result, Class<?>... arguments) {
        try {
            return LOOKUP.findStatic(owner, name, MethodType.methodType(result, arguments));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    private static MethodHandle accessor(RecordComponent component) {
        Method accessor = component.getAccessor();
        try {
            accessor.setAccessible(true);
            return LOOKUP.unreflect(accessor);
        } catch (InaccessibleObjectException | IllegalAccessException e) {
            throw unreachable(component.getDeclaringRecord(), e);
        }
    }

    private static MethodHandle constructor(Class<?> type, RecordComponent[] components) {
        Class<?>[] kinds = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(kinds);
            constructor.setAccessible(true);
            return LOOKUP.unreflectConstructor(constructor);
        } catch (InaccessibleObjectException | ReflectiveOperationException e) {
            throw unreachable(type, e);
        }
    }

    private static IllegalArgumentException unreachable(Class<?> type, Exception e) {
        return new IllegalArgumentException("messages can't reach " + type.getName() + "; its module needs \"opens "
            + type.getPackageName() + " to io.shmem4j.irregular\"", e);
    }
}
