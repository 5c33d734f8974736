// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular.message;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Records as words: a word per component, nested records included, followed by the bytes of strings and byte arrays.
 * The constructor does all reflection: it makes method handles that write the numbers of a record, get each string and
 * byte array, and read a record.
 */
final class RecordWords<R extends Record> extends Encoding<R> {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle STORE = MethodHandles.arrayElementSetter(long[].class);
    private static final MethodHandle LOAD = MethodHandles.arrayElementGetter(long[].class);
    private static final MethodHandle SUM = function(Integer.class, "sum", int.class, int.class, int.class);
    private static final MethodHandle TEXT = function(PackedBytes.class, "text", String.class, int.class, long[].class,
        int.class);
    private static final MethodHandle BYTES = function(PackedBytes.class, "bytes", byte[].class, int.class,
        long[].class, int.class);

    private final int size;
    private final MethodHandle writer;
    private final MethodHandle reader;
    private final List<Packed> packed = new ArrayList<>();
    private int next;

    /** A component of bytes: its getter, and the index of its descriptor. */
    private record Packed(MethodHandle getter, int offset) { }

    RecordWords(Class<R> type) {
        super(type, "records of " + type.getSimpleName());
        this.writer = writer(type, MethodHandles.identity(type))
            .asType(MethodType.methodType(void.class, Object.class, long[].class, int.class));
        this.size = next;
        this.next = 0;
        this.reader = reader(type).asType(MethodType.methodType(Object.class, long[].class, int.class));
    }

    @Override
    long[] words(R value) {
        try {
            if (packed.isEmpty()) {
                long[] words = new long[size];
                writer.invokeExact((Object) value, words, 0);
                return words;
            }
            byte[][] texts = new byte[packed.size()][];
            int all = size;
            for (int i = 0; i < texts.length; i++) {
                texts[i] = PackedBytes.of((Object) packed.get(i).getter.invokeExact((Object) value));
                all += PackedBytes.words(texts[i]);
            }
            long[] words = new long[all];
            writer.invokeExact((Object) value, words, 0);
            int end = size;
            for (int i = 0; i < texts.length; i++) {
                words[packed.get(i).offset] = PackedBytes.store(texts[i], words, 0, end);
                end += PackedBytes.words(texts[i]);
            }
            return words;
        } catch (Throwable e) {
            throw failed(e);
        }
    }

    @Override
    @SuppressWarnings("unchecked") // The reader ends in the record's constructor.
    public R decode(long[] words, int at) {
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

    /** {@return a handle of (outermost record, words, index)} {@code path} leads from that record to this one. */
    private MethodHandle writer(Class<?> type, MethodHandle path) {
        MethodHandle all = MethodHandles.empty(MethodType.methodType(void.class, path.type().parameterType(0),
            long[].class, int.class));
        for (RecordComponent component : type.getRecordComponents()) {
            MethodHandle value = MethodHandles.filterReturnValue(path, accessor(component));
            MethodHandle one;
            if (component.getType().isRecord()) {
                one = writer(component.getType(), value);
            } else if (isPacked(component.getType())) {
                packed.add(new Packed(value.asType(MethodType.methodType(Object.class, Object.class)), next++));
                continue;
            } else {
                MethodHandle word = MethodHandles.filterReturnValue(value, toWord(type, component));
                // Adds the offset to the index, loads the word from the record, then orders the parameters.
                MethodHandle store = MethodHandles.filterArguments(STORE, 1, at(next++));
                store = MethodHandles.collectArguments(store, 2, word);
                one = MethodHandles.permuteArguments(store, MethodType.methodType(void.class,
                    word.type().parameterType(0), long[].class, int.class), 1, 2, 0);
            }
            all = MethodHandles.foldArguments(one, all);
        }
        return all;
    }

    /** {@return a handle of (words, index)} */
    private MethodHandle reader(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        MethodHandle[] loads = new MethodHandle[components.length];
        for (int i = 0; i < components.length; i++) {
            Class<?> kind = components[i].getType();
            loads[i] = kind.isRecord() ? reader(kind) : isPacked(kind)
                ? MethodHandles.insertArguments(kind == String.class ? TEXT : BYTES, 0, next++)
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

    private static boolean isPacked(Class<?> kind) {
        return kind == String.class || kind == byte[].class;
    }

    private static MethodHandle at(int offset) {
        return MethodHandles.insertArguments(SUM, 0, offset);
    }

    private static MethodHandle toWord(Class<?> type, RecordComponent component) {
        Class<?> kind = component.getType();
        if (kind == double.class) {
            return function(Double.class, "doubleToRawLongBits", long.class, double.class);
        }
        if (kind == float.class) {
            return cast(function(Float.class, "floatToRawIntBits", int.class, float.class), long.class, float.class);
        }
        if (!kind.isPrimitive()) {
            throw new IllegalArgumentException(type.getSimpleName() + "." + component.getName() + " is of type "
                + kind.getSimpleName() + "; a component is primitive, a String, a byte[], or a record of these");
        }
        return cast(MethodHandles.identity(long.class), long.class, kind);
    }

    private static MethodHandle fromWord(Class<?> kind) {
        if (kind == double.class) {
            return function(Double.class, "longBitsToDouble", double.class, long.class);
        }
        if (kind == float.class) {
            return cast(function(Float.class, "intBitsToFloat", float.class, int.class), float.class, long.class);
        }
        return cast(MethodHandles.identity(long.class), kind, long.class);
    }

    /** {@return a function with cast argument or result; booleans are 0 or 1} */
    private static MethodHandle cast(MethodHandle function, Class<?> to, Class<?> from) {
        return MethodHandles.explicitCastArguments(function, MethodType.methodType(to, from));
    }

    private static MethodHandle function(Class<?> owner, String name, Class<?> result, Class<?>... arguments) {
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
        return new IllegalArgumentException("the library can't reach " + type.getName() + "; its module needs \"opens "
            + type.getPackageName() + " to io.shmem4j.irregular\"", e);
    }
}
