// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

/** The options about the processors that PEs run on. */
public final class PlacementOptions {
    public String bindTo;
    public String mapBy;
    public String cpuSet;
    public boolean report;
    public boolean noOversubscribe;

    /** {@return whether they say on which cpus PEs run} */
    public boolean place() {
        return bindTo != null || mapBy != null || cpuSet != null;
    }

    /** {@return whether anything is to be known about cpus} */
    public boolean any() {
        return place() || report || noOversubscribe;
    }

    /**
     * {@return whether it is one of these options}, which is noted then
     *
     * @param option which was given
     * @param value  behind it, null for a flag
     * @throws IllegalArgumentException if the value is none for it
     */
    boolean set(LauncherOption option, String value) {
        switch (option) {
            case BIND_TO -> bindTo = value;
            case MAP_BY -> mapBy = value;
            case CPU_SET -> cpuSet = value;
            case REPORT_BINDINGS -> report = true;
            case NO_OVERSUBSCRIBE -> noOversubscribe = true;
            case OVERSUBSCRIBE -> { }
            default -> {
                return false;
            }
        }
        return true;
    }
}
