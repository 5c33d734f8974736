// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/** HTTP server of OpenMetrics. Each request takes a sample of the user's jobs. */
final class MetricsServer {
    private static final String PATH = "/metrics";
    private static final int MOST_PORT = 65_535;

    private MetricsServer() {
    }

    /** Parses HOST:PORT, or PORT of the loopback interface. */
    static InetSocketAddress address(String word) {
        int colon = word.lastIndexOf(':');
        try {
            int port = Integer.parseInt(word.substring(colon + 1));
            if (port < 0 || port > MOST_PORT) {
                throw new NumberFormatException("port out of range");
            }
            return colon < 0 ? new InetSocketAddress(InetAddress.getLoopbackAddress(), port)
                : new InetSocketAddress(word.substring(0, colon).replaceAll("[\\[\\]]", ""), port);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--serve takes PORT or HOST:PORT, not " + word, e);
        }
    }

    /** Starts the server, and {@return its URL} */
    static String start(InetSocketAddress at, Sampler sampler, long nanos) throws IOException {
        if (at.isUnresolved()) {
            throw new IOException("there is no host " + at.getHostString());
        }
        // A silent client loses its connection after these seconds.
        System.setProperty("sun.net.httpserver.maxReqTime", "10");
        HttpServer server = HttpServer.create(at, 0);
        server.createContext(PATH, exchange -> answer(exchange, sampler, nanos));
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.start();
        String host = at.getAddress().getHostAddress();
        return "http://" + (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + server.getAddress().getPort()
            + PATH;
    }

    private static void answer(HttpExchange exchange, Sampler sampler, long nanos) throws IOException {
        try (exchange) {
            int status = HttpURLConnection.HTTP_OK;
            String type = OpenMetrics.CONTENT_TYPE;
            String text;
            try {
                text = OpenMetrics.of(sampler.sample(nanos));
            } catch (IOException | RuntimeException e) {
                status = HttpURLConnection.HTTP_INTERNAL_ERROR;
                type = "text/plain; charset=utf-8";
                text = "the jobs can't be read: " + e.getMessage() + "\n";
            }
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            boolean head = exchange.getRequestMethod().equals("HEAD");
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, head ? -1 : bytes.length);
            if (!head) {
                exchange.getResponseBody().write(bytes);
            }
        }
    }
}
