// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static java.lang.classfile.Attributes.constantValue;
import static java.lang.classfile.Attributes.signature;

import io.shmem4j.launch.Place;
import java.io.IOException;
import java.lang.classfile.ClassFile.DebugElementsOption;
import java.lang.classfile.ClassFile.LineNumbersOption;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.attribute.SignatureAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.classfile.constantpool.MethodHandleEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.reflect.AccessFlag;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Looks for what a program's classes use that PEs of a JVM can't share, in each class and in all together. */
final class ClassScan {
    static final ClassFile FILES = ClassFile.of(DebugElementsOption.DROP_DEBUG, LineNumbersOption.DROP_LINE_NUMBERS);
    private static final String OBJECT = "java/lang/Object";
    /** Classes and members with which the order or the result depends on hash codes. */
    private static final Pattern HASHES = Pattern.compile("java/util/((Weak|Identity)?Hash|concurrent/ConcurrentHash"
        + "|(Objects|Arrays)\\.(h|deepH)ash|stream/Collectors\\.(group|to\\w*(Map|Set))).*"
        + "|(?!java/lang/(?!Object)).*\\.hashCode");
    /** Types of tables, in the signatures of fields, whose keys have no hash code but their identity. */
    private static final Pattern IDENTITY_KEYS = Pattern.compile("(Map|Set)<(\\[|Ljava/lang/(Class|Thread)\\b)");
    /** Enums of the JDK that are keys of tables: PEs that share a JVM share their hash codes. */
    private static final Pattern ENUMS_OF_JDK = Pattern.compile("java/time/(DayOfWeek|Month|temporal/Chrono\\w+)\\b");
    private static final Pattern ENDS = Pattern.compile("java/lang/(System|Runtime)\\.(exit|halt)");
    private static final Pattern THREADS = Pattern.compile("java/lang/Thread(\\$Builder.*)?\\.(<init>|start|factory)"
        + "|java/util/concurrent/\\w*Executor(s|Service)?");

    private final Function<String, byte[]> finder;
    private final LockScan locks = new LockScan();
    private final Set<String> seen = new HashSet<>();
    /** Classes to the first file that refers to them. */
    private final Map<String, String> named = new HashMap<>();
    /** Classes without a {@code hashCode} of their own. */
    private final Set<String> plain = new HashSet<>(Set.of(OBJECT));
    /** Classes of which the program makes objects. */
    private final LinkedHashSet<String> made = new LinkedHashSet<>();
    private String hashes;
    private String ends;
    private boolean threads;
    private boolean copies;
    /** A jar of the library whose classes have state, or null. */
    private Path trusted;

    /** The finder returns class files of the program by name, or null. */
    ClassScan(Function<String, byte[]> finder) {
        this.finder = finder;
    }

    /** Takes a jar of the library for allowed. */
    void trust(Path jar) {
        trusted = jar;
        copies = true;
        try (Place place = Place.of(jar)) {
            place.classes(seen::add);
        } catch (IOException e) {
            // The classes that the program names will be missing.
            trusted = null;
        }
    }

    boolean trusts(Path part) {
        return part.equals(trusted);
    }

    /** {@return whether a class has state, or objects for which a PE needs a class of its own} */
    boolean needCopies() {
        return copies;
    }

    /** {@return the forbidden classes, members and files that a class refers to} */
    Set<String> scan(String file, ClassModel type) {
        Set<String> uses = new LinkedHashSet<>();
        String name = type.thisClass().asInternalName();
        seen.add(name);
        for (PoolEntry constant : type.constantPool()) {
            scan(constant, file, uses);
        }
        for (FieldModel field : type.fields()) {
            locks.declare(field);
            SignatureAttribute generic = field.findAttribute(signature()).orElse(null);
            if (generic != null && IDENTITY_KEYS.matcher(generic.signature().stringValue()).find()) {
                made.add(OBJECT);
            }
            copies |= field.flags().has(AccessFlag.STATIC) && (!field.flags().has(AccessFlag.FINAL)
                || field.findAttribute(constantValue()).isEmpty());
        }
        boolean hashed = false;
        for (MethodModel method : type.methods()) {
            String own = method.methodName().stringValue() + method.methodType().stringValue();
            copies |= own.startsWith("<clinit>") || method.flags().has(AccessFlag.STATIC)
                && method.flags().has(AccessFlag.SYNCHRONIZED);
            hashed |= own.equals("hashCode()I");
            if (own.equals("finalize()V")) {
                uses.add("java.lang.Object.finalize");
            }
            scan(method, file, uses);
        }
        if (!hashed) {
            plain.add(name);
        }
        return uses;
    }

