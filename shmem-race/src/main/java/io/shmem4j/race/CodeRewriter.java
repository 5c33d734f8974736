// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.classfile.AttributedElement;
import java.lang.classfile.Attributes;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeModel;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.ArrayLoadInstruction;
import java.lang.classfile.instruction.ArrayStoreInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Rewrites one method, see {@link ProgramRewriter}. */
final class CodeRewriter implements CodeTransform {
    private static final String API = "io/shmem4j/";
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
    private static final ClassDesc MEMORY_SEGMENT = ClassDesc.of("java.lang.foreign.MemorySegment");
    private static final Set<String> SEGMENT_METHODS = Set.of("get", "set", "getAtIndex", "setAtIndex", "fill",
        "copyFrom", "toArray", "copy", "mismatch");
    private static final Set<String> TASKS = Set.of("Ljava/lang/Runnable;", "Ljava/util/concurrent/Callable;",
        "Ljava/util/function/Supplier;");
    private static final Set<String> STARTERS = Set.of("execute", "submit", "runAsync", "supplyAsync", "start",
        "startVirtualThread", "fork", "unstarted");

    private final String file;
    private final MethodModel method;
    private final ClassDesc own;
    private final VolatileFields fields;
    /** Whether it is a class of the library that works for the program: its place is that of the program's call. */
    private final boolean inside;
    private final boolean mayRace;
    private final boolean synchronizes;
    private int line;

    CodeRewriter(ClassModel type, MethodModel method, CodeModel code, VolatileFields fields, boolean inside,
        boolean mayRace) {
        this.file = type.findAttribute(Attributes.sourceFile()).map(each -> each.sourceFile().stringValue())
            .orElse(type.thisClass().asInternalName());
        this.own = type.thisClass().asSymbol();
        this.method = method;
        this.fields = fields;
        this.inside = inside;
        this.mayRace = mayRace || mayRace(method);
        this.synchronizes = !inside && method.flags().has(AccessFlag.SYNCHRONIZED);
    }

    static boolean mayRace(AttributedElement element) {
        return element.findAttribute(Attributes.runtimeInvisibleAnnotations()).stream().anyMatch(all ->
            all.annotations().stream().anyMatch(each -> each.className().equalsString("Lio/shmem4j/MayRace;")));
    }

