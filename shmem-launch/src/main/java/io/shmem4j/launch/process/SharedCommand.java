// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import static io.shmem4j.launch.option.LauncherOption.STDIN;

import io.shmem4j.config.ByteSize;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.plan.JobPlan;
import io.shmem4j.launch.plan.Shape;
import io.shmem4j.pe.SharedJvm;
import io.shmem4j.shm.PeCpus;
import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** Adds to the command line of a JVM what it needs because several PEs share it. */
final class SharedCommand {
    /** Flags with what a PE may have of something that is the JVM's. */
    private static final List<String> SIZES = List.of("-Xmx", "-Xms", "-Xmn", "-XX:MaxHeapSize=",
        "-XX:InitialHeapSize=", "-XX:MinHeapSize=", "-XX:SoftMaxHeapSize=", "-XX:NewSize=", "-XX:MaxNewSize=",
        "-XX:MaxDirectMemorySize=", "-XX:MaxMetaspaceSize=");

    private final JobPlan plan;
    private final Shape.Jvm jvm;
    private final String path;

    SharedCommand(JobPlan plan, Shape.Jvm jvm, List<String> peJars, List<String> programPath) {
        this.plan = plan;
        this.jvm = jvm;
        // Programs that come with the library have statics, too.
        List<String> entries = new ArrayList<>(peJars.stream().filter(jar -> !Installation.isLibrary(jar)).toList());
        entries.addAll(programPath);
        this.path = String.join(File.pathSeparator, entries);
    }

    /** {@return the flags of this JVM} */
    List<String> flags(List<String> ofOne) {
        List<String> flags = new ArrayList<>(ofOne.stream().map(this::forAll).toList());
        flags.add("-D" + SharedJvm.PES + "=" + jvm.first() + "-" + jvm.last());
        flags.add("-D" + SharedJvm.PATH + "=" + path);
        flags.add("-D" + SharedJvm.STDIN + "=" + plan.options().text(STDIN));
        PeCpus cpus = plan.peCpus(jvm);
        if (cpus != null) {
            flags.add("-D" + SharedJvm.CPUS + "=" + cpus.text());
        }
        return flags;
    }

    /** What a user allows a PE is allowed as often as there are PEs. */
    private String forAll(String flag) {
        for (String size : SIZES) {
            if (flag.startsWith(size) && plan.app(jvm.first()).jvmFlags().contains(flag)) {
                try {
                    return size + ByteSize.parse(flag.substring(size.length())) * jvm.count();
                } catch (IllegalArgumentException e) {
                    // The JVM itself will refuse it with a message.
                    return flag;
                }
            }
        }
        return flag;
    }
}
