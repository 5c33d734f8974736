// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.module.ModuleFinder;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarksTest {
    /** Services that the JDK looks for with the loader of the PE that asks. */
    private static final Set<String> APART = Set.of("java.sql.Driver", "java.nio.file.spi.FileSystemProvider",
        "javax.management.remote.JMXConnectorProvider", "javax.management.remote.JMXConnectorServerProvider",
        "javax.naming.ldap.StartTlsResponse", "javax.naming.spi.InitialContextFactory",
        "javax.script.ScriptEngineFactory", "javax.security.auth.spi.LoginModule", "javax.sql.rowset.RowSetFactory",
        "org.xml.sax.XMLReader");
    /** The same, by packages. */
    private static final List<String> APART_PACKAGES = List.of("javax.xml.");
    /** Services of tools, which look for them on a path of their own, or which programs do not start. */
    private static final Set<String> TOOLS = Set.of("java.util.spi.ToolProvider", "javax.tools.DocumentationTool",
        "javax.tools.JavaCompiler", "javax.annotation.processing.Processor", "com.sun.source.util.Plugin",
        "com.sun.jdi.connect.Connector", "com.sun.jdi.connect.spi.TransportService",
        "com.sun.tools.attach.spi.AttachProvider");
    /** Packages that a program can't implement services of, because the JDK does not export them. */
    private static final List<String> CLOSED = List.of("sun.", "jdk.", "com.sun.tools.");

    private static boolean begins(String service, List<String> packages) {
        return packages.stream().anyMatch(service::startsWith);
    }

    /** A service that a later JDK adds has to be decided. */
    @Test
    void eachServiceOfTheJdkIsDecided() {
        Set<String> services = ModuleFinder.ofSystem().findAll().stream()
            .flatMap(module -> module.descriptor().uses().stream()).collect(Collectors.toCollection(TreeSet::new));
        List<String> open = services.stream().filter(service -> !Marks.keepsForAll(service)
            && !APART.contains(service) && !begins(service, APART_PACKAGES) && !TOOLS.contains(service)
            && !begins(service, CLOSED)).toList();
        assertEquals(List.of(), open);
        assertTrue(services.contains("java.nio.file.spi.FileTypeDetector"), services::toString);
    }

    @ParameterizedTest
    @CsvSource({"-Djava.library.path=/x, true", "-Djava.system.class.loader=a.Loader, true",
        "-Djava.util.concurrent.ForkJoinPool.common.threadFactory=a.Factory, true",
        "-Djava.util.concurrent.ForkJoinPool.common.exceptionHandler=a.Handler, true",
        "-Djava.nio.file.spi.DefaultFileSystemProvider=a.Provider, true",
        "-Djava.util.concurrent.ForkJoinPool.common.parallelism=4, false", "-Dmine=a.Factory, false", "-Xmx1g, false"})
    void flagThatNamesClassesNeedsProcesses(String flag, boolean needs) {
        assertEquals(needs, Marks.flag(flag) != null);
    }

    @ParameterizedTest
    @CsvSource({"libx.so, true", "libx.so.1, true", "win/x.dll, false", "freebsd/libx.so, false",
        "META-INF/services/javax.imageio.spi.ImageReaderSpi, true",
        "META-INF/services/java.nio.file.spi.FileTypeDetector, true", "META-INF/services/java.sql.Driver, false",
        "META-INF/services/a.Service, false"})
    void entryOfAJarNeedsProcesses(String name, boolean needs) {
        assertEquals(needs, Marks.file(name) != null);
    }
}
