// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.util.Map;
import java.util.Properties;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;

/** The launcher of the library's jars in the test's JVM. Each loader has one run at a time, and then the next. */
final class LauncherInside extends URLClassLoader {
    /** What the launcher's classes use instead of {@link System}, without methods that a job's start would need. */
    public static final class OwnSystem {
        public static PrintStream out;
        public static PrintStream err;
        private static Map<String, String> environment;
        private static Properties properties;

        private OwnSystem() {
        }

        public static void begin(PrintStream output, PrintStream errors, Map<String, String> variables,
            Properties values) {
            out = output;
            err = errors;
            environment = variables;
            properties = values;
        }

        public static Map<String, String> getenv() {
            return environment;
        }

        public static String getenv(String name) {
            return environment.get(name);
        }

        public static String getProperty(String name) {
            return properties.getProperty(name);
        }

        public static String getProperty(String name, String otherwise) {
            return properties.getProperty(name, otherwise);
        }

        public static void exit(int status) {
            throw new CancellationException(Integer.toString(status));
        }

        public static String lineSeparator() {
            return System.lineSeparator();
        }

        public static long nanoTime() {
            return System.nanoTime();
        }

        public static long currentTimeMillis() {
            return System.currentTimeMillis();
        }

        public static void arraycopy(Object from, int first, Object to, int start, int count) {
            System.arraycopy(from, first, to, start, count);
        }
    }

    /** A folder without a program: what would start a JVM fails. */
    private static final String NO_JDK = "/no/jdk";
    private static final int UTF8 = 1;
    private static final Queue<LauncherInside> UNUSED = new ConcurrentLinkedQueue<>();

    private LauncherInside(URL[] jars) {
        super(jars, ClassLoader.getPlatformClassLoader());
    }

    static Oshrun.Result run(Map<String, String> environment, String... args) {
        File[] jars = Oshrun.home().resolve("target/lib").toFile().listFiles((_, name) -> name.endsWith(".jar"));
        try {
            LauncherInside launcher = UNUSED.poll();
            if (launcher == null) {
                URL[] urls = new URL[jars.length];
                for (int i = 0; i < urls.length; i++) {
                    urls[i] = jars[i].toURI().toURL();
                }
                launcher = new LauncherInside(urls);
            }
            Properties properties = new Properties();
            properties.putAll(System.getProperties());
            properties.setProperty("shmem4j.root", Oshrun.home().toString());
            properties.setProperty("java.home", NO_JDK);
            StringBuilder path = new StringBuilder();
            for (File jar : jars) {
                path.append(jar).append(File.pathSeparator);
            }
            // Where not all are jars, the launcher keeps no texts, so it leaves those of others alone.
            properties.setProperty("java.class.path", path + NO_JDK);
            Oshrun.Result result = launcher.main(environment, properties, args);
            UNUSED.add(launcher);
            return result;
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private Oshrun.Result main(Map<String, String> environment, Properties properties, String... args)
        throws ReflectiveOperationException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        loadClass(OwnSystem.class.getName()).getMethod("begin", PrintStream.class, PrintStream.class, Map.class,
            Properties.class).invoke(null, new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8), environment, properties);
        try {
            loadClass("io.shmem4j.launch.cli.Launcher").getMethod("main", String[].class).invoke(null, (Object) args);
            throw new IllegalStateException("the launcher has not called exit");
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof CancellationException end) {
                return new Oshrun.Result(Integer.parseInt(end.getMessage()), out.toString(StandardCharsets.UTF_8),
                    err.toString(StandardCharsets.UTF_8));
            }
            throw e;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        boolean own = name.equals(OwnSystem.class.getName());
        String file = name.replace('.', '/') + ".class";
        URL place = own ? OwnSystem.class.getResource("/" + file) : findResource(file);
        if (place == null || !name.startsWith("io.shmem4j.")) {
            return super.findClass(name);
        }
        try (InputStream in = place.openStream()) {
            byte[] code = own ? in.readAllBytes() : withOwnSystem(in.readAllBytes());
            CodeSource source = place.openConnection() instanceof JarURLConnection jar
                ? new CodeSource(jar.getJarFileURL(), (CodeSigner[]) null) : null;
            return defineClass(name, code, 0, code.length, source);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    /** {@return a class file with the name of our class in its constants} */
    private static byte[] withOwnSystem(byte[] code) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(code));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(in.readLong());
        int constants = in.readUnsignedShort();
        out.writeShort(constants);
        for (int i = 1; i < constants; i++) {
            int tag = in.readUnsignedByte();
            out.writeByte(tag);
            int length = switch (tag) {
                case UTF8 -> 0;
                case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
                case 5, 6 -> 8;
                case 15 -> 3;
                default -> 2;
            };
            if (tag == UTF8) {
                String text = in.readUTF();
                out.writeUTF(text.equals("java/lang/System") ? OwnSystem.class.getName().replace('.', '/') : text);
            }
            out.write(in.readNBytes(length));
            i += length / 8;
        }
        in.transferTo(out);
        return bytes.toByteArray();
    }
}
