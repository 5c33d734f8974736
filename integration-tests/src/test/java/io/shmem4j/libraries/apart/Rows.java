// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.apart;

import io.shmem4j.Shmem;
import io.shmem4j.libraries.shared.Pieces;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** All PEs insert rows into one file of SQLite, which locks it by the kernel's locks of a process. */
public final class Rows implements Pieces.Piece {
    private static final int ROWS = 100;

    @Override
    public String run(Shmem shmem) throws SQLException {
        return insert(shmem, DriverManager.getConnection(url()));
    }

    static String url() {
        return "jdbc:sqlite:" + Path.of(System.getenv("COMMON_FOLDER"), "rows.db");
    }

    static String insert(Shmem shmem, Connection opened) throws SQLException {
        try (Connection connection = opened; Statement statement = connection.createStatement()) {
            statement.execute("pragma busy_timeout = 60000");
            statement.execute("pragma synchronous = off");
            statement.execute("create table if not exists t (pe int, x int)");
            statement.execute("create index if not exists i on t (pe, x)");
            shmem.barrierAll();
            for (int i = 0; i < ROWS; i++) {
                statement.execute("insert into t values (" + shmem.myPe() + ", " + i + ")");
            }
            shmem.barrierAll();
            String found = text(statement, "select count(*) from t") + " rows on "
                + text(statement, "select count(distinct pe) from t") + " PEs, integrity "
                + text(statement, "pragma integrity_check");
            shmem.barrierAll();
            return found;
        }
    }

    private static String text(Statement statement, String query) throws SQLException {
        try (ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
