// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

/** Messages about the library's actions, on standard error, if {@code SHMEM_DEBUG} is set. */
public final class Debug {
    /** Whether messages are printed; callers check it before they build a text. */
    public static final boolean ON = Setting.DEBUG.isSet();

    private Debug() {
    }

    public static void say(int pe, String text) {
        System.err.println("shmem4j: PE " + pe + ": " + text);
    }
}
