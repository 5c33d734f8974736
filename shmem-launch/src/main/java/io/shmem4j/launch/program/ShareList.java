// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Allow list for shared JVMs: the JDK's classes and members that affect only the PE that uses them. The list has no
 * lookup of classes by name and no JVM-wide setting. A program confined to it can still notice that it shares a JVM:
 * PEs have the common pool, the names of threads, and locks on literals and boxed numbers in common.
 */
final class ShareList {
    private static final String ONLY = "only";

    /** One line per package or class. {@code only} permits the names that follow, {@code but} all except these. */
    private static final String LIST = """
        java/io/ but Console FileDescriptor ObjectInputFilter
        java/io/File but deleteOnExit
        java/lang/ but ClassLoader Module ModuleLayer OutOfMemoryError Package Process ProcessBuilder ProcessHandle \
        SecurityManager StackWalker System$LoggerFinder ThreadGroup
        java/lang/Class only arrayType cast componentType desiredAssertionStatus equals getCanonicalName \
        getComponentType getEnumConstants getName getPackageName getResourceAsStream getSimpleName getTypeName \
        hashCode isArray isAssignableFrom isEnum isInstance isInterface isPrimitive isRecord toString
        java/lang/Runtime only addShutdownHook availableProcessors exit gc getRuntime halt removeShutdownHook version
        java/lang/System only arraycopy currentTimeMillis err exit gc getProperty identityHashCode in lineSeparator \
        nanoTime out setErr setIn setOut
        java/lang/Thread but activeCount enumerate getAllStackTraces getContextClassLoader \
        getDefaultUncaughtExceptionHandler getThreadGroup setContextClassLoader setDaemon \
        setDefaultUncaughtExceptionHandler
        java/lang/Thread$Builder$OfPlatform but daemon group
        java/lang/annotation/ but
        java/lang/constant/ only ClassDesc
        java/lang/constant/ClassDesc only of
        java/lang/foreign/ but Linker SymbolLookup
        java/lang/invoke/ only ConstantBootstraps LambdaMetafactory MethodHandles SerializedLambda \
        StringConcatFactory VarHandle
        java/lang/invoke/ConstantBootstraps only invoke
        java/lang/invoke/MethodHandles only arrayElementVarHandle byteArrayViewVarHandle byteBufferViewVarHandle lookup
        java/lang/invoke/MethodHandles$Lookup only findVarHandle
        java/lang/ref/ but
        java/lang/reflect/ only Array
        java/lang/runtime/ but
        java/math/ but
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
        java/text/ but
        java/time/ but
        java/time/chrono/ but AbstractChronology
        java/time/format/ but
        java/time/temporal/ but
        java/util/ but ResourceBundle ServiceLoader Timer TimerTask
        java/util/Locale but setDefault
        java/util/TimeZone but setDefault
        java/util/concurrent/ but SubmissionPublisher
        java/util/concurrent/CompletableFuture but completeOnTimeout delayedExecutor orTimeout
        java/util/concurrent/ForkJoinPool but awaitQuiescence commonPool getActiveThreadCount getPoolSize \
        getQueuedSubmissionCount getQueuedTaskCount getRunningThreadCount getStealCount hasQueuedSubmissions isQuiescent
        java/util/concurrent/ForkJoinTask but helpQuiesce
        java/util/concurrent/atomic/ but
        java/util/concurrent/locks/ but
        java/util/function/ but
        java/util/random/ but
        java/util/regex/ but
        java/util/stream/ but
        java/util/zip/ but
        jdk/incubator/vector/ but
        """;

    private static final List<String> JDK = List.of("java/", "javax/", "jdk/", "sun/", "com/sun/", "netscape/",
        "org/ietf/", "org/w3c/", "org/xml/");
    /** Prefixes of JVM flags that replace classes or settings of the JDK, which the list takes for granted. */
    private static final List<String> FLAGS = List.of("@", "-Djava", "-Xbootclasspath", "--patch-module",
        "--upgrade-module-path");

    private static final Map<String, Rule> RULES = new HashMap<>();
    /** Names of forbidden members that a subclass could call as its own. */
    private static final Set<String> INHERITED = new HashSet<>();

    static {
        for (String line : LIST.split("\n")) {
            String[] words = line.split(" ");
            Set<String> names = new HashSet<>(List.of(words).subList(2, words.length));
            RULES.put(words[0], new Rule(words[1].equals(ONLY), names));
            if (!words[0].endsWith("/") && !words[1].equals(ONLY)) {
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
    static boolean allows(String type, String member) {
        Rule rule = RULES.get(type);
        return rule == null || rule.allows(member);
    }

    /** {@return whether a forbidden member has this name, so that the superclasses must be checked as well} */
    static boolean mayInherit(String member) {
        return INHERITED.contains(member);
    }

    /** {@return whether a text is the name of a file that differs between processes} */
    static boolean isFileOfProcess(String text) {
        return text.startsWith("/dev/std") || text.startsWith("/dev/fd") || text.startsWith("/proc/self")
            || text.startsWith("/proc/thread-self");
    }

    static boolean allowsFlag(String flag) {
        return FLAGS.stream().noneMatch(flag::startsWith);
    }
}
