// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.attach;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Does what PE 0 reads, a word a line, on all PEs, and says so when it is done; ends with its input. */
public final class TalkingProgram {
    private final Shmem shmem;
    private final SymmetricInts word;
    private SymmetricDoubles grid;

    private TalkingProgram(Shmem shmem) {
        this.shmem = shmem;
        this.word = shmem.allocateInts(1).named("word");
        allocate();
    }

    /**
     * Runs it.
     *
     * @param args none
     * @throws IOException never
     */
    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            TalkingProgram program = new TalkingProgram(shmem);
            shmem.barrierAll();
            program.talk(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
        }
    }

    private void talk(BufferedReader input) throws IOException {
        say("ready");
        while (true) {
            if (shmem.myPe() == 0) {
                String line = input.readLine();
                word.set(0, line == null ? 0 : line.charAt(0));
            }
            shmem.barrierAll();
            int what = shmem.g(word, 0, 0);
            switch (what) {
                case 'c' -> grid.set(0, -1);
                case 'f' -> grid.free();
                case 'a' -> allocate();
                default -> {
                    return;
                }
            }
            shmem.barrierAll();
            say("done");
        }
    }

    private void allocate() {
        grid = shmem.allocateDoubles(6).named("grid");
        for (int i = 0; i < 6; i++) {
            grid.set(i, 10 * shmem.myPe() + i);
        }
        shmem.barrierAll();
    }

    private void say(String text) {
        if (shmem.myPe() == 0) {
            System.out.println(text);
        }
    }
}
