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
 * The standard streams of each PE. Programs get their PE's directly. The JDK's own code, such as the printing of a
 * stack trace, and code shared by all PEs get streams that look up the calling thread's PE at each call.
 */
public final class Streams {
    /** System property: the program's static fields, where a PE may keep a stream, are those of all PEs. */
    public static final String KEPT = "shmem4j.streams.kept";
    private static final PrintStream JVM_OUT = System.out;
    private static final PrintStream JVM_ERR = System.err;
    private static final PrintStream OWN_OUT = asking(JVM_OUT, false, true);
    private static final PrintStream OWN_ERR = asking(JVM_ERR, true, true);

    private Streams() {
    }

    /** Lines of a PE's standard input, as {@code IO.readln} reads them: what it has read ahead is lost to others. */
    private static final class Lines {
        private BufferedReader reader;

        synchronized String next(ThreadPe pe) throws IOException {
            if (reader == null) {
                reader = new BufferedReader(new InputStreamReader(pe.in(),
                    Charset.forName(System.getProperty("stdin.encoding", ""), StandardCharsets.UTF_8)));
            }
            return reader.readLine();
        }
    }

    public static void install() {
        System.setOut(asking(JVM_OUT, false, false));
        System.setErr(asking(JVM_ERR, true, false));
        System.setIn(new In(System.in));
    }

    private static PrintStream asking(PrintStream ofJvm, boolean error, boolean own) {
        return new PrintStream(new Out(ofJvm, error, own), true, ofJvm.charset());
    }

    /** {@return what writes to the standard output that the PE was born with} */
    static PrintStream ownOut() {
        return OWN_OUT;
    }

    /** {@return what writes to the standard error that the PE was born with} */
    static PrintStream ownErr() {
        return OWN_ERR;
    }

//#each in/In/Stream in/In/InputStream out/Out/PrintStream err/Err/PrintStream
    public static $Stream$ $in$() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? System.$in$ : pe.$in$();
    }

    public static void set$In$($Stream$ $in$) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.set$In$($in$);
        } else {
            pe.$in$($in$);
        }
    }

//#next
    public static String readln() {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            return IO.readln();
        }
        try {
            return pe.own(Lines.class, Lines::new).next(pe);
        } catch (IOException e) {
            throw new IOError(e);
        }
    }

    public static String readln(String prompt) {
        IO.print(prompt);
        return readln();
    }

    public static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, Charset.defaultCharset().name()), Charset.defaultCharset());
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
