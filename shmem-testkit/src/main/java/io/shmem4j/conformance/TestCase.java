// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.conformance;

import io.shmem4j.ThreadLevel;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** A case that was found. */
record TestCase(String group, Method method) {
    /** {@return the name by which it is reported and selected} */
    String name() {
        return group + "." + method.getName();
    }

    /** {@return whether a pattern, a group's or a case's name, selects it} */
    boolean matches(String pattern) {
        return pattern.equals(group) || pattern.equals(name()) || pattern.equals(method.getDeclaringClass().getName());
    }

    /** {@return why it is not run with so many PEs or threads, or null} */
    String skipped(int pes, ThreadLevel level) {
        Case limits = method.getAnnotation(Case.class);
        if (limits.threads() && level != ThreadLevel.MULTIPLE) {
            return "needs thread level MULTIPLE, this backend provides " + level;
        }
        return pes < limits.pes() ? "needs " + limits.pes() + " PEs"
            : pes > limits.mostPes() ? "runs with at most " + limits.mostPes() + " PEs" : null;
    }

    /** Runs it on this PE. */
    void run(Trial trial) throws Throwable {
        try {
            method.invoke(method.getDeclaringClass().getConstructor().newInstance(), trial);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
