// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.joined;

import io.shmem4j.Join;
import io.shmem4j.Shmem;
import io.shmem4j.failing.FailingLoader;
import io.shmem4j.failing.Fault;
import io.shmem4j.failing.KthCall;

/** Compares the calls inside an allocation of a fault-tolerant job after few and after many others. */
public final class CountedAllocationsProgram {
    private CountedAllocationsProgram() {
    }

    public static void main(String[] args) throws ReflectiveOperationException {
        new FailingLoader().loadClass(CountedAllocationsProgram.class.getName()).getMethod("run").invoke(null);
    }

    /** Called as the failing loader has loaded it. */
    public static void run() {
        try (Shmem shmem = Join.named("counted").pe(0).pes(1).heapSize("1m").faultTolerant().init()) {
            int few = calls(shmem, 10);
            int many = calls(shmem, 2_000);
            System.out.println(few == many ? "as many" : few + ", then " + many);
            shmem.finish();
        }
    }

    /** {@return the calls inside the last of some allocations} */
    private static int calls(Shmem shmem, int allocations) {
        for (int i = 1; i < allocations; i++) {
            shmem.allocateLongs(1);
        }
        KthCall.arm(Fault.STACK_OVERFLOW, Integer.MAX_VALUE);
        shmem.allocateLongs(1);
        KthCall.disarm();
        return KthCall.all();
    }
}
