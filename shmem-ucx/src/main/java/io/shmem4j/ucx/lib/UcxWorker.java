// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.lib;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.ucx.lib.Ucp.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashSet;
import java.util.Set;

/**
 * A worker of UCX, which sends, receives and answers within calls of {@link #progress}. A method that starts an
 * operation returns its request, or 0 if the operation is complete and its source may be changed.
 */
public final class UcxWorker {
    /** Handles messages. */
    public interface Receiver {
        /** Handles a message at a multiple of 8. UCX reuses its memory after this call. */
        void take(long address, long bytes);
    }

    /** Atomic operations, by UCX's numbers. */
    public static final int ADD = 0;
    /** Exchanges the old value for a new one. */
    public static final int SWAP = 1;
    /** Exchanges the old value if it is the expected one. */
    public static final int COMPARE_SWAP = 2;
    /** Clears bits. */
    public static final int AND = 3;
    /** Sets bits. */
    public static final int OR = 4;
    /** Flips bits. */
    public static final int XOR = 5;

    private static final long ADDRESS_FIELD = 1;
    private static final long FAILURE_FIELDS = 2 | 4;
    private static final long ADDRESS = 8;
    private static final long FAILURE_MODE = 16;
    private static final long FAILURE_FUNCTION = 24;
    /** Reports a dead peer and fails its requests. By default UCX aborts the process. */
    private static final int PEER = 1;
    /** Closes a connection without waiting for its peer. */
    private static final int FORCE = 1;
    private static final int DATATYPE_FIELD = 8;
    private static final int FLAGS_FIELD = 16;
    private static final int REPLY_FIELD = 32;
    private static final long FLAGS = 4;
    /** Sends the message in one piece, so that the receiver handles it in its turn. */
    private static final int EAGER = 2;
    private static final long DATATYPE = 24;
    private static final long REPLY = 40;
    /** Set fields of a handler: the kind of message and the function. */
    private static final long HANDLER_FIELD = 1 | 4;
    private static final long HANDLER_KIND = 8;
    private static final long HANDLER_FUNCTION = 16;
    private static final MethodType HANDLER = MethodType.methodType(byte.class, Receiver.class, long.class, long.class,
        long.class, long.class, long.class, long.class);
    private static final MethodType FAILURE = HANDLER.changeParameterType(0, Set.class);
    /** Lower results are addresses of requests, not errors. */
    private static final long LAST_ERROR = -100;

    private final long handle;
    /** Connections whose peer has died. */
    private final Set<Long> failed = new HashSet<>();
    /** Function that UCX calls with a failed connection, or 0 in a job that ends with its first dead PE. */
    private final long failure;
    /** Lasts as long as the worker does. */
    private final Arena memory = Arena.ofShared();
    private final MemorySegment plain = UcxContext.structure(memory);
    private final MemorySegment fetching = UcxContext.structure(memory);
    private final MemorySegment eager = UcxContext.structure(memory);
    private final MemorySegment force = UcxContext.structure(memory);

    UcxWorker(long handle, boolean survives) {
        this.handle = handle;
        this.failure = survives ? Ucp.function(method("fail", FAILURE).bindTo(failed)) : 0;
        fetching.set(JAVA_INT, 0, DATATYPE_FIELD | REPLY_FIELD);
        eager.set(JAVA_INT, 0, FLAGS_FIELD);
        eager.set(JAVA_INT, FLAGS, EAGER);
        force.set(JAVA_INT, 0, FLAGS_FIELD);
        force.set(JAVA_INT, FLAGS, FORCE);
    }

    private static MethodHandle method(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(UcxWorker.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("a method of this class", e);
        }
    }

    /** {@return memory that lasts until {@link #destroy}} */
    public MemorySegment memory(long bytes) {
        return memory.allocate(bytes, Long.BYTES);
    }

