// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.lang.classfile.FieldModel;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.ConstantInstruction.LoadConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.StoreInstruction;
import java.lang.classfile.instruction.TypeCheckInstruction;
import java.lang.constant.ClassDesc;
import java.lang.reflect.AccessFlag;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds locks that may be on an object of the JDK, which all PEs of a JVM have in common. A program's own objects are
 * {@code this}, those whose static type is one of its classes, and those of a field that holds only objects made by
 * {@code new}. What the instruction before a use doesn't show counts as the JDK's.
 */
final class LockScan {
    /** Instructions that leave an object nobody else has, or none. */
    private static final Set<Opcode> NEW = Set.of(Opcode.NEWARRAY, Opcode.ANEWARRAY, Opcode.MULTIANEWARRAY,
        Opcode.ACONST_NULL);
    /** Fields whose objects are locked with the file that does so, by name and descriptor. */
    private final Map<String, String> locked = new HashMap<>();
    /** Fields of the program, and those of them that may hold an object of the JDK. */
    private final Set<String> declared = new HashSet<>();
    private final Set<String> foreign = new HashSet<>();
    private String lacking;
    /** {@return a class file with a lock that may be on an object of the JDK, or null} */
    String lacking() {
        for (Map.Entry<String, String> field : locked.entrySet()) {
            if (foreign.contains(field.getKey()) || !declared.contains(field.getKey())) {
                lacking = field.getValue();
            }
        }
        return lacking;
    }

    void declare(FieldModel field) {
        declared.add(field.fieldName().stringValue() + field.fieldType().stringValue());
    }

    /**
     * Notes a method's locks and stores.
     *
     * @param code its instructions, and as null the labels of branches and handlers
     */
    void scan(String file, MethodModel method, List<Instruction> code) {
        for (int at = 1; at < code.size(); at++) {
            Instruction now = code.get(at);
            if (now != null && now.opcode() == Opcode.MONITORENTER) {
                // Compilers keep the object in a variable until the end of the block.
                int object = code.get(at - 1) instanceof StoreInstruction && at > 2 ? at - 3 : at - 1;
                lacking = isOwn(file, method, code, object) ? lacking : file;
            } else if (now instanceof FieldInstruction store && (now.opcode() == Opcode.PUTFIELD
                || now.opcode() == Opcode.PUTSTATIC) && !isNew(code.get(at - 1))) {
                foreign.add(store.name().stringValue() + store.type().stringValue());
            }
        }
    }

    /** {@return whether an instruction leaves an object that no other part of the JVM knows, or null} */
    private static boolean isNew(Instruction made) {
        return made instanceof InvokeInstruction call ? call.name().equalsString("<init>")
            : made != null && NEW.contains(made.opcode());
    }

    /** {@return whether an instruction leaves an own object on the stack} */
    private boolean isOwn(String file, MethodModel method, List<Instruction> code, int at) {
        return isNew(code.get(at)) || switch (code.get(at)) {
            case LoadInstruction load -> isOwnVariable(file, method, code, load.slot());
            case InvokeInstruction call -> isOwn(call.typeSymbol().returnType());
            case TypeCheckInstruction cast -> isOwn(cast.type().asSymbol());
            case LoadConstantInstruction load -> load.constantEntry() instanceof ClassEntry type
                && isOwn(type.asSymbol());
            case FieldInstruction read -> {
                if (!isOwn(read.typeSymbol())) {
                    locked.put(read.name().stringValue() + read.type().stringValue(), file);
                }
                yield true;
            }
            case null, default -> false;
        };
    }

    private static boolean isOwn(ClassDesc type) {
        String name = type.descriptorString().substring(type.descriptorString().lastIndexOf('[') + 1);
        return name.startsWith("L") && !ShareList.isJdk(name.substring(1)) && !name.startsWith(ShareScan.LIBRARY, 1);
    }

    /** {@return whether a variable begins as an own parameter, if as any, and then holds only own objects} */
    private boolean isOwnVariable(String file, MethodModel method, List<Instruction> code, int slot) {
        int next = method.flags().has(AccessFlag.STATIC) ? 0 : 1;
        boolean own = true;
        for (ClassDesc type : method.methodTypeSymbol().parameterList()) {
            own &= slot != next || isOwn(type);
            next += TypeKind.from(type).slotSize();
        }
        for (int at = 1; own && at < code.size(); at++) {
            if (code.get(at) instanceof StoreInstruction store && store.slot() == slot) {
                own = !(code.get(at - 1) instanceof LoadInstruction) && isOwn(file, method, code, at - 1);
            }
        }
        return own;
    }
}
