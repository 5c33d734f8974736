// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

/** What chronicle-bytes needs of the JVM; without it, it prints warnings and fails later in ways that say nothing. */
final class Flags {
    private static final String[] OPENED = {"java.lang", "java.lang.reflect", "java.io", "java.util", "sun.nio.ch",
        "jdk.internal.misc"};

    private Flags() {
    }

    /** Refuses to go on in a JVM without them. */
    static void require() {
        Module base = Object.class.getModule();
        for (String each : OPENED) {
            if (!base.isOpen(each, Flags.class.getModule())) {
                throw new IllegalStateException("chronicle-bytes needs --add-opens=java.base/" + each
                    + "=ALL-UNNAMED and more: start the job by oshrun --with chronicle");
            }
        }
    }
}
