// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.Shmem;
import io.shmem4j.channel.ring.Ends;
import io.shmem4j.channel.ring.Sink;
import io.shmem4j.engine.Library;
import io.shmem4j.error.WaitTimeoutException;
import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.progress.Lock;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/**
 * The messages of a PE: those that its operations send, those that have arrived, and the receives that wait.
 *
 * <p>Short messages go at once. Of a longer one, or one that must not end before its receive, goes an announcement; the
 * receiver asks for the message when it has its memory. A message without room stays where it is until the ring takes
 * it, so each call only tries. Every call and every wait of the PE advances all operations.
 *
 * <p>Any thread may call. The lock of the PE's {@link Progress} guards all fields and the ends of the rings. A thread
 * that waits for an operation handles messages itself, under the lock, before it sleeps. So it sees the end of its
 * operation, or the store that brings it about wakes it.
 */
public final class Engine implements Progress.Client, Sink, Sink.Target {
    /** Longest message that is sent without an announcement. */
    public static final int EAGER = 1 << 16;
    /** Longest message that is copied through {@link #staging}. */
    private static final int STAGED = 1 << 10;
    /** Messages that are handled before the lock is free again. */
    private static final int BATCH = 16;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final Map<Backend, Engine> ALL = new ConcurrentHashMap<>();
    /** PEs whose engines have ended. */
    private static final Set<Backend> ENDED = ConcurrentHashMap.newKeySet();
    /** The only engine of this JVM, or null. */
    private static volatile Engine only;

    public final Shmem shmem;
    private final Backend backend;
    private boolean finished;
    private final Thread main = Thread.currentThread();
    private final Ends ends;
    private final Progress progress;
    private final Lock lock;
    private final MatchList<Operation> posted = new MatchList<>();
    private final MatchList<Message> unexpected = new MatchList<>();
    /** Receives that have met a message, and whose calls a limit has cut before it was there. */
    private final List<Operation> cut = new ArrayList<>();
    /** Announced sends and receives of announced messages, by their numbers. */
    private final Map<Integer, Operation> open = new HashMap<>();
    private int lastNumber;
    /** What takes the parts of a long message from each PE: an operation, or a message without one. */
    private final Entry[] parts;
    private final MemorySegment staging = MemorySegment.ofArray(new long[STAGED / Long.BYTES]);
    private final AtomicReference<Operation> spare = new AtomicReference<>();
    private final Buffered buffered = new Buffered(this);
    private Stage stage;
    private Communicator world;
    private Communicator self;
    private int contexts = 4;
    private final Set<Integer> taken = new HashSet<>();

    private Engine(Shmem shmem) {
        this.shmem = shmem;
        this.backend = Library.currentBackend();
        this.progress = Progress.of(backend);
        this.lock = progress.lock();
        this.parts = new Entry[shmem.nPes()];
        ALL.put(backend, this);
        this.ends = Library.whole(() -> new Ends(shmem, shmem.world(), "mpi", 0));
        ends.landing(this);
        progress.add(this);
    }

    /** Starts the calling PE's engine; collective over all PEs. */
    public static Engine begin(Shmem shmem) {
        Engine engine = new Engine(shmem);
        engine.stage = Stage.ofAll(shmem, engine.backend.heapBytes());
        engine.world = Communicator.ofAll(engine, engine.stage);
        engine.self = Communicator.ofOne(engine);
        // All PEs of this JVM have registered before the allocation ended.
        if (ALL.size() == 1) {
            only = engine;
        }
        // Senders may need an answer to what has not arrived yet.
        engine.progress.locked(() -> {
            engine.progress.leave(engine);
            return true;
        });
        return engine;
    }

    /** {@return the calling PE's engine, or null outside of Init and Finalize} */
    public static Engine current() {
        Engine engine = only;
        return engine != null ? engine : ALL.isEmpty() ? null : ALL.get(Library.currentBackend());
    }

    /** {@return whether the calling PE's engine has ended} */
    public static boolean hasEnded() {
        return !ENDED.isEmpty() && ENDED.contains(Library.currentBackend());
    }

    /** {@return whether a thread has begun the engine} */
    public boolean isMain(Thread thread) {
        return thread == main;
    }

    /** Ends the engine after all messages have left; collective over all PEs. */
    public void finish() {
        progress.await(Waiter.FOREVER, WaitKind.TAKE, 0, -1, null, () -> served(() -> !ends.isLeft()));
        shmem.world().sync();
        progress.remove(this);
        end();
        stage.free();
        ends.free();
        shmem.finish();
    }

