// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import io.shmem4j.Shmem;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** H2 in memory, found by {@link DriverManager}: the name of the database is the same, the database is the PE's. */
public final class Databases implements Pieces.Piece {
    @Override
    public String run(Shmem shmem) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:same");
            Statement statement = connection.createStatement()) {
            statement.execute("create table t (pe int, x int)");
            try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)")) {
                for (int i = 0; i < 100; i++) {
                    insert.setInt(1, shmem.myPe());
                    insert.setInt(2, i);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            try (ResultSet sum = statement.executeQuery("select count(*), sum(x), count(distinct pe) from t")) {
                sum.next();
                return sum.getInt(1) + " rows, sum " + sum.getInt(2) + ", of " + sum.getInt(3) + " PE";
            }
        }
    }
}
