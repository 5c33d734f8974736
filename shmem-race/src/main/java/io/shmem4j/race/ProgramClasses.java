// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

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

/** Facts about a program's classes from their files: volatile fields and methods inherited from the JDK. */
final class ProgramClasses {
    private static final Map<ClassLoader, Map<String, Type>> ALL = Collections.synchronizedMap(new WeakHashMap<>());
    /** Stands for a JDK class or one without a file. */
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
     * @param above   the superclass, or null
     * @param fields  declared and inherited volatile fields with their declaring class
     * @param methods names of the declared methods
     */
    private record Type(String above, Map<String, String> fields, Set<String> methods) {
    }

    /** {@return a constant that represents a field as a synchronization object; equal in all classes} */
    static String key(String declaring, String name) {
        return (declaring + "." + name).intern();
    }

    /** {@return the class that declares a volatile field; null for other fields and if the class has no file} */
    String declaring(String owner, String name) {
        return type(owner).fields().get(name);
    }

    /** {@return the owner of a called method: the named class, or the JDK class that it inherits the method from} */
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