    // No switch over types and no stream: their first use costs a launcher some milliseconds.
    private void scan(PoolEntry constant, String file, Set<String> uses) {
        if (constant instanceof ClassEntry type) {
            String name = element(type);
            if (!ShareList.isJdk(name)) {
                named.putIfAbsent(name, file);
            } else if (!ShareList.allows(name)) {
                uses.add(name.replace('/', '.'));
            }
            note(name, file);
        } else if (constant instanceof MemberRefEntry member) {
            String owner = element(member.owner());
            String name = owner.concat(".").concat(member.name().stringValue());
            note(name, file);
            if (ENUMS_OF_JDK.matcher(member.type().stringValue()).find()) {
                made.add(OBJECT);
            }
            if ((!ShareList.isJdk(owner) || ShareList.allows(owner)) && isMissing(owner, member)) {
                uses.add(name.replace('/', '.'));
            }
        } else if (constant instanceof StringEntry text) {
            if (ShareList.isFileOfProcess(text.stringValue())) {
                uses.add(text.stringValue());
            }
        } else if (constant instanceof MethodHandleEntry handle && handle.kind() == Kind.CONSTRUCTOR.refKind) {
            made.add(handle.reference().owner().asInternalName());
        }
    }

    /** Notes a class or member that matters together with others. */
    private void note(String reference, String file) {
        if (!reference.startsWith("java/") && !reference.endsWith(".hashCode")) {
            return;
        }
        if (hashes == null && HASHES.matcher(reference).matches()) {
            hashes = file + " uses " + reference.replace('/', '.');
        }
        if (ends == null && ENDS.matcher(reference).matches()) {
            ends = file + " uses " + reference.replace('/', '.');
        }
        threads |= THREADS.matcher(reference).matches();
        copies |= reference.equals("java/lang/ref/Cleaner");
    }

    private void scan(MethodModel method, String file, Set<String> uses) {
        List<Instruction> code = new ArrayList<>();
        CodeModel model = method.code().orElse(null);
        for (CodeElement element : model == null ? List.<CodeElement>of() : model.elementList()) {
            if (element instanceof Instruction instruction) {
                copies |= instruction.opcode() == Opcode.PUTSTATIC || instruction.opcode() == Opcode.MONITORENTER;
                if (element instanceof NewObjectInstruction creation) {
                    made.add(creation.className().asInternalName());
                } else if (element instanceof InvokeInstruction call && !code.isEmpty()
                    && (call.owner().asInternalName().equals(OBJECT) || call.type().stringValue().contains("Object;)"))
                    && code.getLast() instanceof InvokeInstruction before
                    && before.type().stringValue().endsWith(")Ljava/lang/Thread;")) {
                    uses.add("java.lang.Thread.toString");
                }
                code.add(instruction);
            } else if (element instanceof LabelTarget) {
                code.add(null);
            }
        }
        locks.scan(file, method, code);
    }

    /** {@return a reason against sharing that all classes have together, or null} */
    String together() {
        made.retainAll(plain);
        Map.Entry<String, String> missing = null;
        for (Map.Entry<String, String> type : named.entrySet()) {
            if (!seen.contains(type.getKey()) && !type.getKey().startsWith(ShareScan.LIBRARY)) {
                missing = type;
            }
        }
        return locks.lacking() != null ? locks.lacking() + " locks an object that may be the JDK's"
            : ends != null && threads ? ends + " beside threads"
            : missing != null ? missing.getValue() + " refers to " + missing.getKey().replace('/', '.')
            + ", which is not there"
            : hashes != null && !made.isEmpty() ? made.getFirst().replace('/', '.') + " has no hashCode, and " + hashes
            : null;
    }

    private static String element(ClassEntry type) {
        String name = type.asInternalName();
        // An array of primitives is an object of the JDK.
        return !name.startsWith("[") ? name : name.endsWith(";") ? name.replaceFirst("^\\[+L(.*);$", "$1") : OBJECT;
    }

    /** {@return whether a member is forbidden in a class or one of its superclasses} */
    private boolean isMissing(String owner, MemberRefEntry member) {
        String name = member.name().stringValue();
        String descriptor = member.type().stringValue();
        boolean inherited = !(member instanceof FieldRefEntry) && ShareList.mayInherit(name, descriptor);
        String type = owner;
        while (type != null && ShareList.allows(type, name, descriptor)) {
            type = !inherited ? null : ShareList.isJdk(type) ? superclass(type) : superclass(type, member);
        }
        return type != null;
    }

    private static String superclass(String type) {
        try {
            Class<?> superclass = Class.forName(type.replace('/', '.'), false, null).getSuperclass();
            return superclass == null ? null : superclass.getName().replace('.', '/');
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    /** {@return a program class's superclass, or null if the class is missing or declares the member itself} */
    private String superclass(String type, MemberRefEntry member) {
        byte[] bytes = finder.apply(type);
        if (bytes == null) {
            return null;
        }
        ClassModel model = FILES.parse(bytes);
        return model.superclass().isEmpty()
            || model.methods().stream().anyMatch(method -> method.methodName().equals(member.name())
            && method.methodType().equals(member.type())) ? null
            : model.superclass().get().asInternalName();
    }
}
