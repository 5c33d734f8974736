// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.program;

import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Opcode;
import java.lang.reflect.AccessFlag;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** A program's classes as their files show them: volatile fields, and what they inherit from the JDK. */
final class ProgramClasses {
    private static final Map<ClassLoader, Map<String, Type>> ALL = Collections.synchronizedMap(new WeakHashMap<>());
    /** A class without a file, or one of the JDK. */
    private static final Type NONE = new Type(null, Map.of(), Set.of());

    private final ClassLoader loader;
    private final Map<String, Type> known;

    ProgramClasses(ClassLoader loader, ClassModel own) {
        this.loader = loader;
        this.known = ALL.computeIfAbsent(loader, _ -> new ConcurrentHashMap<>());
        known.put(own.thisClass().asInternalName(), of(own));
    }

    /**
     * A class.
     *
     * @param above its superclass, null for none
     * @param fields its volatile fields and those that it inherits, with the class that declares each
     * @param methods names of its own methods
     */
    private record Type(String above, Map<String, String> fields, Set<String> methods) {
    }

    /** {@return a field's one object for the order of threads, as constants of classes are} */
    static String key(String declaring, String name) {
        return (declaring + "." + name).intern();
    }

    /**
     * {@return the class that declares a volatile field; null for other fields, and where the named class has no file}
     */
    String declaring(String owner, String name) {
        return type(owner).fields().get(name);
    }

    /** {@return the class that a call names, or that of the JDK from which it inherits the method} */
    String inherited(String owner, String method, Opcode opcode) {
        String each = owner;
        while (opcode != Opcode.INVOKESTATIC && opcode != Opcode.INVOKESPECIAL && ProgramRewriter.isProgram(each)
            && each.charAt(0) != '[') {
            Type type = type(each);
            if (type.above() == null || type.methods().contains(method)) {
                return owner;
            }
            each = type.above();
        }
        return each;
    }

    private Type type(String name) {
        Type found = known.get(name);
        if (found == null) {
            found = ProgramRewriter.isProgram(name) ? ProgramRewriter.read(loader, name).map(this::of).orElse(NONE)
                : NONE;
            known.put(name, found);
        }
        return found;
    }

    private Type of(ClassModel model) {
        String above = model.superclass().map(each -> each.asInternalName()).orElse(null);
        Map<String, String> names = new HashMap<>(above == null ? Map.of() : type(above).fields());
        for (FieldModel field : model.fields()) {
            String name = field.fieldName().stringValue();
            names.remove(name);
            if (field.flags().has(AccessFlag.VOLATILE)) {
                names.put(name, model.thisClass().asInternalName());
            }
        }
        return new Type(above, names, model.methods().stream().map(each -> each.methodName().stringValue())
            .collect(Collectors.toSet()));
    }
}
