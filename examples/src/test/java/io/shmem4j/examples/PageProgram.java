// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.Shmem;
import io.shmem4j.channel.Channel;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.testing.Oshrun;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;

/**
 * A complete program that a page shows, and what the page says it prints.
 *
 * @param name   its class
 * @param source its text
 * @param output the text block behind it; empty if there is none
 */
record PageProgram(String name, String source, String output) {
    private static final Pattern BLOCK = Pattern.compile("```(java|text)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

    /**
     * {@return the programs of a page}
     *
     * @param page below the project's folder
     */
    static List<PageProgram> of(String page) throws IOException {
        List<PageProgram> programs = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(Oshrun.home().resolve(page)));
        while (block.find()) {
            String text = block.group(2);
            Matcher main = CLASS.matcher(text);
            if (block.group(1).equals("java") && main.find()) {
                programs.add(new PageProgram(main.group(1), text, ""));
            } else if (block.group(1).equals("text") && !programs.isEmpty() && programs.getLast().output().isEmpty()) {
                PageProgram last = programs.removeLast();
                programs.add(new PageProgram(last.name(), last.source(), text));
            }
        }
        return programs;
    }

    /** {@return its source file, which is written anew} */
    Path write(Path folder) throws IOException {
        return Files.writeString(folder.resolve(name + ".java"), source);
    }

    /** Compiles it against the API, channels and containers alone, as a user does. */
    PageProgram compile(Path folder) throws Exception {
        Path file = write(folder);
        List<String> jars = new ArrayList<>();
        for (Class<?> each : List.of(Shmem.class, Channel.class, Batch.class)) {
            jars.add(Path.of(each.getProtectionDomain().getCodeSource().getLocation().toURI()).toString());
        }
        String api = String.join(File.pathSeparator, jars);
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, said, said, "-Xlint:all", "-Werror", "-cp",
            api, "-d", folder.toString(), file.toString()), said::toString);
        return this;
    }

    /**
     * {@return what it prints as a job}
     *
     * @param np number of PEs
     */
    String run(Path folder, int np, String... arguments) {
        List<String> words = new ArrayList<>(List.of("-cp", folder.toString(), name));
        words.addAll(List.of(arguments));
        Oshrun.Result result = Oshrun.run(Oshrun.words(np, words)).expect(0);
        assertEquals("", result.err());
        return result.out();
    }
}