    /** {@return whether it has ended} */
    public boolean hasFinished() {
        return finished;
    }

    @Override
    public void end() {
        finished = true;
        ENDED.add(backend);
        only = null;
        ALL.remove(backend);
    }

    @Override
    public boolean isLeft() {
        return true;
    }

    @Override
    public boolean advance() {
        return ends.poll(this, BATCH) > 0;
    }

    public Buffered buffered() {
        return buffered;
    }

    public Communicator world() {
        return world;
    }

    public Communicator self() {
        return self;
    }

    /** {@return a proposal for the number of a new context; all members take the highest} */
    public synchronized int proposeContext() {
        contexts += 2;
        return contexts;
    }

    /** {@return false if another thread of this process has taken the number for another context} */
    public synchronized boolean takeContext(int context) {
        contexts = Math.max(contexts, context);
        return taken.add(context);
    }

    private Operation take() {
        Operation operation = spare.getAcquire();
        spare.setPlain(null);
        return operation == null ? new Operation(this) : operation;
    }

    /** Returns a receive that nobody uses any more; without the lock, as the next user sets all of its fields. */
    public void give(Operation operation) {
        spare.setRelease(operation);
    }

    /**
     * Sends a message.
     *
     * @param synchronous whether it ends after its receive has begun
     * @return the operation, or null if it has ended
     */
    Operation send(int pe, int context, int tag, boolean synchronous, Object buffer, int offset, int count,
        Layout layout) {
        long length = layout == null ? 0 : count * layout.size;
        boolean plain = length == 0 || Data.isPlain(buffer, layout);
        if (plain && length <= STAGED && !synchronous) {
            return sendShort(pe, Envelope.of(Envelope.EAGER, context, tag), buffer, offset, count, layout, length);
        }
        MemorySegment memory = length == 0 ? staging : plain ? Data.segment(buffer) : allocate(length);
        if (!plain) {
            Data.pack(buffer, offset, count, layout, memory, 0);
        }
        long from = plain && length > 0 ? (long) offset * Data.unit(buffer) : 0;
        return send(pe, context, tag, synchronous, memory, from, length, 0);
    }

