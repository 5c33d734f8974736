// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import java.security.cert.Certificate;

/** Says who has signed it, and whether its package is sealed. */
public final class SignedProgram {
    private SignedProgram() {
    }

    /** A class in the same jar. */
    static final class Other {
        private Other() {
        }
    }

    /**
     * Runs it.
     *
     * @param args name of a class in the same package
     * @throws ClassNotFoundException if it is nowhere
     */
    public static void main(String[] args) throws ClassNotFoundException {
        try (Shmem shmem = Shmem.init()) {
            Certificate[] signed = SignedProgram.class.getProtectionDomain().getCodeSource().getCertificates();
            String other;
            try {
                other = Class.forName(args[0], false, SignedProgram.class.getClassLoader()).getSimpleName();
            } catch (SecurityException e) {
                other = e.getMessage();
            }
            System.out.println(shmem.myPe() + ": " + (signed == null ? 0 : signed.length) + ", "
                + SignedProgram.class.getPackage().isSealed() + ", " + other);
        }
    }
}