    /** {@return the address by which other processes connect to this worker} */
    public byte[] address() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = UcxContext.structure(arena);
            MemorySegment length = UcxContext.structure(arena);
            Ucp.WORKER_ADDRESS.run(handle, address.address(), length.address());
            return UcxContext.bytes(address.get(JAVA_LONG, 0), length.get(JAVA_LONG, 0));
        }
    }

    /** {@return a connection to the worker of an address} */
    public long connect(byte[] address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = UcxContext.structure(arena);
            parameters.set(JAVA_LONG, 0, failure == 0 ? ADDRESS_FIELD : ADDRESS_FIELD | FAILURE_FIELDS);
            parameters.set(JAVA_LONG, ADDRESS, copy(arena, address).address());
            parameters.set(JAVA_INT, FAILURE_MODE, PEER);
            parameters.set(JAVA_LONG, FAILURE_FUNCTION, failure);
            MemorySegment made = UcxContext.structure(arena);
            Ucp.EP_CREATE.run(handle, parameters.address(), made.address());
            return made.get(JAVA_LONG, 0);
        }
    }

    /** Records a failed connection. */
    private static byte fail(Set<Long> failed, long unused, long connection, long status, long none, long nothing,
        long never) {
        failed.add(connection);
        return Ucp.OK;
    }

    /** {@return whether the peer of a connection has died} */
    public boolean hasFailed(long connection) {
        return failed.contains(connection);
    }

    /** Closes a connection that can fail. Its operations end, and nothing more arrives through it. */
    public void close(long connection) {
        long request = start(Ucp.EP_CLOSE, connection, force.address(), 0, 0, 0, 0, 0);
        while (request != 0 && (byte) call(Ucp.CHECK, request) == Ucp.IN_PROGRESS) {
            progress();
        }
        free(request);
        failed.remove(connection);
    }

    /** {@return the usable form of a packed key} */
    public long key(long connection, byte[] packed) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = UcxContext.structure(arena);
            Ucp.RKEY_UNPACK.run(connection, copy(arena, packed).address(), made.address());
            return made.get(JAVA_LONG, 0);
        }
    }

    private static MemorySegment copy(Arena arena, byte[] bytes) {
        MemorySegment copy = arena.allocate(Math.max(Long.BYTES, bytes.length), Long.BYTES);
        MemorySegment.copy(bytes, 0, copy, JAVA_BYTE, 0, bytes.length);
        return copy;
    }

    /** {@return the number of events since the last call} */
    public int progress() {
        return (int) call(Ucp.WORKER_PROGRESS, handle);
    }

    /** Sleeps until there is something to progress. */
    public void await() {
        call(Ucp.WORKER_WAIT, handle);
    }

    /** Wakes the thread in {@link #await}, or the next one that calls it. */
    public void signal() {
        Ucp.WORKER_SIGNAL.run(handle);
    }

    /** Orders started operations before later ones, for each connection. */
    public void fence() {
        Ucp.WORKER_FENCE.require((byte) call(Ucp.WORKER_FENCE, handle));
    }

    /** {@return the request of completing all started operations} */
    public long flush() {
        return start(Ucp.WORKER_FLUSH, handle, plain.address(), 0, 0, 0, 0, 0);
    }

    /** {@return the request of completing the operations of a connection} */
    public long flush(long connection) {
        return start(Ucp.EP_FLUSH, connection, plain.address(), 0, 0, 0, 0, 0);
    }

    /** {@return the request of a write} */
    public long put(long connection, long key, long from, long bytes, long to) {
        return start(Ucp.PUT, connection, from, bytes, to, key, plain.address(), 0);
    }

    /** {@return the request of a read} */
    public long get(long connection, long key, long to, long bytes, long from) {
        return start(Ucp.GET, connection, to, bytes, from, key, plain.address(), 0);
    }

    /**
     * {@return the request of an atomic operation on 4 or 8 bytes}
     *
     * @param operand address of the operand; for COMPARE_SWAP, of the expected value
     * @param reply   address for the old value; for COMPARE_SWAP, it holds the new value first
     */
    public long atomic(long connection, long key, int operation, long operand, int bytes, long at, long reply) {
        fetching.set(JAVA_LONG, DATATYPE, (long) bytes << 3);
        fetching.set(JAVA_LONG, REPLY, reply);
        return start(Ucp.ATOMIC, connection, operation, operand, 1, at, key, fetching.address());
    }

    /**
     * {@return the request of a message of at most a few thousand bytes}
     *
     * @param kind selects the receiver
     */
    public long send(long connection, int kind, long from, long bytes) {
        return start(Ucp.MESSAGE, connection, kind, 0, 0, from, bytes, eager.address());
    }

    private static long call(Function function, long one) {
        return function.call(one, 0, 0, 0, 0, 0, 0);
    }

    /** Calls a function that starts an operation, and {@return its request} */
    private static long start(Function function, long a, long b, long c, long d, long e, long f, long g) {
        long request = function.call(a, b, c, d, e, f, g);
        if (request < 0 && request >= LAST_ERROR) {
            throw new UcxException(function.failure(), (int) request);
        }
        return request;
    }

    /** Passes messages of a kind to a receiver. */
    public void receive(int kind, Receiver receiver) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = UcxContext.structure(arena);
            parameters.set(JAVA_LONG, 0, HANDLER_FIELD);
            parameters.set(JAVA_INT, HANDLER_KIND, kind);
            parameters.set(JAVA_LONG, HANDLER_FUNCTION, Ucp.function(method("handle", HANDLER).bindTo(receiver)));
            Ucp.SET_HANDLER.run(handle, parameters.address());
        }
    }

    /** Copies the few messages that UCX delivers at other addresses than multiples of 8. */
    @SuppressWarnings("restricted")
    private static byte handle(Receiver receiver, long unused, long header, long headerBytes, long data, long bytes,
        long parameters) {
        if (data % Long.BYTES == 0) {
            receiver.take(data, bytes);
            return Ucp.OK;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment aligned = arena.allocate(bytes, Long.BYTES);
            receiver.take(aligned.copyFrom(MemorySegment.ofAddress(data).reinterpret(bytes)).address(), bytes);
        }
        return Ucp.OK;
    }

    /** {@return whether a request is complete}; throws if it failed */
    public boolean complete(long request) {
        byte status = (byte) call(Ucp.CHECK, request);
        if (status == Ucp.IN_PROGRESS) {
            return false;
        }
        Ucp.CHECK.require(status);
        return true;
    }

    /** Frees a key that {@link #key} returned. */
    public void release(long key) {
        call(Ucp.RKEY_DESTROY, key);
    }

    /** Closes all connections and frees the worker. */
    public void destroy() {
        call(Ucp.WORKER_DESTROY, handle);
        memory.close();
    }

    /** Frees a request, or ignores 0. Its operation continues. */
    public void free(long request) {
        if (request != 0) {
            call(Ucp.FREE, request);
        }
    }
}
