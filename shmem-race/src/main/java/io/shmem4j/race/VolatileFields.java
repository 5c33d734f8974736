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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Which fields of a class, and of classes that it uses, are volatile. */
final class VolatileFields {
    private final ClassLoader loader;
    private final Map<String, Set<String>> known = new HashMap<>();

    VolatileFields(ClassLoader loader, ClassModel own) {
        this.loader = loader;
        known.put(own.thisClass().asInternalName(), of(own));
    }

    /** {@return whether a field is volatile, as far as the class file can be found of the class that is named} */
    boolean has(String owner, String name) {
        return known.computeIfAbsent(owner, this::find).contains(name);
    }

    private Set<String> find(String owner) {
        if (!ProgramRewriter.isProgram(owner)) {
            return Set.of();
        }
        try (InputStream in = loader.getResourceAsStream(owner + ".class")) {
            return in == null ? Set.of() : of(ClassFile.of().parse(in.readAllBytes()));
        } catch (IOException | IllegalArgumentException e) {
            return Set.of();
        }
    }

    private Set<String> of(ClassModel model) {
        Set<String> names = new HashSet<>();
        for (FieldModel field : model.fields()) {
            if (field.flags().has(AccessFlag.VOLATILE)) {
                names.add(field.fieldName().stringValue());
            }
        }
        model.superclass().map(above -> above.asSymbol()).filter(ClassDesc::isClassOrInterface).ifPresent(above ->
            names.addAll(find(above.descriptorString().substring(1, above.descriptorString().length() - 1))));
        return names;
    }
}
