// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Shmem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;

/** Prints the PE's own statics, and what it reads. */
public final class Own {
    private static int sum;

    private Own() {
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        String read = in.readLine() + ", " + in.readLine();
        try (Shmem shmem = Shmem.init()) {
            sum += shmem.myPe();
            shmem.barrierAll();
            System.out.println(shmem.myPe() + " has " + sum + ", read " + read);
        }
    }
}
