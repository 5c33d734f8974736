// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.util.jar.Attributes;
import java.util.jar.Attributes.Name;

/**
 * What a jar's manifest says about its packages.
 *
 * @param specTitle   title of the specification
 * @param specVersion its version
 * @param specVendor  its vendor
 * @param implTitle   title of the implementation
 * @param implVersion its version
 * @param implVendor  its vendor
 */
record PackageFacts(String specTitle, String specVersion, String specVendor, String implTitle, String implVersion,
    String implVendor) {
    /**
     * {@return what some attributes say}
     *
     * @param main the attributes
     */
    static PackageFacts of(Attributes main) {
        return new PackageFacts(main.getValue(Name.SPECIFICATION_TITLE), main.getValue(Name.SPECIFICATION_VERSION),
            main.getValue(Name.SPECIFICATION_VENDOR), main.getValue(Name.IMPLEMENTATION_TITLE),
            main.getValue(Name.IMPLEMENTATION_VERSION), main.getValue(Name.IMPLEMENTATION_VENDOR));
    }
}
