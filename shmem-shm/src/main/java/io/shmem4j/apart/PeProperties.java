// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.util.Properties;

/**
 * System properties of a PE. It reads the JVM's until it changes one or asks for the whole table, and then has a copy
 * of its own. The JDK itself reads the JVM's.
 */
public final class PeProperties {
    private PeProperties() {
    }

    private static Properties toRead() {
        ThreadPe pe = CurrentPe.find();
        Properties own = pe == null ? null : pe.properties();
        return own == null ? System.getProperties() : own;
    }

    public static Properties getProperties() {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            return System.getProperties();
        }
        synchronized (pe) {
            if (pe.properties() == null) {
                pe.properties((Properties) System.getProperties().clone());
            }
            return pe.properties();
        }
    }

    public static void setProperties(Properties table) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.setProperties(table);
        } else {
            pe.properties(table);
        }
    }

    private static String checked(String key) {
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
        return key;
    }

    public static String getProperty(String key) {
        return toRead().getProperty(checked(key));
    }

    public static String getProperty(String key, String otherwise) {
        return toRead().getProperty(checked(key), otherwise);
    }

    public static String setProperty(String key, String value) {
        return (String) getProperties().setProperty(checked(key), value);
    }

    public static String clearProperty(String key) {
        return (String) getProperties().remove(checked(key));
    }

    public static boolean getBoolean(String key) {
        return key != null && Boolean.parseBoolean(toRead().getProperty(key));
    }

    public static Integer getInteger(String key) {
        return getInteger(key, null);
    }

    public static Integer getInteger(String key, int otherwise) {
        Integer value = getInteger(key, null);
        return value == null ? Integer.valueOf(otherwise) : value;
    }

    public static Integer getInteger(String key, Integer otherwise) {
        try {
            String value = key == null ? null : toRead().getProperty(key);
            return value == null ? otherwise : Integer.decode(value);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    public static Long getLong(String key) {
        return getLong(key, null);
    }

    public static Long getLong(String key, long otherwise) {
        Long value = getLong(key, null);
        return value == null ? Long.valueOf(otherwise) : value;
    }

    public static Long getLong(String key, Long otherwise) {
        try {
            String value = key == null ? null : toRead().getProperty(key);
            return value == null ? otherwise : Long.decode(value);
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }
}
