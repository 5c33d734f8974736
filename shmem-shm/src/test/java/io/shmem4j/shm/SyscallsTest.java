// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.shm;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.shmem4j.failing.FailingLoader;
import io.shmem4j.failing.Fault;
import io.shmem4j.failing.KthCall;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SyscallsTest {
    private static final Path COMPILER = Path.of("/usr/bin/cc");

    /** The numbers by the names that C has for them. */
    private static final Map<String, String> IN_C = Map.ofEntries(entry("FUTEX", "SYS_futex"),
        entry("YIELD", "SYS_sched_yield"), entry("PROCESS_CONTROL", "SYS_prctl"),
        entry("SET_AFFINITY", "SYS_sched_setaffinity"), entry("OPEN_AT", "SYS_openat"), entry("CLOSE", "SYS_close"),
        entry("KILL", "SYS_kill"), entry("MAP", "SYS_mmap"), entry("FUTEX_WAIT", "FUTEX_WAIT"),
        entry("FUTEX_WAKE", "FUTEX_WAKE"), entry("EVERYBODY", "INT_MAX"),
        entry("PARENT_DEATH_SIGNAL", "PR_SET_PDEATHSIG"), entry("CONTINUE", "SIGCONT"),
        entry("FILE_CONTROL", "SYS_fcntl"), entry("ASK_LOCK", "F_OFD_GETLK"),
        entry("SET_LOCK", "F_OFD_SETLK"), entry("WRITE_LOCK", "F_WRLCK"), entry("NO_LOCK", "F_UNLCK"),
        entry("CURRENT_FOLDER", "AT_FDCWD"), entry("READ_WRITE_NO_CHILD", "O_RDWR | O_CLOEXEC"),
        entry("NO_LINK", "O_NOFOLLOW"), entry("READ_WRITE", "PROT_READ | PROT_WRITE"),
        entry("SHARED_FIXED_SPARSE", "MAP_SHARED | MAP_FIXED | MAP_NORESERVE"), entry("PROTECT", "SYS_mprotect"),
        entry("PRIVATE_ANONYMOUS_SPARSE", "MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE"),
        entry("ADVISE", "SYS_madvise"), entry("NOT_NEEDED", "MADV_DONTNEED"),
        entry("NO_HUGE_PAGES", "MADV_NOHUGEPAGE"));

    /** As on a processor with unknown call numbers: map, write, release, protect. */
    @Test
    @SuppressWarnings("restricted")
    void memoryIsManagedByNamesWithoutNumbers() {
        long bytes = 1 << 20;
        long address = Syscalls.memory(-1, "mmap", 0, bytes, 1 | 2, 0x02 | 0x20 | 0x4000, -1);
        MemorySegment memory = MemorySegment.ofAddress(address).reinterpret(bytes);
        assertEquals(0, memory.get(JAVA_LONG, bytes - Long.BYTES));
        memory.set(JAVA_LONG, 0, 7);
        assertEquals(0, (int) Syscalls.memory(-1, "madvise", address, bytes, 4, 0, 0));
        assertEquals(0, memory.get(JAVA_LONG, 0));
        assertEquals(0, (int) Syscalls.memory(-1, "mprotect", address, bytes, 0, 0, 0));
        assertEquals(-1, (int) Syscalls.memory(-1, "mprotect", address + 1, bytes, 0, 0, 0));
    }

    @Test
    void anErrorInsideACallIsThrownItself() throws Exception {
        Method inLoader = new FailingLoader().loadClass(SyscallsTest.class.getName()).getDeclaredMethod("failInCalls");
        inLoader.setAccessible(true);
        inLoader.invoke(null);
    }

    /** Called as the failing loader has loaded it. */
    private static void failInCalls() {
        Syscalls.wake(0);
        int failed = 0;
        for (boolean ended = false; !ended;) {
            KthCall.arm(Fault.STACK_OVERFLOW, failed + 1);
            try {
                Syscalls.wake(0);
                ended = true;
            } catch (StackOverflowError _) {
                failed++;
            } finally {
                KthCall.disarm();
            }
        }
        assertTrue(failed > 1, "the calls inside were not counted");
    }

    @Test
    void numbersAreThoseOfTheCHeaders(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(COMPILER) && Files.exists(Path.of("/usr/include/linux/futex.h")));
        StringBuilder text = new StringBuilder("#define _GNU_SOURCE\n");
        for (String header : new String[] {"fcntl.h", "limits.h", "linux/futex.h", "signal.h",
            "sys/mman.h", "sys/prctl.h", "sys/syscall.h"}) {
            text.append("#include <").append(header).append(">\n");
        }
        for (Map.Entry<String, String> number : IN_C.entrySet()) {
            Field field = Syscalls.class.getDeclaredField(number.getKey());
            field.setAccessible(true);
            text.append("_Static_assert((long)(").append(number.getValue()).append(") == ").append(field.get(null))
                .append(", \"").append(number.getKey()).append("\");\n");
        }
        Path source = Files.writeString(folder.resolve("numbers.c"), text);
        Process compiler = new ProcessBuilder(COMPILER.toString(), "-fsyntax-only", source.toString())
            .redirectErrorStream(true).start();
        assertEquals("", new String(compiler.getInputStream().readAllBytes()));
        assertEquals(0, compiler.waitFor());
    }
}
