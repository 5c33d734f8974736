// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Allow list for shared JVMs: the JDK's classes and members that affect only the PE that uses them. The list has no
 * lookup of classes by name, no JVM-wide setting, no collection whose order depends on a number of the JVM, and no
 * thread that serves several PEs, such as those of the common pool and of virtual threads.
 */
final class ShareList {
    private static final String ONLY = "only";

    /** One line per package or class. {@code only} permits the names that follow, {@code but} all except these. */
    private static final String LIST = """
        java/awt/image/ only BufferedImage
        java/awt/image/BufferedImage only <init> getHeight getRGB getType getWidth setRGB
        java/io/ but Console FileDescriptor ObjectInputFilter
        java/io/File but deleteOnExit
        java/lang/ but Error InternalError Module ModuleLayer OutOfMemoryError Package Process ProcessBuilder \
        ProcessHandle SecurityManager StackOverflowError StackWalker System$LoggerFinder Thread$Builder$OfVirtual \
        ThreadGroup VirtualMachineError
        java/lang/Class only arrayType cast componentType desiredAssertionStatus equals getCanonicalName \
        getClassLoader getComponentType getEnumConstants getName getPackageName getResourceAsStream getSimpleName \
        getTypeName isArray isAssignableFrom isEnum isInstance isInterface isPrimitive isRecord toString
        java/lang/ClassLoader only getResourceAsStream getSystemClassLoader getSystemResourceAsStream
        java/lang/Object but hashCode
        java/lang/Runtime only addShutdownHook availableProcessors exit gc getRuntime halt removeShutdownHook version
        java/lang/System only arraycopy currentTimeMillis err exit gc getProperty getenv in lineSeparator nanoTime \
        out
        java/lang/Thread but activeCount enumerate getAllStackTraces getContextClassLoader \
        getDefaultUncaughtExceptionHandler getId getName getStackTrace getThreadGroup ofVirtual \
        setContextClassLoader setDaemon setDefaultUncaughtExceptionHandler startVirtualThread threadId toString
        java/lang/Thread$Builder but inheritInheritableThreadLocals
        java/lang/Thread$Builder$OfPlatform but daemon group inheritInheritableThreadLocals
        java/lang/Throwable but getStackTrace
        java/lang/annotation/ but
        java/lang/constant/ only ClassDesc
        java/lang/constant/ClassDesc only of
        java/lang/foreign/ but Linker SymbolLookup
        java/lang/invoke/ only ConstantBootstraps LambdaMetafactory MethodHandles SerializedLambda \
        StringConcatFactory VarHandle
        java/lang/invoke/ConstantBootstraps only invoke
        java/lang/invoke/MethodHandles only arrayElementVarHandle byteArrayViewVarHandle byteBufferViewVarHandle lookup
        java/lang/invoke/MethodHandles$Lookup only findVarHandle
        java/lang/ref/ but SoftReference
        java/lang/reflect/ only Array
        java/lang/runtime/ but
        java/math/ but
        java/net/ only InetAddress URI URISyntaxException UnknownHostException
        java/net/InetAddress only getAddress getCanonicalHostName getHostAddress getHostName getLocalHost
        java/net/URI but toURL
        java/nio/ but
        java/nio/channels/ only ByteChannel Channel Channels ClosedChannelException FileChannel GatheringByteChannel \
        ReadableByteChannel ScatteringByteChannel SeekableByteChannel WritableByteChannel
        java/nio/channels/FileChannel only close force isOpen map open position read size transferFrom transferTo \
        truncate write
        java/nio/charset/ but
        java/nio/file/ but
        java/nio/file/FileSystems only getDefault
        java/nio/file/Files but probeContentType
        java/nio/file/attribute/ but
        java/security/ only DigestInputStream DigestOutputStream GeneralSecurityException MessageDigest \
        NoSuchAlgorithmException
        java/security/MessageDigest but getProvider
        java/text/ but
        java/time/ but
        java/time/chrono/ but AbstractChronology
        java/time/format/ but
        java/time/temporal/ but
        java/util/ but ResourceBundle ServiceLoader Timer TimerTask
        java/util/Locale but setDefault
        java/util/Map but copyOf of ofEntries
        java/util/Set but copyOf of
        java/util/TimeZone but setDefault
        java/util/concurrent/ but CountedCompleter ForkJoinPool ForkJoinTask ForkJoinWorkerThread RecursiveAction \
        RecursiveTask StructuredTaskScope SubmissionPublisher
        java/util/concurrent/CompletableFuture but completeOnTimeout defaultExecutor delayedExecutor orTimeout
        java/util/concurrent/Executors but newVirtualThreadPerTaskExecutor newWorkStealingPool
        java/util/concurrent/atomic/ but
        java/util/concurrent/locks/ but
        java/util/function/ but
        java/util/random/ but
        java/util/regex/ but
        java/util/stream/ but StreamSupport
        java/util/stream/Collectors but toUnmodifiableMap toUnmodifiableSet
        java/util/stream/Gatherers but mapConcurrent
        java/util/zip/ but ZipFile
        javax/imageio/ only ImageIO
        javax/imageio/ImageIO only write
        jdk/incubator/vector/ but
        """;

