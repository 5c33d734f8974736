// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.classfile.constantpool.MemberRefEntry;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.HashMap;
import java.util.Map;

/**
 * The static method that a program's class calls instead of a member of the JDK. It has the member's name. Without
 * parameters it replaces the read of a static field, and the call of an instance method passes the instance first.
 */
record Redirection(ClassDesc owner, String name, MethodTypeDesc type) {
    /** Each class of the JDK, then its members: our class, the member's kind, its name and its descriptor. */
    private static final String TABLE = """
        java/lang/System
        Streams field in Ljava/io/InputStream;
        Streams field out Ljava/io/PrintStream;
        Streams field err Ljava/io/PrintStream;
        Streams static setIn (Ljava/io/InputStream;)V
        Streams static setOut (Ljava/io/PrintStream;)V
        Streams static setErr (Ljava/io/PrintStream;)V
        Ends static exit (I)V
        Environment static getenv (Ljava/lang/String;)Ljava/lang/String;
        Environment static getenv ()Ljava/util/Map;
        java/lang/IO
        Streams static readln ()Ljava/lang/String;
        Streams static readln (Ljava/lang/String;)Ljava/lang/String;
        java/lang/Runtime
        PoolThreads instance availableProcessors ()I
        Ends instance exit (I)V
        Ends instance halt (I)V
        Ends instance addShutdownHook (Ljava/lang/Thread;)V
        Ends instance removeShutdownHook (Ljava/lang/Thread;)Z
        java/lang/Thread
        Ends static getDefaultUncaughtExceptionHandler ()Ljava/lang/Thread$UncaughtExceptionHandler;
        Ends static setDefaultUncaughtExceptionHandler (Ljava/lang/Thread$UncaughtExceptionHandler;)V
        Loaders instance getContextClassLoader ()Ljava/lang/ClassLoader;
        CurrentPe instance getName ()Ljava/lang/String;
        java/lang/ClassLoader
        Loaders static getSystemClassLoader ()Ljava/lang/ClassLoader;
        Loaders static getSystemResource (Ljava/lang/String;)Ljava/net/URL;
        Loaders static getSystemResources (Ljava/lang/String;)Ljava/util/Enumeration;
        Loaders static getSystemResourceAsStream (Ljava/lang/String;)Ljava/io/InputStream;
        """;
    private static final String PACKAGE = "io.shmem4j.apart";
    private static final String FIELD = "field";
    private static final String STATIC = "static";

    /** Class of the JDK to its members, by name and descriptor. */
    static final Map<String, Map<String, Redirection>> MEMBERS = read();

    private static Map<String, Map<String, Redirection>> read() {
        Map<String, Map<String, Redirection>> all = new HashMap<>();
        String of = null;
        for (String line : TABLE.split("\n")) {
            if (line.indexOf(' ') < 0) {
                of = line;
                all.put(of, new HashMap<>());
            } else {
                String[] words = line.split(" ");
                String type = words[1].equals(FIELD) ? "()" + words[3] : words[1].equals(STATIC) ? words[3]
                    : "(L" + of + ";" + words[3].substring(1);
                all.get(of).put(words[2] + words[3], new Redirection(ClassDesc.of(PACKAGE, words[0]), words[2],
                    MethodTypeDesc.ofDescriptor(type)));
            }
        }
        return all;
    }

    /** {@return the method to call instead of a member, or null} */
    static Redirection of(MemberRefEntry member) {
        Map<String, Redirection> members = MEMBERS.get(member.owner().asInternalName());
        return members == null ? null : members.get(member.name().stringValue() + member.type().stringValue());
    }
}
