// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.BitSet;

/**
 * Pages of mapped memory that this process can't have for a while. An access then fails as on a full memory file
 * system: by SIGBUS, because an empty file is mapped there. It needs no privileges.
 */
final class MissingPages {
    private static final int READ_WRITE = 3;
    private static final int SHARED_FIXED = 1 | 0x10;
    private static final int PRIVATE_ANONYMOUS_SPARSE = 0x02 | 0x20 | 0x4000;
    /** MREMAP_MAYMOVE, MREMAP_FIXED and MREMAP_DONTUNMAP: no other thread's mapping gets into a gap. */
    private static final int MOVE_AND_KEEP = 1 | 2 | 4;

    private static final MethodHandle MAP = function("mmap", 6, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_INT, JAVA_INT,
        JAVA_INT, JAVA_LONG);
    private static final MethodHandle MOVE = function("mremap", 4, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_INT, JAVA_LONG);
    private static final MethodHandle IN_CORE = function("mincore", 3, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
    private static final int PAGE = pageBytes();
    private static final int EMPTY = emptyFile();

    private final long first;
    private final int count;
    private final long aside;
    private final MemorySegment inCore;
    private final BitSet hidden = new BitSet();

    /** Takes the whole pages between two addresses. */
    MissingPages(long from, long to) {
        this.first = from + PAGE - 1 & -PAGE;
        this.count = (int) ((to - first) / PAGE);
        this.aside = map(0, (long) count * PAGE, PRIVATE_ANONYMOUS_SPARSE, -1);
        this.inCore = Arena.ofAuto().allocate(count);
    }

    @SuppressWarnings("restricted") // The module of tests may call functions of C.
    private static MethodHandle function(String name, int fixed, MemoryLayout result, MemoryLayout... arguments) {
        Linker linker = Linker.nativeLinker();
        Linker.Option[] options = fixed < arguments.length
            ? new Linker.Option[] {Linker.Option.firstVariadicArg(fixed)} : new Linker.Option[0];
        return linker.downcallHandle(linker.defaultLookup().findOrThrow(name),
            FunctionDescriptor.of(result, arguments), options);
    }

    private interface Call {
        long make() throws Throwable;
    }

    private static long checked(String name, Call call) {
        try {
            long result = call.make();
            if (result == -1) {
                throw new AssertionError(name + " fails");
            }
            return result;
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(name, e);
        }
    }

    private static int pageBytes() {
        return (int) checked("getpagesize", () -> (int) function("getpagesize", 0, JAVA_INT).invokeExact());
    }

    private static int emptyFile() {
        return (int) checked("memfd_create", () -> (int) function("memfd_create", 2, JAVA_INT, JAVA_LONG, JAVA_INT)
            .invokeExact(Arena.global().allocateFrom("empty").address(), 0));
    }

    private static long map(long address, long bytes, int flags, int file) {
        return checked("mmap", () -> (long) MAP.invokeExact(address, bytes, READ_WRITE, flags, file, 0L));
    }

    private static void move(long from, long to) {
        checked("mremap", () -> (long) MOVE.invokeExact(from, (long) PAGE, (long) PAGE, MOVE_AND_KEEP, to));
    }

    int count() {
        return count;
    }

    /** {@return the pages that no process has touched yet} Called while none is hidden. */
    BitSet untouched() {
        checked("mincore", () -> (int) IN_CORE.invokeExact(first, (long) count * PAGE, inCore.address()));
        BitSet pages = new BitSet();
        for (int page = 0; page < count; page++) {
            pages.set(page, (inCore.get(JAVA_BYTE, page) & 1) == 0);
        }
        return pages;
    }

    /** Takes pages away until {@link #show}. */
    void hide(BitSet pages) {
        pages.stream().forEach(page -> {
            move(first + (long) page * PAGE, aside + (long) page * PAGE);
            map(first + (long) page * PAGE, PAGE, SHARED_FIXED, EMPTY);
        });
        hidden.or(pages);
    }

    /** Gives all pages back. */
    void show() {
        hidden.stream().forEach(page -> move(aside + (long) page * PAGE, first + (long) page * PAGE));
        hidden.clear();
    }
}
