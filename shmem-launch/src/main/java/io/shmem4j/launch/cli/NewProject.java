// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.lang.model.SourceVersion;

/** The command {@code oshrun new FOLDER}: creates a project that compiles, runs and has a test. */
public final class NewProject {
    private static final String USAGE = "; say oshrun new FOLDER, as in oshrun new my-app";

    private final Path folder;
    private final String name;
    private final Map<String, String> values = new LinkedHashMap<>();

    private NewProject(Path folder, Installation installation) {
        this.folder = folder;
        this.name = folder.getFileName().toString();
        Path script = installation.script();
        boolean clone = script != null && Files.exists(installation.root().resolve("pom.xml"));
        values.put("@name@", name);
        values.put("@package@", name.replace("-", ""));
        values.put("@version@", Installation.version());
        values.put("@oshrun@", script == null ? "oshrun" : script.toString());
        // The archive has no sources.
        values.put("@library@", clone ? installation.root().toString() : "the-clone-of-shmem4j");
    }

    public static int run(List<String> words, Installation installation) {
        if (words.size() != 1 || words.getFirst().startsWith("-")) {
            throw LaunchException.usage("new takes the name of a folder that it makes" + USAGE);
        }
        Path folder = Path.of(words.getFirst());
        Path last = folder.getFileName();
        if (last == null || !last.toString().matches("[a-z][a-z0-9]*(-[a-z0-9]+)*")
            || isOfJava(last.toString().replace("-", ""))) {
            throw LaunchException.usage("new: " + words.getFirst()
                + " becomes the name of a Maven artifact and of a Java package; it"
                + " has small letters, digits and single hyphens, begins with a letter, and is no word of Java's"
                + USAGE);
        }
        return new NewProject(folder, installation).write();
    }

    /** {@return whether Java reserves this package name} */
    private static boolean isOfJava(String name) {
        return SourceVersion.isKeyword(name) || name.equals("java");
    }

    private int write() {
        try {
            if (Files.exists(folder) && !isEmpty()) {
                throw LaunchException.usage("new: " + folder + " exists and is not empty; nothing is written");
            }
            String place = "java/" + values.get("@package@") + "/";
            put("project/pom.xml", "pom.xml");
            put("project/Main.java", "src/main/" + place + "Main.java");
            put("project/MainTest.java", "src/test/" + place + "MainTest.java");
            put("project/README.md", "README.md");
            put("project/gitignore", ".gitignore");
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "new: can't write " + folder + ": " + e.getMessage(), e);
        }
        System.out.println(filled("project/made.txt").replace("@folder@", folder.toString()).stripTrailing());
        return ExitStatus.OK;
    }

    private boolean isEmpty() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            return !files.iterator().hasNext();
        }
    }

    private void put(String template, String file) throws IOException {
        Path path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, filled(template));
    }

    private String filled(String template) {
        String text = Installation.resource(NewProject.class, template);
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace(value.getKey(), value.getValue());
        }
        return text;
    }
}
