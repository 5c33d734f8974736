// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import java.security.cert.Certificate;

/** Prints how many certificates it has, whether its package is sealed, and how other classes of its jar load. */
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
     * @param args name of a class in the same package, or a number of classes for {@link #load}
     * @throws ClassNotFoundException if a class is missing
     */
    public static void main(String[] args) throws ClassNotFoundException {
        try (Shmem shmem = Shmem.init()) {
            if (args[0].matches("\\d+")) {
                shmem.barrierAll();
                System.out.println(shmem.myPe() + " " + load(Integer.parseInt(args[0])));
                return;
            }
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

    /** {@return how many of some numbered classes have their signer, until one is refused} */
    private static String load(int classes) throws ClassNotFoundException {
        int signed = 0;
        for (int i = 0; i < classes; i++) {
            try {
                Class<?> type = Class.forName("signed.Numbered" + i, false, SignedProgram.class.getClassLoader());
                signed += type.getProtectionDomain().getCodeSource().getCertificates() == null ? 0 : 1;
            } catch (SecurityException e) {
                return signed + ", then " + e.getMessage();
            }
        }
        return signed + " signed";
    }
}
