// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.util.Set;

/**
 * Whether PEs may share a class: it means the same to them as a copy each would. It does where its static fields
 * hold constants, where nobody takes it or what it holds as a lock, where its code reaches no thread but the PE's own,
 * and where it does not look at itself. Doubts count as a reason not to share.
 */
final class Statics {
    private static final String INIT = "<init>";
    private static final String SWITCH = "$SwitchMap$";
    private static final String CLINIT = "<clinit>";
    private static final int INVOKEVIRTUAL = 0xb6;
    private static final int INVOKEINTERFACE = 0xb9;
    private static final int GETSTATIC = 0xb2;
    private static final int PUTSTATIC = 0xb3;

    private static final Set<String> UNCHANGING = Set.of("java/lang/String", "java/lang/Integer", "java/lang/Long",
        "java/lang/Double", "java/lang/Float", "java/lang/Short", "java/lang/Byte", "java/lang/Character",
        "java/lang/Boolean", "java/math/BigInteger", "java/math/BigDecimal", "java/math/MathContext",
        "java/math/RoundingMode", "java/util/regex/Pattern", "java/time/Duration", "java/util/Locale",
        "java/nio/ByteOrder", "java/nio/charset/Charset", "java/lang/foreign/ValueLayout",
        "jdk/incubator/vector/VectorSpecies");
    private static final String LAYOUTS = "java/lang/foreign/ValueLayout$";
    /** Further classes that an initializer may use, because their results depend on nothing. */
    private static final Set<String> PURE = Set.of("java/lang/Math", "java/lang/StrictMath", "java/lang/Object",
        "java/lang/Enum", "java/lang/StringBuilder", "java/util/Objects", "java/lang/NoSuchFieldError");
    private static final Set<String> IMPURE = Set.of("random", "getInteger", "getLong", "getBoolean",
        "defaultCharset", "getDefault", "wait", "notify", "notifyAll");

    /** Packages of the JDK that start no threads and know no loaders but for the names below. */
    private static final Set<String> PACKAGES = Set.of("java/math", "java/util", "java/util/function",
        "java/util/stream", "java/util/regex", "java/util/random", "java/util/concurrent/atomic", "java/util/zip",
        "java/io", "java/nio", "java/nio/charset", "java/nio/file", "java/nio/file/attribute", "java/text",
        "java/time", "java/time/format", "java/time/temporal", "java/lang/annotation", "java/lang/runtime",
        "jdk/incubator/vector");
    private static final Set<String> NOT_OF_THEM = Set.of("java/util/Timer", "java/util/TimerTask",
        "java/util/ServiceLoader", "java/util/ResourceBundle", "java/util/stream/StreamSupport",
        "java/io/ObjectInputStream", "java/io/ObjectOutputStream");
    private static final Set<String> OTHERS = Set.of("java/util/concurrent/TimeUnit",
        "java/util/concurrent/ThreadLocalRandom", "java/lang/invoke/LambdaMetafactory",
        "java/lang/invoke/StringConcatFactory", "java/lang/invoke/MethodHandles",
        "java/lang/invoke/MethodHandles$Lookup", "java/lang/invoke/CallSite",
        "java/lang/invoke/MethodType", "java/lang/invoke/MethodHandle",
        "java/lang/invoke/TypeDescriptor", "java/lang/foreign/Arena", "java/lang/foreign/MemorySegment",
        "java/lang/foreign/MemoryLayout", "java/lang/foreign/SegmentAllocator");
    private static final Set<String> LANGUAGE = Set.of("Object", "String", "StringBuilder", "StringBuffer", "Math",
        "StrictMath", "Integer", "Long", "Double", "Float", "Short", "Byte", "Character", "Boolean", "Number", "Void",
        "Comparable", "CharSequence", "Appendable", "Iterable", "AutoCloseable", "Cloneable", "Enum", "Record",
        "Throwable", "StackTraceElement", "Runnable", "Class", "System", "Thread", "Runtime", "IO", "Override",
        "Deprecated", "FunctionalInterface", "SafeVarargs", "SuppressWarnings");
    private static final Set<String> CLASS = Set.of("getName", "getSimpleName", "getTypeName", "toString",
        "desiredAssertionStatus", "isInstance", "cast", "isArray", "equals", "hashCode", "getEnumConstants");
    private static final Set<String> SYSTEM = Set.of("currentTimeMillis", "nanoTime", "arraycopy", "out", "err", "in",
        "exit", "getenv", "getProperty", "lineSeparator", "identityHashCode", "gc");
    private static final Set<String> RUNTIME = Set.of("getRuntime", "availableProcessors", "totalMemory", "freeMemory",
        "maxMemory", "gc", "exit");

    private final ClassFile type;
    private final String name;
    private String why;
    /** Whether it is one of the classes with which the compiler translates switches over constants. */
    private boolean table;

    private Statics(ClassFile type) {
        this.type = type;
        this.name = type.name();
    }

    /** {@return why PEs can't share a class, null where they can} */
    static String of(ClassFile type) {
        Statics statics = new Statics(type);
        statics.run();
        return statics.why == null ? null : statics.name.replace('/', '.') + " " + statics.why;
    }

