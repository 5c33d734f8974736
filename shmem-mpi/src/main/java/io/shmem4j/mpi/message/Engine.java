// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.Shmem;
import io.shmem4j.channel.ring.Ends;
import io.shmem4j.channel.ring.Sink;
import io.shmem4j.engine.Library;
import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The messages of a PE: those that its operations send, those that have arrived, and the receives that wait.
 *
 * <p>Short messages go at once. Of a longer one, or one that must not end before its receive, goes an announcement; the
 * receiver asks for the message when it has its memory. A message without room in its ring waits in a queue, so each
 * call only tries. All calls make progress of all operations, and a call that waits does so until its own has ended.
 *
 * <p>Any thread may call. The lock guards all fields and the ends of the rings; nobody waits while holding it, except
 * for the lock itself in the test of a sleeper's condition. A thread that ends the operation of a sleeper wakes it: the
 * sleeper counts itself and tests its condition under the lock, so it sees the end or is seen.
 */
public final class Engine implements Sink, Sink.Target {
    /** Longest message that is sent without an announcement. */
    public static final int EAGER = 1 << 16;
    /** Longest message that is copied through {@link #staging}. */
    private static final int STAGED = 1 << 10;
    private static final int LOOKS = 500;
    /** Messages that are handled before the lock is free again. */
    private static final int BATCH = 16;

    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
    private static final VarHandle SPARE = spare();
    private static final Map<Backend, Engine> ALL = new ConcurrentHashMap<>();
    /** PEs whose engines have ended. */
    private static final Set<Backend> ENDED = ConcurrentHashMap.newKeySet();
    /** The only engine of this JVM, or null. */
    private static volatile Engine only;

    public final Shmem shmem;
    private final Backend backend;
    private final Thread main = Thread.currentThread();
    private final Ends ends;
    private final int looks;
    private final ReentrantLock lock = new ReentrantLock();
    private final MatchList<Operation> posted = new MatchList<>();
    private final MatchList<Message> unexpected = new MatchList<>();
    /** Announced sends and receives of announced messages, by their numbers. */
    private final Map<Integer, Operation> open = new HashMap<>();
    private int lastNumber;
    /** What takes the parts of a long message from each PE: an operation, or a message without one. */
    private final Entry[] parts;
    private final Outbox outbox;
    /** Threads that sleep, and how many of them are in {@link #advanceAsleep}. */
    private int sleepers;
    private int awake;
    private final MemorySegment staging = MemorySegment.ofArray(new long[STAGED / Long.BYTES]);
    private Operation spare;
    private final Buffered buffered = new Buffered(this);
    private Communicator world;
    private Communicator self;
    private int contexts = 4;
    private final Set<Integer> taken = new HashSet<>();

    private Engine(Shmem shmem) {
        this.shmem = shmem;
        this.backend = Library.currentBackend();
        int pes = shmem.nPes();
        this.looks = backend.cores() >= pes ? LOOKS : 0;
        this.parts = new Entry[pes];
        ALL.put(backend, this);
        this.ends = Library.whole(() -> new Ends(shmem, shmem.world(), "mpi", 0));
        this.outbox = new Outbox(ends, pes);
        ends.landing(this);
    }

    /** Starts the calling PE's engine; collective over all PEs. */
    public static Engine begin(Shmem shmem) {
        Engine engine = new Engine(shmem);
        engine.world = Communicator.ofAll(engine);
        engine.self = Communicator.ofOne(engine);
        // All PEs of this JVM have registered before the allocation ended.
        if (ALL.size() == 1) {
            only = engine;
        }
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
        awaitQuiet();
        Communicator all = world.collective();
        for (int round = 1; round < all.size(); round *= 2) {
            Operation arrival = all.receive(null, 0, 0, null, (all.rank() + all.size() - round) % all.size(), 0);
            all.send(null, 0, 0, null, (all.rank() + round) % all.size(), 0, false);
            await(arrival);
        }
        awaitQuiet();
        ENDED.add(backend);
        only = null;
        ALL.remove(backend);
        ends.free();
        shmem.finish();
    }

