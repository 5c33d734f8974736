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
 * How PEs are started for one backend. A jar adds a backend to {@code oshrun --backend} by naming a subclass of this in
 * {@code META-INF/services}.
 */
public abstract class BackendPolicy {
    /** The real backend: processes of one PE or several on mapped heaps. */
    public static final String SHARED_MEMORY = "shm";
    /** The word for the same with all PEs in one JVM. */
    public static final String ONE_JVM = "local";
    /** The backend that {@code --explore} and {@code --replay} select. */
    public static final String EXPLORE = "explore";
    /** System property of each JVM: how many PEs of the job are in how many JVMs. */
    public static final String SHAPE = "shmem4j.shape";
    /** System property of each JVM: why it is so. */
    public static final String SHAPE_REASON = "shmem4j.shape.why";

    /** {@return the name users select it by} */
    public abstract String name();

    /**
     * {@return whether one JVM runs all PEs} It keeps their heaps in its own memory, not in files of the job's folder.
     * Its main class loads the classes of users' programs itself, for each PE anew, from the class path in the system
     * property {@link io.shmem4j.pe.ProgramJvm#PATH}.
     */
    public boolean isOneJvm() {
        return false;
    }

    public final int processes(int nPes) {
        return isOneJvm() ? 1 : nPes;
    }

    /** {@return names of the jars, without version, that its JVMs need beside the library's own} */
    public List<String> libraries() {
        return List.of();
    }

    public List<String> jvmFlags() {
        return List.of();
    }

    /** {@return options for its jobs, and its tools; each sets one of its variables} */
    public List<Option> options() {
        return List.of();
    }

    /**
     * Refuses variables that this backend alone reads.
     *
     * @param variables names and values, as the JVMs will have them
     * @param folder    where the JVMs run and find files
     * @throws IllegalArgumentException with one line that names the variable
     */
    public void check(Map<String, String> variables, Path folder) {
        // There are none.
    }

    /**
     * Refuses options of other backends, which would have no effect.
     *
     * @param variables variables that options of backends have set
     * @throws LaunchException naming the option and the backend that has it
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

    /** {@return the class each JVM starts with; its arguments are the program's main class and the program's own} */
    public String mainClass() {
        return PeMain.class.getName();
    }

    /** {@return the backends that jars add to the launcher's own} */
    public static Iterable<BackendPolicy> added() {
        return ServiceLoader.load(BackendPolicy.class, Installation.loader());
    }

    /** {@return the backends that users select by name} */
    private static List<String> names() {
        TreeSet<String> known = new TreeSet<>(List.of(SHARED_MEMORY, ONE_JVM));
        added().forEach(policy -> known.add(policy.name()));
        known.remove(EXPLORE);
        return List.copyOf(known);
    }

    /** {@return the policy of a backend}; a LaunchException says that there is none */
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
     * An option of {@code oshrun} that sets a variable of a backend.
     *
     * @param name     the option, with its dashes
     * @param label    name of its value in the help; not used where the variable is a flag
     * @param variable the variable that it sets
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
