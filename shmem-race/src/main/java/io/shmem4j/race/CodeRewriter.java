// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.order.Reports;
import io.shmem4j.race.order.Shadow;
import io.shmem4j.race.order.Sites;
import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
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
import java.lang.classfile.instruction.ExceptionCatch;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc.Kind;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Rewrites a method, see {@link ProgramRewriter}. */
final class CodeRewriter implements CodeTransform {
    private static final ClassDesc SITES = ClassDesc.of("io.shmem4j.race.order.Sites");
    private static final ClassDesc ACCESSES = ClassDesc.of("io.shmem4j.race.ProgramAccesses");
    private static final ClassDesc ORDER = ClassDesc.of("io.shmem4j.race.ThreadOrder");
    private static final ClassDesc COMPARATOR = ClassDesc.of("java.util.Comparator");
    private static final ClassDesc RUNNABLE = ClassDesc.of("java.lang.Runnable");
    private static final MethodTypeDesc TAKES_OBJECT = MethodTypeDesc.of(ConstantDescs.CD_void,
        ConstantDescs.CD_Object);
    private static final MethodTypeDesc ARRAY_ACCESS = MethodTypeDesc.of(ConstantDescs.CD_void,
        ConstantDescs.CD_Object, ConstantDescs.CD_int, ConstantDescs.CD_int, ConstantDescs.CD_String);
    private static final DirectMethodHandleDesc LINK = ConstantDescs.ofCallsiteBootstrap(ClassDesc.of(
        "io.shmem4j.race.ProgramCalls"), "link", ConstantDescs.CD_CallSite, ConstantDescs.CD_MethodHandle,
        ConstantDescs.CD_String, ConstantDescs.CD_String, ConstantDescs.CD_int, ConstantDescs.CD_String);
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final Pattern FIELD_HANDLE = Pattern.compile("java/lang/invoke/MethodHandles\\$Lookup\\."
        + "(find(Static)?|unreflect)VarHandle|java/util/concurrent/atomic/Atomic\\w+FieldUpdater\\.newUpdater");

    private final String file;
    private final MethodModel method;
    private final ClassDesc own;
    /** Whether this is a library class whose fields order the program's threads. */
    private final boolean orders;
    private final ProgramClasses classes;
    /** Whether this is a library class that acts for the program; its accesses keep the program's call site. */
    private final boolean inside;
    private final boolean mayRace;
    private final boolean synchronizes;
    private final boolean isInterface;
    /** Whether the method may be a timer task. */
    private final boolean times;
    private final List<Consumer<ClassBuilder>> references;
    private final Set<Label> handlers = new HashSet<>();
    private int line;
    /** Start of the code in which a synchronized method holds its monitor. */
    private Label held;
    /** Whether the method is a class initializer; {@code began} is the variable with its first tick. */
    private final boolean initializes;
    private int began;
    /** Whether the last instruction was a wait for a signal, which returns the value. */
    private boolean waited;

    /** Rewrites a method; {@code references} collects methods to add to the class. */
    CodeRewriter(ClassModel type, MethodModel method, List<Consumer<ClassBuilder>> references, ProgramClasses classes,
        boolean inside, boolean mayRace) {
        this.references = references;
        this.isInterface = type.flags().has(AccessFlag.INTERFACE);
        this.file = type.findAttribute(Attributes.sourceFile()).map(each -> each.sourceFile().stringValue())
            .orElse(type.thisClass().asInternalName());
        this.own = type.thisClass().asSymbol();
        this.orders = LibraryFrames.is(type.thisClass().asInternalName().replace('/', '.'), Role.ORDERS);
        this.method = method;
        this.classes = classes;
        this.inside = inside;
        String name = method.methodName().stringValue();
        // Some compilers don't record the enclosing method of a lambda.
        String around = name.matches("lambda\\$.+\\$\\d+") ? name.substring(7, name.lastIndexOf('$')) : name;
        this.mayRace = mayRace || type.methods().stream().anyMatch(each -> each.methodName().equalsString(around)
            && mayRace(each));
        this.initializes = !inside && name.equals(ConstantDescs.CLASS_INIT_NAME);
        this.times = !inside && name.equals("run") && method.methodTypeSymbol().equals(MethodTypeDesc.of(
            ConstantDescs.CD_void)) && !method.flags().has(AccessFlag.STATIC) && type.superclass().filter(above ->
            !above.asSymbol().equals(ConstantDescs.CD_Object)).isPresent();
        // Phaser.onAdvance runs after all parties have arrived and before any continues.
        this.synchronizes = !inside && (method.flags().has(AccessFlag.SYNCHRONIZED)
            || name.equals("onAdvance") && !method.flags().has(AccessFlag.STATIC));
    }

