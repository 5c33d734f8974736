// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.failing.FailingCalls;
import io.shmem4j.failing.FailingLoader;
import io.shmem4j.failing.Fault;
import java.util.List;

/**
 * A JVM whose threads are the PEs of fault-tolerant jobs, in which calls of one PE fail. Words: a table of operations,
 * a fault, the most values of k, and the rows to leave out. It prints what is wrong, and the number of rows.
 */
public final class FailingTolerantProgram {
    private FailingTolerantProgram() {
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        new FailingLoader().loadClass(FailingTolerantProgram.class.getName()).getMethod("run", String[].class)
            .invoke(null, (Object) args);
    }

    /** Called as the failing loader has loaded it. */
    public static void run(String[] args) throws ReflectiveOperationException {
        List<String> without = List.of(args).subList(3, args.length);
        List<String> names = FailingCalls.rowNames(args[0]).stream().filter(name -> !without.contains(name)).toList();
        for (String name : names) {
            FailingCalls.sweepTolerant(args[0], name, Fault.valueOf(args[1]), Integer.parseInt(args[2]))
                .forEach(System.out::println);
        }
        System.out.println(names.size() + " rows");
        System.exit(0);
    }
}
