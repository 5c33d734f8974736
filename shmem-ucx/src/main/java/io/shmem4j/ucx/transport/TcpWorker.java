// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import io.shmem4j.spi.Times;
import io.shmem4j.spi.Undisturbed;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/**
 * A worker over TCP without UCX, for a job that outlives its PEs: UCX aborts an agent that answers a dead PE. The agent
 * handles the requests of a connection in order.
 */
public final class TcpWorker extends Worker {
    /** A request is a number times this plus a connection, from 1, or 0 for all. */
    private static final long CONNECTIONS = 1 << 12;
    @SuppressWarnings("restricted")
    private static final MemorySegment EVERYTHING = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final int pe;
    private final int life;
    private final Arena memory = Arena.ofShared();
    private final List<Connection> connections = new ArrayList<>();
    private long last;

    public TcpWorker(int pe, int life) {
        this.pe = pe;
        this.life = life;
    }

    @Override
    public MemorySegment memory(long bytes) {
        return memory.allocate(bytes, Long.BYTES);
    }

    /** Connects to the first reachable address of a card. */
    @Override
    public long connect(byte[] address) {
        String[] words = new String(address, StandardCharsets.UTF_8).split(" ");
        IOException failure = new IOException("it has no address");
        for (String host : Arrays.asList(words).subList(2, words.length)) {
            try {
                InetSocketAddress to = new InetSocketAddress(host, Integer.parseInt(words[1]));
                connections.add(Undisturbed.call(() -> new Connection(to, words[0])));
                return connections.size();
            } catch (IOException e) {
                failure = e;
            }
        }
        throw new UcxException("can't connect; UCX_NET_DEVICES names a network that all hosts have", failure);
    }

    private Connection of(long connection) {
        return connections.get((int) connection - 1);
    }

    @Override
    public long key(long connection, byte[] packed) {
        return 1;
    }

    @Override
    public int progress() {
        int bytes = 0;
        for (Connection connection : connections) {
            bytes += connection.receive();
        }
        return bytes;
    }

    @Override
    public void fence() {
        // A connection keeps its order.
    }

    @Override
    public long flush() {
        boolean all = true;
        for (Connection connection : connections) {
            connection.sync();
            all &= connection.awaited.isEmpty();
        }
        return all ? 0 : last * CONNECTIONS;
    }

    @Override
    public long flush(long connection) {
        of(connection).sync();
        return of(connection).awaited.isEmpty() ? 0 : last * CONNECTIONS + connection;
    }

    @Override
    public long put(long connection, long key, long from, long bytes, long to) {
        of(connection).send(Frame.PUT, 0, to, bytes, 0, from);
        return 0;
    }

    @Override
    public long get(long connection, long key, long to, long bytes, long from) {
        of(connection).send(Frame.GET, 0, from, bytes, 0, 0);
        return of(connection).await(to, bytes, connection);
    }

    @Override
    public long atomic(long connection, long key, int operation, long operand, int bytes, long at, long reply) {
        long value = word(operand, bytes);
        of(connection).send(operation, bytes, at, value, operation == COMPARE_SWAP ? word(reply, bytes) : 0, 0);
        return of(connection).await(reply, bytes, connection);
    }

    private static long word(long at, int bytes) {
        return bytes == Long.BYTES ? EVERYTHING.get(ValueLayout.JAVA_LONG_UNALIGNED, at)
            : EVERYTHING.get(ValueLayout.JAVA_INT_UNALIGNED, at);
    }

    @Override
    public long send(long connection, long from, long bytes) {
        of(connection).send(Frame.MESSAGE, 0, 0, bytes, 0, from);
        return 0;
    }

    @Override
    public boolean complete(long request) {
        long number = request / CONNECTIONS;
        long connection = request % CONNECTIONS;
        boolean complete = true;
        for (int i = 0; i < connections.size(); i++) {
            complete &= connection != 0 && connection != i + 1 || connections.get(i).isBeyond(number);
        }
        return complete;
    }

    @Override
    public void release(long key) {
        // All connections have the same key.
    }

    @Override
    public void free(long request) {
        // Requests are numbers.
    }

    @Override
    public void destroy() {
        connections.forEach(Connection::close);
        memory.close();
    }

