// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Instruction;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ConstantPoolBuilder;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Rewrites one method, see {@link ProgramRewriter}. */
final class CodeRewriter implements CodeTransform {
    private static final String SEGMENT = "java/lang/foreign/MemorySegment";
    private static final String HANDLE = "java/lang/invoke/VarHandle";
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final ClassDesc SITES = ClassDesc.of("io.shmem4j.race.ProgramSites");
    private static final ClassDesc ACCESSES = ClassDesc.of("io.shmem4j.race.ProgramAccesses");
    private static final ClassDesc ORDER = ClassDesc.of("io.shmem4j.race.ThreadOrder");
    private static final MethodTypeDesc TAKES_INT = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_int);
    private static final MethodTypeDesc TAKES_OBJECT = MethodTypeDesc.of(ConstantDescs.CD_void,
        ConstantDescs.CD_Object);
    private static final MethodTypeDesc ARRAY_ACCESS = MethodTypeDesc.of(ConstantDescs.CD_void,
        ConstantDescs.CD_Object, ConstantDescs.CD_int, ConstantDescs.CD_int);
    private static final ClassDesc COURIER = ClassDesc.of("io.shmem4j.irregular.lane.Courier");
    private static final ClassDesc LAYOUT = ClassDesc.of("java.lang.foreign.ValueLayout");
    private static final ClassDesc MEMORY_SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");
    private static final Set<String> SEGMENT_METHODS = Set.of("get", "set", "getAtIndex", "setAtIndex", "fill",
        "copyFrom", "toArray", "copy", "mismatch");
    private static final Pattern TASKS = Pattern.compile(
        "L(java/lang/Runnable|java/util/concurrent/Callable|java/util/function/\\w+);");
    private static final Set<String> STARTERS = Set.of("execute", "submit", "runAsync", "supplyAsync", "start",
        "startVirtualThread", "fork", "unstarted", "schedule", "scheduleAtFixedRate", "scheduleWithFixedDelay");
    private static final Pattern FOLLOWERS = Pattern.compile("then|when|handle|exceptionally|run|accept|apply");
    /** Whose methods may wait for the end of a task. */
    private static final Pattern ENDS = Pattern.compile("Future|Execut|ForkJoin|Complet|Scope|Recursive");
    /** What tells a thread that another one has ended, if it is one. */
    private static final Pattern JOINS = Pattern.compile("join\\((|J|JI)\\)V|join\\(Ljava/time/Duration;\\)Z"
        + "|isAlive\\(\\)Z|getState\\(\\)Ljava/lang/Thread.State;");
    /** Of which some objects may be shared by threads. */
    private static final Pattern COLLECTIONS = Pattern.compile("java/util/(?!Bit)(\\w*(Collection|List|Set|Map|Queue"
        + "|Deque|Iterator)|Vector|Stack|Hashtable|Properties|Enumeration)");
    /** Of which an object orders nothing. */
    private static final Set<String> APART = Set.of(CONCURRENT + "TimeUnit", CONCURRENT + "ThreadLocalRandom");
    /** Methods whose results stand for the same object. */
    private static final Pattern VIEWS = Pattern.compile("(read|write)Lock|as\\w+Lock|newCondition");
    private static final MethodTypeDesc TAKES_TWO = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object,
        ConstantDescs.CD_Object);
    private static final Pattern ALLOCATORS = Pattern.compile("java/lang/foreign/(Arena|SegmentAllocator)");
    private static final Pattern COORDINATES = Pattern.compile("[JISBC]|Ljava/lang/(Long|Integer|Short|Byte);");
    private static final String STREAM = "java/util/stream/";
    private static final MethodTypeDesc TAKES_TASK = MethodTypeDesc.of(ConstantDescs.CD_Object,
        ConstantDescs.CD_Object, ConstantDescs.CD_Class);
    private static final MethodTypeDesc TAKES_STREAM = TAKES_TASK.insertParameterTypes(0, ConstantDescs.CD_Object);
    private static final MethodTypeDesc TAKES_TASKS = MethodTypeDesc.of(ConstantDescs.CD_Collection,
        ConstantDescs.CD_Object, ConstantDescs.CD_Collection);
    private static final ClassDesc HANDLES = ClassDesc.of("io.shmem4j.race.PathHandles");
    private static final MethodTypeDesc ELEMENTS = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_Object,
        ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_int);

    private final String file;
    private final MethodModel method;
    private final ClassDesc own;
    private final VolatileFields fields;
    /** Whether it is a class of the library that works for the program: its place is that of the program's call. */
    private final boolean inside;
    private final boolean mayRace;
    private final boolean synchronizes;
    private final boolean isInterface;
    private final List<Consumer<ClassBuilder>> references;
    private int line;
    /** Where a method that synchronizes holds its monitor from. */
    private Label held;
    /** Whether it initializes its class, and the variable that keeps the tick of its begin. */
    private final boolean initializes;
    private int began;
    /** Whether the latest instruction was a wait for a signal, which returns its value. */
    private boolean waited;

    /**
     * Rewrites a method.
     *
     * @param references gets what adds methods to its class
     */
    CodeRewriter(ClassModel type, MethodModel method, List<Consumer<ClassBuilder>> references, VolatileFields fields,
        boolean inside, boolean mayRace) {
        this.references = references;
        this.isInterface = type.flags().has(AccessFlag.INTERFACE);
        this.file = type.findAttribute(Attributes.sourceFile()).map(each -> each.sourceFile().stringValue())
            .orElse(type.thisClass().asInternalName());
        this.own = type.thisClass().asSymbol();
        this.method = method;
        this.fields = fields;
        this.inside = inside;
        String name = method.methodName().stringValue();
        // Some compilers leave out what a lambda is in.
        String around = name.matches("lambda\\$.+\\$\\d+") ? name.substring(7, name.lastIndexOf('$')) : name;
        this.mayRace = mayRace || type.methods().stream().anyMatch(each -> each.methodName().equalsString(around)
            && mayRace(each));
        this.initializes = !inside && name.equals(ConstantDescs.CLASS_INIT_NAME);
        this.synchronizes = !inside && method.flags().has(AccessFlag.SYNCHRONIZED);
    }

    static boolean mayRace(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream().anyMatch(all ->
            all.annotations().stream().anyMatch(each -> each.className().equalsString("Lio/shmem4j/MayRace;")));
    }

    @Override
    public void atStart(CodeBuilder code) {
        if (initializes) {
            began = code.allocateLocal(TypeKind.INT);
            code.invokestatic(ORDER, "initializes", MethodTypeDesc.of(ConstantDescs.CD_int));
            code.istore(began);
        }
        if (synchronizes) {
            monitor(code);
            code.invokestatic(ORDER, "enters", TAKES_OBJECT);
            held = code.newBoundLabel();
        }
    }

    /** An exception also lets go of the monitor; the method's own handlers come first. */
    @Override
    public void atEnd(CodeBuilder code) {
        if (synchronizes) {
            Label end = code.newBoundLabel();
            code.exceptionCatchAll(held, end, end);
            monitor(code);
            code.invokestatic(ORDER, "leaves", TAKES_OBJECT);
            code.athrow();
        }
    }

    private void monitor(CodeBuilder code) {
        if (method.flags().has(AccessFlag.STATIC)) {
            code.loadConstant(own);
        } else {
            code.aload(0);
        }
    }

    @Override
    public void accept(CodeBuilder code, CodeElement element) {
        if (waited && element instanceof Instruction next) {
            uses(code, next.opcode());
        }
        switch (element) {
            case LineNumber number -> {
                line = number.line();
                code.with(element);
            }
            case InvokeInstruction call -> call(code, call);
            case InvokeDynamicInstruction made when !inside && made.bootstrapMethod().owner().displayName().equals(
                "LambdaMetafactory") && made.bootstrapArgs().get(1) instanceof DirectMethodHandleDesc called
                && isSeen(called) -> reference(code, made, called);
            case ArrayLoadInstruction load when !inside && load.typeKind() != TypeKind.REFERENCE -> {
                code.dup2();
                code.loadConstant(site("array load"));
                code.invokestatic(ACCESSES, "arrayLoad", ARRAY_ACCESS);
                code.with(element);
            }
            case ArrayStoreInstruction store when !inside && store.typeKind() != TypeKind.REFERENCE -> {
                int value = code.allocateLocal(store.typeKind());
                code.storeLocal(store.typeKind().asLoadable(), value);
                code.dup2();
                code.loadConstant(site("array store"));
                code.invokestatic(ACCESSES, "arrayStore", ARRAY_ACCESS);
                code.loadLocal(store.typeKind().asLoadable(), value);
                code.with(element);
            }
            case FieldInstruction field when !inside && fields.declaring(field.owner().asInternalName(),
                field.name().stringValue()) instanceof String declaring -> field(code, field, declaring);
            case MonitorInstruction monitor when !inside -> {
                boolean enters = monitor.opcode() == Opcode.MONITORENTER;
                code.dup();
                if (!enters) {
                    code.invokestatic(ORDER, "leaves", TAKES_OBJECT);
                }
                code.with(element);
                if (enters) {
                    code.invokestatic(ORDER, "enters", TAKES_OBJECT);
                }
            }
            case ReturnInstruction _ when synchronizes -> {
                monitor(code);
                code.invokestatic(ORDER, "leaves", TAKES_OBJECT);
                code.with(element);
            }
            case ReturnInstruction _ when initializes -> {
                code.iload(began);
                code.invokestatic(ORDER, "initialized", TAKES_INT);
                code.with(element);
            }
            default -> code.with(element);
        }
    }

    /** What follows a wait for a signal; most programs drop the value that it returns. */
    private void uses(CodeBuilder code, Opcode next) {
        if (waited && next != Opcode.POP2) {
            code.dup2();
            code.invokestatic(ACCESSES, "uses", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long));
        }
        waited = false;
    }

    private int site(String what) {
        return ProgramSites.add((mayRace ? Reports.MAY_RACE : "") + what + " at " + file + ":" + line);
    }

    private static boolean isSeen(DirectMethodHandleDesc called) {
        String owner = internal(called.owner());
        return (called.kind() == Kind.VIRTUAL || called.kind() == Kind.INTERFACE_VIRTUAL)
            && (owner.startsWith(CONCURRENT) || owner.equals("java/lang/Thread") || ProgramRewriter.isLibrary(owner));
    }

    static String internal(ClassDesc type) {
        return type.descriptorString().substring(1, type.descriptorString().length() - 1);
    }

    /** A reference to a method: the function calls a new one in its place, in which the call is seen. */
    private void reference(CodeBuilder code, InvokeDynamicInstruction made, DirectMethodHandleDesc called) {
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(called.lookupDescriptor()).insertParameterTypes(0,
            made.typeSymbol().parameterCount() == 0 ? called.owner() : made.typeSymbol().parameterType(0));
        String name = "race$" + references.size() + "$" + called.methodName();
        int here = line;
        references.add(builder -> builder.withMethodBody(name, type, ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC
            | ClassFile.ACC_SYNTHETIC, body -> {
                for (int i = 0; i < type.parameterCount(); i++) {
                    body.loadLocal(TypeKind.from(type.parameterType(i)).asLoadable(), body.parameterSlot(i));
                }
                line = here;
                ConstantPoolBuilder pool = body.constantPool();
                boolean ofInterface = called.kind() == Kind.INTERFACE_VIRTUAL;
                call(body, InvokeInstruction.of(ofInterface ? Opcode.INVOKEINTERFACE : Opcode.INVOKEVIRTUAL,
                    pool.classEntry(called.owner()), pool.utf8Entry(called.methodName()),
                    pool.utf8Entry(called.lookupDescriptor()), ofInterface));
                uses(body, Opcode.LRETURN);
                body.return_(TypeKind.from(type.returnType()).asLoadable());
            }));
        List<ConstantDesc> arguments = new ArrayList<>(made.bootstrapArgs());
        arguments.set(1, MethodHandleDesc.ofMethod(isInterface ? Kind.INTERFACE_STATIC : Kind.STATIC, own, name, type));
        code.invokedynamic(DynamicCallSiteDesc.of(made.bootstrapMethod(), made.name().stringValue(), made.typeSymbol(),
            arguments.toArray(ConstantDesc[]::new)));
    }

    private void place(CodeBuilder code, String what) {
        if (!inside) {
            code.loadConstant(site(what));
            code.invokestatic(SITES, "at", TAKES_INT);
        }
    }

    private static void field(CodeBuilder code, FieldInstruction field, String declaring) {
        boolean stores = field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
        String key = declaring + "." + field.name().stringValue();
        if (stores) {
            code.loadConstant(key);
            code.invokestatic(ORDER, "releases", TAKES_OBJECT);
        }
        code.with(field);
        if (!stores) {
            code.loadConstant(key);
            code.invokestatic(ORDER, "acquires", TAKES_OBJECT);
        }
    }

    private void call(CodeBuilder code, InvokeInstruction call) {
        String owner = call.owner().asInternalName();
        String name = call.name().stringValue();
        MethodTypeDesc type = call.typeSymbol();
        boolean fixed = call.opcode() == Opcode.INVOKESTATIC;
        waited = owner.equals("io/shmem4j/Signal") && name.equals("waitUntil");
        if (owner.equals(SEGMENT) && SEGMENT_METHODS.contains(name) && fixed == name.equals("copy")
            || owner.equals("java/lang/System") && name.equals("arraycopy") && !inside) {
            bulk(code, call, name, type, fixed);
        } else if (makesHandle(owner, name, type)) {
            code.invokestatic(HANDLES, name, fixed ? type : type.insertParameterTypes(0, owner.equals(HANDLE)
                ? ConstantDescs.CD_VarHandle : type.parameterCount() == 0 ? LAYOUT
                : ClassDesc.of("java.lang.foreign.MemoryLayout")));
        } else if (inside) {
            inside(code, call, owner, name, type);
        } else if (ALLOCATORS.matcher(owner).matches() && type.returnType().equals(MEMORY_SEGMENT)) {
            code.with(call);
            code.dup();
            code.invokestatic(ACCESSES, "allocated", MethodTypeDesc.of(ConstantDescs.CD_void, MEMORY_SEGMENT));
        } else if (ProgramRewriter.isLibrary(owner)) {
            place(code, name);
            code.with(call);
        } else if (owner.equals(HANDLE) && hasCoordinates(name, type)) {
            handle(code, call, name, type);
        } else if (owner.equals("java/util/Arrays") || name.equals("clone") && owner.startsWith("[")
            || owner.startsWith(STREAM) && name.equals("of")) {
            arrays(code, call, name, type, owner);
        } else if (!orders(code, call, owner, name, type, fixed)) {
            code.with(call);
        }
    }

    /** A call by the library: of the one lock that it has for threads, the program's handlers run with that held. */
    private void inside(CodeBuilder code, InvokeInstruction call, String owner, String name, MethodTypeDesc type) {
        if (!owner.equals(HANDLE) || !own.equals(COURIER)) {
            code.with(call);
            return;
        }
        int[] locals = spill(code, type);
        if (name.equals("setRelease")) {
            code.aload(locals[0]);
            code.invokestatic(ORDER, "releases", TAKES_OBJECT);
        }
        reload(code, type, locals);
        code.with(call);
        if (name.equals("compareAndSet")) {
            code.aload(locals[0]);
            code.invokestatic(ORDER, "acquires", TAKES_OBJECT);
        }
    }

    /** A method whose arguments, or the first of them, tell what it accesses. */
    private void bulk(CodeBuilder code, InvokeInstruction call, String name, MethodTypeDesc type, boolean fixed) {
        int[] locals = spill(code, type);
        place(code, name);
        int count = name.equals("fill") || name.equals("toArray") ? 0 : name.startsWith("set") ? locals.length - 1
            : locals.length;
        MethodTypeDesc told = MethodTypeDesc.of(ConstantDescs.CD_void, type.parameterList().subList(0, count).stream()
            .map(each -> each.descriptorString().contains("Layout") ? LAYOUT : each).toList());
        if (!fixed) {
            told = told.insertParameterTypes(0, MEMORY_SEGMENT);
            code.dup();
        }
        for (int i = 0; i < count; i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)).asLoadable(), locals[i]);
        }
        code.invokestatic(ACCESSES, name, told);
        reload(code, type, locals);
        code.with(call);
    }

    private static boolean makesHandle(String owner, String name, MethodTypeDesc type) {
        return owner.startsWith("java/lang/foreign/") && (name.equals("varHandle") || name.equals(
            "arrayElementVarHandle")) || owner.equals(HANDLE) && name.startsWith("withInvoke")
            || owner.equals("java/lang/invoke/MethodHandles") && name.equals("insertCoordinates");
    }

    /** {@return whether the call is one of a handle on segments, not of one on a variable that is a segment} */
    private static boolean hasCoordinates(String name, MethodTypeDesc type) {
        int count = type.parameterCount() - PathHandles.values(name);
        return count > 0 && type.parameterType(0).equals(MEMORY_SEGMENT) && type.parameterList().subList(1, count)
            .stream().allMatch(each -> COORDINATES.matcher(each.descriptorString()).matches());
    }

    /** A handle on a segment, with coordinates from which the place follows. */
    private void handle(CodeBuilder code, InvokeInstruction call, String name, MethodTypeDesc type) {
        int[] locals = spill(code, type);
        int handle = code.allocateLocal(TypeKind.REFERENCE);
        int at = code.allocateLocal(TypeKind.LONG);
        code.storeLocal(TypeKind.REFERENCE, handle);
        place(code, name);
        code.aload(handle);
        code.aload(locals[0]);
        int count = type.parameterCount() - PathHandles.values(name) - 1;
        code.loadConstant(count);
        code.newarray(TypeKind.LONG);
        for (int i = 1; i <= count; i++) {
            code.dup();
            code.loadConstant(i - 1);
            TypeKind kind = TypeKind.from(type.parameterType(i)).asLoadable();
            code.loadLocal(kind, locals[i]);
            if (kind == TypeKind.INT) {
                code.i2l();
            } else if (kind == TypeKind.REFERENCE) {
                code.invokevirtual(ConstantDescs.CD_Number, "longValue", MethodTypeDesc.of(ConstantDescs.CD_long));
            }
            code.lastore();
        }
        code.loadConstant(name);
        code.invokestatic(HANDLES, "before", MethodTypeDesc.of(ConstantDescs.CD_long,
            ConstantDescs.CD_VarHandle, MEMORY_SEGMENT, ConstantDescs.CD_long.arrayType(), ConstantDescs.CD_String));
        code.lstore(at);
        code.aload(handle);
        reload(code, type, locals);
        code.with(call);
        code.aload(handle);
        code.aload(locals[0]);
        code.lload(at);
        code.loadConstant(name);
        code.invokestatic(HANDLES, "after", MethodTypeDesc.of(ConstantDescs.CD_void,
            ConstantDescs.CD_VarHandle, MEMORY_SEGMENT, ConstantDescs.CD_long, ConstantDescs.CD_String));
    }

    /** A method of the JDK that loads or stores the elements of arrays, of some with the bounds behind the array. */
    private void arrays(CodeBuilder code, InvokeInstruction call, String name, MethodTypeDesc type, String owner) {
        boolean stores = name.startsWith("fill") || name.contains("ort") || name.startsWith("setAll")
            || name.startsWith("parallel");
        int[] locals = spill(code, type);
        place(code, name);
        if (owner.startsWith("[")) {
            code.dup();
            code.loadConstant(0);
            code.loadConstant(-1);
            code.loadConstant(0);
            code.invokestatic(ACCESSES, "elements", ELEMENTS);
        }
        for (int i = 0; i < locals.length; i++) {
            if (!type.parameterType(i).isArray() || !type.parameterType(i).componentType().isPrimitive()) {
                continue;
            }
            boolean bounded = i + 2 < locals.length && type.parameterType(i + 1).equals(ConstantDescs.CD_int)
                && type.parameterType(i + 2).equals(ConstantDescs.CD_int);
            code.aload(locals[i]);
            for (int bound = 1; bound <= 2; bound++) {
                if (bounded) {
                    code.iload(locals[i + bound]);
                } else {
                    code.loadConstant(bound == 1 ? 0 : -1);
                }
            }
            code.loadConstant(stores ? 1 : 0);
            code.invokestatic(ACCESSES, "elements", ELEMENTS);
        }
        reload(code, type, locals);
        code.with(call);
    }

    private static int[] spill(CodeBuilder code, MethodTypeDesc type) {
        int[] locals = new int[type.parameterCount()];
        for (int i = locals.length - 1; i >= 0; i--) {
            TypeKind kind = TypeKind.from(type.parameterType(i)).asLoadable();
            locals[i] = code.allocateLocal(kind);
            code.storeLocal(kind, locals[i]);
        }
        return locals;
    }

    private static void reload(CodeBuilder code, MethodTypeDesc type, int[] locals) {
        for (int i = 0; i < locals.length; i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)).asLoadable(), locals[i]);
        }
    }

    /** {@return whether the call orders threads, and has been written} */
    private boolean orders(CodeBuilder code, InvokeInstruction call, String owner, String name, MethodTypeDesc type,
        boolean fixed) {
        String descriptor = type.descriptorString();
        if (name.equals("start") && descriptor.equals("()V") && call.opcode() == Opcode.INVOKEVIRTUAL) {
            code.dup().invokestatic(ORDER, "starts", TAKES_OBJECT).with(call);
            return true;
        }
        if (owner.startsWith(STREAM) && name.equals("forEach")) {
            loop(code, call, type);
            return true;
        }
        boolean concurrent = owner.startsWith(CONCURRENT) || owner.startsWith("java/lang/Thread$Builder")
            || owner.equals("java/lang/Thread") && fixed;
        boolean follows = owner.startsWith(CONCURRENT + "Complet") && FOLLOWERS.matcher(name).lookingAt();
        boolean starts = concurrent && (STARTERS.contains(name) || follows);
        if (starts || concurrent && !fixed && name.startsWith("invokeA")) {
            wrap(code, type, follows ? "later" : "task");
        }
        // Compilers name the class that the program does.
        boolean waits = name.equals("wait") && descriptor.matches("\\((J|JI)?\\)V");
        boolean joins = JOINS.matcher(name + descriptor).matches() && !owner.startsWith(CONCURRENT);
        boolean shares = owner.startsWith(CONCURRENT) || COLLECTIONS.matcher(owner).matches();
        boolean barrier = owner.equals(CONCURRENT + "CyclicBarrier") && name.equals("<init>");
        if (barrier || shares && !starts && !fixed && !name.startsWith("invokeA")
            && call.opcode() != Opcode.INVOKESPECIAL) {
            within(code, type, barrier);
        }
        if (call.opcode() == Opcode.INVOKESPECIAL || APART.contains(owner) || !(starts || !fixed && (shares || waits
            || joins || owner.equals(HANDLE)))) {
            return false;
        }
        int[] locals = spill(code, type);
        int receiver = code.allocateLocal(TypeKind.REFERENCE);
        if (!fixed) {
            code.dup();
            code.astore(receiver);
            code.aload(receiver);
            code.invokestatic(ORDER, waits ? "leaves" : "releases", TAKES_OBJECT);
            if (starts) {
                code.aload(receiver);
                code.invokestatic(ORDER, "goesTo", TAKES_OBJECT);
            }
        }
        reload(code, type, locals);
        code.with(call);
        // Who gives a task away waits for none that was given away before, even where that has ended meanwhile.
        if (starts) {
            (type.returnType().isPrimitive() ? code.aconst_null() : code.dup()).invokestatic(ORDER, "given",
                TAKES_OBJECT);
        } else {
            if (VIEWS.matcher(name).matches() && !type.returnType().isPrimitive()) {
                code.dup();
                code.aload(receiver);
                code.invokestatic(ORDER, "view", TAKES_TWO);
            }
            code.aload(receiver);
            code.invokestatic(ORDER, joins ? "joined" : waits ? "enters" : ENDS.matcher(owner).find() ? "ended"
                : "acquires", TAKES_OBJECT);
        }
        return true;
    }

    /** A stream calls a function for its elements. */
    private static void loop(CodeBuilder code, InvokeInstruction call, MethodTypeDesc type) {
        int work = code.allocateLocal(TypeKind.REFERENCE);
        code.astore(work);
        code.dup();
        code.aload(work);
        task(code, type.parameterType(0), "each", TAKES_STREAM);
        code.with(call);
        code.aconst_null();
        code.invokestatic(ORDER, "ended", TAKES_OBJECT);
    }

    /** Has tasks that other threads will run tell of their begin and their end. */
    private static void wrap(CodeBuilder code, MethodTypeDesc type, String by) {
        int[] locals = spill(code, type);
        for (int i = 0; i < locals.length; i++) {
            code.loadLocal(TypeKind.from(type.parameterType(i)).asLoadable(), locals[i]);
            String each = type.parameterType(i).descriptorString();
            if (TASKS.matcher(each).matches()) {
                task(code, type.parameterType(i), by, TAKES_TASK);
            } else if (each.equals("Ljava/util/Collection;")) {
                code.dup2().invokestatic(ORDER, "tasks", TAKES_TASKS).swap().pop();
            } else if (each.equals("Ljava/util/concurrent/Executor;")) {
                code.dup();
                code.invokestatic(ORDER, "goesTo", TAKES_OBJECT);
            }
        }
    }

    /** Has functions that run within a call on an object be ordered as calls on it are, of all barriers as on one. */
    private static void within(CodeBuilder code, MethodTypeDesc type, boolean barrier) {
        if (type.parameterList().stream().noneMatch(each -> TASKS.matcher(each.descriptorString()).matches())) {
            return;
        }
        int[] locals = spill(code, type);
        int object = code.allocateLocal(TypeKind.REFERENCE);
        if (barrier) {
            code.loadConstant(ClassDesc.of("java.util.concurrent.CyclicBarrier"));
        } else {
            code.dup();
        }
        code.astore(object);
        for (int i = 0; i < locals.length; i++) {
            boolean runs = TASKS.matcher(type.parameterType(i).descriptorString()).matches();
            if (runs) {
                code.aload(object);
            }
            code.loadLocal(TypeKind.from(type.parameterType(i)).asLoadable(), locals[i]);
            if (runs) {
                task(code, type.parameterType(i), "within", TAKES_STREAM);
            }
        }
    }

    private static void task(CodeBuilder code, ClassDesc type, String by, MethodTypeDesc takes) {
        code.loadConstant(type);
        code.invokestatic(ORDER, by, takes);
        code.checkcast(type);
    }
}
