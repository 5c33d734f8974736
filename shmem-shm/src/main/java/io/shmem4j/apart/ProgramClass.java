// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.security.CodeSource;

/** A rewritten class of a program, kept until all PEs of this JVM have defined it. */
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

    /** {@return the class file; null once all PEs have defined it} */
    synchronized byte[] bytes() {
        return bytes;
    }

    /** Counts a PE that has defined the class. */
    synchronized void defined() {
        if (--left == 0) {
            bytes = null;
        }
    }

    ClassPathEntry entry() {
        return entry;
    }

    /** {@return its location and its signers} */
    CodeSource source() {
        return source;
    }
}
