// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ends;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * An object whose methods are called after its end.
 *
 * @param object what is called
 * @param owners what is freed or closed, in this order, to end the object
 */
record Subject(Object object, List<AutoCloseable> owners) {
    /** Methods that are never called: they make or end PEs, or wait for those of the next session. */
    private static final String UNCALLED = "toString|init|join|run|globalExit|initialized|current";

    static Subject of(AutoCloseable own) {
        return of(own, own);
    }

    static Subject of(Object object, AutoCloseable... owners) {
        return new Subject(object, List.of(owners));
    }

    /** {@return the public methods of an object, those that the JDK's classes implement left out} */
    Stream<Method> methods() {
        return methods(object.getClass());
    }

    private static Stream<Method> methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(each -> !each.isSynthetic()
            && each.getDeclaringClass() != Object.class && !each.getDeclaringClass().getName().endsWith("Future")
            && !(each.getName().matches(UNCALLED) && each.getDeclaringClass().getSimpleName().matches("Shmem|Object"))
            && !each.getName().equals("toString"));
    }

    /** Ends the object by calls of {@code free} where owners have it, or else and without a wait of {@code close}. */
    void end(boolean wait) throws Exception {
        for (AutoCloseable owner : owners) {
            Method free = methods(owner.getClass()).filter(each -> wait && each.getName().equals("free")).findAny()
                .orElse(null);
            if (free == null) {
                owner.close();
            } else {
                invoke(free, owner);
            }
        }
    }

    static Object invoke(Method method, Object target, Object... arguments) throws Exception {
        try {
            method.setAccessible(true);
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Exception cause) {
                throw cause;
            }
            throw e;
        }
    }
}
