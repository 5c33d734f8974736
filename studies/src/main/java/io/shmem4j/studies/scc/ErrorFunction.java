// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import org.apache.commons.numbers.gamma.Erf;
import org.apache.commons.numbers.gamma.Erfc;

/** The error function and its complement. */
final class ErrorFunction {
    private ErrorFunction() {
    }

    static double value(double x) {
        return Erf.value(x);
    }

    static double complement(double x) {
        return Erfc.value(x);
    }
}
