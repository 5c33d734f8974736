// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A project whose forks of Surefire share memory, as the page "Share memory between JVMs" configures them. */
class ForksIT {
    private static final Path PAGE = Oshrun.home().resolve("docs/how-to/share-memory-between-jvms.md");
    private static final Pattern PLUGIN = Pattern.compile("(?s)```xml\n(<plugin>.*?</plugin>\n)```");
    private static final String POM = """
        <project xmlns="http://maven.apache.org/POM/4.0.0">
          <modelVersion>4.0.0</modelVersion>
          <groupId>com.example</groupId>
          <artifactId>forks</artifactId>
          <version>1</version>
          <properties>
            <maven.compiler.release>25</maven.compiler.release>
            <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
          </properties>
          <dependencies>
            <dependency>
              <groupId>io.shmem4j</groupId><artifactId>shmem-shm</artifactId><version>%s</version>
            </dependency>
            <dependency>
              <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>%s</version>
              <scope>test</scope>
            </dependency>
          </dependencies>
          <build><plugins>
            <plugin><artifactId>maven-compiler-plugin</artifactId><version>3.14.1</version></plugin>
            <plugin><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version></plugin>
        %s
          </plugins></build>
        </project>
        """;
    private static final String TEST = """
        package com.example;

        import static org.junit.jupiter.api.Assertions.assertEquals;

        import io.shmem4j.Shmem;
        import io.shmem4j.SymmetricLongs;
        import org.junit.jupiter.api.Test;

        class %sTest {
            @Test
            void forksShareMemory() {
                try (Shmem shmem = Shmem.init()) {
                    SymmetricLongs sum = shmem.allocateLongs(1);
                    shmem.add(sum, 0, shmem.myPe() + 1, 1);
                    shmem.barrierAll();
                    assertEquals(2, shmem.nPes());
                    assertEquals(3, shmem.g(sum, 0, 1));
                    shmem.finish();
                }
            }
        }
        """;

    @TempDir
    Path folder;

    @Thorough
    @Test
    void forksShareMemory() throws Exception {
        Matcher page = PLUGIN.matcher(Files.readString(PAGE));
        assertTrue(page.find());
        Path project = Files.createDirectory(folder.resolve("project"));
        Path memory = Files.createDirectory(folder.resolve("memory"));
        Files.writeString(project.resolve("pom.xml"), POM.formatted(System.getProperty("shmem4j.version"),
            System.getProperty("junit.version"), page.group(1).replace("<SHMEM_NPES>", "<SHMEM_SHM_DIR>" + memory
            + "</SHMEM_SHM_DIR><SHMEM_NPES>")));
        Path tests = Files.createDirectories(project.resolve("src/test/java/com/example"));
        for (String name : List.of("First", "Second")) {
            Files.writeString(tests.resolve(name + "Test.java"), TEST.formatted(name));
        }
        try (LocalRepository repository = new LocalRepository(folder.resolve("repository"),
            System.getProperty("java.home"))) {
            String said = repository.run(project, "mvn", "-B", "test");
            assertTrue(said.contains("Tests run: 2, Failures: 0, Errors: 0, Skipped: 0"), said);
        }
        assertEquals(0, memory.toFile().list().length);
    }
}
