// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Rewrites a class file of a program so that it asks its PE instead of the process: {@code System.exit} becomes
 * {@link Ends#exit} and so on, as {@link Redirection} says.
 *
 * <p>The constants that name static methods are changed. A read of a field or a call of an instance's method becomes a
 * call of a static method: new constants are appended, and the operation and its constant's number are changed. Each of
 * these instructions has three bytes, of an interface's method two more that become operations without an effect, and
 * the same effect on the stack before and after, so nothing moves and stack maps hold. (The JDK's ClassFile API
 * computes those of a changed method anew. It has to find all classes that meet in the method, and takes a tenth of a
 * second to get going.) Class loaders of the program get another superclass in the same way, so that classes defined by
 * them come here, too.
 */
final class Rewriting extends ClassBytes {
    private static final int GETSTATIC = 0xb2;
    private static final int INVOKEVIRTUAL = 0xb6;
    private static final int INVOKESTATIC = 0xb8;
    private static final int INVOKEINTERFACE = 0xb9;
    private static final int NEW = 0xbb;
    private static final int NAME_AND_TYPE = 12;
    private static final int METHOD_HANDLE = 15;
    private static final int OF_STATIC_FIELD = 2;
    private static final int OF_INSTANCE = 5;
    private static final int OF_STATIC = 6;
    private static final int OF_INTERFACE = 9;
    /** Two operations without an effect. */
    private static final int NOTHING = 0;
    private static final int VERSION = 6;
    /** Class file version of JDK 28. Later ones are read, too: a constant or an instruction shows what they add. */
    private static final int NEWEST_KNOWN = 72;
    private static final AtomicBoolean WARNED = new AtomicBoolean();
    private static final int MOST = 0xffff;
    /** More than all redirections add. */
    private static final int ROOM = 512;
    private static final String NONE = "";
    private static final String URL_LOADER = "java/net/URLClassLoader";

    /** Members to redirect of each class constant, or {@code NONE}. */
    private final String[] members;
    /** The constant to use instead of one, by its number, where an instruction has to be changed; else 0. */
    private final int[] instead;
    private final Map<String, Integer> addedClasses = new HashMap<>();
    private final ByteArrayOutputStream added = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(added);
    private int count;
    private boolean changed;
    private boolean changesCode;

    private Rewriting(byte[] bytes) {
        super(bytes);
        this.count = at.length;
        this.members = new String[count];
        this.instead = new int[count];
    }

    /** {@return the class file to define instead of one, which may be changed itself} */
    static byte[] of(byte[] bytes) {
        byte[] whole = version(bytes, 0) > NEWEST_KNOWN ? bytes.clone() : bytes;
        try {
            byte[] result = new Rewriting(bytes).result();
            return result == null ? bytes : result;
        } catch (IndexOutOfBoundsException e) {
            warnIfNewer(version(whole, 0));
            return whole;
        }
    }

    /**
     * {@return the class file to define in place of some bytes, which stay unchanged; null where it is the
     * same}
     */
    static byte[] of(byte[] bytes, int offset, int length) {
        try {
            return new Rewriting(Arrays.copyOfRange(bytes, offset, offset + length)).result();
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            warnIfNewer(version(bytes, offset));
            return null;
        }
    }

    /** An unreadable class file is broken, and the JVM will say so, or newer than this code. */
    private static void warnIfNewer(int version) {
        if (version > NEWEST_KNOWN && !WARNED.getAndSet(true)) {
            System.err.println("shmem4j: class files of version " + version + " are newer than this release (which"
                + " knows " + NEWEST_KNOWN + "), and it can't read one of them: System.exit, System.out and the like in"
                + " it act on its whole JVM, not on its PE; take a later release, or a JVM for each PE"
                + " (--pes-per-jvm 1)");
        }
    }

    private static int version(byte[] bytes, int offset) {
        return bytes.length < offset + POOL ? 0
            : (bytes[offset + VERSION] & 0xff) << 8 | bytes[offset + VERSION + 1] & 0xff;
    }

    private byte[] result() {
        if (count > MOST - ROOM) {
            return null;
        }
        for (int i = 1; i < at.length; i++) {
            if (isMember(i)) {
                int owner = u2(at[i] + 1);
                if (members[owner] == null) {
                    members[owner] = membersOf(u2(at[owner] + 1));
                }
                if (members[owner] != NONE) {
                    redirect(i, owner);
                }
            }
        }
        ownLoader();
        if (!changed) {
            return null;
        }
        if (changesCode) {
            changeHandles();
            members(members(fields(), this::changeCode), this::changeCode);
        }
        return joined();
    }

    private String membersOf(int name) {
        String found = Redirection.mayOwn(u2(at[name] + 1)) ? Redirection.members(text(name)) : null;
        return found == null ? NONE : found;
    }

    private void redirect(int member, int owner) {
        int nameAndType = at[u2(at[member] + 3)];
        int name = u2(nameAndType + 1);
        String type = text(u2(at[owner] + 1));
        if (text(name).equals("<init>")) {
            makeOwn(member, owner, type);
            return;
        }
        Redirection to = Redirection.of(members[owner], type, text(name), text(u2(nameAndType + 3)));
        if (to == null) {
            return;
        }
        changed = true;
        int target = addClass(to.target());
        if (to.becomesStatic()) {
            instead[member] = add(METHOD, target, add(NAME_AND_TYPE, name, add(to.descriptor())));
            changesCode = true;
        } else {
            bytes[at[member]] = METHOD;
            put(at[member] + 1, target);
        }
    }

    /** {@code new URLClassLoader(...)} makes one of ours; constructors of subclasses call ours in any case. */
    private void makeOwn(int constructor, int owner, String type) {
        String own = Redirection.loader(type);
        if (own != null) {
            changed = true;
            put(at[constructor] + 1, addClass(own));
            if (type.equals(URL_LOADER)) {
                instead[owner] = addClass(own);
                changesCode = true;
            }
        }
    }

    /** A class loader of the program extends one of ours, and defines classes by it. */
    private void ownLoader() {
        int superclass = u2(end + 4);
        if (superclass == 0 || members[superclass] == null || members[superclass] == NONE) {
            return;
        }
        String own = Redirection.loader(text(u2(at[superclass] + 1)));
        if (own == null) {
            return;
        }
        int extended = addClass(own);
        put(end + 4, extended);
        int self = u2(end + 2);
        for (int i = 1; i < at.length; i++) {
            if (is(i, METHOD) && (u2(at[i] + 1) == self || u2(at[i] + 1) == superclass)) {
                int nameAndType = at[u2(at[i] + 3)];
                if (text(u2(nameAndType + 1)).equals("defineClass")
                    && Redirection.defines(own, text(u2(nameAndType + 3)))) {
                    put(at[i] + 3, add(NAME_AND_TYPE, add("defineOwn"), u2(nameAndType + 3)));
                    // A subclass calls it of itself, so what it names by its superclass is there, too.
                    put(at[i] + 1, u2(at[i] + 1) == self ? self : extended);
                }
            }
        }
    }

    private void changeHandles() {
        for (int i = 1; i < at.length; i++) {
            if (is(i, METHOD_HANDLE) && instead[u2(at[i] + 2)] != 0) {
                int kind = bytes[at[i] + 1];
                if (kind == OF_STATIC_FIELD || kind == OF_INSTANCE || kind == OF_INTERFACE) {
                    bytes[at[i] + 1] = OF_STATIC;
                    put(at[i] + 2, instead[u2(at[i] + 2)]);
                }
            }
        }
    }

    /** Has instructions use other constants: calls those of static methods, objects those of another class. */
    private void changeCode(int member, boolean constant, int code, int codeBytes) {
        for (int place = code; place < code + codeBytes; place += length(place, code)) {
            int operation = bytes[place] & 0xff;
            if (operation == GETSTATIC || operation == INVOKEVIRTUAL || operation == INVOKEINTERFACE
                || operation == NEW) {
                int other = instead[u2(place + 1)];
                if (other != 0) {
                    bytes[place] = (byte) (operation == NEW ? NEW : INVOKESTATIC);
                    put(place + 1, other);
                    if (operation == INVOKEINTERFACE) {
                        put(place + 3, NOTHING);
                    }
                }
            }
        }
    }

    private int addClass(String name) {
        Integer known = addedClasses.get(name);
        if (known == null) {
            known = add(CLASS, add(name), 0);
            addedClasses.put(name, known);
        }
        return known;
    }

    private int add(String text) {
        try {
            out.writeByte(UTF8);
            out.writeUTF(text);
            return count++;
        } catch (IOException e) {
            throw new AssertionError("memory takes what is written", e);
        }
    }

    private int add(int tag, int first, int second) {
        try {
            out.writeByte(tag);
            out.writeShort(first);
            if (tag != CLASS) {
                out.writeShort(second);
            }
            return count++;
        } catch (IOException e) {
            throw new AssertionError("memory takes what is written", e);
        }
    }

    private byte[] joined() {
        put(POOL - 2, count);
        byte[] more = added.toByteArray();
        byte[] all = new byte[bytes.length + more.length];
        System.arraycopy(bytes, 0, all, 0, end);
        System.arraycopy(more, 0, all, end, more.length);
        System.arraycopy(bytes, end, all, end + more.length, bytes.length - end);
        return all;
    }

    private void put(int place, int value) {
        bytes[place] = (byte) (value >> 8);
        bytes[place + 1] = (byte) value;
    }
}
