// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import java.util.ArrayList;
import java.util.List;

/** A message about the failures of all PEs: a line for each PE with its position in the test. */
final class FailureText {
    private final int pes;
    private final Class<?> test;
    private final List<String> lines = new ArrayList<>();

    FailureText(int pes, Class<?> test) {
        this.pes = pes;
        this.test = test;
    }

    void add(int pe, String thrown, StackTraceElement... trace) {
        String at = "";
        for (StackTraceElement frame : trace) {
            if (frame.getClassName().equals(test.getName()) || frame.getClassName().startsWith(test.getName() + "$")) {
                at = " (" + frame.getFileName() + ":" + frame.getLineNumber() + ")";
                break;
            }
        }
        lines.add("PE " + pe + at + ": " + thrown);
    }

    @Override
    public String toString() {
        return lines.size() + " of " + pes + (pes == 1 ? " PE" : " PEs") + " failed:\n" + String.join("\n", lines);
    }
}
