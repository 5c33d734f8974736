// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.util.Set;

/**
 * Loads the library and agrona anew and puts {@link KthCall#at} before each call and each allocation in them, class
 * initializers excepted. Classes of tests are loaded anew too, and not changed.
 */
public final class FailingLoader extends ClassLoader {
    private static final ClassDesc HOOK = KthCall.class.describeConstable().orElseThrow();
    private static final MethodTypeDesc TAKES_INT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final String UNLOCK = "java/util/concurrent/locks/ReentrantLock.unlock";
    private static final Set<String> SHARED = Set.of(KthCall.class.getName(), Fault.class.getName(),
        FailingLoader.class.getName());

    public FailingLoader() {
        super("failing", FailingLoader.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("io.shmem4j.") && !name.startsWith("org.agrona.") || SHARED.contains(name)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? define(name) : loaded;
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL url = getResource(name.replace('.', '/') + ".class");
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream in = url.openStream()) {
            byte[] bytes = in.readAllBytes();
            if (!url.getPath().contains("/test-classes/") && !url.getPath().contains("shmem-testkit")) {
                bytes = rewritten(name, bytes);
            }
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private byte[] rewritten(String name, byte[] bytes) {
        ClassFile file = ClassFile.of(ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofResourceParsing(this)));
        return file.transformClass(file.parse(bytes), ClassTransform.ofStateful(() -> (type, element) -> {
            if (element instanceof MethodModel method && method.code().isPresent()
                && !method.methodName().equalsString(ConstantDescs.CLASS_INIT_NAME)) {
                String where = name.substring(name.lastIndexOf('.') + 1) + "." + method.methodName() + ":";
                type.transformMethod(method, (builder, part) -> {
                    if (part instanceof CodeModel code) {
                        builder.transformCode(code, new Calls(where));
                    } else {
                        builder.with(part);
                    }
                });
            } else {
                type.with(element);
            }
        }));
    }

    /** Puts the hook before each call of a method. */
    private static final class Calls implements CodeTransform {
        private final String where;
        private int line;

        Calls(String where) {
            this.where = where;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            switch (element) {
                case LineNumber number -> line = number.line();
                case InvokeInstruction call when UNLOCK.equals(call.owner().asInternalName() + "." + call.name()) -> {
                    // The JVM reserves stack for it.
                }
                case InvokeInstruction call -> hook(code, call.owner().asInternalName() + "." + call.name());
                case InvokeDynamicInstruction made -> hook(code, made.name().stringValue());
                case NewPrimitiveArrayInstruction _, NewReferenceArrayInstruction _ -> hook(code, "new array");
                default -> {
                    // No call.
                }
            }
            code.with(element);
        }

        private void hook(CodeBuilder code, String what) {
            code.loadConstant(KthCall.site(where + line + " before " + what.substring(what.lastIndexOf('/') + 1)));
            code.invokestatic(HOOK, "at", TAKES_INT);
        }
    }
}
