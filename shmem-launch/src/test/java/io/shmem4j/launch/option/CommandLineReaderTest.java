// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.shmem4j.launch.LaunchException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A command line means the same, whether it is read with the parser or without. */
class CommandLineReaderTest {
    private static final String PACKAGE = Options.class.getPackageName();

    private static Map<String, Object> values(Object options) {
        Map<String, Object> values = new TreeMap<>();
        try {
            for (Field field : options.getClass().getFields()) {
                Object value = field.get(options);
                if (value != null && value.getClass().getPackageName().equals(PACKAGE)) {
                    values(value).forEach((name, of) -> values.put(field.getName() + "." + name, of));
                } else {
                    values.put(field.getName(), String.valueOf(value));
                }
            }
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
        return values;
    }

    private static Map<String, Object> read(List<String> words) {
        CommandLineReader.Read read = CommandLineReader.read(words, true);
        Map<String, Object> all = values(read.options());
        all.put("words", read.words());
        all.put("given", read.given());
        return all;
    }

    private static Map<String, Object> parsed(List<String> words) {
        CommandLineReader.Read read = new OptionParser().parse(words);
        Map<String, Object> all = values(read.options());
        all.put("words", read.words());
        all.put("given", read.given());
        return all;
    }

    private static String value(LauncherOption option) {
        return switch (option.kind()) {
            case FLAG -> null;
            case INTEGER, NUMBER, OPTIONAL -> "7";
            case TEXT, LIST -> "some=text";
        };
    }

    @ParameterizedTest
    @EnumSource
    void everyNameOfAnOptionIsReadAsTheParserDoes(LauncherOption option) {
        for (String name : option.names()) {
            List<String> words = new ArrayList<>(List.of(name));
            if (value(option) != null && option.kind() != LauncherOption.Kind.OPTIONAL) {
                words.add(value(option));
                List<String> joined = List.of(name + "=" + value(option), "hello", "-n", "3");
                assertEquals(parsed(joined), read(joined));
            }
            words.addAll(List.of("hello", "-n", "3"));
            assertEquals(parsed(words), read(words));
            assertEquals(List.of(option.names().getFirst()), read(words).get("given"));
            if (option != LauncherOption.OVERSUBSCRIBE) {
                assertNotEquals(values(new Options()), values(CommandLineReader.read(words, true).options()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"hello", "-np 2 hello", "-J-Xmx1g -J -ea -JDa=b hello", "-x A=B -x C -xD=E hello",
        "-heap-size 1m hello", "-heap-size=1m hello", "-vq hello", "-n -3 hello", "--tune", "--tune=9", "-- -n", "-n 2",
        "--report-pid - hello", "--grace=1e1 -n +4 hello"})
    void commandLinesAreReadAsTheParserDoes(String line) {
        List<String> words = List.of(line.split(" "));
        assertEquals(parsed(words), read(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-n", "-n x", "-n 2 -np 3", "-n 99999999999", "-n \u0663", "--timeout soon", "--quiett",
        "--heap-size --quiet", "--vector=true", "--vector=false"})
    void mistakesAreSaidInTheWordsOfTheParser(String line) {
        List<String> words = List.of(line.split(" "));
        String message = assertThrows(LaunchException.class, () -> new OptionParser().parse(words)).getMessage();
        assertEquals(message, assertThrows(LaunchException.class, () -> CommandLineReader.read(words, true))
            .getMessage());
    }

    @Test
    void optionsOfTheJobStandBeforeItsFirstProgram() {
        String message = assertThrows(LaunchException.class, () -> CommandLineReader.read(List.of("-q", "hello"),
            false)).getMessage();
        assertEquals("--quiet holds for the whole job and belongs before its first program, not after ':'", message);
    }
}
