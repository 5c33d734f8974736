// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import java.util.Locale;

/** Ways to access other PEs' data; each kernel supports a subset. */
public enum Transfer {
    /** Put, signal and the library's collectives. */
    PUTGET,
    GET,
    /** The same algorithm with loads and stores instead of calls. */
    POINTER,
    /** Two-sided messages, for comparison. */
    MESSAGES,
    /** Load and store. */
    DIRECT;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