    private static final List<String> JDK = List.of("java/", "javax/", "jdk/", "sun/", "com/sun/", "netscape/",
        "org/ietf/", "org/w3c/", "org/xml/");
    /** Prefixes of JVM flags that replace classes or settings of the JDK, which the list takes for granted. */
    private static final List<String> FLAGS = List.of("@", "-Djava", "-XX:Flags", "-XX:VMOptionsFile",
        "-Xbootclasspath", "--patch-module", "--upgrade-module-path");
    /** Names of files that differ between processes, also in parts of a path. */
    private static final Pattern FILE = Pattern.compile("(?s)dev|proc|stdin|.*/(dev|proc)(?![\\w.-]).*");
    /** Members that return other names and depths in a shared JVM. */
    private static final Pattern HARMLESS = Pattern.compile("java\\.lang\\.\\w+\\.(getStackTrace|toString|getName)");

    private static final Map<String, Rule> RULES = new HashMap<>();
    /** Names of forbidden members that a subclass could call as its own. */
    private static final Set<String> INHERITED = new HashSet<>();

    static {
        for (String line : LIST.split("\n")) {
            String[] words = line.split(" ");
            Set<String> names = new HashSet<>(List.of(words).subList(2, words.length));
            RULES.put(words[0], new Rule(words[1].equals(ONLY), names));
            if (!words[0].endsWith("/") && !words[1].equals(ONLY) && !words[0].equals("java/lang/Object")) {
                INHERITED.addAll(names);
            }
        }
    }

    private record Rule(boolean only, Set<String> names) {
        boolean allows(String name) {
            return only == names.contains(name);
        }
    }

    private ShareList() {
    }

    static boolean isJdk(String type) {
        for (String start : JDK) {
            if (type.startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether a JDK class is permitted} Nested classes follow their outermost class. */
    static boolean allows(String type) {
        int slash = type.lastIndexOf('/') + 1;
        Rule rule = RULES.get(type.substring(0, slash));
        if (rule == null) {
            return false;
        }
        int dollar = type.indexOf('$', slash);
        return rule.allows(type.substring(slash, dollar < 0 ? type.length() : dollar))
            && (rule.only || rule.allows(type.substring(slash)));
    }

    /** {@return whether a member is permitted, given the class that declares it} */
    static boolean allows(String type, String member, String descriptor) {
        Rule rule = RULES.get(type);
        return (rule == null || rule.allows(member)) && !(isJdk(type) && usesPool(type, member, descriptor));
    }

    /** {@return whether a member of a class of the JDK may run tasks in the common pool} */
    private static boolean usesPool(String type, String member, String descriptor) {
        return member.startsWith("parallel") || member.endsWith("Async") && !descriptor.contains("/Executor;")
            || descriptor.startsWith("(J") && type.equals("java/util/concurrent/ConcurrentHashMap");
    }

    /** {@return whether a forbidden member has this name, so that the superclasses must be checked as well} */
    static boolean mayInherit(String member, String descriptor) {
        return INHERITED.contains(member) || usesPool("java/util/concurrent/ConcurrentHashMap", member, descriptor);
    }

    /** {@return whether a text is the name of a file that differs between processes} */
    static boolean isFileOfProcess(String text) {
        return (text.contains("dev") || text.contains("proc") || text.equals("stdin")) && FILE.matcher(text).matches();
    }

    /** {@return whether PEs that share a JVM notice a reference only in what they print} */
    static boolean isHarmless(String reference) {
        return HARMLESS.matcher(reference).matches();
    }

    static boolean allowsFlag(String flag) {
        return FLAGS.stream().noneMatch(flag::startsWith);
    }
}
