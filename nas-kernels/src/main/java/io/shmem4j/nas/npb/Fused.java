// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Multiplication and addition in one instruction, where the processor has it: elsewhere Java computes it at length. */
public final class Fused {
    private static final boolean INSTRUCTION = Boolean.parseBoolean(ManagementFactory
        .getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption("UseFMA").getValue());

    private Fused() {
    }

    /**
     * {@return a b + c}
     *
     * @param a a factor
     * @param b a factor
     * @param c what is added
     */
    public static double fma(double a, double b, double c) {
        return INSTRUCTION ? Math.fma(a, b, c) : a * b + c;
    }
}
