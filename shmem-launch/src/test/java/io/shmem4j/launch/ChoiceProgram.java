// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricInts;
import io.shmem4j.collective.cost.CostSection.Load;
import io.shmem4j.collective.cost.CostTables;
import io.shmem4j.collective.cost.Operation;
import java.util.StringJoiner;

/** Says what this PE would choose by the table that it has, after a reduction that has chosen by it. */
public final class ChoiceProgram {
    private ChoiceProgram() {
    }

    /**
     * Runs it.
     *
     * @param args none
     */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricInts source = shmem.allocateInts(1000);
            SymmetricInts dest = shmem.allocateInts(1000);
            source.fill(shmem.myPe());
            shmem.world().sumReduce(dest, source, 1000);
            StringJoiner text = new StringJoiner("; ");
            for (Operation operation : Operation.values()) {
                text.add(operation.word() + " " + CostTables.inForce(operation).section("shm", Load.SHARED)
                    .choice(operation, shmem.nPes()).describe(operation));
            }
            System.out.println(dest.get(999) + ": " + text);
        }
    }
}
