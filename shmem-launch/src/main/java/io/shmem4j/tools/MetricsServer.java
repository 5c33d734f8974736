// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shmem4j.shm.Proc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * Answers HTTP requests with a sample of the user's jobs that begins after the request. Each has a thread, because a
 * client may be slow; one at a time takes a sample, and those who have asked before it began share it.
 */
final class MetricsServer {
    private static final String PATH = "/metrics";
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final int REFUSED = 405;
    private static final int BROKEN = 500;
    private static final int MOST_PORT = 65_535;
    /** Most connections at a time, where as many files may be open. */
    private static final int MOST_CONNECTIONS = 256;
    /** Files that samples and the JVM may open beside connections. */
    private static final int OTHER_FILES = 16;
    /** Seconds for a client's whole request; a silent client loses its connection then. */
    private static final int REQUEST_SECONDS = 10;

    private final Sampler sampler;
    private final long nanos;
    private String latest;
    private long latestBegan;

    MetricsServer(Sampler sampler, long nanos) {
        this.sampler = sampler;
        this.nanos = nanos;
    }

    /** {@return the address of {@code PORT}, which is of the loopback interface, or of {@code HOST:PORT}} */
    static InetSocketAddress address(String word) {
        int colon = word.lastIndexOf(':');
        try {
            int port = Integer.parseInt(word.substring(colon + 1));
            if (port < 0 || port > MOST_PORT) {
                throw new NumberFormatException("no port");
            }
            return colon < 0 ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(word.substring(0, colon).replaceAll("[\\[\\]]", ""), port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--serve takes PORT or HOST:PORT, not " + word, e);
        }
    }

    /** Begins to answer, and {@return where}. The first sample loads what answers need while files can be opened. */
    String start(InetSocketAddress at) throws IOException {
        if (at.isUnresolved()) {
            throw new IOException("there is no host " + at.getHostString());
        }
        // A connection that can't be accepted for want of files would keep the JDK's server from closing others.
        System.setProperty("jdk.httpserver.maxConnections", Integer.toString(connections()));
        sample(System.nanoTime());
        System.setProperty("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
        HttpServer server = HttpServer.create(at, 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        String host = at.getAddress().getHostAddress();
        return "http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getAddress().getPort()
            + PATH;
    }

    /** {@return how many connections this process has room for beside the files that it has open} */
    private static int connections() throws IOException {
        String limit = Proc.field(Proc.self("limits"), "Max open files").split(" ")[0];
        int open = Proc.list(Proc.self("fd"), "*").size();
        int room = limit.matches("\\d{1,9}") ? Integer.parseInt(limit) - open - OTHER_FILES : MOST_CONNECTIONS;
        // No open file was seen: there was no room for looking.
        if (room < 1 || open == 0) {
            throw new IOException("this process may open " + limit + " files (ulimit -n), which are too few");
        }
        return Math.min(room, MOST_CONNECTIONS);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Connection", "close");
            String method = exchange.getRequestMethod();
            if (!exchange.getRequestURI().getPath().equals(PATH)) {
                say(exchange, NOT_FOUND, "metrics are at " + PATH);
            } else if (method.equals("HEAD")) {
                exchange.getResponseHeaders().set("Content-Type", OpenMetrics.CONTENT_TYPE);
                exchange.sendResponseHeaders(OK, -1);
            } else if (method.equals("GET")) {
                answerSample(exchange);
            } else {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                say(exchange, REFUSED, "metrics are read by GET");
            }
        }
    }

    private void answerSample(HttpExchange exchange) throws IOException {
        String text;
        try {
            text = sample(System.nanoTime());
        } catch (IOException | RuntimeException e) {
            // The client gets an answer even if a job's files are damaged.
            say(exchange, BROKEN, "the jobs can't be read: " + e.getMessage());
            return;
        }
        say(exchange, OK, OpenMetrics.CONTENT_TYPE, text);
    }

    private static void say(HttpExchange exchange, int status, String line) throws IOException {
        say(exchange, status, "text/plain; charset=utf-8", line + "\n");
    }

    private static void say(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
        if (!head) {
            exchange.getResponseBody().write(bytes);
        }
    }

    private synchronized String sample(long asked) throws IOException {
        if (latest == null || latestBegan - asked < 0) {
            latestBegan = System.nanoTime();
            latest = null;
            latest = OpenMetrics.of(sampler.sample(nanos, () -> false));
        }
        return latest;
    }
}
