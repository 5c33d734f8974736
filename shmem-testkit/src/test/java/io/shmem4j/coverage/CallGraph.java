// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.coverage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Calls of conformance cases, read from their class files: directly, through helpers of their own package, and through
 * lambdas and method references.
 */
final class CallGraph {
    private static final String CASES = "io/shmem4j/conformance/";

    /** Methods and fields used by each method, as class.name+descriptor. */
    private final Map<String, Set<String>> uses = new HashMap<>();
    private final Set<String> read = new HashSet<>();
    private final Map<String, Set<String>> reached = new HashMap<>();

    /**
     * {@return everything a case uses, as name+descriptor of methods and name of fields}
     *
     * @param group the class of the case
     * @param name  its method
     */
    Set<String> uses(Class<?> group, String name) {
        String start = group.getName().replace('.', '/') + "." + name + "(Lio/shmem4j/conformance/Trial;)V";
        return reached.computeIfAbsent(start, this::reach);
    }

    private Set<String> reach(String start) {
        Set<String> seen = new HashSet<>();
        Set<String> members = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(Set.of(start));
        while (!open.isEmpty()) {
            String method = open.pop();
            if (!seen.add(method)) {
                continue;
            }
            int dot = method.indexOf('.');
            members.add(method.substring(dot + 1));
            String owner = method.substring(0, dot);
            if (owner.startsWith(CASES)) {
                read(owner);
                open.addAll(uses.getOrDefault(method, Set.of()));
            }
        }
        return members;
    }

    private void read(String owner) {
        if (!read.add(owner)) {
            return;
        }
        try (InputStream in = CallGraph.class.getClassLoader().getResourceAsStream(owner + ".class")) {
            ClassModel model = ClassFile.of().parse(in.readAllBytes());
            for (MethodModel method : model.methods()) {
                Set<String> used = new HashSet<>();
                method.code().ifPresent(code -> code.forEach(element -> add(element, used)));
                uses.put(owner + "." + method.methodName().stringValue() + method.methodType().stringValue(), used);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(CodeElement element, Set<String> used) {
        if (element instanceof InvokeInstruction call) {
            used.add(call.owner().asInternalName() + "." + call.name().stringValue() + call.type().stringValue());
        } else if (element instanceof FieldInstruction access) {
            used.add(access.owner().asInternalName() + "." + access.name().stringValue());
        } else if (element instanceof InvokeDynamicInstruction lambda) {
            for (ConstantDesc argument : lambda.bootstrapArgs()) {
                if (argument instanceof DirectMethodHandleDesc handle) {
                    String owner = handle.owner().descriptorString();
                    used.add(owner.substring(1, owner.length() - 1) + "." + handle.methodName()
                        + handle.lookupDescriptor());
                }
            }
        }
    }
}
