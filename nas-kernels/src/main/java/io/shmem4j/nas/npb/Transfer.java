// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.Locale;

/** The ways in which kernels reach other PEs' numbers, named as on the command line; each kernel has some of them. */
public enum Transfer {
    /** Messages: put, signal and the library's collectives. */
    PUTGET,
    GET,
    /** The same calls with loads and stores through pointers for them. */
    POINTER,
    /** Two-sided messages, to compare with. */
    MESSAGES,
    /** Load and store. */
    DIRECT;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
