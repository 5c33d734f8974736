// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.lang.reflect.Proxy;

/** A program's own handler of a signal. */
final class OwnSignals {
    private OwnSignals() {
    }

    /**
     * Names a signal and handles none, as libraries do that may handle some later.
     *
     * @param name as USR1
     */
    static void name(String name) throws ReflectiveOperationException {
        Class.forName("sun.misc.Signal").getConstructor(String.class).newInstance(name);
    }

    /**
     * Handles a signal. By reflection, because the compiler's warning about the only API for this can't be suppressed.
     *
     * @param name   as USR1
     * @param action what to do
     */
    static void handle(String name, Runnable action) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Signal");
        Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
        Object handler = Proxy.newProxyInstance(handlerType.getClassLoader(), new Class<?>[] {handlerType},
            (proxy, method, arguments) -> {
                action.run();
                return null;
            });
        type.getMethod("handle", type, handlerType).invoke(null, type.getConstructor(String.class).newInstance(name),
            handler);
    }
}
