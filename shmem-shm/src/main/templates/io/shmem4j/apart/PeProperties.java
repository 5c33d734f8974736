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
     * Makes the JVM's properties ask, and names what the JDK makes once for all its PEs, unless the user names another.
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

    public static Properties getProperties() {
        Properties now = System.getProperties();
        return now instanceof PeProperties asking ? asking.toWrite() : now;
    }

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

//#each table/result/call
//#row toRead | Enumeration<?> | propertyNames
//#row toRead | Set<String> | stringPropertyNames
//#row toRead | int | size
//#row toRead | boolean | isEmpty
//#row toRead | Enumeration<Object> | keys
//#row toRead | Enumeration<Object> | elements
//#row toWrite | void | clear
//#row toWrite | Set<Object> | keySet
//#row toWrite | Collection<Object> | values
//#row toWrite | Set<Map.Entry<Object, Object>> | entrySet
//#row toRead | String | toString
//#row toRead | Object | clone
    @Override
    public $result$ $call$() {
//#when void
        $table$().$call$();
//#else
        return $table$().$call$();
//#end
    }

//#next
//#each table/result/call/A/a
//#row toRead | String | getProperty | String | key
//#row toRead | void | list | PrintStream | out
//#row toRead | void | list | PrintWriter | out
//#row toRead | boolean | contains | Object | value
//#row toRead | boolean | containsValue | Object | value
//#row toRead | boolean | containsKey | Object | key
//#row toRead | Object | get | Object | key
//#row toWrite | Object | remove | Object | key
//#row toWrite | void | putAll | Map<?, ?> | all
//#row toRead | void | forEach | BiConsumer<? super Object, ? super Object> | action
//#row toWrite | void | replaceAll | BiFunction<? super Object, ? super Object, ?> | change
    @Override
    public $result$ $call$($A$ $a$) {
//#when void
        $table$().$call$($a$);
//#else
        return $table$().$call$($a$);
//#end
    }

//#next
//#each table/result/call/A/a/B/b
//#row toRead | String | getProperty | String | key | String | defaultValue
//#row toWrite | Object | setProperty | String | key | String | value
//#row toRead | Object | getOrDefault | Object | key | Object | defaultValue
//#row toWrite | Object | put | Object | key | Object | value
//#row toWrite | Object | putIfAbsent | Object | key | Object | value
//#row toWrite | boolean | remove | Object | key | Object | value
//#row toWrite | Object | replace | Object | key | Object | value
//#row toWrite | Object | computeIfAbsent | Object | key | Function<? super Object, ?> | make
//#row toWrite | Object | computeIfPresent | Object | key | BiFunction<? super Object, ? super Object, ?> | change
//#row toWrite | Object | compute | Object | key | BiFunction<? super Object, ? super Object, ?> | change
    @Override
    public $result$ $call$($A$ $a$, $B$ $b$) {
        return $table$().$call$($a$, $b$);
    }

//#next
//#each table/result/call/A/a/B/b/C/c
//#row toWrite | boolean | replace | Object | key | Object | oldValue | Object | newValue
//#row toWrite | Object | merge | Object | key | Object | value | BiFunction<? super Object, ? super Object, ?> | join
    @Override
    public $result$ $call$($A$ $a$, $B$ $b$, $C$ $c$) {
        return $table$().$call$($a$, $b$, $c$);
    }

//#next
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
    public boolean equals(Object other) {
        return toRead().equals(other instanceof PeProperties asking ? asking.toRead() : other);
    }

    @Override
    public int hashCode() {
        return toRead().hashCode();
    }
}
