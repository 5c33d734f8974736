// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.util.HashMap;
import java.util.Map;

/**
 * A member of the JDK that concerns the whole process, and the static method of {@link PeSystem} that does the same for
 * one PE: of the same name; a field's has no parameters, an instance method's has the instance as its first one.
 *
 * @param descriptor    of the method in {@link PeSystem}
 * @param becomesStatic whether the member is none that is called as a static method already
 */
record Redirection(String descriptor, boolean becomesStatic) {
    private static final String PACKAGE = "java/lang/";
    private static final int SYSTEM = "java/lang/System".length();
    private static final int RUNTIME = "java/lang/Runtime".length();
    private static final int CLASS_LOADER = "java/lang/ClassLoader".length();
    private static final Map<String, Redirection> ALL = new HashMap<>();

    static {
        field("in", "Ljava/io/InputStream;");
        field("out", "Ljava/io/PrintStream;");
        field("err", "Ljava/io/PrintStream;");
        method("System", "setIn", "(Ljava/io/InputStream;)V");
        method("System", "setOut", "(Ljava/io/PrintStream;)V");
        method("System", "setErr", "(Ljava/io/PrintStream;)V");
        method("System", "getenv", "(Ljava/lang/String;)Ljava/lang/String;");
        method("System", "getenv", "()Ljava/util/Map;");
        method("System", "exit", "(I)V");
        ofInstance("exit", "(I)V");
        ofInstance("halt", "(I)V");
        ofInstance("addShutdownHook", "(Ljava/lang/Thread;)V");
        ofInstance("removeShutdownHook", "(Ljava/lang/Thread;)Z");
        method("Thread", "getDefaultUncaughtExceptionHandler", "()Ljava/lang/Thread$UncaughtExceptionHandler;");
        method("Thread", "setDefaultUncaughtExceptionHandler", "(Ljava/lang/Thread$UncaughtExceptionHandler;)V");
        method("ClassLoader", "getSystemClassLoader", "()Ljava/lang/ClassLoader;");
        method("ClassLoader", "getSystemResource", "(Ljava/lang/String;)Ljava/net/URL;");
        method("ClassLoader", "getSystemResources", "(Ljava/lang/String;)Ljava/util/Enumeration;");
        method("ClassLoader", "getSystemResourceAsStream", "(Ljava/lang/String;)Ljava/io/InputStream;");
    }

    private static void method(String owner, String name, String descriptor) {
        ALL.put(PACKAGE + owner + "." + name + descriptor, new Redirection(descriptor, false));
    }

    private static void field(String name, String type) {
        ALL.put(PACKAGE + "System." + name + type, new Redirection("()" + type, true));
    }

    private static void ofInstance(String name, String descriptor) {
        ALL.put(PACKAGE + "Runtime." + name + descriptor,
            new Redirection("(Ljava/lang/Runtime;" + descriptor.substring(1), true));
    }

    /**
     * {@return the method to call instead of a member, or null}
     *
     * @param owner      its class, with slashes
     * @param name       its name
     * @param descriptor its type
     */
    static Redirection of(String owner, String name, String descriptor) {
        return ALL.get(owner + "." + name + descriptor);
    }

    /** {@return whether a class may have such members, by the length of its name} */
    static boolean mayOwn(int nameLength) {
        return nameLength == SYSTEM || nameLength == RUNTIME || nameLength == CLASS_LOADER;
    }
}
