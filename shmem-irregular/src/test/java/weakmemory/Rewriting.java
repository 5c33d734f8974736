// SPDX-License-Identifier: Apache-2.0
package weakmemory;

import io.shmem4j.spi.SystemLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Loads the library's classes such that their accesses to memory, fences, pauses and system calls of waiting are a
 * {@link Machine}'s, one of them changed if wished.
 */
public final class Rewriting extends ClassLoader {
    private static final ClassDesc MACHINE = ClassDesc.of("weakmemory.Machine");
    private static final ClassDesc ACCESSES = ClassDesc.of("weakmemory.Accesses");
    private static final ClassDesc MODEL = ClassDesc.of("io.shmem4j.spi.ModelWords");
    private static final String WORDS = "io/shmem4j/spi/Words";
    private static final String SYSCALLS = "io/shmem4j/shm/Syscalls";
    private static final String HANDLE = "java/lang/invoke/VarHandle";
    private static final String SEGMENT = "java/lang/foreign/MemorySegment";
    /** The beginning of the name of an atomic that is a load and a store. */
    private static final String SPLIT = "split";
    /** Calls with a twin in {@link Machine}, by their owners. */
    private static final Map<String, Map<String, String>> PAUSES = Map.of(
        "java/lang/System", Map.of("nanoTime", "nanoTime"),
        "java/lang/Thread", Map.of("onSpinWait", "spin", "yield", "pause"),
        "java/util/concurrent/locks/LockSupport", Map.of("parkNanos", "nap"),
        SYSCALLS, Map.of("sleep", "sleep", "wake", "wake", "linked", "linked", "timeout", "timeout", "yield", "pause"));

    /** Numbers of the layout of memory, and those of a small memory: how many teams there are, and its alignment. */
    private static final Map<Object, ConstantDesc> SMALLER = Map.of(SystemLayout.SLOT_COUNT, 8,
        SystemLayout.ALIGNMENT, 1L << 16);

    private final Site changed;
    private final List<Site> sites;
    private String method;
    private int line;

    /** An access that can be weakened, by its class, method, line, name and number among those. */
    public record Site(String type, String method, int line, String name, int number) {
        /** {@return where it is, without the line} */
        public String place() {
            return type.substring(type.lastIndexOf('.') + 1) + '.' + method + ' ' + name;
        }
    }

