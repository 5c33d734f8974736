// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import io.shmem4j.spi.Times;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Serves a node's memory to the {@link TcpWorker}s of other nodes' PEs, each with a thread of its own. The death of a
 * PE ends its connection only.
 *
 * <p>Words are accessed volatile, and other data are stored after a fence, so a put is visible only after earlier ones,
 * as with UCX over TCP.
 */
public final class TcpServer implements AutoCloseable {
    private static final VarHandle INT = JAVA_INT.varHandle();
    private static final VarHandle LONG = JAVA_LONG.varHandle();

    private final MemorySegment memory;
    private final Worker.Receiver receiver;
    private final Supplier<Runnable> wakers;
    private final Entrance entrance;
    private final byte[] token = new byte[Frame.TOKEN];
    private final Set<Served> connections = ConcurrentHashMap.newKeySet();

    /**
     * Opens a port.
     *
     * @param receiver receives messages
     * @param wakers   creates the action that a connection runs after each batch of accesses
     */
    public TcpServer(MemorySegment memory, Worker.Receiver receiver, Supplier<Runnable> wakers) throws IOException {
        this.memory = memory;
        this.receiver = receiver;
        this.wakers = wakers;
        new SecureRandom().nextBytes(token);
        entrance = new Entrance(token, (int) Times.HELLO_MILLIS, this::serve);
    }

    /**
     * {@return the address for workers: token, port, and this machine's IP addresses}
     *
     * @param devices names of network devices to use, or {@code all}
     */
    public byte[] address(String devices) throws IOException {
        List<String> named = List.of(devices.replaceAll(":[^,]*", "").split(","));
        boolean all = devices.equals("all") || !devices.matches("[\\w.@:,-]+");
        String addresses = NetworkInterface.networkInterfaces().filter(device -> all || named.contains(
            device.getName())).flatMap(NetworkInterface::inetAddresses).filter(address -> !address.isLinkLocalAddress())
            .sorted(Comparator.comparing(InetAddress::isLoopbackAddress)).map(InetAddress::getHostAddress)
            .collect(Collectors.joining(" "));
        return (HexFormat.of().formatHex(token) + " " + entrance.port() + " " + addresses)
            .getBytes(StandardCharsets.UTF_8);
    }

    /** Accepts connections until this server is closed. */
    public void serve() {
        entrance.serve();
    }

    private void serve(SocketChannel channel, int pe, int life) {
        try {
            Served connection = new Served(channel, pe, life);
            connections.add(connection);
            connection.start();
        } catch (OutOfMemoryError e) {
            // No thread or buffer is left; the PE reports that it can't reach this node.
            Entrance.closeQuietly(channel);
        }
    }

    /** Waits until all accesses are done that a PE has sent in an ended life or an earlier one. */
    public void awaitEnd(int pe, int life) {
        long end = System.nanoTime() + Times.LAST_DATA_NANOS;
        for (Served connection : connections) {
            if (connection.pe == pe && connection.life <= life) {
                try {
                    connection.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
                    connection.close();
                    connection.join();
                } catch (InterruptedException e) {
                    throw new IllegalStateException("an agent's thread was interrupted", e);
                }
            }
        }
    }

    @Override
    public void close() {
        entrance.close();
        connections.forEach(Served::close);
    }

    /** A PE's connection, and the thread that serves it. */
    private final class Served extends Thread {
        private final SocketChannel channel;
        private final MemorySegment inMemory = Arena.ofAuto().allocate(Frame.BUFFER, Long.BYTES);
        private final MemorySegment outMemory = Arena.ofAuto().allocate(Frame.BUFFER, Long.BYTES);
        private final ByteBuffer in = inMemory.asByteBuffer().order(ByteOrder.nativeOrder()).limit(0);
        private final ByteBuffer out = outMemory.asByteBuffer().order(ByteOrder.nativeOrder());
        private final Runnable waker = wakers.get();
        private final int pe;
        private final int life;

        Served(SocketChannel channel, int pe, int life) {
            super("shmem4j from a PE");
            setDaemon(true);
            this.channel = channel;
            this.pe = pe;
            this.life = life;
        }

        @Override
        public void run() {
            try {
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                out.put(token);
                while (await(Frame.HEAD)) {
                    serveRequest();
                }
            } catch (IOException | IndexOutOfBoundsException e) {
                // The PE has died, or the peer is no PE of this job.
            } finally {
                waker.run();
                connections.remove(this);
                close();
            }
        }

        void close() {
            Entrance.closeQuietly(channel);
        }

