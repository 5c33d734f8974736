// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.Locale;

/** How a kernel reaches other PEs' numbers, named as on the command line. */
public enum Transfer {
    /** By messages: put, signal and the library's collectives. */
    PUTGET,
    DIRECT;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
