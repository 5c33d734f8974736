// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import io.shmem4j.apart.Streams;
import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;

/** An output stream of a PE that writes frames. */
public final class PeOutput extends OutputStream {
    /** System property that sends standard error to standard output. */
    public static final String MERGE = "shmem4j.merge";
    /** The JDK's buffer size in whole frames. */
    private static final int BUFFER = 2 * Frames.MOST;

    private final Frames frames;
    private final int pe;
    private final int kind;

    private PeOutput(Frames frames, int pe, int kind) {
        this.frames = frames;
        this.pe = pe;
        this.kind = kind;
    }

    /** {@return a stream like a process's; {@code kind} is {@link Frames#OUT} or {@link Frames#ERR}} */
    public static PrintStream open(Frames frames, int pe, int kind) {
        Charset charset = Streams.charset(kind == Frames.OUT ? "stdout.encoding" : "stderr.encoding");
        int merged = kind == Frames.ERR && Boolean.getBoolean(MERGE) ? Frames.OUT : kind;
        return new PrintStream(new BufferedOutputStream(new PeOutput(frames, pe, merged), BUFFER), true, charset);
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        for (int done = 0; done < length; done += Frames.MOST) {
            frames.write(pe, kind, bytes, offset + done, Math.min(Frames.MOST, length - done));
        }
    }
}
