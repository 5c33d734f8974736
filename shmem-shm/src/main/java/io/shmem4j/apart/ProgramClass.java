// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.security.CodeSource;

/** One class of a program, as all PEs of this JVM define it; the bytes go when the last PE has them. */
final class ProgramClass {
    private final ClassPathEntry entry;
    private final CodeSource source;
    private byte[] bytes;
    private int left;

    ProgramClass(ClassPathEntry entry, CodeSource source, byte[] bytes, int pes) {
        this.entry = entry;
        this.source = source;
        this.bytes = bytes;
        this.left = pes;
    }

    /** {@return the bytes, for a PE that has not defined the class} It may have tried, as with a superclass missing. */
    synchronized byte[] bytes() {
        return bytes;
    }

    synchronized void defined() {
        if (--left == 0) {
            bytes = null;
        }
    }

    ClassPathEntry entry() {
        return entry;
    }

    /** {@return where it comes from, and who has signed it} */
    CodeSource source() {
        return source;
    }
}
