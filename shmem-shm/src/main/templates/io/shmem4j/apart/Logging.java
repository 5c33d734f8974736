// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.logging.Filter;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * The log manager of a JVM with several PEs: each PE has loggers, handlers and a configuration of its own. Loggers of
 * the JDK's own names are the JVM's, because the JDK makes each of them once.
 */
public final class Logging extends LogManager {
    private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");

    /** Whether the JVM's own configuration has been read: before that, the JDK is just making this manager. */
    private volatile boolean begun;

    public static Logger getGlobal() {
        return CurrentPe.find() == null ? Logger.getGlobal() : Logger.getLogger(Logger.GLOBAL_LOGGER_NAME);
    }

    /** {@return the loggers of the PE that calls, or null where the JVM's are meant} */
    private OfPe ofPe() {
        ThreadPe pe = begun ? CurrentPe.find() : null;
        return pe == null ? null : pe.own(Holder.class, Holder::new).manager(pe);
    }

    private OfPe ofPe(String name) {
        return name == null || OF_JDK.stream().anyMatch(name::startsWith) ? null : ofPe();
    }

    @Override
    public boolean addLogger(Logger logger) {
        OfPe own = ofPe(logger.getName());
        return own == null ? super.addLogger(logger) : own.addLogger(logger);
    }

    @Override
    public Logger getLogger(String name) {
        OfPe own = ofPe(name);
        return own == null ? super.getLogger(name) : own.getLogger(name);
    }

    @Override
    public Enumeration<String> getLoggerNames() {
        OfPe own = ofPe();
        return own == null ? super.getLoggerNames() : own.getLoggerNames();
    }

    @Override
    public String getProperty(String name) {
        OfPe own = ofPe();
        return own == null ? super.getProperty(name) : own.configured(name);
    }

    @Override
    public void readConfiguration() throws IOException {
        OfPe own = ofPe();
        if (own == null) {
            super.readConfiguration();
            begun = true;
        } else {
            own.readConfiguration();
        }
    }

//#each call/First/given/passed
//#row readConfiguration | InputStream | in | in
//#row updateConfiguration | Function<String, BiFunction<String, String, String>> | mapper | mapper
//#row updateConfiguration | InputStream | in, Function<String, BiFunction<String, String, String>> mapper | in, mapper
    @Override
    public void $call$($First$ $given$) throws IOException {
        OfPe own = ofPe();
        if (own == null) {
            super.$call$($passed$);
        } else {
            own.$call$($passed$);
        }
    }

//#next
    @Override
    public void reset() {
        OfPe own = ofPe();
        if (own == null) {
            super.reset();
        } else {
            own.reset();
        }
    }

    @Override
    public LogManager addConfigurationListener(Runnable listener) {
        OfPe own = ofPe();
        if (own == null) {
            super.addConfigurationListener(listener);
        } else {
            own.addConfigurationListener(listener);
        }
        return this;
    }

    @Override
    public void removeConfigurationListener(Runnable listener) {
        OfPe own = ofPe();
        if (own == null) {
            super.removeConfigurationListener(listener);
        } else {
            own.removeConfigurationListener(listener);
        }
    }

    /** Holds a PE's manager, which runs code of the program while it is made. */
    private static final class Holder {
        private OfPe manager;

        synchronized OfPe manager(ThreadPe pe) {
            if (manager == null) {
                manager = new OfPe(pe);
                manager.begin();
            }
            return manager;
        }
    }

    /**
     * The loggers of one PE. The superclass makes handlers by the JVM's loader, so it sees none, and
     * they are made here, by that of the PE's program.
     */
    private static final class OfPe extends LogManager {
        private static final String HANDLERS = "handlers";

        private final ThreadPe pe;
        private final Logger root = new Logger("", null) { };
        /** The global logger, and those with handlers of the configuration, which nobody else may hold. */
        private final List<Logger> configured = new ArrayList<>();

        OfPe(ThreadPe pe) {
            this.pe = pe;
        }

        void begin() {
            try {
                super.readConfiguration();
            } catch (IOException e) {
                System.err.println("the configuration of the loggers can't be read: " + e.getMessage());
            }
            addLogger(root);
            if (root.getLevel() == null) {
                root.setLevel(Level.INFO);
            }
            Thread end = new Thread(null, super::reset, "end of the loggers", 0, false);
            pe.atExit(end);
        }

        String configured(String name) {
            return super.getProperty(name);
        }

        @Override
        public String getProperty(String name) {
            String value = super.getProperty(name);
            return value != null && (name.equals(HANDLERS) || name.endsWith("." + HANDLERS)) ? "" : value;
        }

        @Override
        public boolean addLogger(Logger logger) {
            boolean added = super.addLogger(logger);
            if (added) {
                addHandlers(logger);
                if (logger.getName().equals(Logger.GLOBAL_LOGGER_NAME)) {
                    keep(logger);
                }
            }
            return added;
        }

        @Override
        public void readConfiguration(InputStream in) throws IOException {
            super.readConfiguration(in);
            if (getLogger("") == root) {
                String level = configured(".level");
                root.setLevel(level == null ? Level.INFO : Level.parse(level));
                addHandlers(root);
            }
        }

        @Override
        public void updateConfiguration(InputStream in, Function<String, BiFunction<String, String, String>> mapper)
            throws IOException {
            super.updateConfiguration(in, mapper);
            for (String name : Collections.list(getLoggerNames())) {
                Logger logger = getLogger(name);
                if (logger != null && logger.getHandlers().length == 0) {
                    addHandlers(logger);
                }
            }
        }

        private void addHandlers(Logger logger) {
            String name = logger.getName();
            String types = configured(name.isEmpty() ? HANDLERS : name + "." + HANDLERS);
            for (String type : types == null ? new String[0] : types.strip().split("[\\s,]+")) {
                if (!type.isEmpty()) {
                    addHandler(logger, type);
                }
            }
        }

        private void addHandler(Logger logger, String type) {
            try {
                Handler handler = make(type, Handler.class);
                String level = configured(type + ".level");
                if (level != null) {
                    handler.setLevel(Level.parse(level));
                }
                // The JDK's handlers look for these two by the JVM's loader.
                String formatter = configured(type + ".formatter");
                if (formatter != null && (handler.getFormatter() == null
                    || !handler.getFormatter().getClass().getName().equals(formatter))) {
                    handler.setFormatter(make(formatter, Formatter.class));
                }
                String filter = configured(type + ".filter");
                if (filter != null && handler.getFilter() == null) {
                    handler.setFilter(make(filter, Filter.class));
                }
                logger.addHandler(handler);
                keep(logger);
            } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
                System.err.println("Can't load log handler \"" + type + "\"");
                System.err.println(e);
            }
        }

        private void keep(Logger logger) {
            synchronized (configured) {
                configured.add(logger);
            }
        }

        private <T> T make(String type, Class<T> kind) throws ReflectiveOperationException {
            ClassLoader loader = pe.loader() == null ? ClassLoader.getSystemClassLoader() : pe.loader();
            return kind.cast(loader.loadClass(type).getDeclaredConstructor().newInstance());
        }
    }
}
