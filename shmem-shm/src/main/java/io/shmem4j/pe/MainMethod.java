// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.config.Setting;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/**
 * A program's main method by the rules of Java 25: {@code main(String[])} before {@code main()}, static or not,
 * possibly inherited, not private.
 */
public record MainMethod(Method method) {
    /** System property of PEs whose arguments begin with the words that MPJ gives: rank, size and device. */
    public static final String MPJ_ARGUMENTS = "shmem4j.mpj.args";
    private static final String DEVICE = "shmem4j";

    /** {@return a PE's arguments, with the words of MPJ if it needs them} */
    static String[] arguments(int pe, String[] own) {
        if (!Boolean.getBoolean(MPJ_ARGUMENTS)) {
            return own.clone();
        }
        List<String> all = new ArrayList<>(List.of(Integer.toString(pe), Setting.NPES.value(), DEVICE));
        all.addAll(List.of(own));
        return all.toArray(String[]::new);
    }

    /** {@return the main method, or null} */
    public static MainMethod of(Class<?> type) {
        Method found = find(type, String[].class);
        if (found == null) {
            found = find(type);
        }
        return found == null ? null : new MainMethod(found);
    }

    private static Method find(Class<?> type, Class<?>... parameters) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            try {
                Method method = at.getDeclaredMethod("main", parameters);
                if (!Modifier.isPrivate(method.getModifiers()) && method.getReturnType() == void.class
                    && (Modifier.isStatic(method.getModifiers()) || canCreate(type))) {
                    return method;
                }
            } catch (NoSuchMethodException e) {
                // A superclass may have it.
            }
        }
        return null;
    }

    private static boolean canCreate(Class<?> type) {
        try {
            return !Modifier.isAbstract(type.getModifiers())
                && !Modifier.isPrivate(type.getDeclaredConstructor().getModifiers());
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    public void run(Class<?> type, String[] args) throws Throwable {
        method.setAccessible(true);
        if (Modifier.isStatic(method.getModifiers()) && method.getParameterCount() == 1) {
            // The usual case, without reflection, whose first call would generate five classes.
            MethodHandles.lookup().unreflect(method).invokeExact(args);
            return;
        }
        try {
            Object target = null;
            if (!Modifier.isStatic(method.getModifiers())) {
                Constructor<?> constructor = type.getDeclaredConstructor();
                constructor.setAccessible(true);
                target = constructor.newInstance();
            }
            if (method.getParameterCount() == 0) {
                method.invoke(target);
            } else {
                method.invoke(target, (Object) args);
            }
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
