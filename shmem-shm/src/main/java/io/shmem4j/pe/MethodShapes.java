// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;

/**
 * Method references that exist only to be part of start-up caches.
 *
 * <p>The first method handle with a new combination of basic types makes the JVM generate a class, which takes half a
 * millisecond. Start-up caches keep these classes only for method references and lambdas of cached classes. The
 * references here have the combinations of {@code main(String[])} and of the handles for memory segments.
 */
public final class MethodShapes {
    private MethodShapes() {
    }

    private interface Launch {
        void call(String[] args);

        static void target(String[] args) {
            // Only the type matters.
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
            // Only the type matters.
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
