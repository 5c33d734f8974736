// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.security.ProtectionDomain;
import java.util.function.BiConsumer;

/** One class of a program, as all PEs of this JVM define it; the bytes go when the last PE has them. */
final class ProgramClass {
    private final ClassPathEntry entry;
    private byte[] bytes;
    private int left;

    ProgramClass(ClassPathEntry entry, byte[] bytes, int pes) {
        this.entry = entry;
        this.bytes = bytes;
        this.left = pes;
    }

    /** {@return the bytes, for one PE} */
    synchronized byte[] take() {
        byte[] taken = bytes;
        if (--left == 0) {
            bytes = null;
        }
        return taken;
    }

    ProtectionDomain domain() {
        return entry.domain();
    }

    /** Defines a package with the facts of its manifest, if there are any. */
    void definePackage(String name, BiConsumer<String, PackageFacts> definer) {
        PackageFacts facts = entry.facts();
        if (facts != null) {
            definer.accept(name, facts);
        }
    }
}