    static boolean mayRace(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream().anyMatch(all ->
            all.annotations().stream().anyMatch(each -> each.className().equalsString("Lio/shmem4j/MayRace;")));
    }

    @Override
    public void atStart(CodeBuilder code) {
        if (times) {
            code.aload(0);
            code.invokestatic(ORDER, "timed", TAKES_OBJECT);
        }
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

    /** Adds a handler that releases the monitor on exceptions, after the method's own handlers. */
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
            case ExceptionCatch caught when !inside -> {
                handlers.add(caught.handler());
                code.with(element);
            }
            case LabelTarget target when handlers.contains(target.label()) -> {
                code.with(element);
                code.invokestatic(ORDER, "interrupted", MethodTypeDesc.of(ConstantDescs.CD_void));
            }
            case InvokeInstruction call -> call(code, call);
            case InvokeDynamicInstruction made when !inside && made.bootstrapMethod().owner().displayName().equals(
                "LambdaMetafactory") && made.bootstrapArgs().get(1) instanceof DirectMethodHandleDesc called
                && isSeen(called) -> reference(code, made, called);
            case ArrayLoadInstruction load when !inside && load.typeKind() != TypeKind.REFERENCE -> {
                arrayAccess(code, Shadow.READ, "array load");
                code.with(element);
            }
            case ArrayStoreInstruction store when !inside && store.typeKind() != TypeKind.REFERENCE -> {
                int value = code.allocateLocal(store.typeKind());
                code.storeLocal(store.typeKind().asLoadable(), value);
                arrayAccess(code, Shadow.WRITE, "array store");
                code.loadLocal(store.typeKind().asLoadable(), value);
                code.with(element);
            }
            case FieldInstruction field when (!inside || releases(field)) && classes.declaring(
                field.owner().asInternalName(), field.name().stringValue()) instanceof String declaring ->
                field(code, field, declaring);
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
                code.invokestatic(ORDER, "initialized", MethodTypeDesc.of(ConstantDescs.CD_void,
                    ConstantDescs.CD_int));
                code.with(element);
            }
            default -> code.with(element);
        }
    }

    /** Records the use of a signal's value after a wait, unless the program drops it. */
    private void uses(CodeBuilder code, Opcode next) {
        if (waited && next != Opcode.POP2) {
            code.dup2();
            code.invokestatic(ACCESSES, "uses", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long));
        }
        waited = false;
    }

    private void arrayAccess(CodeBuilder code, int kind, String what) {
        code.dup2();
        code.loadConstant(kind);
        code.loadConstant(site(what));
        code.invokestatic(ACCESSES, "element", ARRAY_ACCESS);
    }

    private String site(String what) {
        return (mayRace ? Reports.MAY_RACE : "") + what + " at " + file + ":" + line;
    }

    private static boolean isSeen(DirectMethodHandleDesc called) {
        String owner = internal(called.owner());
        return (called.kind() == Kind.VIRTUAL || called.kind() == Kind.INTERFACE_VIRTUAL)
            && (owner.startsWith(CONCURRENT) || owner.equals("java/lang/Thread") || Sites.isLibrary(owner));
    }

    static String internal(ClassDesc type) {
        return type.descriptorString().substring(1, type.descriptorString().length() - 1);
    }

    /** Replaces a method reference by a reference to a new method that makes the call and is rewritten. */
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

    /** {@return whether an instruction stores to a class whose fields order the program's threads} */
    private static boolean releases(FieldInstruction field) {
        return field.opcode() == Opcode.PUTFIELD && LibraryFrames.is(field.owner().asInternalName().replace('/', '.'),
            Role.ORDERS);
    }

    private void place(CodeBuilder code, String what) {
        if (!inside) {
            code.loadConstant(site(what));
            code.invokestatic(SITES, "at", MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_String));
        }
    }

    private static void field(CodeBuilder code, FieldInstruction field, String declaring) {
        boolean stores = field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
        String key = ProgramClasses.key(declaring, field.name().stringValue());
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
        waited = owner.equals("io/shmem4j/Signal") && name.equals("waitUntil")
            && type.returnType().equals(ConstantDescs.CD_long);
        if (waited) {
            code.invokestatic(ACCESSES, "waitsForSignal", MethodTypeDesc.of(ConstantDescs.CD_void));
        }
        boolean library = Sites.isLibrary(owner);
        String inherited = inside || library ? owner : classes.inherited(owner, name, call.opcode());
        if (!library && ProgramCalls.isSeen(inherited, name, type.descriptorString(), call.opcode(), inside,
            orders)) {
            code.invokedynamic(linked(call, inherited, name, type));
            return;
        }
        if (!inside && (library || name.equals("clone") && owner.startsWith("["))) {
            place(code, name);
        }
        if (!inside && !library && name.equals("clone") && owner.startsWith("[")) {
            code.dup();
            code.invokestatic(ACCESSES, "cloned", TAKES_OBJECT);
        } else if (!inside && name.equals("<init>") && type.parameterCount() > 0 && owner.startsWith(CONCURRENT)
            && type.parameterType(type.parameterCount() - 1) instanceof ClassDesc last && (last.equals(COMPARATOR)
            || last.equals(RUNNABLE) && owner.endsWith("/CyclicBarrier"))) {
            code.invokestatic(ORDER, "within", MethodTypeDesc.of(last, last));
        }
        if ((!inside || orders) && FIELD_HANDLE.matcher(owner + "." + name).matches()) {
            fieldHandle(code, call, type);
            return;
        }
        code.with(call);
    }

    /**
     * Records the field that a handle or updater stands for. The original call stays in the class, because it checks
     * its caller.
     */
    private void fieldHandle(CodeBuilder code, InvokeInstruction call, MethodTypeDesc type) {
        int[] kept = type.parameterList().stream().mapToInt(_ -> code.allocateLocal(TypeKind.REFERENCE)).toArray();
        for (int i = kept.length - 1; i >= 0; i--) {
            code.astore(kept[i]);
        }
        Arrays.stream(kept).forEach(code::aload);
        code.with(call);
        code.dup();
        code.aload(kept[0]);
        int named = type.parameterList().indexOf(ConstantDescs.CD_String);
        if (named >= 0) {
            code.aload(kept[named]);
        }
        code.invokestatic(ORDER, "standsFor", named < 0 ? MethodTypeDesc.of(ConstantDescs.CD_void,
            ConstantDescs.CD_Object, type.parameterType(0)) : MethodTypeDesc.of(ConstantDescs.CD_void,
            ConstantDescs.CD_Object, ConstantDescs.CD_Class, ConstantDescs.CD_String));
    }

    /** {@return a call site that {@link ProgramCalls} links} */
    private DynamicCallSiteDesc linked(InvokeInstruction call, String owner, String name, MethodTypeDesc type) {
        Kind kind = switch (call.opcode()) {
            case INVOKESTATIC -> call.isInterface() ? Kind.INTERFACE_STATIC : Kind.STATIC;
            case INVOKEINTERFACE -> Kind.INTERFACE_VIRTUAL;
            case INVOKESPECIAL -> call.isInterface() ? Kind.INTERFACE_SPECIAL : Kind.SPECIAL;
            default -> Kind.VIRTUAL;
        };
        ClassDesc caller = call.owner().asSymbol();
        MethodTypeDesc all = call.opcode() == Opcode.INVOKESTATIC ? type : type.insertParameterTypes(0,
            call.opcode() == Opcode.INVOKESPECIAL ? own : caller);
        return DynamicCallSiteDesc.of(LINK, name, all, MethodHandleDesc.ofMethod(kind, caller, name, type), owner,
            type.descriptorString(), call.opcode().ordinal(), inside ? "" : site(name));
    }
}
