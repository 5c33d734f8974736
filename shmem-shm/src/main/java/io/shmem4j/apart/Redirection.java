// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;

/**
 * A member of the JDK that concerns the whole process, and the static method that does the same for one PE: of the same
 * name; a field's has no parameters, an instance method's has the instance as its first one.
 *
 * @param becomesStatic whether the member is none that is called as a static method already
 */
record Redirection(String target, String descriptor, boolean becomesStatic) {
    /**
     * The members by class, one a line: the class with the method, the kind of member (a field, an instance's method or
     * a static one), its name and its type.
     */
    private static final String MEMBERS = """
        #java/lang/System
        Streams field in Ljava/io/InputStream;
        Streams field out Ljava/io/PrintStream;
        Streams field err Ljava/io/PrintStream;
        Streams static setIn (Ljava/io/InputStream;)V
        Streams static setOut (Ljava/io/PrintStream;)V
        Streams static setErr (Ljava/io/PrintStream;)V
        Ends static exit (I)V
        Environment static getenv (Ljava/lang/String;)Ljava/lang/String;
        Environment static getenv ()Ljava/util/Map;
        PeProperties static getProperties ()Ljava/util/Properties;
        PeProperties static setProperties (Ljava/util/Properties;)V
        Natives static load (Ljava/lang/String;)V
        Natives static loadLibrary (Ljava/lang/String;)V
        #java/io/FileDescriptor
        Descriptors field out Ljava/io/FileDescriptor;
        Descriptors field err Ljava/io/FileDescriptor;
        #java/lang/IO
        Streams static readln ()Ljava/lang/String;
        Streams static readln (Ljava/lang/String;)Ljava/lang/String;
        #java/lang/Runtime
        Ends instance exit (I)V
        Ends instance halt (I)V
        Ends instance addShutdownHook (Ljava/lang/Thread;)V
        Ends instance removeShutdownHook (Ljava/lang/Thread;)Z
        Natives instance load (Ljava/lang/String;)V
        Natives instance loadLibrary (Ljava/lang/String;)V
        Environment instance exec (Ljava/lang/String;)Ljava/lang/Process;
        Environment instance exec (Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/Process;
        Environment instance exec (Ljava/lang/String;[Ljava/lang/String;Ljava/io/File;)Ljava/lang/Process;
        Environment instance exec ([Ljava/lang/String;)Ljava/lang/Process;
        Environment instance exec ([Ljava/lang/String;[Ljava/lang/String;)Ljava/lang/Process;
        Environment instance exec ([Ljava/lang/String;[Ljava/lang/String;Ljava/io/File;)Ljava/lang/Process;
        #java/lang/ProcessBuilder
        Environment instance environment ()Ljava/util/Map;
        Environment instance start ()Ljava/lang/Process;
        #java/lang/Thread
        Ends static getDefaultUncaughtExceptionHandler ()Ljava/lang/Thread$UncaughtExceptionHandler;
        Ends static setDefaultUncaughtExceptionHandler (Ljava/lang/Thread$UncaughtExceptionHandler;)V
        Loaders instance getContextClassLoader ()Ljava/lang/ClassLoader;
        CurrentPe instance getName ()Ljava/lang/String;
        PeThreads static getAllStackTraces ()Ljava/util/Map;
        #java/lang/ClassLoader
        Loaders static getSystemClassLoader ()Ljava/lang/ClassLoader;
        Loaders static getSystemResource (Ljava/lang/String;)Ljava/net/URL;
        Loaders static getSystemResources (Ljava/lang/String;)Ljava/util/Enumeration;
        Loaders static getSystemResourceAsStream (Ljava/lang/String;)Ljava/io/InputStream;
        #java/lang/Class
        LookedUp instance getMethod (Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;
        LookedUp instance getDeclaredMethod (Ljava/lang/String;[Ljava/lang/Class;)Ljava/lang/reflect/Method;
        #java/util/ServiceLoader
        Loaders static load (Ljava/lang/Class;)Ljava/util/ServiceLoader;
        Loaders static load (Ljava/lang/Class;Ljava/lang/ClassLoader;)Ljava/util/ServiceLoader;
        #java/net/URLClassLoader
        Loaders static newInstance ([Ljava/net/URL;)Ljava/net/URLClassLoader;
        Loaders static newInstance ([Ljava/net/URL;Ljava/lang/ClassLoader;)Ljava/net/URLClassLoader;
        #java/util/concurrent/ForkJoinPool
        PoolThreads static getCommonPoolParallelism ()I
        PoolThreads instance getParallelism ()I
        PoolThreads instance awaitQuiescence (JLjava/util/concurrent/TimeUnit;)Z
        #java/util/concurrent/CompletableFuture
        Delays instance orTimeout (JLjava/util/concurrent/TimeUnit;)Ljava/util/concurrent/CompletableFuture;
        Delays instance completeOnTimeout (Ljava/lang/Object;JLjava/util/concurrent/TimeUnit;)\
        Ljava/util/concurrent/CompletableFuture;
        #java/lang/foreign/SymbolLookup
        Natives static libraryLookup (Ljava/lang/String;Ljava/lang/foreign/Arena;)Ljava/lang/foreign/SymbolLookup;
        Natives static libraryLookup (Ljava/nio/file/Path;Ljava/lang/foreign/Arena;)Ljava/lang/foreign/SymbolLookup;
        #java/lang/invoke/MethodHandles$Lookup
        LookedUp instance findStatic (Ljava/lang/Class;Ljava/lang/String;Ljava/lang/invoke/MethodType;)\
        Ljava/lang/invoke/MethodHandle;
        Loaders instance defineClass ([B)Ljava/lang/Class;
        Loaders instance defineHiddenClass ([BZ[Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)\
        Ljava/lang/invoke/MethodHandles$Lookup;
        Loaders instance defineHiddenClassWithClassData ([BLjava/lang/Object;Z\
        [Ljava/lang/invoke/MethodHandles$Lookup$ClassOption;)Ljava/lang/invoke/MethodHandles$Lookup;
        #java/sql/DriverManager
        Drivers static getConnection (Ljava/lang/String;)Ljava/sql/Connection;
        Drivers static getConnection (Ljava/lang/String;Ljava/util/Properties;)Ljava/sql/Connection;
        Drivers static getConnection (Ljava/lang/String;Ljava/lang/String;Ljava/lang/String;)Ljava/sql/Connection;
        Drivers static getDriver (Ljava/lang/String;)Ljava/sql/Driver;
        Drivers static getDrivers ()Ljava/util/Enumeration;
        Drivers static drivers ()Ljava/util/stream/Stream;
        #java/nio/channels/FileChannel
        FileLocks instance lock ()Ljava/nio/channels/FileLock;
        FileLocks instance lock (JJZ)Ljava/nio/channels/FileLock;
        FileLocks instance tryLock ()Ljava/nio/channels/FileLock;
        FileLocks instance tryLock (JJZ)Ljava/nio/channels/FileLock;
        #java/nio/file/FileSystems
        FileProviders static getFileSystem (Ljava/net/URI;)Ljava/nio/file/FileSystem;
        FileProviders static newFileSystem (Ljava/net/URI;Ljava/util/Map;)Ljava/nio/file/FileSystem;
        FileProviders static newFileSystem (Ljava/net/URI;Ljava/util/Map;Ljava/lang/ClassLoader;)\
        Ljava/nio/file/FileSystem;
        FileProviders static newFileSystem (Ljava/nio/file/Path;)Ljava/nio/file/FileSystem;
        FileProviders static newFileSystem (Ljava/nio/file/Path;Ljava/util/Map;)Ljava/nio/file/FileSystem;
        FileProviders static newFileSystem (Ljava/nio/file/Path;Ljava/lang/ClassLoader;)Ljava/nio/file/FileSystem;
        FileProviders static newFileSystem (Ljava/nio/file/Path;Ljava/util/Map;Ljava/lang/ClassLoader;)\
        Ljava/nio/file/FileSystem;
        #java/nio/file/Path
        FileProviders static of (Ljava/net/URI;)Ljava/nio/file/Path;
        #java/nio/file/Paths
        FileProviders static get (Ljava/net/URI;)Ljava/nio/file/Path;
        #java/nio/file/spi/FileSystemProvider
        FileProviders static installedProviders ()Ljava/util/List;
        #java/util/Locale
        JvmSettings static setDefault (Ljava/util/Locale;)V
        JvmSettings static setDefault (Ljava/util/Locale$Category;Ljava/util/Locale;)V
        #java/util/TimeZone
        JvmSettings static setDefault (Ljava/util/TimeZone;)V
        #java/io/ObjectInputFilter$Config
        JvmSettings static setSerialFilter (Ljava/io/ObjectInputFilter;)V
        JvmSettings static setSerialFilterFactory (Ljava/util/function/BinaryOperator;)V
        #java/net/Authenticator
        JvmSettings static setDefault (Ljava/net/Authenticator;)V
        #java/net/CookieHandler
        JvmSettings static setDefault (Ljava/net/CookieHandler;)V
        #java/net/ProxySelector
        JvmSettings static setDefault (Ljava/net/ProxySelector;)V
        #java/net/ResponseCache
        JvmSettings static setDefault (Ljava/net/ResponseCache;)V
        #java/net/URLConnection
        JvmSettings static setFileNameMap (Ljava/net/FileNameMap;)V
        #java/net/HttpURLConnection
        JvmSettings static setFollowRedirects (Z)V
        #java/security/Security
        JvmSettings static setProperty (Ljava/lang/String;Ljava/lang/String;)V
        JvmSettings static addProvider (Ljava/security/Provider;)I
        JvmSettings static insertProviderAt (Ljava/security/Provider;I)I
        #java/util/logging/Logger
        Logging static getGlobal ()Ljava/util/logging/Logger;
        #java/lang/management/ManagementFactory
        Beans static getPlatformMBeanServer ()Ljavax/management/MBeanServer;
        #java/lang/management/MemoryPoolMXBean
        Beans instance setUsageThreshold (J)V
        Beans instance setCollectionUsageThreshold (J)V
        #java/lang/management/ThreadMXBean
        Beans instance setThreadContentionMonitoringEnabled (Z)V
        Beans instance setThreadCpuTimeEnabled (Z)V
        #javax/management/MBeanServerFactory
        Beans static createMBeanServer ()Ljavax/management/MBeanServer;
        Beans static createMBeanServer (Ljava/lang/String;)Ljavax/management/MBeanServer;
        Beans static findMBeanServer (Ljava/lang/String;)Ljava/util/ArrayList;
        Beans static releaseMBeanServer (Ljavax/management/MBeanServer;)V
        """;

