// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.FileDescriptor;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * File locks of a PE. The locks that the JDK takes belong to the process: it refuses a second one on the same bytes,
 * and all go when the process closes any descriptor of the file. Locks of the kernel that belong to an open file
 * exclude those of other PEs and of other processes alike, and go with their channel.
 *
 * <p>Two locks of one PE on the same bytes are refused as the JDK refuses them: the list of a PE's locks is changed
 * under its own lock, and an entry is there before the kernel is asked. A channel that another thread closes meanwhile
 * may leave the lock with the next file of the same number; it is looked at again behind the call, and the lock is
 * undone.
 */
public final class FileLocks {
    private static final int SET_LOCK = 37;
    private static final short READ = 0;
    private static final short WRITE = 1;
    private static final short NONE = 2;
    private static final int AGAIN = 11;
    private static final int ACCESS = 13;
    private static final int BAD_DESCRIPTOR = 9;
    private static final long PAUSE_NANOS = 500_000;
    private static final long LONGEST_PAUSE_NANOS = 5_000_000;

    private final List<Held> held = new ArrayList<>();

    private FileLocks() {
    }

    public static FileLock lock(FileChannel channel) throws IOException {
        return lock(channel, 0, Long.MAX_VALUE, false);
    }

    public static FileLock tryLock(FileChannel channel) throws IOException {
        return tryLock(channel, 0, Long.MAX_VALUE, false);
    }

    public static FileLock lock(FileChannel channel, long position, long size, boolean shared) throws IOException {
        ThreadPe pe = CurrentPe.find();
        int descriptor = pe == null ? -1 : Native.descriptor(channel);
        if (descriptor < 0) {
            return channel.lock(position, size, shared);
        }
        Held wanted = of(pe).begin(channel, descriptor, position, size, shared);
        boolean got = false;
        try {
            for (long nanos = PAUSE_NANOS; !got; nanos = Math.min(2 * nanos, LONGEST_PAUSE_NANOS)) {
                got = wanted.take();
                if (!got) {
                    pe.pause(nanos);
                    if (Thread.currentThread().isInterrupted()) {
                        throw new FileLockInterruptionException();
                    }
                }
            }
        } finally {
            wanted.keep(got);
        }
        return wanted;
    }

    public static FileLock tryLock(FileChannel channel, long position, long size, boolean shared)
        throws IOException {
        ThreadPe pe = CurrentPe.find();
        int descriptor = pe == null ? -1 : Native.descriptor(channel);
        if (descriptor < 0) {
            return channel.tryLock(position, size, shared);
        }
        Held wanted = of(pe).begin(channel, descriptor, position, size, shared);
        boolean got = false;
        try {
            got = wanted.take();
        } finally {
            wanted.keep(got);
        }
        return got ? wanted : null;
    }

    private static FileLocks of(ThreadPe pe) {
        return pe.own(FileLocks.class, FileLocks::new);
    }

    private Held begin(FileChannel channel, int descriptor, long position, long size, boolean shared)
        throws IOException {
        if (!channel.isOpen()) {
            throw new ClosedChannelException();
        }
        long whole = size == 0 ? Long.MAX_VALUE - Math.max(0, position) : size;
        Held wanted = new Held(this, channel, descriptor, position, whole, shared);
        synchronized (held) {
            held.removeIf(lock -> !lock.acquiredBy().isOpen());
            for (Held lock : held) {
                if (lock.file.equals(wanted.file) && lock.overlaps(position, whole)) {
                    throw new OverlappingFileLockException();
                }
            }
            held.add(wanted);
        }
        return wanted;
    }

    void releaseAll() {
        List<Held> all;
        synchronized (held) {
            all = List.copyOf(held);
        }
        for (Held lock : all) {
            try {
                lock.release();
            } catch (IOException e) {
                // Its channel has been closed, and the lock has gone with it.
                continue;
            }
        }
    }

    private static final class Held extends FileLock {
        private final FileLocks owner;
        private final int descriptor;
        private final Native.Key file;
        private volatile boolean valid;

        Held(FileLocks owner, FileChannel channel, int descriptor, long position, long size, boolean shared)
            throws IOException {
            super(channel, position, size, shared);
            this.owner = owner;
            this.descriptor = descriptor;
            this.file = Native.key(descriptor);
        }

