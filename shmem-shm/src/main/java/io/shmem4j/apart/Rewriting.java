// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.classfile.BootstrapMethodEntry;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.constantpool.LoadableConstantEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.MethodRefEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.util.ArrayList;
import java.util.List;

/**
 * Rewrites a program's class so that it uses its PE instead of the process: {@code System.exit} becomes {@link
 * Ends#exit} and so on, as {@link Redirection} lists. Code and method references change; reflection does not.
 */
final class Rewriting {
    private final ClassModel model;
    /** Replacements of members, by the index of the constant that names the member. */
    private final Redirection[] instead;

    private Rewriting(ClassModel model) {
        this.model = model;
        this.instead = new Redirection[model.constantPool().size()];
    }

    /**
     * {@return the class file to define} It is the one given where nothing changes, and where the bytes are no class
     * file, which the JVM then refuses.
     *
     * @param classes finds superclasses, for stack maps of changed methods
     */
    static byte[] of(byte[] bytes, ClassHierarchyResolver classes) {
        try {
            ClassFile files = ClassFile.of(ClassHierarchyResolverOption.of(classes));
            Rewriting rewriting = new Rewriting(files.parse(bytes));
            return rewriting.findMembers() ? files.transformClass(rewriting.model,
                ClassTransform.transformingMethodBodies(rewriting::change)) : bytes;
        } catch (IllegalArgumentException e) {
            return bytes;
        }
    }

    private boolean findMembers() {
        boolean found = false;
        for (PoolEntry entry : model.constantPool()) {
            if (entry instanceof MemberRefEntry member) {
                instead[entry.index()] = Redirection.of(member);
                found |= instead[entry.index()] != null;
            }
        }
        return found;
    }

    private void change(CodeBuilder code, CodeElement element) {
        Redirection to = switch (element) {
            case FieldInstruction read -> instead[read.field().index()];
            case InvokeInstruction call -> instead[call.method().index()];
            default -> null;
        };
        if (to != null) {
            code.invokestatic(method(code.constantPool(), to));
        } else if (element instanceof InvokeDynamicInstruction call) {
            BootstrapMethodEntry bootstrap = bootstrap(code.constantPool(), call.invokedynamic().bootstrap());
            code.invokedynamic(code.constantPool().invokeDynamicEntry(bootstrap, call.invokedynamic().nameAndType()));
        } else {
            code.with(element);
        }
    }

    private BootstrapMethodEntry bootstrap(ConstantPoolBuilder pool, BootstrapMethodEntry given) {
        List<LoadableConstantEntry> arguments = new ArrayList<>(given.arguments());
        arguments.replaceAll(argument -> argument instanceof MethodHandleEntry handle
            && instead[handle.reference().index()] != null ? pool.methodHandleEntry(Kind.STATIC.refKind,
            method(pool, instead[handle.reference().index()])) : argument);
        return arguments.equals(given.arguments()) ? given : pool.bsmEntry(given.bootstrapMethod(), arguments);
    }

    private static MethodRefEntry method(ConstantPoolBuilder pool, Redirection to) {
        return pool.methodRefEntry(to.owner(), to.name(), to.type());
    }
}
