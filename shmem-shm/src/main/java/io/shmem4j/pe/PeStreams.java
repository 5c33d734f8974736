// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.pe;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The standard streams of this JVM as the JDK's own code sees them, such as the printing of a stack trace: they read
 * and write the streams of the PE for which the calling thread works. Programs themselves get their PE's streams
 * directly.
 */
public final class PeStreams {
    private PeStreams() {
    }

    /** Installs the streams for PEs that are threads. */
    static void install() {
        installOutput(() -> ofPe(Pe::out), () -> ofPe(Pe::err));
        System.setIn(new In(System.in));
    }

    private static PrintStream ofPe(Function<Pe, PrintStream> stream) {
        Pe pe = CurrentPe.find();
        return pe == null ? null : stream.apply(pe);
    }

    /**
     * Puts output streams in place.
     *
     * @param out gives the standard output of the calling thread's PE, null where it works for none
     * @param err the same of standard error
     */
    public static void installOutput(Supplier<PrintStream> out, Supplier<PrintStream> err) {
        System.setOut(stream(System.out, out));
        System.setErr(stream(System.err, err));
    }

    private static PrintStream stream(PrintStream ofJvm, Supplier<PrintStream> ofPe) {
        return new PrintStream(new Out(ofJvm, ofPe), true, ofJvm.charset());
    }

    /**
     * {@return the encoding of a standard stream}
     *
     * @param property names the stream's
     */
    static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, Charset.defaultCharset().name()), Charset.defaultCharset());
    }

    private static final class Out extends OutputStream {
        private final PrintStream ofJvm;
        private final Supplier<PrintStream> ofPe;

        Out(PrintStream ofJvm, Supplier<PrintStream> ofPe) {
            this.ofJvm = ofJvm;
            this.ofPe = ofPe;
        }

        private PrintStream target() {
            PrintStream found = ofPe.get();
            return found == null ? ofJvm : found;
        }

        @Override
        public void write(int b) {
            target().write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            PrintStream target = target();
            target.write(bytes, offset, length);
            target.flush();
        }

        @Override
        public void flush() {
            target().flush();
        }
    }

    private static final class In extends InputStream {
        private final InputStream ofJvm;

        In(InputStream ofJvm) {
            this.ofJvm = ofJvm;
        }

        private InputStream source() {
            Pe pe = CurrentPe.find();
            return pe == null ? ofJvm : pe.in();
        }

        @Override
        public int read() throws IOException {
            return source().read();
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            return source().read(bytes, offset, length);
        }

        @Override
        public int available() throws IOException {
            return source().available();
        }
    }
}