    /**
     * Loads classes.
     *
     * @param changed the access that is weakened, null for none
     * @param sites   gets all that could be, in classes that are loaded
     */
    public Rewriting(Site changed, List<Site> sites) {
        super(Rewriting.class.getClassLoader());
        this.changed = changed;
        this.sites = sites;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) {
                return known;
            }
            return name.startsWith("io.shmem4j.") ? findClass(name) : super.loadClass(name, resolve);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) {
                throw new ClassNotFoundException(name);
            }
            ClassModel model = ClassFile.of().parse(in.readAllBytes());
            List<Site> found = new ArrayList<>();
            byte[] bytes = ClassFile.of().transformClass(model, name.contains("Words") ? ClassTransform.ACCEPT_ALL
                : (builder, element) -> {
                    if (element instanceof MethodModel changing) {
                        method = changing.methodName().stringValue();
                        builder.transformMethod(changing, MethodTransform.transformingCode((code, instruction) ->
                            put(code, instruction, name, found)));
                    } else {
                        builder.with(element);
                    }
                });
            sites.addAll(found);
            return defineClass(name, bytes, 0, bytes.length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void put(CodeBuilder builder, CodeElement element, String type, List<Site> found) {
        if (element instanceof LineNumber number) {
            line = number.line();
        }
        if (!(element instanceof InvokeInstruction call)) {
            ConstantDesc smaller = type.equals("io.shmem4j.spi.SystemLayout")
                && element instanceof ConstantInstruction constant ? SMALLER.get(constant.constantValue()) : null;
            if (smaller != null) {
                builder.loadConstant(smaller);
            } else {
                builder.with(element);
            }
            return;
        }
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        MethodTypeDesc shape = call.typeSymbol();
        boolean ofMemory = shape.parameterCount() > 1 && shape.parameterType(0).descriptorString().equals("L" + SEGMENT
            + ";");
        if (owner.equals(HANDLE) && call.opcode() == Opcode.INVOKESTATIC && name.endsWith("Fence")) {
            if (!changes(builder, type, name, found)) {
                builder.loadConstant(name).invokestatic(MACHINE, "fence", MethodTypeDesc.of(ConstantDescs.CD_void,
                    ConstantDescs.CD_String));
            }
        } else if (owner.equals(HANDLE) && ofMemory) {
            String access = capital(weakened(builder, name, type, found));
            builder.invokestatic(ACCESSES, shape.returnType().displayName() + access,
                shape.insertParameterTypes(0, ClassDesc.ofDescriptor("L" + HANDLE + ";")));
        } else if (owner.equals(SEGMENT) && name.equals("copy") && (shape.parameterCount() == 5
            || shape.parameterType(2).descriptorString().equals("L" + SEGMENT + ";"))) {
            builder.invokestatic(ACCESSES, name, shape);
        } else if (owner.equals(SEGMENT) && (name.equals("fill") || name.equals("toArray")
            && shape.parameterType(0).displayName().endsWith("OfByte")
            || (name.equals("get") || name.equals("set")) && isWord(shape))) {
            builder.invokestatic(ACCESSES, name, shape.insertParameterTypes(0, ClassDesc.ofDescriptor("L" + SEGMENT
                + ";")));
        } else if (PAUSES.getOrDefault(owner, Map.of()).containsKey(name) && !type.replace('.', '/').equals(SYSCALLS)) {
            builder.invokestatic(MACHINE, PAUSES.get(owner).get(name), shape);
        } else if (name.equals("isVirtual")) {
            builder.invokestatic(MACHINE, name, MethodTypeDesc.of(ConstantDescs.CD_boolean,
                ClassDesc.ofDescriptor("Ljava/lang/Thread;")));
        } else if (owner.equals(WORDS) && name.equals("of")) {
            builder.invokestatic(MODEL, "of", shape);
        } else if (owner.equals(WORDS)) {
            String weaker = weakened(builder, name, type, found);
            if (weaker.startsWith(SPLIT)) {
                builder.invokestatic(MODEL, weaker, shape.insertParameterTypes(0,
                    ClassDesc.ofDescriptor("L" + WORDS + ";")));
            } else {
                builder.invokeinterface(ClassDesc.of("io.shmem4j.spi.Words"), weaker, shape);
            }
        } else {
            builder.with(element);
        }
    }

    private static String capital(String name) {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    private static boolean isWord(MethodTypeDesc shape) {
        String layout = shape.parameterType(0).displayName();
        return layout.endsWith("OfInt") || layout.endsWith("OfLong");
    }

    /** {@return whether an access is the one that is changed} Code tells the machine that it has come there. */
    private boolean changes(CodeBuilder builder, String type, String name, List<Site> found) {
        Site site = new Site(type, method, line, name, (int) found.stream()
            .filter(each -> each.line == line && each.name.equals(name)).count());
        builder.loadConstant(sites.size() + found.size()).invokestatic(MACHINE, "visit",
            MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int));
        found.add(site);
        return site.equals(changed);
    }

    /** {@return the name of an access, weakened if it is the one that is changed} */
    private String weakened(CodeBuilder builder, String name, String type, List<Site> found) {
        String weaker = name.startsWith("compareAnd") || name.startsWith("getAndAdd") ? SPLIT + capital(name)
            : name.endsWith("Acquire") ? name.replace("Acquire", "") : name.endsWith("Release")
            ? name.replace("Release", "") : name.startsWith("get") ? name.replace("Volatile", "Acquire")
            : name.replace("Volatile", "Release");
        return !weaker.equals(name) && changes(builder, type, name, found) ? weaker : name;
    }
}
