// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.BufferedReader;
import java.io.IOError;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * Standard streams of each PE. A program's classes get the streams of their PE. {@code System.out} and its siblings,
 * which the JDK and shared code use, look up the calling thread's PE at each call.
 */
public final class Streams {
    /** System property: PEs share the program's static fields, and so a stream that one of them keeps there. */
    public static final String KEPT = "shmem4j.streams.kept";
    private static final PrintStream JVM_OUT = System.out;
    private static final PrintStream JVM_ERR = System.err;
    private static final PrintStream OWN_OUT = new Shared(JVM_OUT, false, true);
    private static final PrintStream OWN_ERR = new Shared(JVM_ERR, true, true);

    private Streams() {
    }

    public static void install() {
        System.setOut(new Shared(JVM_OUT, false, false));
        System.setErr(new Shared(JVM_ERR, true, false));
        System.setIn(new In(System.in));
    }

    /** {@return a stream to the first standard output of whichever PE calls} */
    static PrintStream ownOut() {
        return OWN_OUT;
    }

    /** {@return a stream to the first standard error of whichever PE calls} */
    static PrintStream ownErr() {
        return OWN_ERR;
    }

    public static InputStream in() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? System.in : pe.in();
    }

    public static PrintStream out() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? System.out : pe.out();
    }

    public static PrintStream err() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? System.err : pe.err();
    }

    public static void setIn(InputStream in) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.setIn(in);
        } else {
            pe.in(in);
        }
    }

    public static void setOut(PrintStream out) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.setOut(out);
        } else {
            pe.out(out);
        }
    }

    public static void setErr(PrintStream err) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.setErr(err);
        } else {
            pe.err(err);
        }
    }

    public static String readln() {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            return IO.readln();
        }
        try {
            return pe.lines().readLine();
        } catch (IOException e) {
            throw new IOError(e);
        }
    }

    public static String readln(String prompt) {
        IO.print(prompt);
        return readln();
    }

    /** {@return a reader of lines, in the encoding that {@code IO.readln} uses} */
    static BufferedReader lines(InputStream in) {
        return new BufferedReader(new InputStreamReader(in,
            Charset.forName(System.getProperty("stdin.encoding", ""), StandardCharsets.UTF_8)));
    }

    public static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, Charset.defaultCharset().name()), Charset.defaultCharset());
    }

    /** A stream of all PEs, which none of them can close for the others. */
    private static final class Shared extends PrintStream {
        Shared(PrintStream ofJvm, boolean error, boolean own) {
            super(new Out(ofJvm, error, own), true, ofJvm.charset());
        }

        @Override
        public void close() {
            flush();
        }
    }

    private static final class Out extends OutputStream {
        private final PrintStream ofJvm;
        private final boolean error;
        private final boolean own;

        Out(PrintStream ofJvm, boolean error, boolean own) {
            this.ofJvm = ofJvm;
            this.error = error;
            this.own = own;
        }

        private PrintStream target() {
            ThreadPe pe = CurrentPe.find();
            if (pe == null) {
                return ofJvm;
            }
            return own ? error ? pe.ownErr() : pe.ownOut() : error ? pe.err() : pe.out();
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
            ThreadPe pe = CurrentPe.find();
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
