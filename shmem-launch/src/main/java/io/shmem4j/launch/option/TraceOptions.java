// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

/** The options about traces and recordings. */
public final class TraceOptions {
    public String file;
    public String size;
    public String flight;

    /**
     * {@return whether it is one of these options}, which is noted then
     *
     * @param option which was given
     * @param value  behind it, null for a flag
     * @throws IllegalArgumentException if the value is none for it
     */
    boolean set(LauncherOption option, String value) {
        switch (option) {
            case TRACE -> file = value;
            case TRACE_SIZE -> size = value;
            case JFR -> flight = value;
            default -> {
                return false;
            }
        }
        return true;
    }
}
