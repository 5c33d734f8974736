// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.plan;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.program.Program;
import io.shmem4j.spi.Interceptor;
import java.io.IOException;
import java.net.URLClassLoader;

/** Looks up the interceptor of calls on the PEs' class path, and does not initialise it. */
final class InterceptorCheck {
    private InterceptorCheck() {
    }

    /**
     * Refuses a class that is certainly no interceptor. A class that needs other classes than this JVM has is left to
     * the PEs.
     *
     * @param program the program, among whose classes it may be
     */
    static void run(String value, Program program) {
        String name = value.strip();
        if (name.isEmpty() || name.equals("0") || name.equals("1")) {
            return;
        }
        try (URLClassLoader loader = program.loader()) {
            Class.forName(name, false, loader).asSubclass(Interceptor.class).getConstructor();
        } catch (ClassNotFoundException e) {
            throw refused(value, "there is no such class");
        } catch (ClassCastException e) {
            throw refused(value, "this class is none");
        } catch (NoSuchMethodException e) {
            throw refused(value, "this class has no public constructor without parameters");
        } catch (LinkageError | IOException e) {
            return;
        }
    }

    private static LaunchException refused(String value, String why) {
        return LaunchException.usage(Setting.PROFILE.variable() + "=" + value + ": it is 0, 1 or a subclass of "
            + Interceptor.class.getName() + "; " + why);
    }
}