    private void awaitQuiet() {
        Progress.of(backend).await(Waiter.FOREVER, WaitKind.TAKE, 0, -1, null, () -> {
            advanceAsleep(null);
            return outbox.isEmpty();
        });
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
    public int proposeContext() {
        lock.lock();
        try {
            contexts += 2;
            return contexts;
        } finally {
            lock.unlock();
        }
    }

    /** {@return false if another thread of this process has taken the number for another context} */
    public boolean takeContext(int context) {
        lock.lock();
        try {
            contexts = Math.max(contexts, context);
            return taken.add(context);
        } finally {
            lock.unlock();
        }
    }

    private static VarHandle spare() {
        try {
            return MethodHandles.lookup().findVarHandle(Engine.class, "spare", Operation.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Operation take() {
        Operation operation = (Operation) SPARE.getAcquire(this);
        spare = null;
        return operation == null ? new Operation(this) : operation;
    }

    /** Returns a receive that nobody uses any more; without the lock, as the next user sets all of its fields. */
    public void give(Operation operation) {
        SPARE.setRelease(this, operation);
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
        lock.lock();
        try {
            if (eager && outbox.isEmpty(pe)) {
                long mark = ends.mark(pe);
                if (ends.write(pe, envelope, memory, from, length, mark)) {
                    return null;
                }
                Operation operation = new Operation(this);
                operation.sends(pe, envelope, memory, from, length, objects);
                operation.mark = mark;
                return outbox.add(operation);
            }
            Operation operation = new Operation(this);
            operation.sends(pe, envelope, memory, from, length, objects);
            if (!eager) {
                operation.number = ++lastNumber;
                open.put(lastNumber, operation);
            }
            outbox.add(operation);
            outbox.flush();
            return operation;
        } finally {
            lock.unlock();
        }
    }

    private Operation sendShort(int pe, long envelope, Object buffer, int offset, int count, Layout layout,
        long length) {
        lock.lock();
        try {
            if (length > 0) {
                copyOut(buffer, offset, count, layout, length);
            }
            if (outbox.isEmpty(pe) && ends.write(pe, envelope, staging, 0, length, ends.mark(pe))) {
                return null;
            }
            MemorySegment copy = allocate(length);
            MemorySegment.copy(staging, 0, copy, 0, length);
            Operation operation = new Operation(this);
            operation.sends(pe, envelope, copy, 0, length, 0);
            return outbox.add(operation);
        } finally {
            lock.unlock();
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

    /** Sends a message about an operation of another PE. */
    private void reply(int pe, int kind, int number, long... content) {
        Operation reply = new Operation(this);
        reply.sends(pe, Envelope.numbered(kind, number), MemorySegment.ofArray(content), 0,
            (long) content.length * Long.BYTES, 0);
        outbox.add(reply);
        outbox.flush();
    }

    /** Posts a receive; a null buffer takes the bytes as they are. */
    Operation receive(int source, int context, int tag, Object buffer, int offset, int count, Layout layout) {
        lock.lock();
        try {
            Operation operation = take();
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
                    message.receive = operation;
                }
            }
            return operation;
        } finally {
            lock.unlock();
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
        lock.lock();
        try {
            progress();
            return unexpected.find(context, source, tag);
        } finally {
            lock.unlock();
        }
    }

    /** {@return the first message that a receive would take, after its arrival} */
    Message awaitMessage(int source, int context, int tag) {
        Message[] found = {probe(source, context, tag)};
        if (found[0] == null) {
            sleep(WaitKind.RECEIVE, source, tag, () -> (found[0] = probe(source, context, tag)) != null);
        }
        return found[0];
    }

    /** Cancels an operation, if it has not met its counterpart. */
    public void cancel(Operation operation) {
        lock.lock();
        try {
            if (operation.isDone()) {
                return;
            }
            if (operation.listed) {
                posted.remove(operation);
                operation.cancel();
            } else if (operation.mark < 0 && outbox.remove(operation)) {
                open.remove(operation.number);
                operation.cancel();
            } else if (operation.data != null && open.containsKey(operation.number)) {
                reply(operation.pe, Envelope.CANCEL, operation.number);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits until an operation has ended; null has. */
    public void await(Operation operation) {
        if (operation == null) {
            return;
        }
        for (int look = 0; look < looks && !operation.isDone(); look++) {
            if (lock.tryLock()) {
                try {
                    progress();
                } finally {
                    lock.unlock();
                }
            } else {
                Thread.onSpinWait();
            }
        }
        while (!operation.isDone()) {
            int arrived = unexpected.size();
            sleep(operation.isSend() ? WaitKind.DELIVER : WaitKind.RECEIVE, operation.peer(), operation.awaitedTag(),
                () -> advanceAsleep(operation) || unexpected.size() != arrived);
        }
        operation.finish();
    }

    /** Makes progress until a condition holds, or once; the condition is tested under the lock. */
    public void awaitUntil(boolean waits, BooleanSupplier condition) {
        BooleanSupplier progressed = () -> {
            lock.lock();
            try {
                advanceAsleep(null);
                return condition.getAsBoolean();
            } finally {
                lock.unlock();
            }
        };
        for (int look = 0; look <= (waits ? looks : 0); look++) {
            lock.lock();
            try {
                progress();
                if (condition.getAsBoolean()) {
                    return;
                }
            } finally {
                lock.unlock();
            }
        }
        if (waits) {
            sleep(WaitKind.RECEIVE, -1, -1, progressed);
        }
    }

    /** Sleeps until a condition holds that progress changes; the rest is for reports. */
    private void sleep(WaitKind kind, int pe, int tag, BooleanSupplier condition) {
        long detail;
        lock.lock();
        try {
            detail = WaitKind.message(tag, unexpected.size());
            sleepers++;
        } finally {
            lock.unlock();
        }
        try {
            Progress.of(backend).await(Waiter.FOREVER, kind, detail, pe, null, condition);
        } finally {
            lock.lock();
            sleepers--;
            lock.unlock();
        }
    }

    /** Makes progress of all operations. */
    public void advance() {
        lock.lock();
        try {
            progress();
        } finally {
            lock.unlock();
        }
    }

    /** Makes progress for a sleeper, until no message is left; {@return whether its operation has ended} */
    boolean advanceAsleep(Operation operation) {
        lock.lock();
        awake = 1;
        try {
            boolean any = outbox.flush();
            int handled = BATCH;
            while (handled == BATCH && (operation == null || !operation.isDone())) {
                handled = ends.poll(this, BATCH);
                any |= handled > 0;
            }
            // Only after stores: to the waiter a PE that completes something does not stand.
            if (any) {
                backend.quiet();
            }
            return operation != null && operation.isDone();
        } finally {
            awake = 0;
            lock.unlock();
        }
    }

    private void progress() {
        outbox.flush();
        ends.poll(this, BATCH);
    }

    /** Called at the end of an operation, under the lock. */
    void wakeSleepers() {
        if (sleepers > awake) {
            ends.nudge();
        }
    }

    @Override
    public MemorySegment target(int from, long envelope, long length) {
        if (Envelope.kind(envelope) == Envelope.DATA) {
            return open.get(Envelope.number(envelope)).land(length);
        }
        Operation receive = posted.find(Envelope.context(envelope), from, Envelope.tag(envelope));
        if (receive != null) {
            posted.remove(receive);
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
                send.envelope = Envelope.numbered(Envelope.DATA, (int) memory.get(LONG, offset));
                send.mark = -1;
                outbox.add(send);
                outbox.flush();
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
        wakeSleepers();
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
