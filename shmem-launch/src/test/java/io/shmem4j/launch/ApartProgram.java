// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.reflect.Proxy;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemAlreadyExistsException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.Security;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.TimeZone;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.jar.JarFile;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.management.ObjectName;

/**
 * Does with the JDK what libraries do with it, on every PE at the same time, and prints what each case found: a line
 * that begins with the PE's number and the case.
 */
public final class ApartProgram {
    private static final PrintStream KEPT = System.out;
    private static final int ROUNDS = 10;
    private static final int DIRECT_BYTES = 12 << 20;
    private static int me;

    private ApartProgram() {
    }

    /**
     * Runs the cases, or one that says how the job ends.
     *
     * @param args a file that all PEs lock, and the name of an end
     * @throws Exception what a case throws
     */
    public static void main(String[] args) throws Exception {
        Shmem shmem = Shmem.init();
        me = shmem.myPe();
        Path file = Path.of(args[0]);
        switch (args[1]) {
            case "cases" -> cases(shmem, file);
            case "readln" -> readln(shmem);
            case "kept-stream" -> keptStream(shmem);
            case "plug-in-exit" -> plugInExit(shmem);
            case "timeout-exit" -> timeoutExit(shmem);
            case "pools" -> pools(shmem);
            case "natives" -> natives(shmem, file);
            case "settings" -> settings(shmem);
            case "serial" -> {
                ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter("!apart." + me));
                System.out.println(me + " filters " + ObjectInputFilter.Config.getSerialFilter());
                shmem.finish();
            }
            case "handlers" -> {
                run(shmem, "handlers that meet", () -> handlersThatMeet(shmem));
                shmem.finish();
            }
            case "no-pool" -> {
                run(shmem, "parallelism", ForkJoinPool::getCommonPoolParallelism);
                shmem.finish();
            }
            default -> throw new IllegalArgumentException(args[1]);
        }
    }

    private static void cases(Shmem shmem, Path file) throws Exception {
        run(shmem, "drivers", ApartProgram::drivers);
        run(shmem, "services in the common pool", () -> services(ForkJoinPool.commonPool()));
        run(shmem, "services in an own pool", () -> services(new ForkJoinPool(2)));
        run(shmem, "timeouts", ApartProgram::timeouts);
        System.setProperty("apart.number", Integer.toString(me));
        run(shmem, "properties", ApartProgram::properties);
        run(shmem, "methods by name", ApartProgram::byName);
        run(shmem, "logging", ApartProgram::logging);
        run(shmem, "handler by name", ApartProgram::handlerByName);
        run(shmem, "beans", ApartProgram::beans);
        run(shmem, "file systems", ApartProgram::fileSystems);
        run(shmem, "plug-ins", ApartProgram::plugIns);
        run(shmem, "children", ApartProgram::children);
        run(shmem, "archives", () -> archives(file.resolveSibling("archive.zip")));
        run(shmem, "jars by URL", () -> jarsByUrl(shmem, file.resolveSibling("archive.zip")));
        run(shmem, "stacks", () -> Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> thread.getThreadGroup() != null && thread.getThreadGroup().getName().matches("PE \\d+")
                && thread.getThreadGroup() != Thread.currentThread().getThreadGroup()).count());
        run(shmem, "thread", () -> Thread.currentThread().getName());
        run(shmem, "loaders", ApartProgram::loaders);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            FileLock whole = me == 0 ? channel.lock() : null;
            run(shmem, "a lock of PE 0", () -> locksWhileHeld(channel));
            if (whole != null) {
                whole.release();
            }
            run(shmem, "locks of parts", () -> locksOfParts(channel));
            run(shmem, "shared locks", () -> sharedLocks(shmem, channel));
            shmem.barrierAll();
            for (int i = 0; i < ROUNDS; i++) {
                count(channel);
            }
            run(shmem, "lines behind locks", () -> counted(channel) / shmem.nPes());
        }
        untilTheEnd(shmem, file);
    }

    private static void run(Shmem shmem, String name, Callable<Object> check) {
        shmem.barrierAll();
        Object found;
        try {
            found = check.call();
        } catch (Exception | LinkageError e) {
            found = e;
        }
        System.out.println(me + " " + name + ": " + found);
        shmem.barrierAll();
    }

    /** PE 1 ends with a lock, for which PE 0 waits. */
    private static void untilTheEnd(Shmem shmem, Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        FileLock lock = me == 1 ? channel.lock() : null;
        shmem.barrierAll();
        shmem.finish();
        if (me == 0) {
            lock = channel.lock();
            System.out.println(me + " after PE 1: " + lock.isValid());
        }
    }

    private static Object drivers() throws Exception {
        try (Connection made = DriverManager.getConnection("apart:x")) {
            return made.getCatalog() + " " + DriverManager.drivers().anyMatch(OwnDriver.class::isInstance);
        }
    }

    private static Object services(ForkJoinPool pool) throws Exception {
        return pool.submit(() -> ServiceLoader.load(Driver.class).stream().anyMatch(found -> found.type()
            == OwnDriver.class) + " " + (Class.forName(OwnDriver.class.getName(), true,
                Thread.currentThread().getContextClassLoader()) == OwnDriver.class)).get();
    }

    private static Object timeouts() {
        return new CompletableFuture<String>().orTimeout(1, TimeUnit.MILLISECONDS)
            .handle((value, thrown) -> System.getenv("SHMEM_PE")).join();
    }

    private static Object byName() throws ReflectiveOperationException {
        Class<?> system = Class.forName("java.lang.System");
        MethodHandle handle = MethodHandles.lookup().findStatic(system, "getenv", MethodType.methodType(Map.class));
        return "" + system.getMethod("getenv", String.class).invoke(null, "SHMEM_PE")
            + ((Map<?, ?>) MethodHandleProxies.asInterfaceInstance(Supplier.class, handle).get()).get("SHMEM_PE")
            + ((Map<?, ?>) system.getDeclaredMethod("getenv").invoke(null)).get("SHMEM_PE") + ManagementFactory.class
            .getMethod("getPlatformMBeanServer").invoke(null).equals(ManagementFactory.getPlatformMBeanServer());
    }

    private static Object properties() throws Exception {
        String found = System.getProperty("apart.number") + Integer.getInteger("apart.number")
            + Long.getLong("apart.number") + System.getProperties().getProperty("apart.number")
            + System.class.getMethod("getProperty", String.class).invoke(null, "apart.number");
        boolean wasThere = System.clearProperty("apart.number") != null;
        Properties own = new Properties();
        own.setProperty("line.separator", System.lineSeparator());
        Properties before = System.getProperties();
        System.setProperties(own);
        String none = System.getProperty("java.home") + (System.getProperties() == own);
        System.setProperties(before);
        return found + wasThere + System.getProperty("apart.number") + none + System.getProperty("java.home").isEmpty();
    }

    private static Object logging() {
        Counting handler = new Counting();
        Logger root = Logger.getLogger("");
        root.addHandler(handler);
        for (Handler other : root.getHandlers()) {
            if (other != handler) {
                root.removeHandler(other);
            }
        }
        Logger logger = Logger.getLogger("apart.some");
        logger.setLevel(me % 2 == 0 ? Level.FINE : Level.WARNING);
        for (int i = 0; i < ROUNDS; i++) {
            logger.fine("some");
            logger.warning("some");
        }
        Logger.getGlobal().warning("some");
        Logger.getGlobal().setLevel(Level.OFF);
        // Nobody but the JVM keeps it.
        System.gc();
        Logger.getGlobal().warning("some");
        root.removeHandler(handler);
        return handler.count - (me % 2 == 0 ? ROUNDS : 0);
    }

    private static Object handlerByName() throws IOException {
        String text = "handlers=" + Counting.class.getName() + "\n.level=FINE\n";
        LogManager.getLogManager().readConfiguration(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        Logger.getLogger("apart.other").fine("some");
        return Counting.last == null ? null
            : Counting.last.count + " " + LogManager.getLogManager().getProperty(".level");
    }

    private static Object beans() throws Exception {
        ObjectName name = new ObjectName("apart:type=Bean");
        ManagementFactory.getPlatformMBeanServer().registerMBean(new Bean(), name);
        return ManagementFactory.getPlatformMBeanServer().getAttribute(name, "Number") + " "
            + ManagementFactory.getPlatformMBeanServer().isRegistered(new ObjectName("java.lang:type=Runtime"));
    }

    private static Object fileSystems() throws IOException {
        FileSystems.newFileSystem(URI.create("apart:/x"), Map.of());
        return Path.of(URI.create("apart:/some/where")) + " " + OwnFileSystems.made;
    }

    /** PE 0 has made the archive; each PE has a file system of it, and closes it in its turn. */
    private static Object archives(Path archive) throws IOException {
        URI uri = URI.create("jar:" + archive.toUri());
        String found;
        try (FileSystem own = FileSystems.newFileSystem(uri, Map.of())) {
            Path inside = Path.of(URI.create(uri + "!/some%20text"));
            found = Files.readString(inside) + " " + (FileSystems.getFileSystem(uri) == own) + " "
                + (inside.getFileSystem() == own);
            FileSystems.newFileSystem(uri, Map.of());
        } catch (FileSystemAlreadyExistsException e) {
            found = "exists";
        }
        try {
            return found + FileSystems.getFileSystem(uri);
        } catch (FileSystemNotFoundException e) {
            return found + " no more";
        }
    }

    private static Object jarsByUrl(Shmem shmem, Path archive) throws IOException {
        URL url = URI.create("jar:" + archive.toUri() + "!/some%20text").toURL();
        JarURLConnection connection = (JarURLConnection) url.openConnection();
        JarFile jar = connection.getJarFile();
        shmem.barrierAll();
        if (me == 1) {
            jar.close();
        }
        shmem.barrierAll();
        return me == 1 ? 1 : jar.size();
    }

    /** The thread behind time limits runs a handler of each PE, and all wait for each other. */
    private static Object handlersThatMeet(Shmem shmem) {
        return new CompletableFuture<String>().completeOnTimeout("met", 1, TimeUnit.MILLISECONDS)
            .thenApply(value -> {
                shmem.barrierAll();
                return value;
            }).join();
    }

    /** All PEs make the same settings; then each would make another one. */
    private static void settings(Shmem shmem) {
        Locale.setDefault(Locale.GERMANY);
        Security.setProperty("io.shmem4j.test", "same");
        ManagementFactory.getMemoryPoolMXBeans().stream().filter(MemoryPoolMXBean::isUsageThresholdSupported)
            .forEach(pool -> pool.setUsageThreshold(1000));
        shmem.barrierAll();
        System.out.println(me + " sets");
        shmem.barrierAll();
        TimeZone.setDefault(TimeZone.getTimeZone("GMT+" + me));
        shmem.barrierAll();
        System.out.println(me + " has " + TimeZone.getDefault().getID());
        shmem.finish();
    }

    /** Each PE loads its own copy of a native library, one after the other, and hides what that throws. */
    @SuppressWarnings("restricted")
    private static void natives(Shmem shmem, Path file) throws IOException {
        Path own = Files.copy(Path.of(System.getProperty("java.home"), "lib", "librmi.so"),
            file.resolveSibling("lib" + me + ".so"));
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            if (pe == me) {
                try {
                    System.load(own.toString());
                } catch (Throwable e) {
                    System.out.println(me + " hides " + e);
                }
                System.out.println(me + " loads");
            }
            shmem.barrierAll();
        }
        shmem.finish();
    }

    private static Object plugIns() throws Exception {
        URL[] here = {ApartProgram.class.getProtectionDomain().getCodeSource().getLocation()};
        String byPlace;
        try (URLClassLoader places = new URLClassLoader(here, ClassLoader.getPlatformClassLoader())) {
            byPlace = new Bytes().ask(places.loadClass(PlugIn.class.getName()));
        }
        byte[] bytes = Bytes.of(PlugIn.class);
        String byBytes = new Bytes().ask(new Bytes().define(bytes)) + new Bytes().ask(new Bytes().defineAbove(bytes));
        String hidden = new Bytes().ask(MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass());
        return byPlace + byBytes + hidden;
    }

    @SuppressWarnings("deprecation")
    private static Object children() throws IOException {
        String[] words = {"sh", "-c", "echo $SHMEM_PE"};
        ProcessBuilder other = new ProcessBuilder(words);
        other.environment().put("SHMEM_PE", "some");
        ProcessBuilder none = new ProcessBuilder(words);
        String found = none.environment().remove("SHMEM_PE");
        for (Process child : new Process[] {new ProcessBuilder(words).start(), Runtime.getRuntime().exec(words),
            Runtime.getRuntime().exec("printenv SHMEM_PE"), other.start(), none.start()}) {
            found += child.inputReader().readLine();
        }
        return found;
    }

    private static Object loaders() throws Exception {
        String name = ApartProgram.class.getName();
        try (URLClassLoader empty = new URLClassLoader(new URL[0]);
            URLClassLoader other = URLClassLoader.newInstance(new URL[0])) {
            return (empty.loadClass(name) == ApartProgram.class) + " " + (other.loadClass(name) == ApartProgram.class)
                + " " + (new Bytes().loadClass(name) == ApartProgram.class) + " "
                + (ClassLoader.getSystemClassLoader().loadClass(name) == ApartProgram.class);
        }
    }

    private static Object locksWhileHeld(FileChannel channel) throws IOException {
        try {
            return channel.tryLock(0, 1, false) + " " + channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return "own";
        }
    }

    private static Object locksOfParts(FileChannel channel) throws IOException {
        try (FileLock own = channel.tryLock(10 * me, 10, false)) {
            return own.isValid() && own.acquiredBy() == channel;
        }
    }

    private static Object sharedLocks(Shmem shmem, FileChannel channel) throws IOException {
        try (FileLock own = channel.lock(0, Long.MAX_VALUE, true)) {
            shmem.barrierAll();
            return own.isShared() && own.isValid();
        }
    }

    private static void count(FileChannel channel) throws IOException {
        try (FileLock own = channel.lock()) {
            ByteBuffer number = ByteBuffer.allocate(Long.BYTES).putLong(counted(channel) + (own.isValid() ? 1 : 0));
            channel.write(number.flip(), 0);
        }
    }

    private static long counted(FileChannel channel) throws IOException {
        ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
        return channel.read(number, 0) < Long.BYTES ? 0 : number.getLong(0);
    }

    private static void readln(Shmem shmem) {
        System.out.println(me + " read " + IO.readln() + ", " + IO.readln(me + " asks "));
        shmem.finish();
    }

    private static void keptStream(Shmem shmem) {
        int pe = shmem.myPe();
        shmem.barrierAll();
        KEPT.println("kept " + pe);
        shmem.finish();
    }

    private static void plugInExit(Shmem shmem) throws Exception {
        System.out.println(me + " ends");
        shmem.finish();
        URL[] here = {ApartProgram.class.getProtectionDomain().getCodeSource().getLocation()};
        try (URLClassLoader places = new URLClassLoader(here, ClassLoader.getPlatformClassLoader())) {
            ((Runnable) places.loadClass(PlugIn.class.getName()).getConstructor().newInstance()).run();
        }
        System.out.println(me + " goes on");
    }

    /** A thread of the JDK that serves all PEs ends PE 2. */
    private static void timeoutExit(Shmem shmem) {
        System.out.println(me + " ends");
        shmem.barrierAll();
        shmem.finish();
        if (me == 2) {
            new CompletableFuture<String>().orTimeout(1, TimeUnit.MILLISECONDS).handle((value, thrown) -> {
                System.exit(7);
                return "";
            }).join();
        }
    }

    /** Tasks of each PE wait for those of all others, in the JDK's pools and on the threads below virtual ones. */
    private static void pools(Shmem shmem) throws InterruptedException {
        SymmetricLongs arrived = shmem.allocateLongs(1);
        String pool = CompletableFuture.supplyAsync(() -> {
            shmem.barrierAll();
            return System.getenv("SHMEM_PE");
        }).join();
        Thread.startVirtualThread(() -> {
            shmem.p(arrived, 0, 1, (me + 1) % shmem.nPes());
            while (arrived.getAcquire(0) == 0) {
                Thread.onSpinWait();
            }
        }).join();
        AtomicInteger done = new AtomicInteger();
        for (int i = 0; i < ROUNDS; i++) {
            ForkJoinPool.commonPool().execute(() -> done.addAndGet(Integer.parseInt(System.getenv("SHMEM_PE"))));
        }
        boolean quiet = ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.MINUTES) && done.get() == ROUNDS * me;
        shmem.barrierAll();
        quiet &= ForkJoinPool.commonPool().submit(() -> ForkJoinPool.commonPool().awaitQuiescence(1, TimeUnit.MINUTES))
            .join();
        boolean size = ForkJoinPool.getCommonPoolParallelism() == ForkJoinPool.commonPool().getParallelism()
            && ForkJoinPool.getCommonPoolParallelism() == Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        ByteBuffer direct = ByteBuffer.allocateDirect(DIRECT_BYTES);
        shmem.barrierAll();
        System.out.println(me + " pools: " + pool + " " + quiet + " " + size + " " + direct.capacity());
        shmem.finish();
    }

    /** A plug-in, in a loader that knows nothing of the program. */
    public static final class PlugIn implements Supplier<String>, Runnable {
        @Override
        public String get() {
            return System.getenv("SHMEM_PE");
        }

        @Override
        public void run() {
            System.exit("2".equals(get()) ? 7 : 0);
        }
    }

    /** A program's class loader. */
    private static final class Bytes extends ClassLoader {
        static byte[] of(Class<?> type) throws IOException {
            try (InputStream in = type.getResourceAsStream(type.getName().substring(type.getPackageName().length() + 1)
                + ".class")) {
                return in.readAllBytes();
            }
        }

        Class<?> define(byte[] bytes) {
            return defineClass(null, bytes, 0, bytes.length);
        }

        Class<?> defineAbove(byte[] bytes) {
            return super.defineClass(null, bytes, 0, bytes.length);
        }

        String ask(Class<?> type) throws ReflectiveOperationException {
            return (String) ((Supplier<?>) type.getConstructor().newInstance()).get();
        }
    }

    /** Counts what it is given. */
    public static final class Counting extends Handler {
        private static Counting last;
        private int count;

        /** Made by name, too. */
        public Counting() {
            setLevel(Level.ALL);
            keep(this);
        }

        private static void keep(Counting made) {
            last = made;
        }

        @Override
        public void publish(LogRecord logged) {
            count++;
        }

        @Override
        public void flush() {
            // Nothing is kept back.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    /** Tools' view of a bean. */
    public interface BeanMBean {
        /** {@return the PE's number} */
        int getNumber();
    }

    private static final class Bean implements BeanMBean {
        @Override
        public int getNumber() {
            return me;
        }
    }

    /** A driver that a service file names. */
    public static final class OwnDriver implements Driver {
        static {
            try {
                DriverManager.registerDriver(new OwnDriver());
            } catch (java.sql.SQLException e) {
                throw new UncheckedIOException(new IOException(e));
            }
        }

        @Override
        public Connection connect(String url, Properties info) {
            return !acceptsURL(url) ? null : (Connection) Proxy.newProxyInstance(OwnDriver.class.getClassLoader(),
                new Class<?>[] {Connection.class}, (proxy, method, arguments) -> method.getName().equals("getCatalog")
                    ? "of " + me : null);
        }

        @Override
        public boolean acceptsURL(String url) {
            return url.startsWith("apart:");
        }

        @Override
        public DriverPropertyInfo[] getPropertyInfo(String url, Properties info) {
            return new DriverPropertyInfo[0];
        }

        @Override
        public int getMajorVersion() {
            return 1;
        }

        @Override
        public int getMinorVersion() {
            return 0;
        }

        @Override
        public boolean jdbcCompliant() {
            return false;
        }

        @Override
        public Logger getParentLogger() {
            return Logger.getLogger("apart");
        }
    }
}