    @Override
    public void atStart(CodeBuilder code) {
        if (synchronizes) {
            monitor(code);
            code.invokestatic(ORDER, "acquires", TAKES_OBJECT);
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
        switch (element) {
            case LineNumber number -> {
                line = number.line();
                code.with(element);
            }
            case InvokeInstruction call -> call(code, call);
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
            case FieldInstruction field when !inside && fields.has(field.owner().asInternalName(),
                field.name().stringValue()) -> field(code, field);
            case MonitorInstruction monitor when !inside -> {
                boolean enters = monitor.opcode() == Opcode.MONITORENTER;
                code.dup();
                if (!enters) {
                    code.invokestatic(ORDER, "releases", TAKES_OBJECT);
                }
                code.with(element);
                if (enters) {
                    code.invokestatic(ORDER, "acquires", TAKES_OBJECT);
                }
            }
            case ReturnInstruction _ when synchronizes -> {
                monitor(code);
                code.invokestatic(ORDER, "releases", TAKES_OBJECT);
                code.with(element);
            }
            default -> code.with(element);
        }
    }

    private int site(String what) {
        return ProgramSites.add((mayRace ? Reports.MAY_RACE : "") + what + " at " + file + ":" + line);
    }

    private void place(CodeBuilder code, String what) {
        if (!inside) {
            code.loadConstant(site(what));
            code.invokestatic(SITES, "at", TAKES_INT);
        }
    }

    private void field(CodeBuilder code, FieldInstruction field) {
        boolean stores = field.opcode() == Opcode.PUTFIELD || field.opcode() == Opcode.PUTSTATIC;
        String key = field.owner().asInternalName() + "." + field.name().stringValue();
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
        if (owner.equals(SEGMENT) && SEGMENT_METHODS.contains(name) && ProgramAccesses.has(name, fixed, type)) {
            place(code, name);
            code.invokestatic(ACCESSES, name, fixed ? type : type.insertParameterTypes(0, MEMORY_SEGMENT));
        } else if (inside) {
            code.with(call);
        } else if (owner.startsWith(API) && !ProgramRewriter.isProgram(owner) || ProgramRewriter.serves(owner)) {
            place(code, name);
            code.with(call);
        } else if (owner.equals(HANDLE) && type.parameterCount() > 1
            && type.parameterType(0).equals(MEMORY_SEGMENT) && type.parameterType(1).equals(ConstantDescs.CD_long)) {
            handle(code, call, name, type);
        } else if (owner.equals("java/lang/System") && name.equals("arraycopy")) {
            place(code, name);
            code.invokestatic(ACCESSES, name, type);
        } else if (!orders(code, call, owner, name, type, fixed)) {
            code.with(call);
        }
    }

    /** A handle on a segment: of plain values the place follows from segment and offset, of paths it does not. */
    private void handle(CodeBuilder code, InvokeInstruction call, String name, MethodTypeDesc type) {
        int[] locals = spill(code, type);
        place(code, name);
        code.dup();
        code.loadLocal(TypeKind.REFERENCE, locals[0]);
        code.loadLocal(TypeKind.LONG, locals[1]);
        int more = 0;
        for (int i = 2; i < type.parameterCount() && type.parameterType(i).equals(ConstantDescs.CD_long)
            && i < type.parameterCount() - ProgramAccesses.values(name); i++) {
            more++;
        }
        code.loadConstant(more);
        code.loadConstant(name);
        code.invokestatic(ACCESSES, "byHandle", MethodTypeDesc.of(ConstantDescs.CD_void, ClassDesc.of(
            "java.lang.invoke.VarHandle"), MEMORY_SEGMENT, ConstantDescs.CD_long, ConstantDescs.CD_int,
            ConstantDescs.CD_String));
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
            code.dup();
            code.invokestatic(ORDER, "starts", TAKES_OBJECT);
            code.with(call);
            return true;
        }
        boolean concurrent = owner.startsWith(CONCURRENT) || owner.startsWith("java/lang/Thread$Builder")
            || owner.equals("java/lang/Thread") && fixed;
        boolean starts = concurrent && STARTERS.contains(name);
        if (starts) {
            List<ClassDesc> parameters = new ArrayList<>(type.parameterList());
            for (int i = 0; i < parameters.size(); i++) {
                if (TASKS.contains(parameters.get(i).descriptorString())) {
                    wrap(code, type, i);
                }
            }
        }
        boolean waits = owner.equals("java/lang/Object") && (name.equals("wait") || name.startsWith("notify"));
        boolean joins = name.equals("join") && owner.equals("java/lang/Thread") && !fixed;
        if (call.opcode() == Opcode.INVOKESPECIAL || fixed || !(owner.startsWith(CONCURRENT) || waits || joins
            || owner.equals(HANDLE))) {
            return false;
        }
        int[] locals = spill(code, type);
        int receiver = code.allocateLocal(TypeKind.REFERENCE);
        code.dup();
        code.storeLocal(TypeKind.REFERENCE, receiver);
        code.loadLocal(TypeKind.REFERENCE, receiver);
        code.invokestatic(ORDER, "releases", TAKES_OBJECT);
        reload(code, type, locals);
        code.with(call);
        // Who gives a task away waits for none that was given away before, even where that has ended meanwhile.
        if (!starts) {
            code.loadLocal(TypeKind.REFERENCE, receiver);
            code.invokestatic(ORDER, joins ? "joined" : "acquires", TAKES_OBJECT);
        }
        return true;
    }

    /** Has a task that another thread will run tell of its begin and its end. */
    private static void wrap(CodeBuilder code, MethodTypeDesc type, int which) {
        MethodTypeDesc rest = MethodTypeDesc.of(ConstantDescs.CD_void, type.parameterList().subList(which + 1,
            type.parameterCount()));
        int[] locals = spill(code, rest);
        ClassDesc task = type.parameterType(which);
        code.invokestatic(ORDER, "task", MethodTypeDesc.of(task, task));
        reload(code, rest, locals);
    }
}
