// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.lib;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A worker of UCX. It sends and answers messages within calls of {@link #progress}. */
public final class UcxWorker extends Worker {
    private static final String UNREACHABLE = "can't connect; UCX_NET_DEVICES names a network that all hosts have";
    private static final long ADDRESS_FIELD = 1;
    private static final long ADDRESS = 8;
    private static final int DATATYPE_FIELD = 8;
    private static final int FLAGS_FIELD = 16;
    private static final int REPLY_FIELD = 32;
    private static final long FLAGS = 4;
    /** Sends the message in one piece, so that the receiver handles it in its turn. */
    private static final int EAGER = 2;
    private static final long DATATYPE = 24;
    private static final long REPLY = 40;
    /** The handler's fields that are set: the kind of message, which is 0, and the function. */
    private static final long HANDLER_FIELD = 1 | 4;
    private static final long HANDLER_FUNCTION = 16;
    private static final MethodType HANDLER = MethodType.methodType(byte.class, Receiver.class, long.class, long.class,
        long.class, long.class, long.class, long.class);
    /** Lower results are no errors but addresses of requests. */
    private static final long LAST_ERROR = -100;

    private final long handle;
    /** Lasts as long as the worker does. */
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

    /** {@return the address by which other processes connect to this worker} */
    public byte[] address() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment address = UcxContext.structure(arena);
            MemorySegment length = UcxContext.structure(arena);
            Ucp.require((long) Ucp.OfAgent.WORKER_ADDRESS.invokeExact(handle, address.address(), length.address()),
                "can't get an address");
            return UcxContext.bytes(address.get(JAVA_LONG, 0), length.get(JAVA_LONG, 0));
        } catch (Throwable e) {
            throw UcxContext.failure("can't get an address", e);
        }
    }

    @Override
    public long connect(byte[] address) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment parameters = UcxContext.structure(arena);
            parameters.set(JAVA_LONG, 0, ADDRESS_FIELD);
            parameters.set(JAVA_LONG, ADDRESS, copy(arena, address).address());
            MemorySegment made = UcxContext.structure(arena);
            Ucp.require((long) Ucp.OfPe.EP_CREATE.invokeExact(handle, parameters.address(), made.address()),
                UNREACHABLE);
            return made.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw UcxContext.failure(UNREACHABLE, e);
        }
    }

    @Override
    public long key(long connection, byte[] packed) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment made = UcxContext.structure(arena);
            Ucp.require((long) Ucp.OfPe.RKEY_UNPACK.invokeExact(connection, copy(arena, packed).address(),
                made.address()), "can't unpack a key");
            return made.get(JAVA_LONG, 0);
        } catch (Throwable e) {
            throw UcxContext.failure("can't unpack a key", e);
        }
    }

    private static MemorySegment copy(Arena arena, byte[] bytes) {
        MemorySegment copy = arena.allocate(Math.max(Long.BYTES, bytes.length), Long.BYTES);
        MemorySegment.copy(bytes, 0, copy, JAVA_BYTE, 0, bytes.length);
        return copy;
    }

    @Override
    public int progress() {
        try {
            return (int) (long) Ucp.WORKER_PROGRESS.invokeExact(handle);
        } catch (Throwable e) {
            throw UcxContext.failure("can't progress", e);
        }
    }

    /** Waits until there is something to progress. */
    public void await() {
        try {
            long _ = (long) Ucp.OfAgent.WORKER_WAIT.invokeExact(handle);
        } catch (Throwable e) {
            throw UcxContext.failure("can't wait", e);
        }
    }

    /** Ends the wait of another thread, or its next one. */
    public void signal() {
        try {
            Ucp.require((long) Ucp.OfAgent.WORKER_SIGNAL.invokeExact(handle), "can't end a wait");
        } catch (Throwable e) {
            throw UcxContext.failure("can't end a wait", e);
        }
    }

    @Override
    public void fence() {
        try {
            Ucp.require((long) Ucp.OfPe.WORKER_FENCE.invokeExact(handle), "fence");
        } catch (Throwable e) {
            throw UcxContext.failure("fence", e);
        }
    }

    @Override
    public long flush() {
        try {
            return checked((long) Ucp.OfPe.WORKER_FLUSH.invokeExact(handle, plain.address()), "flush");
        } catch (Throwable e) {
            throw UcxContext.failure("flush", e);
        }
    }

    @Override
    public long flush(long connection) {
        try {
            return checked((long) Ucp.OfPe.EP_FLUSH.invokeExact(connection, plain.address()), "flush");
        } catch (Throwable e) {
            throw UcxContext.failure("flush", e);
        }
    }

    @Override
    public long put(long connection, long key, long from, long bytes, long to) {
        try {
            return checked((long) Ucp.OfPe.PUT.invokeExact(connection, from, bytes, to, key, plain.address()), "put");
        } catch (Throwable e) {
            throw UcxContext.failure("put", e);
        }
    }

    @Override
    public long get(long connection, long key, long to, long bytes, long from) {
        try {
            return checked((long) Ucp.OfPe.GET.invokeExact(connection, to, bytes, from, key, plain.address()), "get");
        } catch (Throwable e) {
            throw UcxContext.failure("get", e);
        }
    }

    @Override
    public long atomic(long connection, long key, int operation, long operand, int bytes, long at, long reply) {
        try {
            fetching.set(JAVA_LONG, DATATYPE, (long) bytes << 3);
            fetching.set(JAVA_LONG, REPLY, reply);
            return checked((long) Ucp.OfPe.ATOMIC.invokeExact(connection, (long) operation, operand, 1L, at, key,
                fetching.address()), "atomic");
        } catch (Throwable e) {
            throw UcxContext.failure("atomic", e);
        }
    }

    @Override
    public long send(long connection, long from, long bytes) {
        try {
            return checked((long) Ucp.OfPe.MESSAGE.invokeExact(connection, 0L, 0L, 0L, from, bytes,
                eager.address()), "message");
        } catch (Throwable e) {
            throw UcxContext.failure("message", e);
        }
    }

    /** Lets somebody take the messages that others send. */
    public void receive(Receiver receiver) {
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle handler = MethodHandles.lookup().findStatic(UcxWorker.class, "handle", HANDLER)
                .bindTo(receiver);
            MemorySegment parameters = UcxContext.structure(arena);
            parameters.set(JAVA_LONG, 0, HANDLER_FIELD);
            parameters.set(JAVA_LONG, HANDLER_FUNCTION, Ucp.function(handler));
            Ucp.require((long) Ucp.OfAgent.SET_HANDLER.invokeExact(handle, parameters.address()),
                "can't receive messages");
        } catch (Throwable e) {
            throw UcxContext.failure("can't receive messages", e);
        }
    }

    /** UCX hands over most messages at multiples of 8; others are copied. */
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
        try {
            byte status = Ucp.status((long) Ucp.OfPe.CHECK.invokeExact(request));
            if (status == Ucp.IN_PROGRESS) {
                return false;
            }
            Ucp.require(status, "an operation failed");
            return true;
        } catch (Throwable e) {
            throw UcxContext.failure("request", e);
        }
    }

    @Override
    public void release(long key) {
        try {
            long _ = (long) Ucp.OfJoined.RKEY_DESTROY.invokeExact(key);
        } catch (Throwable e) {
            throw UcxContext.failure("can't give a key back", e);
        }
    }

    @Override
    public void destroy() {
        try {
            long _ = (long) Ucp.OfJoined.WORKER_DESTROY.invokeExact(handle);
            memory.close();
        } catch (Throwable e) {
            throw UcxContext.failure("can't end a worker", e);
        }
    }

    @Override
    public void free(long request) {
        try {
            long _ = (long) Ucp.OfPe.FREE.invokeExact(request);
        } catch (Throwable e) {
            throw UcxContext.failure("free", e);
        }
    }

    private static long checked(long request, String what) {
        if (request < 0 && request >= LAST_ERROR) {
            throw new UcxException(what, (int) request);
        }
        return request;
    }
}
