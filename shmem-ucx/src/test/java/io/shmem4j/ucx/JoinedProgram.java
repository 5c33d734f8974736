// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.error.ShmemException;
import java.lang.management.ManagementFactory;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** A JVM that takes part in jobs one after the other, one for each word that it is given. */
public final class JoinedProgram {
    private static final Pattern OTHER = Pattern.compile("Other \\(reserved=(\\d+)");

    private JoinedProgram() {
    }

    public static void main(String[] args) throws JMException {
        for (String argument : args) {
            String word = argument;
            if (word.equals("memory")) {
                System.out.println("memory " + nativeMemory());
                continue;
            }
            if (word.equals("twice")) {
                // Joins as the same PE, while the other thread waits for the other nodes.
                new Thread(() -> refused()).start();
                word = "sum";
            }
            try (Shmem shmem = Shmem.init()) {
                SymmetricLongs values = shmem.allocateLongs(8).named("values");
                switch (word) {
                    case "sum" -> System.out.println(right(shmem, values));
                    case "wait" -> {
                        shmem.barrierAll();
                        System.out.println("pid " + ProcessHandle.current().pid());
                        values.waitUntil(7, Cmp.NE, 0);
                    }
                    case "forever" -> {
                        shmem.barrierAll();
                        Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(
                            "shmem4j driver")).forEach(Thread::interrupt);
                        values.waitUntil(7, Cmp.NE, 0);
                    }
                    case "put" -> {
                        shmem.barrierAll();
                        System.out.println("pid " + ProcessHandle.current().pid());
                        for (long i = 0; i >= 0; i++) {
                            shmem.fetchAdd(values, 0, i, shmem.nPes() - 1 - shmem.myPe());
                        }
                    }
                    case "exit" -> shmem.globalExit(3);
                    default -> throw new IllegalArgumentException(word);
                }
                shmem.finish();
            } catch (JobFailedException e) {
                System.out.println("failed: " + e.getMessage());
            } catch (ShmemException e) {
                System.out.println("refused: " + e.getMessage());
            }
        }
    }

    private static void refused() {
        try {
            Shmem.init().close();
        } catch (JobFailedException e) {
            System.out.println("failed: " + e.getMessage());
        }
    }

    /** {@return bytes that Java code of this JVM has outside of its heap} */
    private static long nativeMemory() throws JMException {
        String text = (String) ManagementFactory.getPlatformMBeanServer().invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"), "vmNativeMemory",
            new Object[] {new String[] {"summary", "scale=b"}}, new String[] {String[].class.getName()});
        Matcher other = OTHER.matcher(text);
        if (!other.find()) {
            throw new IllegalStateException(text);
        }
        return Long.parseLong(other.group(1));
    }

    /** Puts, gets, an atomic, a wait and a reduction between all PEs. */
    private static String right(Shmem shmem, SymmetricLongs values) {
        int me = shmem.myPe();
        int n = shmem.nPes();
        for (int pe = 0; pe < n; pe++) {
            shmem.add(values, 0, 1L << 8 * me, pe);
        }
        shmem.put(values, 1, new long[] {me, me + 100}, 0, 2, (me + 1) % n);
        shmem.fence();
        shmem.p(values, 3, 1, (me + 1) % n);
        values.waitUntil(3, Cmp.EQ, 1);
        int left = (me + n - 1) % n;
        boolean put = values.get(1) == left && values.get(2) == left + 100;
        shmem.barrierAll();
        long all = (1L << 8 * n) / 255;
        boolean added = values.get(0) == all && shmem.g(values, 0, left) == all;
        values.set(4, me);
        shmem.world().sumReduce(values.slice(5, 1), values.slice(4, 1), 1);
        return put + " " + added + " " + (values.get(5) == n * (n - 1) / 2);
    }
}
