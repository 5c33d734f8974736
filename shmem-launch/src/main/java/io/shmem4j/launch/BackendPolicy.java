// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.config.Variable;
import io.shmem4j.pe.PeMain;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;

/**
 * How a backend starts PEs. A jar adds a backend to {@code oshrun --backend} by a subclass named in {@code
 * META-INF/services}.
 */
public abstract class BackendPolicy {
    /** Default backend: processes of one or more PEs, on mapped heaps. */
    public static final String SHARED_MEMORY = "shm";
    /** Name for this backend with all PEs in one JVM. */
    public static final String ONE_JVM = "local";
    /** Backend of {@code --explore} and {@code --replay}. */
    public static final String EXPLORE = "explore";
    /** System property of each JVM: how the job's PEs are divided into JVMs. */
    public static final String SHAPE = "shmem4j.shape";
    /** System property of each JVM: the reason for this shape. */
    public static final String SHAPE_REASON = "shmem4j.shape.why";

    /** {@return the name for {@code --backend}} */
    public abstract String name();

    /**
     * {@return whether one JVM runs all PEs} Heaps are then in the JVM's memory, not in files of the job's folder. The
     * main class itself loads a copy of the user's classes for each PE, from the class path in the system property
     * {@link io.shmem4j.pe.ProgramJvm#PATH}.
     */
    public boolean isOneJvm() {
        return false;
    }

    public final int processes(int nPes) {
        return isOneJvm() ? 1 : nPes;
    }

    /** {@return the names, without version, of additional jars for its JVMs} */
    public List<String> libraries() {
        return List.of();
    }

    public List<String> jvmFlags() {
        return List.of();
    }

    /** {@return the options for its jobs and tools; each sets one variable} */
    public List<Option> options() {
        return List.of();
    }

    /**
     * Checks the variables of this backend.
     *
     * @param variables names and values for the JVMs
     * @param folder    working folder of the JVMs, for relative files
     * @throws IllegalArgumentException with one line that names the variable
     */
    public void check(Map<String, String> variables, Path folder) {
        // The default backend has none.
    }

    /**
     * Refuses options of other backends, because they would have no effect.
     *
     * @param variables variables set by backends' options
     * @throws LaunchException naming the option and its backend
     */
    public final void refuseOptionsOfOthers(Set<String> variables) {
        if (variables.isEmpty()) {
            return;
        }
        for (BackendPolicy other : added()) {
            for (Option option : other.options()) {
                if (!other.name().equals(name()) && variables.contains(option.variable().variable())) {
                    throw LaunchException.usage(option.name() + " has no effect without " + (other.name()
                        .equals(EXPLORE) ? "--explore" : "--backend " + other.name()));
                }
            }
        }
    }

    /** {@return the main class of its JVMs; arguments are the program's main class and the program's arguments} */
    public String mainClass() {
        return PeMain.class.getName();
    }

    /** {@return the backends from other jars} */
    public static Iterable<BackendPolicy> added() {
        return ServiceLoader.load(BackendPolicy.class, Installation.loader());
    }

    /** {@return the names that users can select} */
    private static List<String> names() {
        TreeSet<String> known = new TreeSet<>(List.of(SHARED_MEMORY, ONE_JVM));
        added().forEach(policy -> known.add(policy.name()));
        known.remove(EXPLORE);
        return List.copyOf(known);
    }

    /** {@return the backend of this name} Throws a LaunchException for an unknown name. */
    public static BackendPolicy find(String name) {
        if (name.equals(SHARED_MEMORY) || name.equals(ONE_JVM)) {
            return new SharedMemory();
        }
        for (BackendPolicy policy : added()) {
            if (policy.name().equals(name)) {
                return policy;
            }
        }
        throw LaunchException.usage("--backend: there is no '" + name + "'; known: " + String.join(", ", names()));
    }

    /**
     * An option of {@code oshrun} that sets a backend's variable.
     *
     * @param name     option with its dashes
     * @param label    label of the value in the help, unused for flags
     * @param variable variable to set
     */
    public record Option(String name, String label, Variable variable) {
    }

    public static final class SharedMemory extends BackendPolicy {
        @Override
        public String name() {
            return SHARED_MEMORY;
        }
    }
}