    /** Sends bytes; see the other method. */
    Operation send(int pe, int context, int tag, boolean synchronous, MemorySegment memory, long from, long length,
        int objects) {
        boolean eager = !synchronous && length <= EAGER;
        long envelope = Envelope.of(eager ? Envelope.EAGER : Envelope.ANNOUNCE, context, tag);
        long entered = lock.acquire();
        try {
            if (eager && write(pe, envelope, memory, from, length)) {
                return null;
            }
            Operation operation = new Operation(this);
            operation.sends(pe, envelope, memory.asSlice(from, length), objects);
            if (!eager) {
                operation.number = ++lastNumber;
                operation.kept = longs(operation.number, length, objects);
                open.put(lastNumber, operation);
            }
            ends.keep(pe, envelope, operation.kept, eager ? operation : null);
            return operation;
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    /** Writes a message of one record; {@return whether there was room} */
    private boolean write(int pe, long envelope, MemorySegment memory, long from, long length) {
        return length <= ends.longest() && !ends.keeps(pe)
            && ends.write(pe, envelope, memory, from, length, ends.mark(pe));
    }

    private Operation sendShort(int pe, long envelope, Object buffer, int offset, int count, Layout layout,
        long length) {
        long entered = lock.acquire();
        try {
            if (length > 0) {
                copyOut(buffer, offset, count, layout, length);
            }
            if (write(pe, envelope, staging, 0, length)) {
                return null;
            }
            Operation operation = new Operation(this);
            operation.sends(pe, envelope, allocate(length).copyFrom(staging.asSlice(0, length)), 0);
            ends.keep(pe, envelope, operation.data, operation);
            return operation;
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    private void copyOut(Object buffer, int offset, int count, Layout layout, long length) {
        Kind kind = layout.kind;
        if (buffer.getClass() == kind.array) {
            Data.copyOut(buffer, offset, (int) (length / kind.bytes), kind, staging);
        } else {
            Data.pack(buffer, offset, count, layout, staging, 0);
        }
    }

    static void copyIn(MemorySegment memory, long at, long length, Object buffer, int offset, Layout layout) {
        Kind kind = layout.kind;
        if (layout.contiguous && buffer.getClass() == kind.array && length % kind.bytes == 0 && kind != Kind.BOOLEAN) {
            Data.copyIn(memory, at, buffer, offset, (int) (length / kind.bytes), kind);
        } else if (length > 0) {
            Data.unpack(memory, at, length, buffer, offset, layout);
        }
    }

    private static MemorySegment allocate(long bytes) {
        return MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);
    }

    private static MemorySegment longs(long... content) {
        return MemorySegment.ofArray(content);
    }

    /** Sends a message about an operation of another PE. */
    private void reply(int pe, int kind, int number, long... content) {
        ends.keep(pe, Envelope.numbered(kind, number), longs(content), null);
    }

    /** {@return the cut receive that a call repeats, or null} */
    private Operation continued(int source, int context, int tag, Object buffer, int offset, int count) {
        // An index, because every receive looks here.
        for (int i = 0; i < cut.size(); i++) {
            if (cut.get(i).matches(context, source, tag) && cut.get(i).receivesInto(buffer, offset, count)) {
                return cut.remove(i);
            }
        }
        return null;
    }

    /** Posts a receive; a null buffer takes the bytes as they are. */
    Operation receive(int source, int context, int tag, Object buffer, int offset, int count, Layout layout) {
        long entered = lock.acquire();
        try {
            Operation operation = continued(source, context, tag, buffer, offset, count);
            if (operation != null) {
                return operation;
            }
            operation = take();
            operation.match(context, source, tag);
            operation.receiveInto(buffer, offset, count, layout);
            Message message = unexpected.find(context, source, tag);
            if (message == null) {
                posted.add(operation);
            } else {
                unexpected.remove(message);
                if (message.announced != 0) {
                    accept(operation, message.source, message.tag, message.announced);
                } else if (message.complete) {
                    operation.deliver(message.source, message.tag, message.content, 0, message.length);
                } else {
                    operation.match(context, message.source, message.tag);
                    message.receive = operation;
                }
            }
            return operation;
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
    }

    /** Asks for an announced message. */
    private void accept(Operation operation, int from, int itsTag, int announced) {
        operation.match(operation.context, from, itsTag);
        operation.number = ++lastNumber;
        open.put(lastNumber, operation);
        reply(from, Envelope.CLEAR, announced, operation.number);
    }

    /** {@return the first message that a receive would take, or null} */
    public Message probe(int source, int context, int tag) {
        Message[] found = {null};
        awaitUntil(false, () -> (found[0] = unexpected.find(context, source, tag)) != null);
        return found[0];
    }

    /** {@return the first message that a receive would take, after its arrival} */
    Message awaitMessage(int source, int context, int tag) {
        Message[] found = {null};
        await(WaitKind.RECEIVE, source, tag, () -> (found[0] = unexpected.find(context, source, tag)) != null);
        return found[0];
    }

    /** Cancels an operation, if it has not met its counterpart. */
    public void cancel(Operation operation) {
        progress.locked(() -> {
            if (operation.listed) {
                posted.remove(operation);
                operation.cancel();
            } else if (operation.data != null && ends.forget(operation.pe, operation.kept)) {
                open.remove(operation.number);
                operation.cancel();
            } else if (operation.data != null && open.containsKey(operation.number)) {
                reply(operation.pe, Envelope.CANCEL, operation.number);
            }
            return operation.isDone();
        });
        // Another thread may wait for the operation.
        ends.nudge();
    }

    /** Waits until an operation has ended; null has. */
    public void await(Operation operation) {
        if (operation == null) {
            return;
        }
        if (!operation.isDone()) {
            await(operation.isSend() ? WaitKind.DELIVER : WaitKind.RECEIVE, operation.peer(), operation.awaitedTag(),
                operation::isDone);
        }
        operation.finish();
    }

    /**
     * Waits for the receive of one call. If a limit cuts it, the receive is withdrawn, or continued by the same call if
     * its message is arriving.
     */
    public void awaitReceive(Operation operation) {
        try {
            await(operation);
        } catch (WaitTimeoutException e) {
            progress.locked(() -> {
                if (operation.listed) {
                    posted.remove(operation);
                } else {
                    cut.add(operation);
                }
                return true;
            });
            throw e;
        }
    }

    /** Waits until a condition holds, which is tested under the lock; or handles some messages and tests it. */
    public void awaitUntil(boolean waits, BooleanSupplier condition) {
        if (waits) {
            await(WaitKind.RECEIVE, -1, -1, condition);
        } else {
            progress.locked(() -> {
                advance();
                return condition.getAsBoolean();
            });
        }
    }

    /** Waits until a condition holds, which is tested under the lock; the rest is for reports. */
    private void await(WaitKind kind, int pe, int tag, BooleanSupplier condition) {
        for (int look = 0; !served(condition); look++) {
            if (look >= progress.looks()) {
                int arrived = unexpected.size();
                progress.await(Waiter.FOREVER, kind, WaitKind.message(tag, arrived), pe, null,
                    () -> served(condition) || unexpected.size() != arrived);
            }
        }
    }

    /** Handles messages until a condition holds or none is left; {@return whether it holds} */
    private boolean served(BooleanSupplier condition) {
        boolean moved = false;
        boolean holds = false;
        long entered = lock.acquire();
        try {
            while (!(holds = condition.getAsBoolean()) && advance()) {
                moved = true;
            }
        } finally {
            if (lock.holder == entered) {
                lock.holder = 0;
            }
        }
        // Only after stores: to the waiter a PE that completes something does not stand.
        if (moved && !holds) {
            backend.quiet();
        }
        return holds;
    }

    /** Handles some messages. */
    public void poll() {
        progress.complete(this);
    }

    @Override
    public MemorySegment target(int from, long envelope, long length) {
        if (Envelope.kind(envelope) == Envelope.DATA) {
            return open.get(Envelope.number(envelope)).land(length);
        }
        Operation receive = posted.find(Envelope.context(envelope), from, Envelope.tag(envelope));
        if (receive != null) {
            posted.remove(receive);
            receive.match(Envelope.context(envelope), from, Envelope.tag(envelope));
            parts[from] = receive;
            return receive.land(length);
        }
        MemorySegment content = allocate(length);
        Message message = new Message(0, length, 0, content);
        parts[from] = message;
        add(message, from, envelope);
        return content;
    }

    @Override
    public void message(int from, long envelope, MemorySegment memory, long offset, long length) {
        int number = Envelope.number(envelope);
        switch (Envelope.kind(envelope)) {
            case Envelope.EAGER -> arrive(from, envelope, memory, offset, length);
            case Envelope.ANNOUNCE -> announced(from, envelope, memory, offset);
            case Envelope.CLEAR -> {
                Operation send = open.remove(number);
                send.kept = null;
                ends.keep(from, Envelope.numbered(Envelope.DATA, (int) memory.get(LONG, offset)), send.data, send);
            }
            case Envelope.DATA -> {
                Operation receive = open.remove(number);
                receive.deliver(from, receive.tag, memory, offset, length);
            }
            case Envelope.CANCEL -> forget(from, number);
            default -> open.remove(number).cancel();
        }
    }

    private void arrive(int from, long envelope, MemorySegment memory, long offset, long length) {
        int tag = Envelope.tag(envelope);
        Entry taker = parts[from];
        parts[from] = null;
        if (taker instanceof Message message) {
            message.complete = true;
            if (message.receive != null) {
                message.receive.deliver(from, tag, message.content, 0, length);
            }
            return;
        }
        Operation receive = (Operation) taker;
        if (receive == null) {
            receive = posted.find(Envelope.context(envelope), from, tag);
            if (receive == null) {
                keep(from, envelope, memory, offset, length);
                return;
            }
            posted.remove(receive);
        }
        receive.deliver(from, tag, memory, offset, length);
    }

    private void keep(int from, long envelope, MemorySegment memory, long offset, long length) {
        MemorySegment content = allocate(length);
        MemorySegment.copy(memory, offset, content, 0, length);
        Message message = new Message(0, length, 0, content);
        message.complete = true;
        add(message, from, envelope);
    }

    private void add(Message message, int from, long envelope) {
        message.match(Envelope.context(envelope), from, Envelope.tag(envelope));
        unexpected.add(message);
    }

    private void announced(int from, long envelope, MemorySegment memory, long offset) {
        int tag = Envelope.tag(envelope);
        int number = (int) memory.get(LONG, offset);
        Operation receive = posted.find(Envelope.context(envelope), from, tag);
        if (receive != null) {
            posted.remove(receive);
            accept(receive, from, tag, number);
            return;
        }
        Message message = new Message(number, memory.get(LONG, offset + Long.BYTES),
            (int) memory.get(LONG, offset + 2 * Long.BYTES), null);
        add(message, from, envelope);
    }

    private void forget(int from, int number) {
        for (Message each = unexpected.first(); each != null; each = unexpected.after(each)) {
            if (each.source == from && each.announced == number) {
                unexpected.remove(each);
                reply(from, Envelope.CANCELLED, number);
                return;
            }
        }
    }
}
