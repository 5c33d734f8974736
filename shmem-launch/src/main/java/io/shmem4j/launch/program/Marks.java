// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Signs by which PEs of one JVM differ from processes, as data: entries of jars, and members that classes name. Common
 * needs of libraries (properties, loaders, services, drivers, logging, locks) are no signs, because a shared JVM keeps
 * them apart.
 *
 * <p>A library names much that a program never calls, such as an unused native transport. So a library
 * counts only by its entries and by members with a single purpose. The program itself counts by all members.
 */
public final class Marks {
    private static final String NATIVE = "loads a library for one PE of a JVM only";
    private static final String ONCE = "works once in a JVM";
    private static final String ONE = "is one for all PEs of a JVM";
    private static final String CALLED = "leads to native code, whose state is the process's";
    private static final String CHILD = "writes to the JVM's streams, not to the PE's, where it inherits them";
    private static final String SCRIPTS = "runs programs that call System.exit by name";
    private static final String UNSEEN = "loads classes that ask the process instead of their PE";
    private static final String LOOKED_UP = "the JDK looks up among the JVM's own classes";

    /** Services that the JDK looks for where only the library's classes are, or keeps for all PEs. */
    private static final Set<String> SERVICES = Set.of("java.lang.System$LoggerFinder",
        "java.net.spi.URLStreamHandlerProvider", "java.net.spi.InetAddressResolverProvider",
        "java.net.ContentHandlerFactory", "java.nio.charset.spi.CharsetProvider",
        "java.nio.channels.spi.SelectorProvider", "java.nio.channels.spi.AsynchronousChannelProvider",
        "java.nio.file.spi.FileTypeDetector", "java.rmi.server.RMIClassLoaderSpi", "java.security.Provider",
        "java.time.chrono.AbstractChronology", "java.time.chrono.Chronology", "java.time.zone.ZoneRulesProvider",
        "java.util.prefs.PreferencesFactory", "com.sun.net.httpserver.spi.HttpServerProvider",
        "java.awt.im.spi.InputMethodDescriptor", "javax.accessibility.AccessibilityProvider",
        "javax.naming.ldap.spi.LdapDnsProvider", "javax.print.PrintServiceLookup",
        "javax.print.StreamPrintServiceFactory");
    private static final List<String> SERVICE_PACKAGES = List.of("java.text.spi.", "java.util.spi.",
        "javax.imageio.spi.", "javax.sound.");
    /** Properties that name classes of the program; the JDK looks for these among its own. */
    private static final List<String> CLASS_PROPERTIES = List.of("java.util.concurrent.ForkJoinPool.common.",
        "java.system.class.loader=", "java.nio.file.spi.DefaultFileSystemProvider=",
        "java.nio.channels.spi.SelectorProvider=", "java.nio.channels.spi.AsynchronousChannelProvider=",
        "java.nio.channels.DefaultThreadPool.threadFactory=", "java.protocol.handler.pkgs=",
        "java.content.handler.pkgs=", "java.util.logging.manager=", "java.util.prefs.PreferencesFactory=",
        "java.rmi.server.RMIClassLoaderSpi=", "javax.management.builder.initial=", "java.time.zone.");
    static final String SERVICES_FOLDER = "META-INF/services/";

    /** Classes of languages whose programs may end their process without naming the method. */
    private static final Map<String, String> LANGUAGES = Map.of("groovy/lang/GroovyShell.class", "Groovy",
        "clojure/lang/RT.class", "Clojure", "org/jruby/Ruby.class", "JRuby", "org/python/util/PythonInterpreter.class",
        "Jython", "org/mozilla/javascript/NativeJavaMethod.class", "Rhino",
        "org/openjdk/nashorn/api/scripting/NashornScriptEngine.class", "Nashorn", "bsh/Interpreter.class",
        "BeanShell", "org/graalvm/polyglot/Context.class", "GraalVM's languages",
        "kotlin/script/experimental/jvm/BasicJvmScriptEvaluator.class", "Kotlin's scripting");
    private static final Pattern FOREIGN = Pattern.compile("(?i)freebsd|openbsd|dragonfly|netbsd|sunos|solaris|aix|hpux"
        + "|os400|android");

