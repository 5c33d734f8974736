// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.PrintStream;

final class Failure {
    private final int pe;
    private final Throwable thrown;
    private final Thread thread;

    Failure(int pe, Throwable thrown, Thread thread) {
        this.pe = pe;
        this.thrown = thrown;
        this.thread = thread;
    }

    void tell(PrintStream err, String shape) {
        thrown.printStackTrace(err);
    }
}
