// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * Answers each HTTP request with a sample of the user's jobs. Each has a thread, because a client may be slow; one at a
 * time takes a sample.
 */
record MetricsServer(Sampler sampler, long nanos) {
    private static final int OK = 200;
    private static final int REFUSED = 405;
    private static final int BROKEN = 500;
    private static final int MOST_PORT = 65_535;

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

    /** Begins to answer. */
    String start(InetSocketAddress at) throws IOException {
        if (at.isUnresolved()) {
            throw new IOException("there is no host " + at.getHostString());
        }
        HttpServer server = HttpServer.create(at, 0);
        server.createContext("/", this::answer);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        String host = at.getAddress().getHostAddress();
        return "http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getAddress().getPort()
            + "/metrics";
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET")) {
                exchange.sendResponseHeaders(REFUSED, -1);
                return;
            }
            int status = OK;
            byte[] text;
            try {
                text = sample().getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", OpenMetrics.CONTENT_TYPE);
            } catch (IOException e) {
                status = BROKEN;
                text = ("the jobs can't be read: " + e.getMessage() + "\n").getBytes(StandardCharsets.UTF_8);
            }
            exchange.sendResponseHeaders(status, text.length);
            exchange.getResponseBody().write(text);
        }
    }

    private synchronized String sample() throws IOException {
        return OpenMetrics.of(sampler.sample(nanos, () -> false));
    }
}
