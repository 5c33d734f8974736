// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A routine of the specification.
 *
 * @param section    where the table has it
 * @param family     the C name with {N} for types, and [ctx_] where the routine also takes a context
 * @param types      the set of types that the family is expanded by; - for a single routine
 * @param name       the C name
 * @param type       simple name of the class of its Java form, with a call that returns one; null where its type has no
 *                   Java type
 * @param member     method or constant
 * @param parameters simple names of the method's parameter types; null for a constant
 * @param test       the conformance case that calls it, as group.case
 */
record Row(String section, String family, String types, String name, String type, String member,
    List<String> parameters, String test) {
    /** Name of an object of each class in the page. */
    private static final Map<String, String> OBJECTS = Map.of("Shmem", "shmem", "Team", "team", "Context", "ctx",
        "Signal", "signal", "Session", "session", "ShmemLock", "lock");
    /** Methods of {@code Shmem} that need no object. */
    private static final Set<String> OF_CLASS = Set.of("init", "current", "initialized");

    boolean hasJavaForm() {
        return type != null;
    }

    boolean isConstant() {
        return parameters == null;
    }

    /** {@return the Java form as programs write it} */
    String java() {
        if (!hasJavaForm()) {
            return "no Java type";
        }
        return isConstant() || OF_CLASS.contains(member) ? type + "." + member + (isConstant() ? "" : call())
            : object() + "." + member + call();
    }

    private String call() {
        return "(" + String.join(", ", parameters) + ")";
    }

    private String object() {
        return type.startsWith("Symmetric") ? "x"
            : type.contains("Watch") ? type.replaceFirst(".*Watch", "watch") : OBJECTS.getOrDefault(type, type);
    }
}
