// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.apart;

import io.shmem4j.Shmem;
import io.shmem4j.libraries.shared.Pieces;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;

/** A Tomcat of each PE answers it. */
public final class Web implements Pieces.Piece {
    /** Says which PE it works for. */
    private static final class Servlet extends HttpServlet {
        private static final long serialVersionUID = 1;

        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
            response.getWriter().print(System.getenv("SHMEM_PE"));
        }
    }

    @Override
    public String run(Shmem shmem) throws Exception {
        Logger quiet = Logger.getLogger("org.apache");
        quiet.setLevel(Level.SEVERE);
        Path base = Files.createTempDirectory("tomcat");
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(base.toString());
        tomcat.setPort(0);
        tomcat.getConnector();
        Context context = tomcat.addContext("", base.toString());
        Tomcat.addServlet(context, "pe", new Servlet());
        context.addServletMappingDecoded("/pe", "pe");
        tomcat.start();
        try (InputStream answer = URI.create("http://localhost:" + tomcat.getConnector().getLocalPort() + "/pe").toURL()
            .openStream()) {
            String pe = new String(answer.readAllBytes(), StandardCharsets.US_ASCII);
            return "answered by the right PE: " + pe.equals(Integer.toString(shmem.myPe()));
        } finally {
            tomcat.stop();
            tomcat.destroy();
            quiet.setLevel(null);
        }
    }
}
