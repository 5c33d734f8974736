// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * PE 2 works on when the others have said that they are about to wait for it: at a barrier, in a broadcast, for a
 * variable.
 */
public final class LateProgram {
    private static final long NANOS = 200_000_000;
    private static final int LATE = 2;

    private LateProgram() {
    }

    /** PE 2 comes last, after this. */
    private static void meet(Shmem shmem, SymmetricLongs flags, int flag, int others) {
        if (shmem.myPe() != LATE) {
            shmem.add(flags, flag, 1, LATE);
            return;
        }
        flags.waitUntil(flag, Cmp.GE, others);
        long end = System.nanoTime() + NANOS;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    /** PE 1 leaves the head and a few bytes of a recording, or a huge one, and no JVM that could write another. */
    private static void cut(Shmem shmem, boolean huge, Path folder) throws IOException {
        int me = shmem.myPe();
        shmem.finish();
        if (me == 1) {
            try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "parts-*")) {
                ByteBuffer head = ByteBuffer.allocate(100).put("FLR".getBytes(StandardCharsets.US_ASCII));
                head.putLong(8, 5000).putLong(24, 4000);
                Path part = Files.write(parts.iterator().next().resolve("pe-1.jfr"), head.array());
                try (RandomAccessFile file = new RandomAccessFile(part.toFile(), "rw")) {
                    file.setLength(huge ? 3L << 30 : head.capacity());
                }
            }
            Runtime.getRuntime().halt(0);
        }
    }

    /**
     * Runs it.
     *
     * @param args nothing, how to fail, or that the recording in the folder that follows is cut or huge
     * @throws IOException if that can't be written
     */
    public static void main(String[] args) throws IOException {
        try (Shmem shmem = Shmem.init()) {
            if (args.length > 1) {
                cut(shmem, args[0].equals("huge"), Path.of(args[1]));
                return;
            }
            if (args.length > 0) {
                throw new IllegalStateException("as asked");
            }
            SymmetricLongs data = shmem.allocateLongs(100);
            SymmetricLongs flags = shmem.allocateLongs(4).named("flags of\rthose that wait");
            meet(shmem, flags, 0, 2);
            shmem.barrierAll();
            Team ends = shmem.world().splitStrided(0, 2, 2);
            if (ends.isMember()) {
                meet(shmem, flags, 1, 1);
                ends.broadcast(data, data, 100, 1);
            }
            shmem.barrierAll();
            if (shmem.myPe() != 0) {
                meet(shmem, flags, 2, 1);
            }
            if (shmem.myPe() == LATE) {
                shmem.atomicSet(flags, 3, 1, 1);
            } else if (shmem.myPe() == 1) {
                flags.waitUntil(3, Cmp.NE, 0);
            }
            shmem.finish();
        }
    }
}
