// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import io.shmem4j.Shmem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.logging.Logger;

/**
 * A short program that uses a database, a logger and a file that all PEs count in under its lock, and then ends in one
 * of several ways.
 */
public final class Visits {
    private Visits() {
    }

    /**
     * Runs it.
     *
     * @param args the file, and how it ends: return, exit, or the last PE's exit with 9
     */
    public static void main(String[] args) throws IOException, SQLException {
        try (Shmem shmem = Shmem.init()) {
            try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:visits");
                Statement statement = connection.createStatement()) {
                statement.execute("create table visits as select " + shmem.myPe() + " as pe");
                try (ResultSet rows = statement.executeQuery("select sum(pe), count(*) from visits")) {
                    rows.next();
                    if (rows.getInt(1) != shmem.myPe() || rows.getInt(2) != 1) {
                        throw new IllegalStateException("rows of another PE");
                    }
                }
            }
            Logger.getLogger("visits").info("PE " + shmem.myPe() + " was there");
            int visits = count(Path.of(args[0]));
            shmem.barrierAll();
            if (visits == shmem.nPes()) {
                System.out.println("the last of " + visits);
            }
            shmem.finish();
        }
        String last = Integer.toString(Integer.parseInt(System.getenv("SHMEM_NPES")) - 1);
        switch (args[1]) {
            case "exit" -> System.exit(0);
            case "fail" -> System.exit(System.getenv("SHMEM_PE").equals(last) ? 9 : 0);
            default -> { }
        }
    }

    /** {@return how many PEs have come here so far, this one too} */
    private static int count(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
            StandardOpenOption.WRITE); FileLock _ = channel.lock()) {
            ByteBuffer number = ByteBuffer.allocate(Integer.BYTES);
            int visits = channel.read(number, 0) < 0 ? 1 : number.getInt(0) + 1;
            channel.write(ByteBuffer.allocate(Integer.BYTES).putInt(0, visits), 0);
            return visits;
        }
    }
}
