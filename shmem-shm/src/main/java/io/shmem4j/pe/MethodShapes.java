// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;

/**
 * Method references whose only purpose is to be in a start-up cache.
 *
 * <p>Making the first handle of a method with a new combination of basic types costs a JVM a class, half a millisecond
 * each. A start-up cache keeps such classes only for method references and lambdas in cached classes, not for handles
 * made by hand. These references have the combinations of a program's {@code main(String[])} and of the handles that
 * the JDK makes when memory segments are first accessed.
 */
public final class MethodShapes {
    private MethodShapes() {
    }

    private interface Launch {
        void call(String[] args);

        static void target(String[] args) {
            // Only its type matters.
        }
    }

    private interface Unbox {
        long call(String object);

        static long target(String object) {
            return 0;
        }
    }

    private interface Box {
        Object call(long number);

        static Object target(long number) {
            return null;
        }
    }

    private interface Scale {
        long call(long a, long b, long c, long d);

        static long target(long a, long b, long c, long d) {
            return a;
        }
    }

    private interface Add {
        long call(long a, long b);
    }

    private interface Slice {
        MemorySegment call(MemorySegment segment, long offset, long bytes);
    }

    private interface SliceLayout {
        MemorySegment call(MemorySegment segment, long offset, MemoryLayout layout);
    }

    private interface Check {
        void call(Object segment, long offset, Object layout);

        static void target(Object segment, long offset, Object layout) {
            // Only its type matters.
        }
    }

    /** {@return the references, which links them} */
    public static Object[] link() {
        Launch main = Launch::target;
        Unbox unbox = Unbox::target;
        Unbox parse = Long::parseLong;
        Box box = Box::target;
        Scale scale = Scale::target;
        Add add = Math::addExact;
        Slice slice = MemorySegment::asSlice;
        SliceLayout sliceLayout = MemorySegment::asSlice;
        Check check = Check::target;
        return new Object[] {main, unbox, parse, box, scale, add, slice, sliceLayout, check};
    }
}