    /** The lines of members by the name of their class. */
    static final Map<String, String> TABLE = new HashMap<>();

    /** Superclasses in place of the JDK's, for class loaders of programs. */
    private static final Map<String, String> LOADERS = Map.of("java/lang/ClassLoader", "OwnLoader",
        "java/net/URLClassLoader", "OwnUrlLoader");
    /** The types of {@code defineClass} that every class loader inherits, and those of loaders with places. */
    private static final String DEFINES = """
        ([BII)Ljava/lang/Class;
        (Ljava/lang/String;[BII)Ljava/lang/Class;
        (Ljava/lang/String;[BIILjava/security/ProtectionDomain;)Ljava/lang/Class;
        (Ljava/lang/String;Ljava/nio/ByteBuffer;Ljava/security/ProtectionDomain;)Ljava/lang/Class;
        """;
    private static final String DEFINES_AT_PLACES = """
        (Ljava/lang/String;[BIILjava/security/CodeSource;)Ljava/lang/Class;
        (Ljava/lang/String;Ljava/nio/ByteBuffer;Ljava/security/CodeSource;)Ljava/lang/Class;
        """;
    private static final String PACKAGE = "io/shmem4j/apart/";
    private static final BitSet LENGTHS = new BitSet();

    static {
        for (String lines : MEMBERS.substring(1).split("#")) {
            int name = lines.indexOf('\n');
            TABLE.put(lines.substring(0, name), lines.substring(name + 1));
            LENGTHS.set(name);
        }
    }

