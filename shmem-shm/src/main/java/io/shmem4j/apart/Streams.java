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
import java.util.function.Function;

/**
 * The standard streams of each PE. Programs get their PE's directly; the JDK's own code, such as the printing of a
 * stack trace, and code that all PEs share get streams that ask at each call which PE the calling thread works for.
 */
public final class Streams {
    private static final PrintStream JVM_OUT = System.out;
    private static final PrintStream JVM_ERR = System.err;

    private Streams() {
    }

    /** Only where classes are shared has a program these. */
    private static final class Own {
        static final PrintStream OUT = asking(JVM_OUT, ThreadPe::ownOut);
        static final PrintStream ERR = asking(JVM_ERR, ThreadPe::ownErr);
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

    /** Makes the JVM's standard streams ask. */
    public static void install() {
        System.setOut(asking(JVM_OUT, ThreadPe::out));
        System.setErr(asking(JVM_ERR, ThreadPe::err));
        System.setIn(new In(System.in));
    }

    private static PrintStream asking(PrintStream ofJvm, Function<ThreadPe, PrintStream> ofPe) {
        return new PrintStream(new Out(ofJvm, ofPe), true, ofJvm.charset());
    }

    static PrintStream ownOut() {
        return Own.OUT;
    }

    static PrintStream ownErr() {
        return Own.ERR;
    }

    /** {@code System.in}. */
    public static InputStream in() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? System.in : pe.in();
    }

    /** {@code System.out}. */
    public static PrintStream out() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? System.out : pe.out();
    }

    /** {@code System.err}. */
    public static PrintStream err() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? System.err : pe.err();
    }

    /** {@code System.setIn}. */
    public static void setIn(InputStream in) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.setIn(in);
        } else {
            pe.in(in);
        }
    }

    /** {@code System.setOut}. */
    public static void setOut(PrintStream out) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.setOut(out);
        } else {
            pe.out(out);
        }
    }

    /** {@code System.setErr}. */
    public static void setErr(PrintStream err) {
        ThreadPe pe = CurrentPe.find();
        if (pe == null) {
            System.setErr(err);
        } else {
            pe.err(err);
        }
    }

    /** {@code IO.readln}. */
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

    /** {@code IO.readln} with a prompt. */
    public static String readln(String prompt) {
        IO.print(prompt);
        return readln();
    }

    /**
     * {@return the encoding of a standard stream}
     *
     * @param property names the stream's
     */
    public static Charset charset(String property) {
        return Charset.forName(System.getProperty(property, Charset.defaultCharset().name()), Charset.defaultCharset());
    }

    private static final class Out extends OutputStream {
        private final PrintStream ofJvm;
        private final Function<ThreadPe, PrintStream> ofPe;

        Out(PrintStream ofJvm, Function<ThreadPe, PrintStream> ofPe) {
            this.ofJvm = ofJvm;
            this.ofPe = ofPe;
        }

        private PrintStream target() {
            ThreadPe pe = CurrentPe.find();
            return pe == null ? ofJvm : ofPe.apply(pe);
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