    /** Names of texts, pictures and archives; a library has thousands of them. */
    private static final Pattern TEXT = Pattern.compile("(?i)\\.(java|kt|kotlin_\\w+|scala|tasty|xml|xsd|dtd|properties"
        + "|json|ya?ml|txt|md|html?|css|js|map|svg|png|gif|jpe?g|ico|ttf|woff2?|sql|csv|jar|zip|gz|dll|exe|dylib|jnilib"
        + "|sf|rsa|dsa|mf)$");
    private static final int SMALLEST = 1024;

    /** Members that count in any class: libraries name them only to use them. */
    private static final List<String> ANYWHERE = List.of(
        "java/net/URL.setURLStreamHandlerFactory " + ONCE,
        "java/net/URLConnection.setContentHandlerFactory " + ONCE,
        "java/net/Socket.setSocketImplFactory " + ONCE,
        "java/net/ServerSocket.setSocketFactory " + ONCE,
        "java/net/DatagramSocket.setDatagramSocketImplFactory " + ONCE,
        "java/io/ObjectInputFilter$Config.setSerialFilter " + ONCE,
        "java/io/ObjectInputFilter$Config.setSerialFilterFactory " + ONCE,
        "java/lang/foreign/SymbolLookup.libraryLookup " + CALLED);

    private static final List<String> PROGRAM = List.of(
        "java/lang/System.load " + NATIVE, "java/lang/System.loadLibrary " + NATIVE,
        "java/lang/Runtime.load " + NATIVE, "java/lang/Runtime.loadLibrary " + NATIVE,
        "jdk/jshell/JShell.create " + UNSEEN, "jdk/jshell/JShell.builder " + UNSEEN,
        "java/lang/ModuleLayer.defineModules " + UNSEEN, "java/lang/ModuleLayer.defineModulesWithOneLoader " + UNSEEN,
        "java/lang/ModuleLayer.defineModulesWithManyLoaders " + UNSEEN,
        "java/lang/foreign/Linker.nativeLinker " + CALLED, "java/lang/foreign/SymbolLookup.loaderLookup " + CALLED,
        "java/lang/ProcessBuilder.start " + CHILD, "java/lang/Runtime.exec " + CHILD,
        "java/lang/ProcessBuilder.startPipeline " + CHILD,
        "java/lang/ProcessHandle.current " + ONE, "java/lang/management/RuntimeMXBean.getName " + ONE,
        "java/lang/management/RuntimeMXBean.getPid " + ONE,
        "java/lang/management/MemoryPoolMXBean.setUsageThreshold " + ONE,
        "java/lang/management/MemoryPoolMXBean.setCollectionUsageThreshold " + ONE,
        "java/lang/management/ThreadMXBean.setThreadContentionMonitoringEnabled " + ONE,
        "java/lang/management/ThreadMXBean.setThreadCpuTimeEnabled " + ONE,
        "com/sun/management/HotSpotDiagnosticMXBean.setVMOption " + ONE,
        "java/util/concurrent/ForkJoinPool.awaitQuiescence waits for the tasks of all PEs of a JVM",
        "java/security/Security.addProvider " + ONE, "java/security/Security.insertProviderAt " + ONE,
        "java/security/Security.removeProvider " + ONE, "java/security/Security.setProperty " + ONE,
        "java/util/Locale.setDefault " + ONE, "java/util/TimeZone.setDefault " + ONE,
        "java/net/URLConnection.setFileNameMap " + ONE, "java/net/Authenticator.setDefault " + ONE,
        "java/net/CookieHandler.setDefault " + ONE, "java/net/ProxySelector.setDefault " + ONE,
        "java/net/ResponseCache.setDefault " + ONE, "javax/net/ssl/SSLContext.setDefault " + ONE,
        "javax/net/ssl/HttpsURLConnection.setDefaultSSLSocketFactory " + ONE,
        "javax/net/ssl/HttpsURLConnection.setDefaultHostnameVerifier " + ONE,
        "java/net/URLConnection.setDefaultAllowUserInteraction " + ONE,
        "java/security/IdentityScope.setSystemScope " + ONE, "java/rmi/server/RemoteServer.setLog " + ONE,
        "java/rmi/server/LogStream.setDefaultStream " + ONE, "java/time/zone/ZoneRulesProvider.registerProvider " + ONE,
        "javax/imageio/spi/IIORegistry.getDefaultInstance " + ONE, "javax/imageio/ImageIO.setCacheDirectory " + ONE,
        "java/awt/GraphicsEnvironment.registerFont " + ONE, "javax/swing/UIManager.setLookAndFeel " + ONE,
        "javax/swing/JEditorPane.registerEditorKitForContentType " + ONE,
        "java/net/HttpURLConnection.setFollowRedirects " + ONE, "java/net/URLConnection.setDefaultUseCaches " + ONE,
        "java/sql/DriverManager.setLogWriter " + ONE, "java/sql/DriverManager.setLoginTimeout " + ONE,
        "javax/naming/spi/NamingManager.setInitialContextFactoryBuilder " + ONCE,
        "javax/naming/spi/NamingManager.setObjectFactoryBuilder " + ONCE,
        "java/rmi/server/RMISocketFactory.setSocketFactory " + ONCE, "javax/imageio/ImageIO.setUseCache " + ONE,
        "javax/security/auth/login/Configuration.setConfiguration " + ONE,
        "java/nio/channels/AsynchronousFileChannel.lock " + ONE,
        "java/nio/channels/AsynchronousFileChannel.tryLock " + ONE,
        "sun/misc/Signal.handle " + ONE, "jdk/jfr/Recording.<init> " + ONE,
        "jdk/jfr/consumer/RecordingStream.<init> " + ONE, "com/sun/tools/attach/VirtualMachine.attach " + ONE,
        "javax/script/ScriptEngineManager.<init> " + SCRIPTS,
        "java/awt/EventQueue.invokeLater " + ONE, "java/awt/Toolkit.getDefaultToolkit " + ONE,
        "javax/swing/SwingUtilities.invokeLater " + ONE, "javax/swing/SwingUtilities.invokeAndWait " + ONE,
        "javax/swing/JFrame.<init> " + ONE);

