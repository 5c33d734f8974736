// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.PlatformManagedObject;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.MBeanServerDelegate;
import javax.management.MBeanServerFactory;

/**
 * The management servers of each PE: objects of one name are no clash between PEs. The platform server of a PE has the
 * JVM's own objects, which describe the shared JVM. Tools that look from outside see the JVM's servers only.
 */
public final class Beans {
    private final List<MBeanServer> servers = new ArrayList<>();
    private MBeanServer platform;

    private Beans() {
    }

    private static Beans find() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? null : pe.own(Beans.class, Beans::new);
    }

    public static MBeanServer getPlatformMBeanServer() {
        Beans own = find();
        return own == null ? ManagementFactory.getPlatformMBeanServer() : own.platform();
    }

    private synchronized MBeanServer platform() {
        if (platform == null) {
            MBeanServer made = MBeanServerFactory.newMBeanServer();
            for (Class<? extends PlatformManagedObject> type
                : ManagementFactory.getPlatformManagementInterfaces()) {
                for (PlatformManagedObject object : ManagementFactory.getPlatformMXBeans(type)) {
                    register(object, made);
                }
            }
            platform = made;
            servers.add(made);
        }
        return platform;
    }

    private static void register(PlatformManagedObject object, MBeanServer into) {
        try {
            if (!into.isRegistered(object.getObjectName())) {
                into.registerMBean(object, object.getObjectName());
            }
        } catch (JMException e) {
            throw new IllegalStateException("the JVM's own object " + object.getObjectName() + " can't be shown", e);
        }
    }

    public static MBeanServer createMBeanServer() {
        Beans own = find();
        return own == null ? MBeanServerFactory.createMBeanServer() : own.keep(MBeanServerFactory.newMBeanServer());
    }

    public static MBeanServer createMBeanServer(String domain) {
        Beans own = find();
        return own == null ? MBeanServerFactory.createMBeanServer(domain)
            : own.keep(MBeanServerFactory.newMBeanServer(domain));
    }

    private synchronized MBeanServer keep(MBeanServer made) {
        servers.add(made);
        return made;
    }

    public static ArrayList<MBeanServer> findMBeanServer(String agent) {
        Beans own = find();
        return own == null ? MBeanServerFactory.findMBeanServer(agent) : own.known(agent);
    }

    private synchronized ArrayList<MBeanServer> known(String agent) {
        ArrayList<MBeanServer> found = new ArrayList<>(servers);
        found.removeIf(server -> agent != null && !agent.equals(id(server)));
        return found;
    }

    private static Object id(MBeanServer server) {
        try {
            return server.getAttribute(MBeanServerDelegate.DELEGATE_NAME, "MBeanServerId");
        } catch (JMException e) {
            return null;
        }
    }

    public static void releaseMBeanServer(MBeanServer server) {
        Beans own = find();
        if (own == null || !own.forget(server)) {
            MBeanServerFactory.releaseMBeanServer(server);
        }
    }

    private synchronized boolean forget(MBeanServer server) {
        return servers.remove(server);
    }

    public static void setUsageThreshold(MemoryPoolMXBean pool, long threshold) {
        JvmSettings.choose("usage threshold of " + pool.getName(), threshold);
        pool.setUsageThreshold(threshold);
    }

    public static void setCollectionUsageThreshold(MemoryPoolMXBean pool, long threshold) {
        JvmSettings.choose("threshold behind collections of " + pool.getName(), threshold);
        pool.setCollectionUsageThreshold(threshold);
    }

    public static void setThreadContentionMonitoringEnabled(ThreadMXBean threads, boolean on) {
        JvmSettings.choose("monitoring of contention", on);
        threads.setThreadContentionMonitoringEnabled(on);
    }

    public static void setThreadCpuTimeEnabled(ThreadMXBean threads, boolean on) {
        JvmSettings.choose("measurement of threads' processor time", on);
        threads.setThreadCpuTimeEnabled(on);
    }
}