    private void run() {
        table = (type.flags() & ClassFile.SYNTHETIC) != 0;
        type.fields(field -> table &= field.name().startsWith(SWITCH));
        type.methods(method -> table &= method.name().equals(CLINIT));
        type.fields(this::field);
        type.methods(this::method);
        type.references(this::reference);
        type.classes(used -> {
            if (isOfJdk(used) && !known(used)) {
                refuse("uses " + used.replace('/', '.'));
            }
        });
    }

    private void refuse(String reason) {
        why = why == null ? reason : why;
    }

    private void field(ClassFile.Member field) {
        boolean tableOfSwitch = field.is(ClassFile.SYNTHETIC) && field.name().startsWith(SWITCH);
        boolean tableOfEnum = field.is(ClassFile.SYNTHETIC) && field.name().equals("$VALUES");
        if (field.is(ClassFile.STATIC)) {
            if (!field.is(ClassFile.FINAL) && !tableOfSwitch) {
                refuse("keeps state in its static field " + field.name());
            } else if (!field.constant() && !tableOfSwitch && !tableOfEnum && !field.is(ClassFile.ENUM)
                && !unchanging(field.descriptor())) {
                refuse("keeps an object in its static field " + field.name());
            }
        } else if (isEnum() && (!field.is(ClassFile.FINAL) || !unchanging(field.descriptor()))) {
            refuse("keeps state in its constants: " + field.name());
        }
    }

    private boolean isEnum() {
        return (type.flags() & ClassFile.ENUM) != 0;
    }

    private static boolean unchanging(String descriptor) {
        if (descriptor.length() == 1) {
            return true;
        }
        String of = descriptor.substring(1, descriptor.length() - 1);
        return descriptor.startsWith("L") && (UNCHANGING.contains(of) || of.startsWith(LAYOUTS));
    }

    private void method(ClassFile.Member method) {
        if (method.is(ClassFile.NATIVE)) {
            refuse("has a native method, " + method.name());
        } else if (method.is(ClassFile.SYNCHRONIZED) && (method.is(ClassFile.STATIC) || isEnum())) {
            refuse("locks the whole class in " + method.name());
        }
        boolean first = method.name().equals(CLINIT) || isEnum() && method.name().equals(INIT);
        if (method.code() != 0) {
            type.operations(method, (operation, constant) -> {
                if (operation == ClassFile.MONITORENTER) {
                    refuse("locks an object in " + method.name());
                } else if (first && !table && (operation == GETSTATIC || operation == PUTSTATIC
                    || operation >= INVOKEVIRTUAL && operation <= INVOKEINTERFACE)) {
                    early(type.owner(constant), type.name(constant), operation);
                }
            });
        }
    }

    /** Notes a use during initialization, which one PE does for all. */
    private void early(String owner, String member, int operation) {
        boolean own = owner.equals(name) || isEnum() && owner.startsWith(name + "$");
        boolean allowed = own ? operation == GETSTATIC || operation == PUTSTATIC || member.equals("$values")
            || isEnum() && member.equals(INIT)
            : (PURE.contains(owner) || UNCHANGING.contains(owner) || owner.startsWith(LAYOUTS)
            || owner.startsWith("jdk/incubator/vector/")) && !IMPURE.contains(member)
            || owner.equals("java/lang/Class") && member.equals("desiredAssertionStatus") || isEnum()
            && member.equals(INIT) && name.startsWith(owner + "$");
        if (!allowed) {
            refuse("uses " + owner.replace('/', '.') + "." + member + " to initialize itself");
        }
    }

    private static boolean isOfJdk(String used) {
        return used.startsWith("java/") || used.startsWith("javax/") || used.startsWith("jdk/")
            || used.startsWith("sun/") || used.startsWith("com/sun/");
    }

    private static boolean known(String used) {
        int slash = used.lastIndexOf('/');
        String folder = used.substring(0, slash);
        if (folder.equals("java/lang")) {
            return LANGUAGE.contains(used.substring(slash + 1)) || used.endsWith("Exception")
                || used.endsWith("Error");
        }
        return OTHERS.contains(used) || used.startsWith(LAYOUTS) || UNCHANGING.contains(used)
            || PACKAGES.contains(folder) && !NOT_OF_THEM.contains(used);
    }

    private void reference(String owner, String member) {
        if (member.startsWith("parallel")) {
            refuse("has others do its work, by " + member);
        }
        Set<String> allowed = switch (owner) {
            case "java/lang/Class" -> CLASS;
            case "java/lang/System" -> SYSTEM;
            case "java/lang/Thread" -> Set.of("sleep", "yield", "onSpinWait", "interrupted");
            case "java/lang/Runtime" -> RUNTIME;
            case "java/lang/IO" -> Set.of("println", "print");
            case "java/lang/invoke/MethodHandles", "java/lang/invoke/MethodHandles$Lookup",
                "java/lang/invoke/MethodHandle" -> Set.of();
            default -> null;
        };
        if (allowed != null && !allowed.contains(member) || owner.equals("io/shmem4j/Shmem") && member.equals("run")) {
            refuse("uses " + owner.substring(owner.lastIndexOf('/') + 1) + "." + member);
        }
    }
}