    /** Texts of the program's own classes: names of properties that the JDK reads once. */
    private static final Map<String, String> TEXTS = Map.of("java.protocol.handler.pkgs", ONE,
        "java.util.logging.manager", ONE, "java.util.concurrent.ForkJoinPool.common.parallelism", ONE,
        "jdk.virtualThreadScheduler.parallelism", ONE);

    /** A call by reflection, or by a language of expressions, if it is in a text of the program. */
    private static final String ENVIRONMENT = "getenv";

    private static final Map<String, String> OF_ANY = table(ANYWHERE);
    private static final Map<String, String> OF_PROGRAM = table(PROGRAM);
    /** Texts of marks that may stand anywhere in a class, by length. */
    static final byte[][][] NAMES = names(ANYWHERE);

    private static final int LDC = 0x12;
    private static final int LDC_W = 0x13;
    private static final int GETSTATIC = 0xb2;
    /** Types with objects that are the same for all PEs: texts of the code, and numbers that the JDK keeps. */
    private static final Set<String> UNIQUE = Set.of("Ljava/lang/String;", "Ljava/lang/Integer;", "Ljava/lang/Long;",
        "Ljava/lang/Short;", "Ljava/lang/Byte;", "Ljava/lang/Character;", "Ljava/lang/Boolean;");

    private Marks() {
    }

    private static Map<String, String> table(List<String> lines) {
        Map<String, String> table = new HashMap<>();
        for (String line : lines) {
            int end = line.indexOf(' ');
            table.put(line.substring(0, end), line.substring(line.lastIndexOf('/', end) + 1, end) + ", which"
                + line.substring(end));
        }
        return table;
    }

    private static byte[][][] names(List<String> lines) {
        List<String> names = lines.stream().map(line -> line.substring(line.indexOf('.') + 1, line.indexOf(' ')))
            .toList();
        byte[][][] byLength = new byte[names.stream().mapToInt(String::length).max().orElse(0) + 1][][];
        Arrays.setAll(byLength, length -> names.stream().filter(name -> name.length() == length)
            .map(name -> name.getBytes(StandardCharsets.US_ASCII)).toArray(byte[][]::new));
        return byLength;
    }

    /** {@return why an entry of a jar needs processes, null where it does not} */
    static String file(String name) {
        return (name.endsWith(".so") || name.contains(".so.")) && !FOREIGN.matcher(name).find()
            ? "has a native library, " + name : inFolder(name);
    }

    /** {@return whether an entry may be a native library under any name, by its name and size} */
    static boolean mayBeNative(String name, long bytes) {
        return bytes >= SMALLEST && !TEXT.matcher(name).find() && !FOREIGN.matcher(name).find();
    }