    /** {@return whether a class may have such members, by the length of its name} */
    static boolean mayOwn(int nameLength) {
        return LENGTHS.get(nameLength);
    }

    /** {@return the lines of a class's members, or null} */
    static String members(String owner) {
        return TABLE.get(owner);
    }

    /** {@return the class that a program's class loader extends, or URL loader is, instead of the JDK's, or null} */
    static String loader(String type) {
        String own = LOADERS.get(type);
        return own == null ? null : PACKAGE + own;
    }

    /** {@return whether a superclass of ours has a method in place of a {@code defineClass}} */
    static boolean defines(String loader, String descriptor) {
        return DEFINES.contains(descriptor + '\n')
            || loader.endsWith("UrlLoader") && DEFINES_AT_PLACES.contains(descriptor + '\n');
    }

    /** {@return the method to call instead of a member, or null, by the lines of the member's class} */
    static Redirection of(String members, String owner, String name, String descriptor) {
        int at = members.indexOf(' ' + name + ' ' + descriptor + '\n');
        if (at < 0) {
            return null;
        }
        String[] words = members.substring(members.lastIndexOf('\n', at) + 1, at).split(" ");
        String type = switch (words[1]) {
            case "field" -> "()" + descriptor;
            case "instance" -> "(L" + owner + ';' + descriptor.substring(1);
            default -> descriptor;
        };
        return new Redirection(PACKAGE + words[0], type, !words[1].equals("static"));
    }
}
