// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executors;

/**
 * An instance of a service as frameworks run it: the session is opened by one thread, used by those of a web server,
 * and closed by a shutdown hook. GET /owner/item reads a price in an owner's memory, PUT /item sets one's own.
 */
public final class ServiceProgram {
    private ServiceProgram() {
    }

    public static void main(String[] args) throws IOException {
        Shmem shmem = Shmem.join("prices", Integer.parseInt(args[0]), Integer.parseInt(args[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(shmem::close));
        SymmetricDoubles table = shmem.allocateDoubles(100).named("prices");
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newFixedThreadPool(3));
        server.createContext("/", exchange -> answer(exchange, table));
        server.start();
        System.out.println("port " + server.getAddress().getPort());
    }

    private static void answer(HttpExchange exchange, SymmetricDoubles table) throws IOException {
        String[] path = exchange.getRequestURI().getPath().split("/");
        Shmem shmem = Shmem.current();
        String text = "";
        if (exchange.getRequestMethod().equals("PUT")) {
            double price = Double.parseDouble(new String(exchange.getRequestBody().readAllBytes(),
                StandardCharsets.UTF_8));
            shmem.p(table, Integer.parseInt(path[1]), price, shmem.myPe());
        } else {
            text = Double.toString(shmem.g(table, Integer.parseInt(path[2]), Integer.parseInt(path[1])));
        }
        exchange.sendResponseHeaders(200, text.length() == 0 ? -1 : text.length());
        try (exchange) {
            exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
        }
    }
}
