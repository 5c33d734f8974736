// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** Names and versions of the library and its specification, {@code shmem_info_*}. */
public final class Version {
    /** Major version of the specification. */
    public static final int MAJOR = 1;
    /** Minor version of the specification. */
    public static final int MINOR = 6;
    /** The library's name and version, {@code SHMEM_VENDOR_STRING}. */
    public static final String NAME = "shmem4j 0.1.0";

    private Version() {
    }
}
