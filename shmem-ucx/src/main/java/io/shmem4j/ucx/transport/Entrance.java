// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A port that admits peers that know a token. One thread reads the hellos of all peers, so a peer without the token
 * costs no thread and no buffers. It is closed after a time, or sooner when too many others come.
 */
final class Entrance implements AutoCloseable {
    /** Maximum number of connections without a hello. The oldest one makes room for another. */
    static final int MOST = 256;
    /** Pause after a connection that could not be accepted, because the process has too many open files. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final byte[] token;
    private final long limitNanos;
    private final Guests guests;
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final Selector selector = Selector.open();
    /** The connections without a hello, oldest first. Used by the thread that serves. */
    private final ArrayDeque<Hello> awaited = new ArrayDeque<>();

    /** Receives an admitted peer's channel, in blocking mode. */
    interface Guests {
        void enter(SocketChannel channel, int pe, int life);
    }

    Entrance(byte[] token, long limitMillis, Guests guests) throws IOException {
        this.token = token;
        this.limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMillis);
        this.guests = guests;
        server.bind(null).configureBlocking(false).register(selector, SelectionKey.OP_ACCEPT);
    }

    int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    /** Admits peers until this port is closed. */
    void serve() {
        try {
            while (selector.isOpen()) {
                long now = System.nanoTime();
                while (!awaited.isEmpty() && now - awaited.getFirst().since > limitNanos) {
                    awaited.getFirst().close();
                }
                selector.select(this::advance, awaited.isEmpty() ? 0
                    : 1 + TimeUnit.NANOSECONDS.toMillis(limitNanos - (now - awaited.getFirst().since)));
            }
        } catch (IOException | ClosedSelectorException e) {
            // This port was closed.
        }
    }

    private void advance(SelectionKey key) {
        if (key.attachment() instanceof Hello hello) {
            hello.receive(key);
        } else {
            accept();
        }
    }

    private void accept() {
        boolean full = false;
        try {
            SocketChannel channel = server.accept();
            if (channel != null) {
                awaited.add(new Hello(channel));
                channel.configureBlocking(false).register(selector, SelectionKey.OP_READ, awaited.getLast());
            }
        } catch (IOException e) {
            // The process has too many open files, the connection is gone already, or the port was closed.
            full = true;
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        if (full && !awaited.isEmpty() || awaited.size() > MOST) {
            awaited.getFirst().close();
        }
    }

    @Override
    public void close() {
        try {
            server.close();
            selector.close();
        } catch (IOException e) {
            // Unusable all the same.
        }
    }

    static void closeQuietly(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // Unusable all the same.
        }
    }

    /** The first message of a connection: the token, the PE and its life. */
    private final class Hello {
        private final SocketChannel channel;
        private final ByteBuffer bytes = ByteBuffer.allocate(Frame.HELLO).order(ByteOrder.nativeOrder());
        private final long since = System.nanoTime();

        Hello(SocketChannel channel) {
            this.channel = channel;
        }

        void receive(SelectionKey key) {
            try {
                if (channel.read(bytes) < 0) {
                    close();
                } else if (!bytes.hasRemaining()) {
                    key.cancel();
                    admit();
                }
            } catch (IOException e) {
                close();
            }
        }

        private void admit() throws IOException {
            byte[] received = new byte[Frame.TOKEN];
            bytes.flip().get(received);
            if (!MessageDigest.isEqual(token, received)) {
                close();
                return;
            }
            awaited.remove(this);
            channel.configureBlocking(true);
            guests.enter(channel, bytes.getInt(), bytes.getInt());
        }

        void close() {
            awaited.remove(this);
            closeQuietly(channel);
        }
    }
}
