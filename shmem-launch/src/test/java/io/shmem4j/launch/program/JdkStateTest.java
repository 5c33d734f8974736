// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.FieldModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.constantpool.FieldRefEntry;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.reflect.AccessFlag;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each static table of the JDK, and each static field that is written late, is decided in {@code jdk-state.txt}. */
class JdkStateTest {
    private static final List<String> MODULES = List.of("java.base", "java.desktop", "java.logging", "java.management",
        "java.naming", "java.net.http", "java.prefs", "java.rmi", "java.sql", "java.xml");
    /** Types of tables that are filled while a program runs. */
    private static final Pattern TABLE = Pattern.compile("Ljava/util/(concurrent/)?(\\w*Map|\\w*List|\\w*Set|Vector"
        + "|Hashtable|\\w*Queue|Properties)(\\$\\w+)?;|Ljava/util/concurrent/atomic/\\w+;|Ljava/lang/ref/\\w+;"
        + "|Ljava/lang/ThreadLocal;|.*Cache;");
    private static final List<String> VERDICTS = List.of("apart", "processes", "caught", "window", "number", "cache",
        "alike", "jvm", "named");

    private final Map<String, TreeSet<String>> found = new TreeMap<>();

    private static Map<String, TreeSet<String>> decided() throws IOException {
        Map<String, TreeSet<String>> decided = new TreeMap<>();
        try (InputStream in = JdkStateTest.class.getResourceAsStream("jdk-state.txt")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                if (line.startsWith("== ")) {
                    String verdict = line.substring(3, line.indexOf(':'));
                    assertEquals(true, VERDICTS.contains(verdict), verdict);
                } else if (!line.isBlank() && !line.startsWith("#")) {
                    String[] words = line.split(" ");
                    decided.computeIfAbsent(words[0], name -> new TreeSet<>()).addAll(List.of(words[1].split(",")));
                }
            }
        }
        return decided;
    }

    private void look(Path file) throws IOException {
        ClassModel type = ClassFile.of().parse(Files.readAllBytes(file));
        for (FieldModel field : type.fields()) {
            if (field.flags().has(AccessFlag.STATIC) && field.flags().has(AccessFlag.FINAL)
                && TABLE.matcher(field.fieldType().stringValue()).matches()) {
                add(type.thisClass().asInternalName(), field.fieldName().stringValue());
            }
        }
        type.methods().stream().filter(method -> !method.methodName().equalsString("<clinit>"))
            .flatMap(method -> method.code().stream()).flatMap(code -> code.elementStream())
            .filter(element -> element instanceof FieldInstruction at && at.opcode() == Opcode.PUTSTATIC)
            .map(element -> ((FieldInstruction) element).field()).forEach(this::add);
    }

    private void add(FieldRefEntry field) {
        add(field.owner().asInternalName(), field.name().stringValue());
    }

    private void add(String type, String field) {
        found.computeIfAbsent(type, name -> new TreeSet<>()).add(field);
    }

    @Test
    void eachTableOfThisJdkIsDecided() throws IOException {
        for (String module : MODULES) {
            try (Stream<Path> files = Files.walk(FileSystems.getFileSystem(URI.create("jrt:/"))
                .getPath("modules", module))) {
                for (Path file : (Iterable<Path>) files.filter(at -> at.toString().endsWith(".class"))::iterator) {
                    look(file);
                }
            }
        }
        Map<String, TreeSet<String>> decided = decided();
        Map<String, TreeSet<String>> open = new HashMap<>(found);
        found.forEach((type, fields) -> {
            TreeSet<String> left = new TreeSet<>(fields);
            left.removeAll(decided.getOrDefault(type, new TreeSet<>()));
            open.put(type, left);
        });
        open.values().removeIf(TreeSet::isEmpty);
        assertEquals(Map.of(), open, "static state that this JDK adds: decide it in jdk-state.txt");
    }
}
