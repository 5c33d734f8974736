// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Hints by name, which change nothing. */
public final class Info {
    private Map<String, String> values = new LinkedHashMap<>();

    /** Makes an object without hints. */
    public Info() {
    }

    /** {@return a null object} */
    static Info ofNull() {
        Info info = new Info();
        info.free();
        return info;
    }

    /**
     * Sets a hint.
     *
     * @param key   its name
     * @param value its value
     */
    public void set(String key, String value) {
        values.put(key, value);
    }

    /**
     * {@return a hint, or null}
     *
     * @param key its name
     */
    public String get(String key) {
        return values.get(key);
    }

    /**
     * Removes a hint.
     *
     * @param key its name
     */
    public void delete(String key) {
        values.remove(key);
    }

    /** {@return the number of hints} */
    public int size() {
        return values.size();
    }

    /**
     * {@return the name of a hint}
     *
     * @param i its number
     */
    public String getKey(int i) {
        return List.copyOf(values.keySet()).get(i);
    }

    /** {@return a copy} */
    public Info dup() {
        Info copy = new Info();
        copy.values.putAll(values);
        return copy;
    }

    /** Makes the object null. */
    public void free() {
        values = null;
    }

    /** {@return whether the object is null} */
    public boolean isNull() {
        return values == null;
    }
}
