// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.apart;

import io.shmem4j.Shmem;
import io.shmem4j.libraries.shared.Pieces;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.Properties;

/** The same by a driver from a folder of plug-ins, which is on no class path. */
public final class PluggedRows implements Pieces.Piece {
    @Override
    public String run(Shmem shmem) throws Exception {
        try (URLClassLoader plugIn = new URLClassLoader(new URL[] {
            Path.of(System.getenv("PLUG_IN")).toUri().toURL()})) {
            Driver driver = (Driver) plugIn.loadClass("org.sqlite.JDBC").getConstructor().newInstance();
            return Rows.insert(shmem, driver.connect(Rows.url(), new Properties()));
        }
    }
}
