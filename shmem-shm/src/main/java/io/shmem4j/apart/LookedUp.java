// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * Methods that a program looks up by name. A static one of the JDK that concerns the whole process is found as the one
 * that does the same for a PE, as if the program named it in its code.
 */
public final class LookedUp {
    private LookedUp() {
    }

    public static Method getMethod(Class<?> type, String name, Class<?>... parameters) throws NoSuchMethodException {
        return own(type.getMethod(name, parameters));
    }

    public static Method getDeclaredMethod(Class<?> type, String name, Class<?>... parameters)
        throws NoSuchMethodException {
        return own(type.getDeclaredMethod(name, parameters));
    }

    public static MethodHandle findStatic(MethodHandles.Lookup lookup, Class<?> type, String name, MethodType as)
        throws NoSuchMethodException, IllegalAccessException {
        MethodHandle found = lookup.findStatic(type, name, as);
        Class<?> own = own(type, name, as);
        return own == null ? found : MethodHandles.publicLookup().findStatic(own, name, as);
    }

    private static Method own(Method found) throws NoSuchMethodException {
        Class<?>[] parameters = found.getParameterTypes();
        Class<?> own = Modifier.isStatic(found.getModifiers()) ? own(found.getDeclaringClass(), found.getName(),
            MethodType.methodType(found.getReturnType(), parameters)) : null;
        return own == null ? found : own.getMethod(found.getName(), parameters);
    }

    /** {@return the class that has a static method instead of another one, null where there is none} */
    private static Class<?> own(Class<?> type, String name, MethodType as) {
        if (!type.getName().startsWith("java")) {
            return null;
        }
        String owner = type.getName().replace('.', '/');
        String members = Redirection.members(owner);
        Redirection to = members == null ? null : Redirection.of(members, owner, name, as.descriptorString());
        try {
            return to == null || to.becomesStatic() ? null : Class.forName(to.target().replace('/', '.'));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException("the library is not complete", e);
        }
    }
}
