// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.apart.Streams;
import io.shmem4j.error.ShmemException;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Scanner;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Explanations of a throwable that sharing a JVM may have caused. */
class ExplanationTest {
    private static final String PES = "PEs 0 to 7";
    private static final String END = ", and PEs 0 to 7 share one; --pes-per-jvm 1 gives each its own";
    private static final String ANY = "PEs 0 to 7 share a JVM; --pes-per-jvm 1 shows whether that matters";
    private static final String CAST = "class a.B cannot be cast to class a.";

    static Stream<Arguments> throwables() {
        return Stream.of(
            Arguments.of(new UnsatisfiedLinkError("Native Library /x.so already loaded in another classloader"),
                "a JVM loads a native library for one of its PEs only" + END),
            Arguments.of(new UnsatisfiedLinkError("no x in java.library.path"), ANY),
            Arguments.of(new java.sql.SQLException("No suitable driver found for jdbc:h2:mem:"),
                "a JVM looks for database drivers once, among the classes of one PE" + END),
            Arguments.of(new java.sql.SQLException("Connection refused"), ANY),
            Arguments.of(new OverlappingFileLockException(), "a JVM has one lock for a part of a file" + END),
            Arguments.of(new Error("factory already defined"), "a JVM takes one such factory" + END),
            Arguments.of(new ProviderNotFoundException("Provider \"jimfs\" not installed"),
                "a JVM looks for providers outside of its PEs' classes" + END),
            Arguments.of(new FileSystemNotFoundException("Provider \"jimfs\" not installed"),
                "a JVM looks for providers outside of its PEs' classes" + END),
            Arguments.of(new javax.management.InstanceAlreadyExistsException("a:type=b"),
                "a JVM has one managed bean of a name" + END),
            Arguments.of(new ClassCastException(CAST + "B (a.B is in unnamed module of loader x; a.B is in ...)"),
                "the object is of another PE's copy of the class" + END),
            Arguments.of(new ClassCastException(CAST + "Bc (a.B and a.Bc are in unnamed module of loader x)"), ANY),
            Arguments.of(new MalformedURLException("unknown protocol: nested"),
                "a JVM looks for handlers of protocols outside of its PEs' classes" + END),
            Arguments.of(new MalformedURLException("no protocol: x"), ANY),
            Arguments.of(new IllegalStateException(), ANY));
    }

    @ParameterizedTest
    @MethodSource("throwables")
    void hintsLookAlongTheCauses(Throwable thrown, String hint) {
        assertEquals(hint, Explanation.hint(1, thrown, PES));
        assertEquals(hint, Explanation.hint(1, new ExceptionInInitializerError(new RuntimeException(thrown)), PES));
        assertNull(Explanation.hint(1, thrown, null));
    }

    @Test
    void librariesAreMissedInAnyShape() {
        Throwable missing = new RuntimeException(new NoClassDefFoundError("org/agrona/DirectBuffer"));
        assertEquals("oshrun --with agrona adds this library to the PEs", Explanation.hint(1, missing, null));
        assertEquals(ANY, Explanation.hint(1, new NoClassDefFoundError("my/Own"), PES));
    }

    @Test
    void aLimitOfThreadsIsNoLimitOfTheJavaHeap() {
        Throwable thrown = new RuntimeException(new OutOfMemoryError("unable to create native thread: possibly out of "
            + "memory or process/resource limits reached"));
        String hint = "the system has no more threads for this user or container: see ulimit -u and the limit of pids";
        assertEquals(hint, Explanation.hint(1, thrown, PES));
        assertEquals(hint, Explanation.hint(1, thrown, null));
    }

    /** As a build does under a running job. */
    @Test
    void aJarThatIsYoungerThanTheProcessIsNamed(@TempDir Path folder) throws IOException {
        Path jar = Files.writeString(folder.resolve("new.jar"), "");
        String before = System.getProperty("java.class.path");
        System.setProperty("java.class.path", "classes" + File.pathSeparator + jar);
        try {
            // A jar that the launcher writes right before a process begins may seem younger than it.
            Files.setLastModifiedTime(jar, FileTime.from(ProcessHandle.current().info().startInstant().orElseThrow()
                .plusMillis(500)));
            assertNull(Explanation.hint(1, new NoClassDefFoundError("io/shmem4j/spi/Kernel$Operator"), null));
            Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(2)));
            assertEquals(jar + " has been replaced since this JVM began, as by a build; start the job again",
                Explanation.hint(1, new NoClassDefFoundError("io/shmem4j/spi/Kernel$Operator"), PES));
        } finally {
            System.setProperty("java.class.path", before);
        }
    }

    /** Where PEs share no static fields, the JVM is not the cause. */
    @Test
    void whatTheProgramsOwnCodeCausesHasNoHint() {
        List<RuntimeException> own = List.of(new NullPointerException(), new ArrayIndexOutOfBoundsException(),
            new ArithmeticException(), new NumberFormatException(), new NoSuchElementException());
        own.forEach(thrown -> assertNull(Explanation.hint(1, new RuntimeException(thrown), PES), thrown::toString));
        System.setProperty(Streams.KEPT, "true");
        try {
            own.forEach(thrown -> assertEquals(ANY, Explanation.hint(1, thrown, PES)));
        } finally {
            System.clearProperty(Streams.KEPT);
        }
    }

    @Test
    void aPeWithoutInputIsToldWhoHasIt() {
        Throwable ended = assertThrows(NoSuchElementException.class, () -> new Scanner("").nextLine());
        assertEquals("standard input goes to PE 0, or where --stdin sends it", Explanation.hint(1, ended, null));
        assertNull(Explanation.hint(0, ended, null));
    }

    @Test
    void whatTheLibraryThrowsHasOtherCauses() {
        assertNull(Explanation.hint(1, new ShmemException("the heap is full"), PES));
        assertNull(Explanation.hint(1, new IllegalStateException(new ShmemException("the heap is full")), PES));
    }

    @Test
    void causesThatTurnInACircleEnd() {
        RuntimeException first = new RuntimeException("first");
        RuntimeException second = new RuntimeException("second", first);
        first.initCause(second);
        assertEquals(ANY, Explanation.hint(1, first, PES));
        assertEquals("java.lang.RuntimeException: first, caused by java.lang.RuntimeException: second",
            Explanation.line(first));
    }

    @Test
    void oneLineNamesTheCauseOfAll() {
        Throwable root = new UnsatisfiedLinkError("no x\nin java.library.path:");
        assertEquals("java.lang.ExceptionInInitializerError, caused by java.lang.UnsatisfiedLinkError: no x",
            Explanation.line(new ExceptionInInitializerError(new RuntimeException("wrapped", root))));
        assertEquals("java.lang.RuntimeException: java.lang.Error: twice",
            Explanation.line(new RuntimeException(new Error("twice"))));
        assertEquals("java.lang.Error: of several lines", Explanation.line(new Error("of several lines:\n  one")));
    }
}
