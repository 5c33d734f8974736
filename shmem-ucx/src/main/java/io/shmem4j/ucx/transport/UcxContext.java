// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * The UCX context of a process, which its workers share. UCX takes structures with a mask of their valid fields; those
 * here are zeroed, and larger than those of any version.
 */
@SuppressWarnings("restricted")
public final class UcxContext {
    /** Version of the interface that defines the structures. */
    private static final long MAJOR = 1;
    private static final long MINOR = 11;
    private static final int STRUCTURE_BYTES = 256;
    private static final long FEATURES_FIELD = 1;
    private static final long SHARED_FIELD = 1 << 5;
    private static final long FEATURES = 8;
    private static final long RMA = 1 << 1;
    private static final long ATOMICS_32 = 1 << 2;
    private static final long ATOMICS_64 = 1 << 3;
    private static final long WAKEUP = 1 << 4;
    private static final long MESSAGES = 1 << 6;
    private static final long SHARED = 48;
    private static final long WORKER_FIELDS = 1;
    private static final long WORKER_MODE = 8;
    /** The worker's callers serialise their calls. */
    private static final int SERIALIZED = 1;
    private static final long MEMORY_FIELDS = 1 | 2;
    private static final long MEMORY_ADDRESS = 8;
    private static final long MEMORY_LENGTH = 16;

    private final long handle;

    private UcxContext(long handle) {
        this.handle = handle;
    }

    /** Creates a context; {@code wakeup} lets threads wait for events of its workers. */
    public static UcxContext open(boolean wakeup) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = structure(arena);
            parameters.set(JAVA_LONG, 0, FEATURES_FIELD | SHARED_FIELD);
            parameters.set(JAVA_LONG, FEATURES, RMA | ATOMICS_32 | ATOMICS_64 | MESSAGES | (wakeup ? WAKEUP : 0));
            parameters.set(JAVA_INT, SHARED, 1);
            MemorySegment made = structure(arena);
            Ucp.INIT.run(MAJOR, MINOR, parameters.address(), 0, made.address());
            return new UcxContext(made.get(JAVA_LONG, 0));
        } catch (LinkageError e) {
            throw linkageFailure("can't begin", e);
        }
    }

    /** {@return the version of the installed library} Throws if there is none. */
    public static String version() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment numbers = structure(arena);
            Ucp.GET_VERSION.call(numbers.address(), numbers.address() + 4, numbers.address() + 8);
            return numbers.get(JAVA_INT, 0) + "." + numbers.get(JAVA_INT, 4) + "." + numbers.get(JAVA_INT, 8);
        } catch (LinkageError e) {
            throw linkageFailure("can't ask for the version", e);
        }
    }

    private static UcxException linkageFailure(String what, LinkageError e) {
        return new UcxException(what, e.getCause() == null ? e : e.getCause());
    }

    /** {@return a message that the library is missing, with the dynamic linker's reason} */
    public static String describeMissing(String problem) {
        return "libucp.so.0 can't be loaded; it is in the package libucx0 of Debian and Ubuntu, ucx of RHEL and Fedora"
            + " (" + problem + ")";
    }

    /** {@return a new worker, to be used by one thread at a time} */
    public UcxWorker worker() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = structure(arena);
            parameters.set(JAVA_LONG, 0, WORKER_FIELDS);
            parameters.set(JAVA_INT, WORKER_MODE, SERIALIZED);
            MemorySegment made = structure(arena);
            Ucp.WORKER_CREATE.run(handle, parameters.address(), made.address());
            return new UcxWorker(made.get(JAVA_LONG, 0));
        }
    }

    /** {@return the key by which other processes access memory of this one} */
    public byte[] register(MemorySegment memory) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = structure(arena);
            parameters.set(JAVA_LONG, 0, MEMORY_FIELDS);
            parameters.set(JAVA_LONG, MEMORY_ADDRESS, memory.address());
            parameters.set(JAVA_LONG, MEMORY_LENGTH, memory.byteSize());
            MemorySegment made = structure(arena);
            MemorySegment size = structure(arena);
            Ucp.MEM_MAP.run(handle, parameters.address(), made.address());
            Ucp.RKEY_PACK.run(handle, made.get(JAVA_LONG, 0), made.address(), size.address());
            return bytes(made.get(JAVA_LONG, 0), size.get(JAVA_LONG, 0));
        }
    }

    static MemorySegment structure(Arena arena) {
        return arena.allocate(STRUCTURE_BYTES, 16);
    }

    static byte[] bytes(long address, long length) {
        return MemorySegment.ofAddress(address).reinterpret(length).toArray(JAVA_BYTE);
    }
}
