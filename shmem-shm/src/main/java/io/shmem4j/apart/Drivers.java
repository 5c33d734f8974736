// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Enumeration;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * The drivers of each PE. {@code DriverManager} looks for drivers once a JVM, with the first PE's loader, and shows a
 * caller those of the caller's loader. So each loader of a program has a copy of this class, which looks for its
 * drivers before its first call, and calls in the name of that loader.
 */
public final class Drivers {
    private static boolean found;

    private Drivers() {
    }

    private static synchronized void find() {
        if (found) {
            return;
        }
        // A driver that asks for others from its constructor finds the ones made so far.
        found = true;
        ClassLoader loader = Drivers.class.getClassLoader();
        try {
            for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
                driver.getClass();
            }
        } catch (Throwable e) {
            // DriverManager, too, makes do with those before the first that can't be made.
            found = true;
        }
        String names = System.getProperty("jdbc.drivers");
        for (String name : names == null ? new String[0] : names.split(":")) {
            try {
                Class.forName(name, true, loader);
            } catch (ClassNotFoundException | LinkageError e) {
                continue;
            }
        }
    }

    public static Connection getConnection(String url) throws SQLException {
        find();
        return DriverManager.getConnection(url);
    }

    public static Connection getConnection(String url, Properties info) throws SQLException {
        find();
        return DriverManager.getConnection(url, info);
    }

    public static Connection getConnection(String url, String user, String password) throws SQLException {
        find();
        return DriverManager.getConnection(url, user, password);
    }

    public static Driver getDriver(String url) throws SQLException {
        find();
        return DriverManager.getDriver(url);
    }

    public static Enumeration<Driver> getDrivers() {
        find();
        return DriverManager.getDrivers();
    }

    public static Stream<Driver> drivers() {
        find();
        return DriverManager.drivers();
    }
}
