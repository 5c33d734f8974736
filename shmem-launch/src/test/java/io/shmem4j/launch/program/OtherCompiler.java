// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.FieldModel;
import java.lang.classfile.attribute.ConstantValueAttribute;
import java.lang.reflect.AccessFlag;

/** Class files with the same meaning as javac's, which javac would not write. */
final class OtherCompiler {
    private OtherCompiler() {
    }

    /** {@return the class with constant values for static fields that are not final, as JVMS 4.7.2 allows} */
    static byte[] withConstantValues(byte[] bytes) {
        ClassFile files = ClassFile.of();
        ClassTransform transform = (builder, element) -> {
            if (element instanceof FieldModel field && field.flags().has(AccessFlag.STATIC)
                && !field.flags().has(AccessFlag.FINAL) && field.fieldType().equalsString("I")
                && field.findAttribute(Attributes.constantValue()).isEmpty()) {
                builder.withField(field.fieldName(), field.fieldType(), own -> {
                    field.forEach(own);
                    own.with(ConstantValueAttribute.of(0));
                });
            } else {
                builder.with(element);
            }
        };
        return files.transformClass(files.parse(bytes), transform);
    }
}
