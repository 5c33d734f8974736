// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Drops lines that a PE's JVM prints of itself and that say nothing about the program: that the Vector API is in use,
 * that it could not log its end because it was asked to end while it was still starting, and in which method of the JDK
 * or the library a stack overflow might have done harm, which the JVM puts off instead.
 */
record JvmRemarks(LineSink next) implements LineSink {
    private static final byte[][] STARTS = {
        "WARNING: Using incubator modules: jdk.incubator.vector\n".getBytes(StandardCharsets.US_ASCII),
        "Runtime.exit(143) logging failed: ".getBytes(StandardCharsets.US_ASCII),
        (System.getProperty("java.vm.name") + " warning: Potentially dangerous stack overflow in ReservedStackAccess ")
            .getBytes(StandardCharsets.US_ASCII)};

    @Override
    public void accept(byte[] bytes, int offset, int length) {
        int end = offset + length;
        int kept = offset;
        for (int at = offset; at < end;) {
            int stop = lineEnd(bytes, at, end);
            if (isRemark(bytes, at, stop)) {
                next.accept(bytes, kept, at - kept);
                kept = stop;
            }
            at = stop;
        }
        next.accept(bytes, kept, end - kept);
    }

    private static int lineEnd(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && bytes[at] != '\n') {
            at++;
        }
        return Math.min(at + 1, end);
    }

    private static boolean isRemark(byte[] bytes, int from, int to) {
        for (byte[] start : STARTS) {
            if (to - from >= start.length && Arrays.equals(bytes, from, from + start.length, start, 0, start.length)) {
                return true;
            }
        }
        return false;
    }
}
