// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.util.function.Supplier;

/** Operations on shared objects; each should look as if it happened at one moment. */
public interface History {
    /** An operation as it does its work alone. */
    interface Effect {
        /**
         * {@return the operation's result}
         *
         * @param state the object's state in its only element, null at first; gets another one. States and results are
         *              compared by {@code equals}
         */
        Object on(Object[] state);
    }

    /**
     * Makes an operation, and notes when it is called and returns. One that throws may have happened or not.
     *
     * @param object    what it changes; operations on equal objects are ordered
     * @param name      the operation with its arguments
     * @param operation makes it
     * @param effect    what it should do
     */
    <R> R make(Object object, String name, Supplier<R> operation, Effect effect);
}
