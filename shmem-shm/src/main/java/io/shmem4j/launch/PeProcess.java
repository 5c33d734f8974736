// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.placement.CpuSet;

/** A started PE: a JVM of its own, or one of several in a JVM. It belongs to the launcher's main thread. */
final class PeProcess {
    private final int pe;
    private final JvmProcess jvm;
    private final long startedNanos = System.nanoTime();
    private boolean asked;
    private boolean exited;
    private boolean withJvm;
    private int status;
    private long endedNanos;

    PeProcess(int pe, JvmProcess jvm) {
        this.pe = pe;
        this.jvm = jvm;
    }

    /** {@return its number} */
    int pe() {
        return pe;
    }

    /** {@return the JVM it runs in} */
    JvmProcess jvm() {
        return jvm;
    }

    /** {@return its process id} */
    long pid() {
        return jvm.pid();
    }

    /** {@return the cpus it is bound to, by the kernel's word, or null} */
    CpuSet cpus() {
        return jvm.cpus();
    }

    /** Notes that it has ended. @param how its status @param withItsJvm whether by the end of its JVM */
    void noteExit(int how, boolean withItsJvm) {
        exited = true;
        status = how;
        withJvm = withItsJvm;
        endedNanos = System.nanoTime();
    }

    /** {@return whether {@link #noteExit} has run} */
    boolean exited() {
        return exited;
    }

    /** {@return whether it ended with a JVM that other PEs share} */
    boolean endedWithOthers() {
        return withJvm && jvm.which().shared();
    }

    /** Notes that it is asked to end. */
    void noteAsked() {
        asked = true;
    }

    /** {@return whether the launcher asked it to end} */
    boolean asked() {
        return asked;
    }

    /** {@return its exit status} */
    int status() {
        return status;
    }

    /** {@return seconds it ran} */
    double seconds() {
        return (endedNanos - startedNanos) / 1e9;
    }
}
