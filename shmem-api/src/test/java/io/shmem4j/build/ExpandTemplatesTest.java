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

/** Runs the generator with the build's arguments and compares what it writes with what is expected, to the letter. */
class ExpandTemplatesTest {
    private static final String TEMPLATE = """
        // Licence
        package p;

        class $Type$Pair extends Symmetric$Types$ {
            $type$ first;
            long bytes = 1L << $shift$ + $bits$;
        //#if long double
            $Box$ wide = $fromWord$($toWord$(first));
        //#end
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
            source.toString()));
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        generator = loader.loadClass("ExpandTemplates").getMethod("main", String[].class);
    }

    @AfterAll
    static void close() throws IOException {
        loader.close();
    }

    private void expand() throws Exception {
        String[] args = {folder.resolve("in").toString(), folder.resolve("out").toString()};
        try {
            generator.invoke(null, (Object) args);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private void template(String name, String text) throws IOException {
        Path file = folder.resolve("in").resolve("p").resolve(name);
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
    void oneFileForEachType() throws Exception {
        template("$Type$Pair.java", TEMPLATE);
        expand();
        assertEquals(List.of("p/BytePair.java", "p/DoublePair.java", "p/FloatPair.java", "p/IntPair.java",
            "p/LongPair.java", "p/ShortPair.java"), written());
        assertEquals("""
            // Licence
            // Generated from the template p/$Type$Pair.java; changes belong there.
            package p;

            class IntPair extends SymmetricInts {
                int first;
                long bytes = 1L << 2 + 32;
            }
            """, Files.readString(folder.resolve("out/p/IntPair.java")));
        assertEquals("""
            // Licence
            // Generated from the template p/$Type$Pair.java; changes belong there.
            package p;

            class DoublePair extends SymmetricDoubles {
                double first;
                long bytes = 1L << 3 + 64;
                Double wide = Double.longBitsToDouble(Double.doubleToRawLongBits(first));
            }
            """, Files.readString(folder.resolve("out/p/DoublePair.java")));
    }

    @Test
    void filesOfARemovedTemplateGo() throws Exception {
        template("$Type$Old.java", TEMPLATE);
        template("Kept.java", "// Licence\nclass Kept { }\n");
        expand();
        Files.delete(folder.resolve("in/p/$Type$Old.java"));
        expand();
        assertEquals(List.of("p/Kept.java"), written());
    }

    @Test
    void typesLineLimitsAndIsLeftOut() throws Exception {
        template("$Type$Only.java", "// Licence\n//#types atomic\nclass $Type$Only { }\n");
        expand();
        assertEquals(List.of("p/IntOnly.java", "p/LongOnly.java"), written());
        assertEquals("""
            // Licence
            // Generated from the template p/$Type$Only.java; changes belong there.
            class IntOnly { }
            """, Files.readString(folder.resolve("out/p/IntOnly.java")));
    }

    @Test
    void eachRepeatsLinesForItems() throws Exception {
        template("$Type$Ops.java", """
            // Licence
            class $Type$Ops {
            //#each low/HIGH sum/ADD integer: and/AND
                $type$ $low$ = $HIGH$;
            //#next
            }
            """);
        expand();
        assertWritten("IntOps.java", "class IntOps {\n    int sum = ADD;\n    int and = AND;\n}\n");
        assertWritten("FloatOps.java", "class FloatOps {\n    float sum = ADD;\n}\n");
    }

    @Test
    void whenKeepsLinesForSomeItems() throws Exception {
        template("$Type$Calls.java", """
            // Licence
            class $Type$Calls {
            //#each call/CALL put/PUT putNbi/PUT_NBI
                void $call$() {
            //#when putNbi
                    start($CALL$);
            //#end
            //#when put
                    run($type$, $CALL$);
            //#end
                }
            //#next
            }
            """);
        expand();
        assertWritten("LongCalls.java", """
            class LongCalls {
                void put() {
                    run(long, PUT);
                }
                void putNbi() {
                    start(PUT_NBI);
                }
            }
            """);
    }

    @Test
    void aNameWithoutVariableMakesOneFileForAllTypes() throws Exception {
        template("All.java", """
            // Licence
            class All {
            //#types atomic
                $type$ $type$Value;
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
                int intValue;
                long longValue;
                boolean wide;
                int last;
            }
            """);
    }

    @Test
    void rowsOfATableHaveSpacesAndFlags() throws Exception {
        template("$Type$Ops.java", """
            // Licence
            class $Type$Ops {
            //#each call/does
            //#row small int: or | a |= b
            //#row sum | a +=
            //#    ($type$) b
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
            //#types short byte
            //#if small
            //#if byte
                byte b;
            //#else
                $type$ other;
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
            //#row Near | $bytes$ |
            //#row Far | one + $bytes$ |
            interface $Kind$Access {
            //#types real
                $type$ $type$s(int size = $size$);
            //#when Far
                void far($type$ to);
            //#end
            //#done
            }
            """);
        expand();
        assertEquals(List.of("p/FarAccess.java", "p/NearAccess.java"), written());
        assertWritten("NearAccess.java", """
            interface NearAccess {
                float floats(int size = 4);
                double doubles(int size = 8);
            }
            """);
        assertWritten("FarAccess.java", """
            interface FarAccess {
                float floats(int size = one + 4);
                void far(float to);
                double doubles(int size = one + 8);
                void far(double to);
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
        assertTrue(all.startsWith("// Licence\n// Generated from the template p/"), all);
        assertEquals(text, all.substring(all.indexOf("there.\n") + "there.\n".length()));
    }

    @Test
    void unchangedFilesKeepTheirTime() throws Exception {
        template("$Type$Pair.java", TEMPLATE);
        expand();
        Path file = folder.resolve("out/p/LongPair.java");
        FileTime old = FileTime.fromMillis(1_000_000);
        Files.setLastModifiedTime(file, old);
        Path changed = folder.resolve("out/p/BytePair.java");
        Files.writeString(changed, "something else");
        expand();
        assertEquals(old, Files.getLastModifiedTime(file));
        assertTrue(Files.readString(changed).contains("SymmetricBytes"));
    }

    @Test
    void mistakesAreErrors() throws Exception {
        template("$Type$Bad.java", "// Licence\nclass $Type$Bad { $Unknown$ x; }\n");
        assertMistake("$Unknown$");
        template("$Type$Bad.java", "//#if long\nclass $Type$Bad { }\n");
        assertMistake("without //#end");
        template("$Type$Bad.java", "//#each a one\nclass $Type$Bad { }\n");
        assertMistake("without //#next");
        template("$Type$Bad.java", "//#if long\n//#if int\n//#end\n");
        assertMistake("without //#end");
        template("$Type$Bad.java", "// Licence\n//#each a/b/c\n//#row one | two\n//#next\n");
        assertMistake("a/b/c is not one/two");
        template("$Type$Bad.java", "// Licence\n/**\n * @params\n */\nvoid f(int unknown) { }\n");
        assertMistake("what is unknown of void f(int unknown)");
        template("$Type$Bad.java", "// Licence\n//#next\n");
        assertMistake("out of place");
    }

    private void assertMistake(String words) {
        String message = assertThrows(IOException.class, this::expand).getMessage();
        assertTrue(message.contains("$Type$Bad.java") && message.contains(words), message);
    }
}