        /** Waits for bytes, after sending the answers; {@return false at the end of the stream} */
        private boolean await(int bytes) throws IOException {
            if (in.remaining() >= bytes) {
                return true;
            }
            if (bytes > in.capacity()) {
                throw new IOException("a request of " + bytes + " bytes does not fit into the buffer");
            }
            in.compact();
            answer();
            waker.run();
            int more = 0;
            while (in.position() < bytes && more >= 0) {
                more = channel.read(in);
            }
            in.flip();
            return in.remaining() >= bytes;
        }

        private void answer() throws IOException {
            write(out.flip());
            out.clear();
        }

        private void write(ByteBuffer bytes) throws IOException {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }

        private void serveRequest() throws IOException {
            int operation = in.getInt();
            int size = in.getInt();
            long at = in.getLong() - memory.address();
            long first = in.getLong();
            long second = in.getLong();
            switch (operation) {
                case Frame.PUT -> put(at, first);
                case Frame.GET -> get(at, first);
                case Frame.MESSAGE -> message((int) first);
                case Frame.SYNC -> reply(0, Long.BYTES);
                default -> {
                    if (size == Long.BYTES) {
                        reply(change(operation, at, first, second), size);
                    } else {
                        reply(change(operation, at, (int) first, (int) second), size);
                    }
                }
            }
        }

        private boolean isWord(long at, long bytes) {
            return (bytes == Long.BYTES || bytes == Integer.BYTES) && (at & bytes - 1) == 0;
        }

        private void put(long at, long bytes) throws IOException {
            if (isWord(at, bytes)) {
                if (await((int) bytes) && bytes == Long.BYTES) {
                    LONG.setVolatile(memory, at, in.getLong());
                } else if (in.remaining() >= bytes) {
                    INT.setVolatile(memory, at, in.getInt());
                }
                return;
            }
            MemorySegment to = memory.asSlice(at, bytes);
            VarHandle.releaseFence();
            for (long done = 0; done < bytes && await(1);) {
                int some = (int) Math.min(bytes - done, in.remaining());
                MemorySegment.copy(inMemory, in.position(), to, done, some);
                in.position(in.position() + some);
                done += some;
            }
        }

        private void get(long at, long bytes) throws IOException {
            if (isWord(at, bytes)) {
                reply(bytes == Long.BYTES ? (long) LONG.getVolatile(memory, at) : (int) INT.getVolatile(memory, at),
                    (int) bytes);
                return;
            }
            MemorySegment from = memory.asSlice(at, bytes);
            if (bytes > out.remaining()) {
                answer();
            }
            if (bytes <= out.remaining()) {
                MemorySegment.copy(from, 0, outMemory, out.position(), bytes);
                out.position(out.position() + (int) bytes);
                return;
            }
            for (long done = 0; done < bytes; done += Frame.PIECE) {
                write(from.asSlice(done, Math.min(bytes - done, Frame.PIECE)).asByteBuffer());
            }
        }

        /** Passes on a copy of the message, at a multiple of 8. */
        private void message(int bytes) throws IOException {
            if (await(bytes)) {
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment copy = arena.allocate(bytes, Long.BYTES);
                    receiver.take(copy.copyFrom(inMemory.asSlice(in.position(), bytes)).address(), bytes);
                }
                in.position(in.position() + bytes);
            }
        }

        private void reply(long word, int bytes) throws IOException {
            if (out.remaining() < bytes) {
                answer();
            }
            if (bytes == Long.BYTES) {
                out.putLong(word);
            } else {
                out.putInt((int) word);
            }
        }

        private long change(int operation, long at, long value, long next) {
            return switch (operation) {
                case Worker.ADD -> (long) LONG.getAndAdd(memory, at, value);
                case Worker.SWAP -> (long) LONG.getAndSet(memory, at, value);
                case Worker.COMPARE_SWAP -> (long) LONG.compareAndExchange(memory, at, value, next);
                case Worker.AND -> (long) LONG.getAndBitwiseAnd(memory, at, value);
                case Worker.OR -> (long) LONG.getAndBitwiseOr(memory, at, value);
                default -> (long) LONG.getAndBitwiseXor(memory, at, value);
            };
        }

        private int change(int operation, long at, int value, int next) {
            return switch (operation) {
                case Worker.ADD -> (int) INT.getAndAdd(memory, at, value);
                case Worker.SWAP -> (int) INT.getAndSet(memory, at, value);
                case Worker.COMPARE_SWAP -> (int) INT.compareAndExchange(memory, at, value, next);
                case Worker.AND -> (int) INT.getAndBitwiseAnd(memory, at, value);
                case Worker.OR -> (int) INT.getAndBitwiseOr(memory, at, value);
                default -> (int) INT.getAndBitwiseXor(memory, at, value);
            };
        }
    }
}
