// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

/** A started PE, in a JVM by itself or in a shared one. Used by the launcher's main thread only. */
public final class PeProcess {
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

    public int pe() {
        return pe;
    }

    public JvmProcess jvm() {
        return jvm;
    }

    public long pid() {
        return jvm.pid();
    }

    public void noteExit(int how, boolean withItsJvm) {
        exited = true;
        status = how;
        withJvm = withItsJvm;
        endedNanos = System.nanoTime();
    }

    public boolean exited() {
        return exited;
    }

    /** {@return whether the shared JVM ended before this PE had reported its end} */
    public boolean endedWithOthers() {
        return withJvm && jvm.framed();
    }

    /** {@return whether the PE ended with its JVM, without a report and without being asked to end} */
    boolean endedWithJvm() {
        return withJvm && !asked;
    }

    void noteAsked() {
        asked = true;
    }

    public boolean asked() {
        return asked;
    }

    public String name() {
        return "PE " + pe + " (pid " + pid() + ")";
    }

    public int status() {
        return status;
    }

    public double seconds() {
        return (endedNanos - startedNanos) / 1e9;
    }
}
