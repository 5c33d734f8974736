// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the generator with the build's arguments and compares what it writes with what is expected, to the letter. */
class ExpandTemplatesTest {
    private static final String LONG_FORM = """
        // Licence
        //#types: first
        package p;

        class LongPair extends SymmetricLongs {
            long first;
            long bytes = 1L << 3;
        }
        """;

    @TempDir
    Path folder;

    /** The generator, compiled once: starting it from source takes seconds. */
    private static Method generator;

    private static URLClassLoader loader;

    @BeforeAll
    static void compile(@TempDir Path classes) throws Exception {
        Path source = Path.of("src", "main", "build", "ExpandTemplates.java");
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(),
            "-sourcepath", source.getParent().toString(), source.toString()));
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        generator = loader.loadClass("ExpandTemplates").getMethod("main", String[].class);
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    private void expand() throws Exception {
        String[] args = {folder.resolve("java").toString(), folder.resolve("in").toString(),
            folder.resolve("out").toString()};
        try {
            generator.invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private void template(String name, String text) throws IOException {
        source("in", name, text);
    }

    /** Writes the form for long of a class. */
    private void longForm(String name, String text) throws IOException {
        source("java", name, text);
    }

    private void source(String in, String name, String text) throws IOException {
        Path file = folder.resolve(in).resolve("p").resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private List<String> written() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("out"))) {
            return files.filter(Files::isRegularFile).map(f -> folder.resolve("out").relativize(f).toString()).sorted()
                .toList();
        }
    }

    @Test
    void aLongFormBecomesAFileForEachOtherType() throws Exception {
        longForm("LongPair.java", LONG_FORM);
        longForm("Other.java", "// Licence\nclass Other { }\n");
        expand();
        assertEquals(List.of("p/BytePair.java", "p/DoublePair.java", "p/FloatPair.java", "p/IntPair.java",
            "p/ShortPair.java"), written());
        assertEquals("""
            // Licence
            // Generated from p/LongPair.java; changes belong there.
            package p;

            class IntPair extends SymmetricInts {
                int first;
                long bytes = 1L << 2;
            }
            """, Files.readString(folder.resolve("out/p/IntPair.java")));
    }

    @Test
    void filesOfARemovedSourceGo() throws Exception {
        longForm("LongOld.java", LONG_FORM);
        template("Kept.java", "// Licence\nclass Kept { }\n");
        expand();
        Files.delete(folder.resolve("java/p/LongOld.java"));
        expand();
        assertEquals(List.of("p/Kept.java"), written());
    }

    @Test
    void flagsOfTheTypesLineLimitIt() throws Exception {
        longForm("LongOnly.java", "// Licence\n//#types atomic\nclass LongOnly { }\n");
        template("LongAll.java", "// Licence\n//#types atomic\nclass LongAll { }\n");
        expand();
        assertEquals(List.of("p/IntAll.java", "p/IntOnly.java", "p/LongAll.java"), written());
        assertWritten("IntOnly.java", "class IntOnly { }\n");
        assertWritten("LongAll.java", "class LongAll { }\n");
    }

    @Test
    void namesChangeAndListedWords() throws Exception {
        longForm("LongWords.java", """
            // Licence
            //#types: value (long) 3 8 64 -kept -all
            class LongWords {
                Long box = Long.MIN_VALUE; // as long as {@code long}, shmem_long_put, shmem_ulong_max
                long[] array; long count; long value = getLong(JAVA_LONG, longBits, 3, 8L);
                void put64(long... values, long index, long asLong() { return (long) old; }
                SymmetricLongs kept; long[] all; int shift = 13 + count >> 3; String s = "an int or long";
                SymmetricLongs words; longer Longest LONGEST; //#same
            }
            """);
        expand();
        assertWritten("IntWords.java", """
            class IntWords {
                Integer box = Integer.MIN_VALUE; // as long as {@code int}, shmem_int_put, shmem_uint_max
                int[] array; long count; int value = getInt(JAVA_INT, intBits, 2, 4L);
                void put32(int... values, long index, int asInt() { return (int) old; }
                SymmetricLongs kept; long[] all; int shift = 13 + count >> 2; String s = "an int or int";
                SymmetricLongs words; longer Longest LONGEST;
            }
            """);
    }

    @Test
    void whatLongDoesNotHaveIsAComment() throws Exception {
        longForm("LongParts.java", """
            // Licence
            //#types: seen
            class LongParts {
                long seen = getLong();
                //#real double seen = Double.longBitsToDouble(getLong());
                //#small long seen =
                //#small     getShort();

                //#if integer
                int whole;
                //#else
                // long seen = Double.doubleToRawLongBits(1);
                //
                // int complexd_sum; // not whole
                //#end

                //#if byte
                // int small;
                //#end
            }
            """);
        expand();
        assertWritten("IntParts.java", "class IntParts {\n    int seen = getInt();\n\n    int whole;\n}\n");
        assertWritten("ByteParts.java", """
            class ByteParts {
                long seen =
                    getByte();

                int whole;

                int small;
            }
            """);
        assertWritten("FloatParts.java", """
            class FloatParts {
                float seen = Float.intBitsToFloat(getInt());

                int seen = Float.floatToRawIntBits(1);

                int complexf_sum; // not whole
            }
            """);
        assertWritten("DoubleParts.java", """
            class DoubleParts {
                double seen = Double.longBitsToDouble(getLong());

                long seen = Double.doubleToRawLongBits(1);

                int complexd_sum; // not whole
            }
            """);
    }

    @Test
    void eachRepeatsLinesForItems() throws Exception {
        template("LongOps.java", """
            // Licence
            //#types: $low$
            class LongOps {
            //#each low/HIGH sum/ADD integer: and/AND
                long $low$ = $HIGH$;
            //#next
            }
            """);
        expand();
        assertWritten("IntOps.java", "class IntOps {\n    int sum = ADD;\n    int and = AND;\n}\n");
        assertWritten("FloatOps.java", "class FloatOps {\n    float sum = ADD;\n}\n");
    }

    @Test
    void whenKeepsLinesForSomeItems() throws Exception {
        template("LongCalls.java", """
            // Licence
            //#types
            class LongCalls {
            //#each call/CALL put/PUT putNbi/PUT_NBI
                void $call$() {
            //#when putNbi
                    start($CALL$);
            //#end
            //#when put
                    run(long[], $CALL$);
            //#end
                }
            //#next
            }
            """);
        expand();
        assertWritten("LongCalls.java", """
            class LongCalls {
                void put() {
                    run(long[], PUT);
                }
                void putNbi() {
                    start(PUT_NBI);
                }
            }
            """);
    }

    @Test
    void sectionsAreRepeatedForEachType() throws Exception {
        template("All.java", """
            // Licence
            class All {
            //#types atomic: value
                long value, longValue;
            //#if long
                boolean wide;
            //#end
            //#done
                int last;
            }
            """);
        expand();
        assertEquals(List.of("p/All.java"), written());
        assertWritten("All.java", """
            class All {
                int value, intValue;
                long value, longValue;
                boolean wide;
                int last;
            }
            """);
    }

    @Test
    void rowsOfATableHaveSpacesAndFlags() throws Exception {
        template("LongOps.java", """
            // Licence
            //#types: (long)
            class LongOps {
            //#each call/does
            //#row small int: or | a |= b
            //#row real: neg | a = -(double) b
            //#row sum | a +=
            //#    (long) b
                void $call$() {
            //#when or
                    check();
            //#else
                    trust();
            //#end
                    $does$;
                }
            //#next
            }
            """);
        expand();
        String sum = "    void sum() {\n        trust();\n        a += (%s) b;\n    }\n}\n";
        String or = "    void or() {\n        check();\n        a |= b;\n    }\n";
        assertWritten("IntOps.java", "class IntOps {\n" + or + sum.formatted("int"));
        assertWritten("LongOps.java", "class LongOps {\n" + sum.formatted("long"));
        String neg = "    void neg() {\n        trust();\n        a = -(float) b;\n    }\n";
        assertWritten("FloatOps.java", "class FloatOps {\n" + neg + sum.formatted("float"));
    }

    @Test
    void loopsAndConditionsStandInOneAnother() throws Exception {
        template("All.java", """
            // Licence
            class All {
            //#each call put get
            //#each from/size array/1 object/2
            //#when put
            //#when object
                int $call$Object = $size$;
            //#else
                int $call$Array = $size$;
            //#end
            //#end
            //#when get
                int $call$_$from$;
            //#end
            //#next
            //#next
            //#types
            //#if small
            //#if byte
                byte b;
            //#else
                short other;
            //#end
            //#end
            //#done
            }
            """);
        expand();
        assertWritten("All.java", """
            class All {
                int putArray = 1;
                int putObject = 2;
                int get_array;
                int get_object;
                byte b;
                short other;
            }
            """);
    }

    @Test
    void filesAreMadeOfRows() throws Exception {
        template("$Name$Exception.java", """
            // Licence
            //#files Name/Base
            //#row Lost | IO
            //#row Late | Runtime
            class $Name$Exception extends $Base$Exception {
            //#when Lost
                int place;
            //#end
            }
            """);
        expand();
        assertEquals(List.of("p/LateException.java", "p/LostException.java"), written());
        assertWritten("LostException.java", "class LostException extends IOException {\n    int place;\n}\n");
        assertWritten("LateException.java", "class LateException extends RuntimeException {\n}\n");
    }

    @Test
    void aFileOfARowHasLinesForEachType() throws Exception {
        template("$Kind$Access.java", """
            // Licence
            //#files Kind/size/none
            //#row Near | Double.BYTES |
            //#row Far | one + Double.BYTES |
            interface $Kind$Access {
            //#types real
                double doubles(int size = $size$);
            //#when Far
                void far(double to);
            //#end
            //#done
            }
            """);
        expand();
        assertEquals(List.of("p/FarAccess.java", "p/NearAccess.java"), written());
        assertWritten("NearAccess.java", """
            interface NearAccess {
                float floats(int size = Float.BYTES);
                double doubles(int size = Double.BYTES);
            }
            """);
        assertWritten("FarAccess.java", """
            interface FarAccess {
                float floats(int size = one + Float.BYTES);
                void far(float to);
                double doubles(int size = one + Double.BYTES);
                void far(double to);
            }
            """);
    }

    @Test
    void tagsMayFollowTheTextOfAComment() throws Exception {
        template("Words.java", """
            // Licence
            class Words {
            //#param pe whose copy
            //#throws pe NoPe if there is none
            //#throws freed Gone if it is freed
                /** {@return the number} Of all. %1$sparams */
                int number(int pe) { }

                /** Swaps at once,
                 * {@code swap}. %1$sparams %1$sparam value the new one %1$sreturn the old one
                 * %1$sthrows pe, freed */
                int swap(int value, int pe) { }
            }
            """.formatted("@"));
        expand();
        assertWritten("Words.java", """
            class Words {
                /**
                 * {@return the number} Of all.
                 *
                 * @param pe whose copy
                 */
                int number(int pe) { }

                /**
                 * Swaps at once, {@code swap}.
                 *
                 * @param value the new one
                 * @param pe    whose copy
                 * @return the old one
                 * @throws NoPe if there is none
                 * @throws Gone if it is freed
                 */
                int swap(int value, int pe) { }
            }
            """);
    }

    @Test
    void whatParametersMeanIsSaidOnce() throws Exception {
        Files.createDirectories(folder.resolve("in"));
        Files.writeString(folder.resolve("in/words.txt"), "//#param pe whose copy\n//#throws pe NoPe if there is none\n"
            + "//#throws freed Gone if it is freed\n");
        template("Words.java", """
            // Licence
            class Words {
            //#param index the element
                /**
                 * Gets.
                 *
                 * @params
                 * @return it
                 * @throws pe, freed
                 * @throws Other if so
                 */
                @Deprecated(since = "1")
                int get(long index, int pe) { }

            //#param pe the target
                /**
                 * Puts.
                 *
                 * @params
                 * @param value it
                 */
                void put(long index, Map.Entry value,
                    int pe) { }
            }
            """);
        expand();
        assertWritten("Words.java", """
            class Words {
                /**
                 * Gets.
                 *
                 * @param index the element
                 * @param pe    whose copy
                 * @return it
                 * @throws NoPe if there is none
                 * @throws Gone if it is freed
                 * @throws Other if so
                 */
                @Deprecated(since = "1")
                int get(long index, int pe) { }

                /**
                 * Puts.
                 *
                 * @param index the element
                 * @param value it
                 * @param pe    the target
                 */
                void put(long index, Map.Entry value,
                    int pe) { }
            }
            """);
    }

    /** Checks a file whose template begins with a line for the licence. */
    private void assertWritten(String name, String text) throws IOException {
        String all = Files.readString(folder.resolve("out/p").resolve(name));
        assertTrue(all.startsWith("// Licence\n// Generated from p/"), all);
        assertEquals(text, all.substring(all.indexOf("there.\n") + "there.\n".length()));
    }

    @Test
    void unchangedFilesKeepTheirTime() throws Exception {
        longForm("LongPair.java", LONG_FORM);
        expand();
        Path file = folder.resolve("out/p/IntPair.java");
        FileTime old = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(file, old);
        Path changed = folder.resolve("out/p/BytePair.java");
        Files.writeString(changed, "something else");
        expand();
        assertEquals(old, Files.getLastModifiedTime(file));
        assertTrue(Files.readString(changed).contains("SymmetricBytes"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        //#iff long~x;~//#end                      | 3: //#iff long out of place
        //#next                                    | 3: //#next out of place
        //#end                                     | 3: //#end out of place
        //#same                                    | 3: //#same out of place
        //#if long~x;                              | 3: //#if long without //#end
        //#if long~//#if int~//#end                | 3: //#if long without //#end
        //#if long~//#else~// x;                   | 3: //#if long without //#end
        //#each a one~$a$;                         | 3: //#each a one without //#next
        //#if big~x;~//#end                        | 3: no type is big
        //#if integer real~x;~//#end               | 3: does nothing: all types are these
        //#if byte~x;~//#end                       | 4: long does not have this line, which is no comment
        //#if real~// x;~y;~//#end                 | 5: long does not have this line, which is no comment
        x;~//#long y;                              | 4: long is this
        //#if real~//#real y;~//#end               | 4: long does not have this line
        //#if integer~//#real x;~//#end            | 4: //#real x; out of place
        $Unknown$ x;                               | 3: unknown variable near: $Unknown$
        //#each a/b/c~//#row one ! two~//#next     | 3: a/b/c is not one/two
        //#each a~//#row big: one~$a$;~//#next     | 4: no type is big
        """)
    void mistakesAreErrors(String lines, String message) throws IOException {
        assertMistake("//#types\n" + lines.replace('~', '\n').replace('!', '|'), message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        //#types big           | 2: no type is big
        //#types small         | 2: there is no form for long
        //#types: x            | 2: does nothing: x
        //#types: -count 8     | 2: does nothing: -count 8
        //#types atomic~//#if swap~x;~//#end    | 3: does nothing: all types are these
        //#types atomic~//#if real~// x;~//#end | 3: does nothing: no type is one of these
        //#types atomic~x;~//#real y;           | 4: does nothing: no type is this
        """)
    void mistakesOfTypesAreErrors(String lines, String message) throws IOException {
        assertMistake(lines.replace('~', '\n'), message);
    }

    @Test
    void mistakesOfTemplatesAreErrors() throws Exception {
        template("Bad.java", "// Licence\n/**\n * @params\n */\nvoid f(int unknown) { }\n");
        assertMistake("Bad.java:3: what is unknown of void f(int unknown)");
        template("Bad.java", "// Licence\n\n//#if long\nx;\n//#end\n");
        assertMistake("Bad.java:3: out of place");
        template("Bad.java", "// Licence\n\n//#types: y\nx;\n//#done\n");
        assertMistake("Bad.java:3: does nothing: y");
        template("Bad.java", "// Licence\n\n//#types\nx;\n");
        assertMistake("Bad.java:3: //#types without //#done");
        template("Bad.java", "// Licence\nclass Bad { }\n");
        longForm("LongPair.java", "// Licence\n//#types atomic\nclass LongPair { }\n");
        template("IntPair.java", "// Licence\nclass IntPair { }\n");
        assertMistake("IntPair.java:1: another file has made IntPair.java");
    }

    private void assertMistake(String lines, String message) throws IOException {
        longForm("LongBad.java", "// Licence\n" + lines + "\n");
        assertMistake("LongBad.java:" + message);
    }

    private void assertMistake(String words) {
        String message = assertThrows(IOException.class, this::expand).getMessage();
        assertTrue(message.contains(words), message);
    }
}
