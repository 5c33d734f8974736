// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.spi.Times;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TcpWorkerTest {
    private static final long MOST = 3_000_000;

    private final MemorySegment memory = Arena.global().allocate(MOST, Long.BYTES);
    private final MemorySegment mine = Arena.global().allocate(MOST, Long.BYTES);
    private final AtomicLong messages = new AtomicLong();
    private TcpWorker worker = new TcpWorker(3, 1);
    private TcpServer server;
    private byte[] address;
    private long connection;

    @BeforeEach
    void connect() throws IOException {
        server = new TcpServer(memory, (_, bytes) -> messages.addAndGet(bytes), () -> () -> { });
        Thread.ofPlatform().daemon().start(server::serve);
        address = server.address("all");
        connection = worker.connect(address);
    }

    @AfterEach
    void end() {
        worker.destroy();
        server.close();
    }

    private void complete(long request) {
        while (request != 0 && !worker.complete(request)) {
            worker.progress();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7, 8, 65_503, 65_504, 65_505, 65_536, 2_999_999})
    void whatIsPutIsThere(int bytes) {
        byte[] data = new byte[bytes];
        new Random(bytes).nextBytes(data);
        mine.asSlice(0, bytes).copyFrom(MemorySegment.ofArray(data));
        complete(worker.put(connection, 1, mine.address(), bytes, memory.address() + 1));
        complete(worker.flush());
        assertArrayEquals(data, memory.asSlice(1, bytes).toArray(ValueLayout.JAVA_BYTE));
        mine.fill((byte) 0);
        complete(worker.get(connection, 1, mine.address(), bytes, memory.address() + 1));
        assertArrayEquals(data, mine.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE));
    }

    @ParameterizedTest
    @CsvSource({"0, 12, 0, 17", "1, 12, 0, 12", "2, 5, 12, 12", "2, 6, 12, 5", "3, 12, 0, 4", "4, 12, 0, 13",
        "5, 12, 0, 9"})
    void atomicsOfBothSizesGiveTheOldValue(int operation, int operand, int next, int after) {
        for (int bytes : new int[] {Integer.BYTES, Long.BYTES}) {
            memory.set(ValueLayout.JAVA_LONG, 8, bytes == Long.BYTES ? 5 : -1L << Integer.SIZE | 5);
            mine.set(ValueLayout.JAVA_LONG, 0, operand);
            mine.set(ValueLayout.JAVA_LONG, 8, next);
            complete(worker.atomic(connection, 1, operation, mine.address(), bytes, memory.address() + 8,
                mine.address() + 8));
            assertEquals(5, mine.get(ValueLayout.JAVA_INT, 8));
            assertEquals(bytes == Long.BYTES ? after : -1L << Integer.SIZE | after,
                memory.get(ValueLayout.JAVA_LONG, 8));
        }
    }

    @Test
    void manyRequestsAreOpenAtATime() {
        long last = 0;
        for (int i = 0; i < 20_000; i++) {
            mine.setAtIndex(ValueLayout.JAVA_LONG, i, 1);
            last = worker.atomic(connection, 1, Worker.ADD, mine.address() + 8L * i, Long.BYTES, memory.address(),
                mine.address() + 8L * i);
        }
        complete(last);
        for (int i = 0; i < 20_000; i++) {
            assertEquals(i, mine.getAtIndex(ValueLayout.JAVA_LONG, i));
        }
    }

    /** A server that waited for more than its buffer holds would read nothing, again and again. */
    @Test
    void aMessageThatIsTooLongEndsItsConnection() {
        worker.send(connection, mine.address(), Frame.BUFFER + 1);
        TcpWorker next = new TcpWorker(3, 2);
        long second = next.connect(address);
        long start = System.nanoTime();
        server.awaitEnd(3, 1);
        assertTrue(System.nanoTime() - start < Times.LAST_DATA_NANOS, "still reads");
        worker.destroy();
        worker = next;
        assertEquals(0, messages.get());
        next.send(second, mine.address(), 8);
        for (long request = next.flush(); !next.complete(request);) {
            next.progress();
        }
        assertEquals(8, messages.get());
    }

    @Test
    void allOfAnEndedLifeIsDoneAfterItsConnection() {
        worker.send(connection, mine.address(), 4000);
        for (int i = 0; i < 100; i++) {
            worker.put(connection, 1, mine.address(), 10_000, memory.address());
        }
        mine.set(ValueLayout.JAVA_LONG, 0, 77);
        worker.put(connection, 1, mine.address(), Long.BYTES, memory.address());
        TcpWorker next = new TcpWorker(3, 2);
        long second = next.connect(address);
        worker.destroy();
        worker = next;
        server.awaitEnd(3, 1);
        assertEquals(77, memory.get(ValueLayout.JAVA_LONG, 0));
        assertEquals(4000, messages.get());
        next.put(second, 1, mine.address(), Long.BYTES, memory.address() + 8);
        for (long request = next.flush(); !next.complete(request);) {
            next.progress();
        }
        assertEquals(77, memory.get(ValueLayout.JAVA_LONG, 8));
    }

    @Test
    void onlyWhoKnowsTheCardConnects() {
        String wrong = "00".repeat(16) + new String(address, StandardCharsets.UTF_8).substring(32);
        assertThrows(UcxException.class, () -> new TcpWorker(3, 1).connect(wrong.getBytes(StandardCharsets.UTF_8)));
    }

    private Socket silent() throws IOException {
        String port = new String(address, StandardCharsets.UTF_8).split(" ")[1];
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(port));
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(
            "shmem4j from a PE")).count();
    }

    @Test
    void whoSaysNothingMakesRoomForOthers() throws IOException {
        long before = threads();
        List<Socket> all = new ArrayList<>();
        try {
            for (int i = 0; i < Entrance.MOST + 50; i++) {
                all.add(silent());
            }
            assertEquals(-1, all.getFirst().getInputStream().read());
            assertEquals(-1, all.get(49).getInputStream().read());
            assertTrue(threads() <= before);
            long another = worker.connect(address);
            complete(worker.put(another, 1, mine.address(), Long.BYTES, memory.address()));
            complete(worker.flush());
        } finally {
            for (Socket socket : all) {
                socket.close();
            }
        }
    }

    @Test
    void whoSaysTooLittleIsNotAwaitedForLong() throws IOException {
        try (Entrance entrance = new Entrance(new byte[Frame.TOKEN], 100, (_, _, _) -> { });
            Socket socket = new Socket()) {
            Thread.ofPlatform().daemon().start(entrance::serve);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), entrance.port()));
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(new byte[Frame.HELLO - 1]);
            assertEquals(-1, socket.getInputStream().read());
        }
    }

    @Test
    void interruptedThreadConnects() {
        Thread.currentThread().interrupt();
        long second = worker.connect(address);
        assertTrue(Thread.interrupted());
        mine.set(ValueLayout.JAVA_LONG, 0, 77);
        complete(worker.put(second, 1, mine.address(), Long.BYTES, memory.address()));
        complete(worker.flush());
        assertEquals(77, memory.get(ValueLayout.JAVA_LONG, 0));
    }

    /** The interrupt arrives while the worker waits for the answer to its hello. */
    @Test
    void interruptBeginsTheHelloAnew() throws Exception {
        Thread connecting = Thread.currentThread();
        try (ServerSocket agent = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> served = CompletableFuture.runAsync(() -> {
                try (Socket first = agent.accept()) {
                    first.getInputStream().readNBytes(Frame.HELLO);
                    connecting.interrupt();
                    try (Socket second = agent.accept()) {
                        second.getOutputStream().write(second.getInputStream().readNBytes(Frame.HELLO), 0,
                            Frame.TOKEN);
                    }
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            worker.connect(("00".repeat(Frame.TOKEN) + " " + agent.getLocalPort() + " "
                + agent.getInetAddress().getHostAddress()).getBytes(StandardCharsets.UTF_8));
            assertTrue(Thread.interrupted());
            served.get(10, TimeUnit.SECONDS);
        }
    }
}
