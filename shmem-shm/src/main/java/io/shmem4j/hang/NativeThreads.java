// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.shm.Proc;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Threads of native code, such as a driver's or an event loop's, which may call Java code at any time.
 *
 * <p>A JVM lists all its threads in a dump, also its collector's and compilers'. A thread of the process that is not
 * there is native, except for the first one, which only waits for the end of {@code main}. A native thread that has
 * called Java code before is listed without frames, as are some of the JVM's own. Those have a priority above the
 * normal one, or one of two names. So no list of the JVM's threads is necessary, which would differ between versions.
 */
final class NativeThreads {
    private static final Pattern LISTED = Pattern.compile(
        "^\"?(.*)\" (#\\d+ .*?\\bprio=(\\d+) )?.*\\bnid=(\\d+) .*\n(?:   .*\n)*(\tat )?",
        Pattern.MULTILINE);
    private static final int NORMAL = 5;
    private static final Set<String> OWN = Set.of("DestroyJavaVM", "JFR Recorder Thread");

    /** UCX's thread, which only moves data; what it has in transit arrives while a standstill lasts. */
    private static final String UCX = "async";

    private NativeThreads() {
    }

    /** {@return the kernel's numbers of the threads in a JVM's dump that run Java code or belong to the JVM} */
    static Set<Long> known(String dump) {
        Set<Long> known = new HashSet<>();
        for (Matcher thread = LISTED.matcher(dump); thread.find();) {
            if (thread.group(2) == null || thread.group(5) != null || Integer.parseInt(thread.group(3)) > NORMAL
                || OWN.contains(thread.group(1))) {
                known.add(Long.parseLong(thread.group(4)));
            }
        }
        return known;
    }

    /** {@return the same of this JVM} It can't attach to itself: at a safepoint it would write what nobody reads. */
    static Set<Long> known() {
        return known(ask("threadPrint"));
    }

    /** {@return this JVM's answer to a diagnostic command, empty if this Java has no module for that} */
    static String ask(String command, String... words) {
        try {
            return (String) ManagementFactory.getPlatformMBeanServer().invoke(new ObjectName(
                "com.sun.management:type=DiagnosticCommand"), command, new Object[] {words},
                new String[] {String[].class.getName()});
        } catch (JMException | NoClassDefFoundError e) {
            return "";
        }
    }

    /** {@return the name of a process's thread that is neither known nor the first one; null if none or none known} */
    static String other(long pid, Set<Long> dumped) {
        Set<Long> known = dumped.isEmpty() && pid == ProcessHandle.current().pid() ? known() : dumped;
        for (Path thread : known.isEmpty() ? List.<Path>of() : Proc.list(Proc.of(pid, "task"), "[0-9]*")) {
            String name = Proc.text(thread.resolve("comm")).strip();
            long number = Proc.number(thread);
            if (!name.isEmpty() && !name.equals(UCX) && number != pid && !known.contains(number)) {
                return Visible.of(name);
            }
        }
        return null;
    }
}
