// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.rcce;

import io.shmem4j.sim.machine.MeshMachine;
import java.util.ArrayList;
import java.util.List;

/**
 * How a message is cut: as many whole lines as the payload part of the buffer has at a time, then the whole lines that
 * are left, then a padded line.
 */
public final class Pieces {
    private Pieces() {
    }

    /** {@return the numbers in each piece} */
    public static int[] of(MeshMachine machine, int count) {
        int perLine = machine.numbersPerLine();
        int most = machine.payloadLines() * perLine;
        int whole = count / perLine * perLine;
        List<Integer> pieces = new ArrayList<>();
        for (int done = 0; done < whole; done += most) {
            pieces.add(Math.min(most, whole - done));
        }
        if (whole < count) {
            pieces.add(count - whole);
        }
        return pieces.stream().mapToInt(Integer::intValue).toArray();
    }

    /** {@return the numbers in each piece of a library that pads no line by itself} */
    static int[] even(int count, int most) {
        int[] pieces = new int[(count + most - 1) / most];
        for (int i = 0; i < pieces.length; i++) {
            pieces[i] = Math.min(most, count - i * most);
        }
        return pieces;
    }
}
