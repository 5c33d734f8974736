// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of a class with a method {@code go(Shmem)}, which a batch can call beside others.
 *
 * @param sign what becomes of it, as the table explains
 */
record SmallProgram(String name, char sign, String source) {
    /** Sign of a program that may be of either kind. */
    static final char ANY = '?';
    /** Head of a file with any number of programs. */
    static final String IMPORTS = """
        import io.shmem4j.*;
        import java.io.*;
        import java.math.*;
        import java.nio.file.*;
        import java.time.*;
        import java.util.*;
        import java.util.concurrent.*;
        import java.util.function.*;
        import java.util.stream.*;
        """;
    private static final String SOURCE = """
        class NAME HEADER {
        MEMBERS
            static void go(Shmem s) throws Throwable {
                int me = s.myPe();
                int n = s.nPes();
        BODY
            }

            public static void main(String[] args) throws Throwable {
                try (Shmem s = Shmem.init(ThreadLevel.MULTIPLE)) {
                    go(s);
                    s.finish();
                }
            }
        }
        """;

    /** {@return a program whose main class has this name} */
    static SmallProgram of(String name, char sign, String header, String members, String body) {
        return new SmallProgram(name, sign, SOURCE.replace("NAME", name).replace("HEADER", header)
            .replace("MEMBERS", members).replace("BODY", body));
    }

    /** {@return the programs of the table} */
    static List<SmallProgram> table() throws IOException {
        List<SmallProgram> all = new ArrayList<>();
        try (InputStream in = SmallProgram.class.getResourceAsStream("small-programs.txt");
            BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            StringBuilder members = new StringBuilder();
            StringBuilder body = new StringBuilder();
            String head = null;
            String header = "";
            for (String line = lines.readLine(); line != null || head != null; line = lines.readLine()) {
                if (line == null || line.matches("[-+*] [A-Z]\\w+")) {
                    if (head != null) {
                        all.add(of(head.substring(2), head.charAt(0), header, members.toString(), body.toString()));
                    }
                    head = line;
                    header = "";
                    members.setLength(0);
                    body.setLength(0);
                } else if (line.startsWith("^ ")) {
                    header = line.substring(2);
                } else if (line.startsWith("| ")) {
                    members.append(line.substring(2)).append('\n');
                } else if (!line.startsWith("#")) {
                    body.append(line).append('\n');
                }
            }
        }
        return all;
    }
}
