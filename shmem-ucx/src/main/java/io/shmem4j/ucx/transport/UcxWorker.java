// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.ucx.transport.Ucp.Function;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A worker of UCX, which sends and receives only within calls of {@link #progress}. */
public final class UcxWorker extends Worker {
    private static final long ADDRESS_FIELD = 1;
    private static final long ADDRESS = 8;
    private static final int DATATYPE_FIELD = 8;
    private static final int FLAGS_FIELD = 16;
    private static final int REPLY_FIELD = 32;
    private static final long FLAGS = 4;
    /** Sends the message in one piece, which keeps its order at the receiver. */
    private static final int EAGER = 2;
    private static final long DATATYPE = 24;
    private static final long REPLY = 40;
    /** Valid fields of the handler: the kind of message, 0, and the function. */
    private static final long HANDLER_FIELD = 1 | 4;
    private static final long HANDLER_FUNCTION = 16;
    private static final MethodType HANDLER = MethodType.methodType(byte.class, Receiver.class, long.class, long.class,
        long.class, long.class, long.class, long.class);
    /** Errors are -1 down to this; other negative results are addresses of requests. */
    private static final long LAST_ERROR = -100;

    private final long handle;
    private final Arena memory = Arena.ofShared();
    private final MemorySegment plain = UcxContext.structure(memory);
    private final MemorySegment fetching = UcxContext.structure(memory);
    private final MemorySegment eager = UcxContext.structure(memory);

    UcxWorker(long handle) {
        this.handle = handle;
        fetching.set(JAVA_INT, 0, DATATYPE_FIELD | REPLY_FIELD);
        eager.set(JAVA_INT, 0, FLAGS_FIELD);
        eager.set(JAVA_INT, FLAGS, EAGER);
    }

    @Override
    public MemorySegment memory(long bytes) {
        return memory.allocate(bytes, Long.BYTES);
    }

    public byte[] address() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = UcxContext.structure(arena);
            MemorySegment length = UcxContext.structure(arena);
            Ucp.WORKER_ADDRESS.run(handle, address.address(), length.address());
            return UcxContext.bytes(address.get(JAVA_LONG, 0), length.get(JAVA_LONG, 0));
        }
    }

    @Override
    public long connect(byte[] address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = UcxContext.structure(arena);
            parameters.set(JAVA_LONG, 0, ADDRESS_FIELD);
            parameters.set(JAVA_LONG, ADDRESS, copy(arena, address).address());
            MemorySegment made = UcxContext.structure(arena);
            Ucp.EP_CREATE.run(handle, parameters.address(), made.address());
            return made.get(JAVA_LONG, 0);
        }
    }

    @Override
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

    @Override
    public int progress() {
        return (int) call(Ucp.WORKER_PROGRESS, handle);
    }

    /** Waits for an event that {@link #progress} can handle. */
    public void await() {
        call(Ucp.WORKER_WAIT, handle);
    }

    /** Ends another thread's current or next wait. */
    public void signal() {
        Ucp.WORKER_SIGNAL.run(handle);
    }

    @Override
    public void fence() {
        Ucp.WORKER_FENCE.require((byte) call(Ucp.WORKER_FENCE, handle));
    }

    @Override
    public long flush() {
        return start(Ucp.WORKER_FLUSH, handle, plain.address(), 0, 0, 0, 0, 0);
    }

    @Override
    public long flush(long connection) {
        return start(Ucp.EP_FLUSH, connection, plain.address(), 0, 0, 0, 0, 0);
    }

    @Override
    public long put(long connection, long key, long from, long bytes, long to) {
        return start(Ucp.PUT, connection, from, bytes, to, key, plain.address(), 0);
    }

    @Override
    public long get(long connection, long key, long to, long bytes, long from) {
        return start(Ucp.GET, connection, to, bytes, from, key, plain.address(), 0);
    }

    @Override
    public long atomic(long connection, long key, int operation, long operand, int bytes, long at, long reply) {
        fetching.set(JAVA_LONG, DATATYPE, (long) bytes << 3);
        fetching.set(JAVA_LONG, REPLY, reply);
        return start(Ucp.ATOMIC, connection, operation, operand, 1, at, key, fetching.address());
    }

    @Override
    public long send(long connection, long from, long bytes) {
        return start(Ucp.MESSAGE, connection, 0, 0, 0, from, bytes, eager.address());
    }

    private static long call(Function function, long one) {
        return function.call(one, 0, 0, 0, 0, 0, 0);
    }

    /** {@return the request of an operation, or 0 if it is complete} */
    private static long start(Function function, long a, long b, long c, long d, long e, long f, long g) {
        long request = function.call(a, b, c, d, e, f, g);
        if (request < 0 && request >= LAST_ERROR) {
            throw new UcxException(function.failure(), (int) request);
        }
        return request;
    }

    public void receive(Receiver receiver) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = UcxContext.structure(arena);
            parameters.set(JAVA_LONG, 0, HANDLER_FIELD);
            parameters.set(JAVA_LONG, HANDLER_FUNCTION, Ucp.function(MethodHandles.lookup()
                .findStatic(UcxWorker.class, "handle", HANDLER).bindTo(receiver)));
            Ucp.SET_HANDLER.run(handle, parameters.address());
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("a method of this class", e);
        }
    }

    /** Passes a message on, or a copy if it is not at a multiple of 8, which is rare. */
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

    @Override
    public boolean complete(long request) {
        byte status = (byte) call(Ucp.CHECK, request);
        if (status == Ucp.IN_PROGRESS) {
            return false;
        }
        Ucp.CHECK.require(status);
        return true;
    }

    @Override
    public void release(long key) {
        call(Ucp.RKEY_DESTROY, key);
    }

    @Override
    public void destroy() {
        call(Ucp.WORKER_DESTROY, handle);
        memory.close();
    }

    @Override
    public void free(long request) {
        call(Ucp.FREE, request);
    }
}
