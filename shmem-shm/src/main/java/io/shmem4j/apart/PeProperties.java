// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Enumeration;
import java.util.InvalidPropertiesFormatException;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The system properties of this JVM, which ask at each call which PE the calling thread works for: a PE has the JVM's
 * until it changes one or asks for the whole table, and its own copy from then on. The JDK's own code asks here, too.
 */
public final class PeProperties extends Properties {
    private static final long serialVersionUID = 1L;

    private final transient Properties ofJvm;

    private PeProperties(Properties ofJvm) {
        super(1);
        this.ofJvm = ofJvm;
    }

    /**
     * Makes the JVM's properties ask, and names what the JDK makes once for all PEs, unless the user names another.
     *
     * @param pes how many there are
     */
    public static void install(int pes) {
        Properties ofJvm = System.getProperties();
        PoolThreads.size(ofJvm, pes);
        // The class itself would make the manager at once.
        ofJvm.putIfAbsent("java.util.logging.manager", "io.shmem4j.apart.Logging");
        // The JDK asks for properties while it loads a class, so all that an answer needs is loaded before.
        CurrentPe.find();
        System.setProperties(new PeProperties(ofJvm));
    }

    /** {@code System.getProperties}. */
    public static Properties getProperties() {
        Properties now = System.getProperties();
        return now instanceof PeProperties asking ? asking.toWrite() : now;
    }

    /** {@code System.setProperties}. */
    public static void setProperties(Properties table) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null || !(System.getProperties() instanceof PeProperties asking)) {
            System.setProperties(table);
        } else {
            pe.properties(table == null ? (Properties) asking.ofJvm.clone() : table);
        }
    }

    private Properties toRead() {
        ThreadPe pe = CurrentPe.find();
        Properties table = pe == null ? null : pe.properties();
        return table == null ? ofJvm : table;
    }

    private Properties toWrite() {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            return ofJvm;
        }
        synchronized (pe) {
            if (pe.properties() == null) {
                pe.properties((Properties) ofJvm.clone());
            }
            return pe.properties();
        }
    }

    @Override
    public String getProperty(String key) {
        return toRead().getProperty(key);
    }

    @Override
    public String getProperty(String key, String defaultValue) {
        return toRead().getProperty(key, defaultValue);
    }

    @Override
    public Object setProperty(String key, String value) {
        return toWrite().setProperty(key, value);
    }

    @Override
    public Enumeration<?> propertyNames() {
        return toRead().propertyNames();
    }

    @Override
    public Set<String> stringPropertyNames() {
        return toRead().stringPropertyNames();
    }

    @Override
    public void list(PrintStream out) {
        toRead().list(out);
    }

    @Override
    public void list(PrintWriter out) {
        toRead().list(out);
    }

    @Override
    public void load(Reader reader) throws IOException {
        toWrite().load(reader);
    }

    @Override
    public void load(InputStream in) throws IOException {
        toWrite().load(in);
    }

    @Override
    public void loadFromXML(InputStream in) throws IOException, InvalidPropertiesFormatException {
        toWrite().loadFromXML(in);
    }

    @Override
    public void store(Writer writer, String comments) throws IOException {
        toRead().store(writer, comments);
    }

    @Override
    public void store(OutputStream out, String comments) throws IOException {
        toRead().store(out, comments);
    }

    @Override
    public void storeToXML(OutputStream out, String comment, Charset charset) throws IOException {
        toRead().storeToXML(out, comment, charset);
    }

    @Override
    public int size() {
        return toRead().size();
    }

    @Override
    public boolean isEmpty() {
        return toRead().isEmpty();
    }

    @Override
    public Enumeration<Object> keys() {
        return toRead().keys();
    }

    @Override
    public Enumeration<Object> elements() {
        return toRead().elements();
    }

    @Override
    public boolean contains(Object value) {
        return toRead().contains(value);
    }

    @Override
    public boolean containsValue(Object value) {
        return toRead().containsValue(value);
    }

    @Override
    public boolean containsKey(Object key) {
        return toRead().containsKey(key);
    }

    @Override
    public Object get(Object key) {
        return toRead().get(key);
    }

    @Override
    public Object getOrDefault(Object key, Object defaultValue) {
        return toRead().getOrDefault(key, defaultValue);
    }

    @Override
    public Object put(Object key, Object value) {
        return toWrite().put(key, value);
    }

    @Override
    public Object remove(Object key) {
        return toWrite().remove(key);
    }

    @Override
    public void putAll(Map<?, ?> all) {
        toWrite().putAll(all);
    }

    @Override
    public void clear() {
        toWrite().clear();
    }

    @Override
    public Set<Object> keySet() {
        return toWrite().keySet();
    }

    @Override
    public Collection<Object> values() {
        return toWrite().values();
    }

    @Override
    public Set<Map.Entry<Object, Object>> entrySet() {
        return toWrite().entrySet();
    }

    @Override
    public void forEach(BiConsumer<? super Object, ? super Object> action) {
        toRead().forEach(action);
    }

    @Override
    public void replaceAll(BiFunction<? super Object, ? super Object, ?> change) {
        toWrite().replaceAll(change);
    }

    @Override
    public Object putIfAbsent(Object key, Object value) {
        return toWrite().putIfAbsent(key, value);
    }

    @Override
    public boolean remove(Object key, Object value) {
        return toWrite().remove(key, value);
    }

    @Override
    public boolean replace(Object key, Object oldValue, Object newValue) {
        return toWrite().replace(key, oldValue, newValue);
    }

    @Override
    public Object replace(Object key, Object value) {
        return toWrite().replace(key, value);
    }

    @Override
    public Object computeIfAbsent(Object key, Function<? super Object, ?> make) {
        return toWrite().computeIfAbsent(key, make);
    }

    @Override
    public Object computeIfPresent(Object key, BiFunction<? super Object, ? super Object, ?> change) {
        return toWrite().computeIfPresent(key, change);
    }

    @Override
    public Object compute(Object key, BiFunction<? super Object, ? super Object, ?> change) {
        return toWrite().compute(key, change);
    }

    @Override
    public Object merge(Object key, Object value, BiFunction<? super Object, ? super Object, ?> join) {
        return toWrite().merge(key, value, join);
    }

    @Override
    public boolean equals(Object other) {
        return toRead().equals(other instanceof PeProperties asking ? asking.toRead() : other);
    }

    @Override
    public int hashCode() {
        return toRead().hashCode();
    }

    @Override
    public String toString() {
        return toRead().toString();
    }

    @Override
    public Object clone() {
        return toRead().clone();
    }
}
