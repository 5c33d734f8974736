// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/** Names and versions of the library and its specification, {@code shmem_info_*}. */
public final class Version {
    private Version() {
    }

    /** {@return the major version of the specification} */
    public static int major() {
        return 1;
    }

    /** {@return the minor version of the specification} */
    public static int minor() {
        return 6;
    }

    /** {@return the library's name and version ({@code SHMEM_VENDOR_STRING})} */
    public static String name() {
        return "shmem4j 0.1.0";
    }
}
