// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.BundledPrograms;
import io.shmem4j.launch.ClassPath;
import io.shmem4j.launch.Extra;
import java.net.MalformedURLException;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that PEs run.
 *
 * @param mainClass name of the class with the main method, behind the module's and a slash if it is in a module
 * @param classPath entries to append to our class path, or module path, absolute
 * @param jvmFlags  flags that belong to the program, from the {@code java ...} form
 * @param entry     of the table of programs that come with the library, or null for a user's program
 * @param compiled  its classes, if it was given as a source file, else null
 */
public record Program(String mainClass, List<String> classPath, List<String> jvmFlags, List<String> args,
    BundledPrograms.Entry entry, Compiled compiled) {
    Program with(List<Extra> extras) {
        if (extras.isEmpty()) {
            return this;
        }
        List<String> path = new ArrayList<>(classPath);
        List<String> flags = new ArrayList<>(jvmFlags);
        for (Extra extra : extras) {
            path.addAll(extra.jars());
            flags.addAll(extra.flags().stream().filter(flag -> !flags.contains(flag)).toList());
        }
        return new Program(mainClass, List.copyOf(path), List.copyOf(flags), args, entry, compiled);
    }

    /** {@return whether it comes with the library, so that its PEs share their classes: none has data in statics} */
    public boolean bundled() {
        return entry != null;
    }

    public boolean vector() {
        return bundled() && entry.vector();
    }

    public List<String> ownFlags() {
        return bundled() ? entry.jvmFlags() : List.of();
    }

    public List<String> libraries() {
        return bundled() ? entry.libraries() : List.of();
    }

    public boolean isModule() {
        return mainClass.indexOf('/') > 0;
    }

    public URLClassLoader loader() throws MalformedURLException {
        return ClassPath.loader(classPath);
    }
}