    /** {@return why a file of a folder needs processes} A native library is loaded by its path there, which is seen. */
    static String inFolder(String name) {
        if (name.startsWith(SERVICES_FOLDER)) {
            String service = name.substring(SERVICES_FOLDER.length());
            return keepsForAll(service) ? "has a " + service + ", which " + LOOKED_UP : null;
        }
        if (name.startsWith("org/springframework/boot/loader/")) {
            return "has Spring Boot's loader, whose kind of URL " + LOOKED_UP;
        }
        String language = LANGUAGES.get(name);
        return language == null ? null : "has " + language + ", which " + SCRIPTS;
    }

    /** {@return whether the JDK finds no service of a PE, or gives all PEs the same one} */
    static boolean keepsForAll(String service) {
        return SERVICES.contains(service) || SERVICE_PACKAGES.stream().anyMatch(service::startsWith);
    }

    /** {@return why a JVM's flag needs processes, null where it does not} */
    public static String flag(String flag) {
        if (flag.startsWith("-Djava.library.path=")) {
            return "the flag " + flag + " is for native libraries";
        }
        return CLASS_PROPERTIES.stream().anyMatch(name -> flag.startsWith("-D" + name) && !flag.matches(".*=\\d+"))
            ? "the flag " + flag + " names classes that " + LOOKED_UP : null;
    }

    /** {@return why a class, perhaps one of the program's own, needs processes, null where it does not} */
    static String of(ClassFile type, boolean program) {
        String[] found = new String[1];
        type.references((owner, name) -> {
            String member = owner + "." + name;
            String why = OF_ANY.get(member);
            why = why == null && program ? OF_PROGRAM.get(member) : why;
            if (why != null && found[0] == null) {
                found[0] = type.name().replace('/', '.') + " uses " + why;
            }
        });
        if (program && found[0] == null) {
            type.methods(method -> found[0] = found[0] == null && method.code() != 0 ? locks(type, method) : found[0]);
        }
        if (program && found[0] == null) {
            type.texts(text -> {
                String why = TEXTS.get(text);
                why = why == null && text.contains(ENVIRONMENT) ? "reads the process's environment" : why;
                found[0] = why == null ? found[0] : type.name().replace('/', '.') + " names " + text + ", which "
                    + why;
            });
        }
        return found[0] == null && program ? byReflection(type) : found[0];
    }

    /** {@return why a class needs processes that has the names of a marked class and member, null where none has} */
    private static String byReflection(ClassFile type) {
        Set<String> texts = new HashSet<>();
        type.texts(texts::add);
        Set<String> owners = new HashSet<>(texts);
        // Classes such as System are used everywhere, beside texts such as "load".
        type.classes(name -> owners.add(name.startsWith("java/lang/") ? "" : name.replace('/', '.')));
        return OF_PROGRAM.keySet().stream().sorted().filter(member -> {
            int dot = member.lastIndexOf('.');
            return texts.contains(member.substring(dot + 1)) && owners.contains(member.substring(0, dot)
                .replace('/', '.'));
        }).findFirst().map(member -> type.name().replace('/', '.') + " names " + OF_PROGRAM.get(member)).orElse(null);
    }

    /** {@return why a method's locks need processes, null where they do not} A constant is one object for all PEs. */
    private static String locks(ClassFile type, ClassFile.Member method) {
        String[] found = new String[1];
        // The lock is set three instructions earlier: it is kept in a variable, to be unlocked, too.
        String[] before = new String[3];
        type.operations(method, (operation, constant) -> {
            if (operation == ClassFile.MONITORENTER && before[2] != null) {
                found[0] = type.name().replace('/', '.') + " locks " + before[2] + " in " + method.name() + ", which "
                    + ONE;
            }
            before[2] = before[1];
            before[1] = before[0];
            before[0] = switch (operation) {
                case LDC -> ofAll(type, constant >> 8);
                case LDC_W -> ofAll(type, constant);
                case GETSTATIC -> UNIQUE.contains(type.descriptor(constant)) ? type.name(constant) : null;
                default -> null;
            };
        });
        return found[0];
    }

    private static String ofAll(ClassFile type, int constant) {
        String named = type.asClass(constant);
        return type.isText(constant) ? "a text"
            : named != null && named.startsWith("java/") ? named.replace('/', '.') + ".class" : null;
    }
}