    /** Data that will arrive; {@code to} is the address to store them at, or 0 to drop them. */
    private static final class Reply {
        private final long number;
        private long to;
        private long left;

        Reply(long number, long to, long bytes) {
            this.number = number;
            this.to = to;
            this.left = bytes;
        }
    }

    /** A connection to an agent. Replies come in the order of requests. */
    private final class Connection {
        private final SocketChannel channel = SocketChannel.open();
        private final ByteBuffer out = buffer();
        private final ByteBuffer in = buffer();
        private final ArrayDeque<Reply> awaited = new ArrayDeque<>();
        private boolean unsynced = true;

        Connection(InetSocketAddress to, String token) throws IOException {
            try {
                channel.socket().connect(to, (int) Times.CONNECT_MILLIS);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                byte[] key = HexFormat.of().parseHex(token);
                out.put(key).putInt(pe).putInt(life).flip();
                while (out.hasRemaining()) {
                    channel.write(out);
                }
                out.clear();
                channel.socket().setSoTimeout((int) Times.HELLO_MILLIS);
                if (!Arrays.equals(key, channel.socket().getInputStream().readNBytes(key.length))) {
                    throw new IOException(to + " is no agent of this job");
                }
                channel.configureBlocking(false);
            } catch (IOException e) {
                close();
                throw e;
            }
        }

        private static ByteBuffer buffer() {
            return ByteBuffer.allocateDirect(Frame.BUFFER).order(ByteOrder.nativeOrder());
        }

        void close() {
            Entrance.closeQuietly(channel);
        }

        void send(int operation, int size, long at, long first, long second, long data) {
            unsynced |= operation != Frame.SYNC;
            out.putInt(operation).putInt(size).putLong(at).putLong(first).putLong(second);
            ByteBuffer rest = null;
            if (data != 0 && first <= out.remaining()) {
                out.put(EVERYTHING.asSlice(data, first).asByteBuffer());
            }
            long sent = data == 0 || out.position() > Frame.HEAD ? first : 0;
            write(out.flip());
            out.clear();
            for (; data != 0 && sent < first; sent += Frame.PIECE) {
                write(EVERYTHING.asSlice(data + sent, Math.min(first - sent, Frame.PIECE)).asByteBuffer());
            }
        }

        /** Receives replies meanwhile, because an agent that can't send answers receives no requests. */
        private void write(ByteBuffer bytes) {
            try {
                long looked = 0;
                long silence = 0;
                while (bytes.hasRemaining()) {
                    if (channel.write(bytes) != 0 || receive() != 0) {
                        looked = 0;
                        silence = 0;
                        continue;
                    }
                    Thread.yield();
                    long now = System.nanoTime();
                    silence += looked == 0 ? 0 : Math.min(now - looked, Times.STOPPED_NANOS);
                    looked = now;
                    if (silence > Times.SILENCE_NANOS) {
                        throw new IOException("nothing has been taken for 20 s");
                    }
                }
            } catch (IOException e) {
                throw new UcxException("can't send", e);
            }
        }

        long await(long to, long bytes, long connection) {
            awaited.add(new Reply(++last, to, bytes));
            return last * CONNECTIONS + connection;
        }

        void sync() {
            if (unsynced) {
                send(Frame.SYNC, 0, 0, 0, 0, 0);
                awaited.add(new Reply(++last, 0, Long.BYTES));
                unsynced = false;
            }
        }

        boolean isBeyond(long number) {
            return awaited.isEmpty() || awaited.getFirst().number > number;
        }

        int receive() {
            if (awaited.isEmpty()) {
                return 0;
            }
            try {
                int bytes = channel.read(in.clear());
                if (bytes < 0) {
                    throw new EOFException("the agent has closed the connection");
                }
                in.flip();
                while (in.hasRemaining()) {
                    deliver(awaited.getFirst());
                }
                return bytes;
            } catch (IOException e) {
                throw new UcxException("can't receive", e);
            }
        }

        private void deliver(Reply reply) {
            int some = (int) Math.min(reply.left, in.remaining());
            if (reply.to != 0) {
                EVERYTHING.asSlice(reply.to, some).asByteBuffer().put(in.slice(in.position(), some));
                reply.to += some;
            }
            in.position(in.position() + some);
            reply.left -= some;
            if (reply.left == 0) {
                awaited.removeFirst();
            }
        }
    }
}
