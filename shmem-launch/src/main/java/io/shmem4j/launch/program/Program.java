// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.util.List;

/**
 * What PEs run.
 *
 * @param mainClass name of the class with the main method, behind the module's and a slash if it is in a module
 * @param classPath entries to append to our class path, or module path, absolute
 * @param jvmFlags  flags that belong to the program, from the {@code java ...} form
 * @param args      its arguments
 * @param vector    whether it always gets the Vector API
 * @param ownFlags  JVM flags that a bundled program brings along
 * @param bundled   whether it comes with the library, so that it gets what the library's tools use
 */
public record Program(String mainClass, List<String> classPath, List<String> jvmFlags, List<String> args,
    boolean vector, List<String> ownFlags, boolean bundled) {
    /** {@return whether it is a named module} */
    public boolean isModule() {
        return mainClass.indexOf('/') > 0;
    }
}
