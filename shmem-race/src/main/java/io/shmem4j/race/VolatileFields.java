// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.Map;

/** Which fields of a class, and of classes that it uses, are volatile, and which class declares each. */
final class VolatileFields {
    private final ClassLoader loader;
    private final Map<String, Map<String, String>> known = new HashMap<>();

    VolatileFields(ClassLoader loader, ClassModel own) {
        this.loader = loader;
        known.put(own.thisClass().asInternalName(), of(own));
    }

    /**
     * {@return the class that declares a field, if the field is volatile, as far as the class file can be found of the
     * class that is named; null otherwise}
     */
    String declaring(String owner, String name) {
        return known.computeIfAbsent(owner, this::find).get(name);
    }

    private Map<String, String> find(String owner) {
        if (!ProgramRewriter.isProgram(owner)) {
            return Map.of();
        }
        try (InputStream in = loader.getResourceAsStream(owner + ".class")) {
            return in == null ? Map.of() : of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException | IllegalArgumentException e) {
            return Map.of();
        }
    }

    private Map<String, String> of(ClassModel model) {
        Map<String, String> names = new HashMap<>();
        model.superclass().map(above -> above.asSymbol()).filter(ClassDesc::isClassOrInterface).ifPresent(above ->
            names.putAll(find(above.descriptorString().substring(1, above.descriptorString().length() - 1))));
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
