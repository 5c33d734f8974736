// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.program;

import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;

/** Volatile fields of a class and of the classes that it uses, with the class that declares each. */
final class VolatileFields {
    private final ClassLoader loader;
    private final Map<String, Map<String, String>> known = new HashMap<>();

    VolatileFields(ClassLoader loader, ClassModel own) {
        this.loader = loader;
        known.put(own.thisClass().asInternalName(), of(own));
    }

    /**
     * {@return the class that declares a volatile field; null for other fields, and where the named class has no file}
     */
    String declaring(String owner, String name) {
        return known.computeIfAbsent(owner, this::find).get(name);
    }

    /** {@return a field's one object for the order of threads, as constants of classes are} */
    static String key(String declaring, String name) {
        return (declaring + "." + name).intern();
    }

    private Map<String, String> find(String owner) {
        return ProgramRewriter.isProgram(owner) ? ProgramRewriter.read(loader, owner).map(this::of).orElse(Map.of())
            : Map.of();
    }

    private Map<String, String> of(ClassModel model) {
        Map<String, String> names = new HashMap<>();
        model.superclass().map(above -> above.asSymbol()).filter(ClassDesc::isClassOrInterface).ifPresent(above ->
            names.putAll(find(CodeRewriter.internal(above))));
        for (FieldModel field : model.fields()) {
            String name = field.fieldName().stringValue();
            names.remove(name);
            if (field.flags().has(AccessFlag.VOLATILE)) {
                names.put(name, model.thisClass().asInternalName());
            }
        }
        return names;
    }
}
