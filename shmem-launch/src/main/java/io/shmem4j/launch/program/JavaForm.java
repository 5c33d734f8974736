// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.program;

import io.shmem4j.launch.LaunchException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The words of a {@code java [JVM options] <class> [arguments]} command, as users of other launchers type it. */
final class JavaForm {
    private static final Set<String> CLASS_PATH = Set.of("-cp", "-classpath", "--class-path");
    private static final Set<String> WITH_VALUE = Set.of("--add-modules", "--add-exports", "--add-opens", "--add-reads",
        "--limit-modules", "--upgrade-module-path", "--patch-module", "--enable-native-access");
    private static final Set<String> MODULE_PATH = Set.of("-p", "--module-path");
    private static final Set<String> MODULE = Set.of("-m", "--module");

    /** JVM options, without the class path. */
    final List<String> flags = new ArrayList<>();
    /** The class path, or null. */
    String classPath;
    /** The module path, or null. */
    String modulePath;
    /** The program of {@code -m}, as module/class, or null. */
    String module;
    /** The jar of {@code -jar}, or null. */
    String jar;
    /** The class, unless there is a jar, and the arguments. */
    List<String> words = List.of();

    /** {@return whether the first word that is no option means this form} */
    static boolean matches(String word) {
        return word.equals("java") || word.endsWith("/bin/java");
    }

    static JavaForm parse(List<String> command) {
        JavaForm form = new JavaForm();
        int at = 0;
        while (at < command.size() && command.get(at).startsWith("-")) {
            String word = command.get(at++);
            boolean valued = CLASS_PATH.contains(word) || WITH_VALUE.contains(word) || MODULE_PATH.contains(word)
                || MODULE.contains(word) || word.equals("-jar");
            if (valued && at == command.size()) {
                throw LaunchException.usage("java: " + word + " needs a value");
            }
            if (CLASS_PATH.contains(word)) {
                form.classPath = command.get(at++);
            } else if (word.startsWith("--class-path=")) {
                form.classPath = word.substring("--class-path=".length());
            } else if (word.equals("-jar")) {
                form.jar = command.get(at++);
                break;
            } else if (MODULE_PATH.contains(word)) {
                form.modulePath = command.get(at++);
            } else if (word.startsWith("--module-path=")) {
                form.modulePath = word.substring("--module-path=".length());
            } else if (MODULE.contains(word)) {
                form.module = command.get(at++);
                break;
            } else {
                form.flags.add(valued ? word + "=" + command.get(at++) : word);
            }
        }
        form.words = command.subList(at, command.size());
        return form;
    }
}
