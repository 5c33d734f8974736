// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

/** The small program that start-up caches are made from: it uses once what nearly every program uses. */
public final class WarmUp {
    private WarmUp() {
    }

    /** Runs it. @param args none */
    public static void main(String[] args) {
        System.out.println("PE " + System.getenv("SHMEM_PE") + " of " + System.getenv("SHMEM_NPES"));
    }
}
