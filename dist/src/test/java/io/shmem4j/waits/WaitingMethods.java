// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.waits;

import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import waits.Waits;

/**
 * The public methods from which calls lead to a wait for other PEs, read from class files. A lambda belongs to the
 * method that makes it, and a call may reach each class of the library that overrides the method.
 */
final class WaitingMethods {
    private static final String EXPORTED = "io/shmem4j/((data|legacy|nonblocking|channel|irregular/(batch|container"
        + "|message))/)?[A-Z][^/]*|mpi/[A-Z][^/]*";
    private static final List<String> MODULES = List.of("api", "channel", "irregular", "mpi");
    private static final Set<String> WAITS = Set.of("io/shmem4j/spi/Waiter.pause()V",
        "io/shmem4j/spi/Backend.pause(I)V", "io/shmem4j/spi/Backend.pauseAmongFallen(I)V");

    private final Map<String, ClassModel> classes = new HashMap<>();
    /** Callers of each method, as owner.name+descriptor. */
    private final Map<String, Set<String>> callers = new HashMap<>();

    private WaitingMethods() throws IOException {
        for (String module : MODULES) {
            Path root = Oshrun.sources().resolve("shmem-" + module + "/target/classes");
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(each -> each.toString().endsWith(".class")).toList()) {
                    ClassModel model = ClassFile.of().parse(file);
                    classes.put(model.thisClass().asInternalName(), model);
                }
            }
        }
        for (ClassModel model : classes.values()) {
            for (MethodModel method : model.methods()) {
                String name = model.thisClass().asInternalName() + "." + signature(method);
                method.code().ifPresent(code -> code.forEach(element -> uses(element)
                    .forEach(called -> add(called, name))));
                inherit(model, model, signature(method));
            }
        }
    }

    private static String signature(MethodModel method) {
        return method.methodName().stringValue() + method.methodType().stringValue();
    }

    /** Adds that a call of the method of a supertype may be one of this class. */
    private void inherit(ClassModel model, ClassModel of, String signature) {
        if (signature.startsWith("<")) {
            return;
        }
        Stream.concat(of.superclass().stream(), of.interfaces().stream()).map(each -> each.asInternalName())
            .forEach(parent -> {
                if (classes.containsKey(parent)) {
                    add(model.thisClass().asInternalName() + "." + signature, parent + "." + signature);
                    inherit(model, classes.get(parent), signature);
                }
            });
    }

    private void add(String called, String caller) {
        callers.computeIfAbsent(called, _ -> new HashSet<>()).add(caller);
    }

    /** {@return the methods that an instruction calls, or of which it makes a lambda} */
    private Stream<String> uses(CodeElement element) {
        if (element instanceof InvokeInstruction call) {
            return Stream.of(declared(call.owner().asInternalName(), call.name().stringValue()
                + call.type().stringValue()));
        }
        return element instanceof InvokeDynamicInstruction lambda ? lambda.bootstrapArgs().stream()
            .filter(DirectMethodHandleDesc.class::isInstance).map(DirectMethodHandleDesc.class::cast).map(handle -> {
                String owner = handle.owner().descriptorString();
                return declared(owner.substring(1, owner.length() - 1), handle.methodName()
                    + handle.lookupDescriptor());
            }) : Stream.of();
    }

    private String declared(String type, String signature) {
        return owner(type, signature) + "." + signature;
    }

    /** {@return the class that declares a method which a class may inherit} */
    private String owner(String type, String signature) {
        ClassModel model = classes.get(type);
        if (model == null || model.methods().stream().anyMatch(each -> signature(each).equals(signature))) {
            return type;
        }
        return Stream.concat(model.superclass().stream(), model.interfaces().stream())
            .map(each -> owner(each.asInternalName(), signature)).filter(each -> {
                ClassModel found = classes.get(each);
                return found != null && found.methods().stream().anyMatch(one -> signature(one).equals(signature));
            }).findFirst().orElse(type);
    }

    /** {@return the methods, those of one element type for all} */
    static Set<String> all() throws IOException {
        WaitingMethods graph = new WaitingMethods();
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(WAITS);
        while (!open.isEmpty()) {
            String method = open.pop();
            if (seen.add(method)) {
                open.addAll(graph.callers.getOrDefault(method, Set.of()));
            }
        }
        return seen.stream().filter(each -> each.substring(0, each.indexOf('.')).matches(EXPORTED))
            .filter(graph::isPublic).map(WaitingMethods::key).collect(Collectors.toCollection(TreeSet::new));
    }

    /** {@return whether a program may call a method, also by a subclass} */
    private boolean isPublic(String method) {
        ClassModel model = classes.get(method.substring(0, method.indexOf('.')));
        return (model.flags().has(AccessFlag.PUBLIC) || method.startsWith("mpi/")) && model.methods().stream()
            .anyMatch(each -> signature(each).equals(method.substring(method.indexOf('.') + 1))
            && each.flags().has(AccessFlag.PUBLIC) && !each.flags().has(AccessFlag.SYNTHETIC)
            && !signature(each).startsWith("<"));
    }

    /** {@return the methods of the library that the rows call} */
    static Set<String> called() throws IOException {
        WaitingMethods graph = new WaitingMethods();
        Set<String> called = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of(Oshrun.classPath(Waits.class)).resolve("waits"))) {
            for (Path file : files.filter(each -> each.toString().contains("Rows")).toList()) {
                ClassFile.of().parse(file).methods().forEach(method -> method.code().ifPresent(code ->
                    code.forEach(element -> graph.uses(element).map(WaitingMethods::key).forEach(called::add))));
            }
        }
        return called;
    }

    /** {@return a method's class and name, and its parameters by the last part of their types} */
    private static String key(String method) {
        int dot = method.indexOf('.');
        int start = method.indexOf('(');
        String parameters = MethodTypeDesc.ofDescriptor(method.substring(start)).parameterList().stream()
            .map(each -> name(each.isArray() ? each.componentType() : each) + (each.isArray() ? "[]" : ""))
            .collect(Collectors.joining(", ", "(", ")"));
        String type = method.substring(0, dot);
        return (type.startsWith("mpi/") ? "mpi." : "") + elements(type.substring(type.lastIndexOf('/') + 1)) + "."
            + method.substring(dot + 1, start).replaceFirst("32$", "64") + parameters;
    }

    private static String name(ClassDesc type) {
        return type.isPrimitive() ? type.equals(ConstantDescs.CD_boolean) ? "boolean" : "N"
            : elements(type.displayName());
    }

    /** {@return the name of a type, that of longs for all element types} */
    private static String elements(String name) {
        return name.replaceFirst("^(Symmetric|Global)(Byte|Short|Int|Float|Double)s", "$1Longs")
            .replaceFirst("^(Byte|Short|Int|Float|Double)(View|Watch|Action)", "Long$2");
    }
}