        /** {@return whether the kernel has given the lock} */
        boolean take() throws IOException {
            if (!acquiredBy().isOpen()) {
                throw new ClosedChannelException();
            }
            int error = Native.set(descriptor, isShared() ? READ : WRITE, position(), size());
            if (error == 0 && !acquiredBy().isOpen()) {
                Native.set(descriptor, NONE, position(), size());
                throw new ClosedChannelException();
            }
            if (error == BAD_DESCRIPTOR) {
                throw isShared() ? new NonReadableChannelException() : new NonWritableChannelException();
            }
            if (error != 0 && error != AGAIN && error != ACCESS) {
                throw new IOException("the file system refuses the lock: error " + error);
            }
            return error == 0;
        }

        void keep(boolean got) {
            valid = got;
            if (!got) {
                forget();
            }
        }

        private void forget() {
            synchronized (owner.held) {
                owner.held.remove(this);
            }
        }

        @Override
        public boolean isValid() {
            return valid && acquiredBy().isOpen();
        }

        @Override
        public synchronized void release() throws IOException {
            if (!acquiredBy().isOpen()) {
                throw new ClosedChannelException();
            }
            if (valid) {
                valid = false;
                Native.set(descriptor, NONE, position(), size());
                forget();
            }
        }
    }

    /** Access to descriptors through the kernel and the JDK's channels. */
    @SuppressWarnings("restricted")
    private static final class Native {
        private static final StructLayout LOCK = MemoryLayout.structLayout(JAVA_SHORT.withName("type"),
            JAVA_SHORT.withName("whence"), MemoryLayout.paddingLayout(Integer.BYTES), JAVA_LONG.withName("start"),
            JAVA_LONG.withName("length"), JAVA_INT.withName("process"), MemoryLayout.paddingLayout(Integer.BYTES));
        private static final StructLayout STATE = Linker.Option.captureStateLayout();
        private static final VarHandle ERROR = STATE.varHandle(MemoryLayout.PathElement.groupElement("errno"));
        private static final MethodHandle CONTROL = Linker.nativeLinker().downcallHandle(
            Linker.nativeLinker().defaultLookup().findOrThrow("fcntl"),
            FunctionDescriptor.of(JAVA_INT, JAVA_INT, JAVA_INT, ValueLayout.ADDRESS),
            Linker.Option.firstVariadicArg(2), Linker.Option.captureCallState("errno"));

        /** Identity of a file: its device and its number there. */
        record Key(Object device, Object number) { }

        static Key key(int descriptor) throws IOException {
            Map<String, Object> facts = Files.readAttributes(Path.of("/proc/self/fd/" + descriptor), "unix:dev,ino");
            return new Key(facts.get("dev"), facts.get("ino"));
        }

        /** {@return the descriptor of a channel, negative if the channel is not the JDK's or hides it} */
        static int descriptor(FileChannel channel) {
            try {
                Class<?> type = Class.forName("jdk.internal.misc.Unsafe");
                Object unsafe = type.getMethod("getUnsafe").invoke(null);
                if (!channel.getClass().getName().equals("sun.nio.ch.FileChannelImpl")
                    || !Files.isDirectory(Path.of("/proc/self/fd"))) {
                    return -1;
                }
                Object file = type.getMethod("getReference", Object.class, long.class).invoke(unsafe, channel,
                    offset(type, unsafe, channel.getClass()));
                return (int) type.getMethod("getInt", Object.class, long.class).invoke(unsafe, file,
                    offset(type, unsafe, FileDescriptor.class));
            } catch (ReflectiveOperationException e) {
                return -1;
            }
        }

        private static Object offset(Class<?> type, Object unsafe, Class<?> of) throws ReflectiveOperationException {
            return type.getMethod("objectFieldOffset", Class.class, String.class).invoke(unsafe, of, "fd");
        }

        /** {@return 0, or the number of the error} */
        static int set(int descriptor, short kind, long position, long size) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment lock = arena.allocate(LOCK);
                lock.set(JAVA_SHORT, 0, kind);
                lock.set(JAVA_LONG, LOCK.byteOffset(MemoryLayout.PathElement.groupElement("start")), position);
                // A length of 0 means to the end of all files.
                lock.set(JAVA_LONG, LOCK.byteOffset(MemoryLayout.PathElement.groupElement("length")),
                    size >= Long.MAX_VALUE - position ? 0 : size);
                MemorySegment state = arena.allocate(STATE);
                int result = (int) CONTROL.invokeExact(state, descriptor, SET_LOCK, lock);
                return result == 0 ? 0 : (int) ERROR.get(state, 0L);
            } catch (Throwable e) {
                throw new AssertionError("fcntl", e);
            }
        }
    }
}
