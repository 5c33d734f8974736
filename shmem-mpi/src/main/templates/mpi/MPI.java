// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.Shmem;
import io.shmem4j.ThreadLevel;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.mpi.data.Operator;
import io.shmem4j.mpi.message.Buffered;
import io.shmem4j.mpi.message.Engine;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * MPI for Java programs, in the spellings of mpiJava, which MPJ has too, and of Open MPI. The two may be mixed.
 *
 * <p>Any thread of a process may call. {@link io.shmem4j.Shmem#current} returns the library's own handle, so a program
 * can use symmetric memory beside its messages.
 */
public class MPI extends PredefinedComm {
    /** Property of a JVM whose program gets MPJ's three words before its own arguments. */
    private static final String MPJ_ARGUMENTS = "shmem4j.mpj.args";
    private static final int MPJ_WORDS = 3;

    /** All processes. */
    public static final Intracomm COMM_WORLD = new Intracomm(Comm.Kind.WORLD);
    /** The calling process alone. */
    public static final Intracomm COMM_SELF = (Intracomm) PredefinedComm.COMM_SELF;
    /** No communicator. */
    public static final Comm COMM_NULL = new Intracomm(Comm.Kind.NULL);
    /** No processes. */
    public static final Group GROUP_EMPTY = new Group();
    /** No group. */
    public static final Group GROUP_NULL = new Group((int[]) null);
    /** No request. */
    public static final Request REQUEST_NULL = new Request(null, null, null, null, 0);
    /** The status of no message. */
    public static final Status EMPTY_STATUS = new Status();
    /** No hints. */
    public static final Info INFO_NULL = Info.ofNull();
    /** No hints. */
    public static final Info INFO_ENV = new Info();
    /** Exceptions after errors. */
    public static final Errhandler ERRORS_ARE_FATAL = new Errhandler();
    /** Exceptions after errors. */
    public static final Errhandler ERRORS_RETURN = new Errhandler();

//#each name BYTE CHAR SHORT BOOLEAN INT LONG FLOAT DOUBLE OBJECT
    /** Elements of an array of this type. */
    public static final Datatype $name$ = Datatype.basic(Kind.$name$);
//#next
    /** Packed elements. */
    public static final Datatype PACKED = Datatype.of(Layout.of(Kind.BYTE), 1, "MPI.PACKED");
    /** A mark of the lower bound of a struct. */
    public static final Datatype LB = Datatype.of(Layout.LOWER, 1, "MPI.LB");
    /** A mark of the upper bound of a struct. */
    public static final Datatype UB = Datatype.of(Layout.UPPER, 1, "MPI.UB");
    /** No datatype. */
    public static final Datatype DATATYPE_NULL = Datatype.of(Layout.LOWER, 1, "MPI.DATATYPE_NULL");
    /** No datatype. */
    public static final Datatype NULL = DATATYPE_NULL;
//#each name/kind
//#row SHORT2 | SHORT
//#row INT2 | INT
//#row LONG2 | LONG
//#row FLOAT2 | FLOAT
//#row DOUBLE2 | DOUBLE
//#row FLOAT_COMPLEX | FLOAT
//#row DOUBLE_COMPLEX | DOUBLE
    /** Pairs of elements. */
    public static final Datatype $name$ = Datatype.pair("MPI.$name$", $kind$);
//#next
//#each name/field/type
//#row SHORT_INT | shortInt | ShortInt
//#row LONG_INT | longInt | LongInt
//#row FLOAT_INT | floatInt | FloatInt
//#row DOUBLE_INT | doubleInt | DoubleInt
    /** Access to pairs of a value and an index in buffers. */
    public static final $type$ $field$ = new $type$();
    /** Pairs of a value and an index in buffers. */
    public static final Datatype $name$ = $field$.getType();
//#next
    /** Access to pairs of ints in buffers. */
    public static final Int2 int2 = new Int2();

//#each name MAX MIN SUM PROD LAND BAND LOR BOR LXOR BXOR MAXLOC MINLOC
    /** A predefined operator. */
    public static final Op $name$ = new Op(Operator.$name$);
//#next

    /** Two communicators or groups that are the same. */
    public static final int IDENT = 0;
    /** Two communicators of the same processes in the same order. */
    public static final int CONGRUENT = 3;
    /** Two communicators or groups of the same processes. */
    public static final int SIMILAR = 1;
    /** Two communicators or groups of different processes. */
    public static final int UNEQUAL = 2;

    // Not constants of the compiler, which would copy them into programs.
//#each name/value/does
//#row UNDEFINED | -1 | A number that does not exist.
//#row ANY_SOURCE | -2 | Any sender.
//#row ANY_TAG | -2 | Any tag.
//#row PROC_NULL | -3 | No process: messages to and from it do nothing.
//#row ROOT | -4 | The root of a collective between groups.
//#row GRAPH | 1 | A graph.
//#row CART | 2 | A grid.
//#row DIST_GRAPH | 3 | A distributed graph.
//#row THREAD_SINGLE | 1 | One thread.
//#row THREAD_FUNNELED | 2 | Threads of which one calls.
//#row THREAD_SERIALIZED | 3 | Threads that call in turn.
//#row THREAD_MULTIPLE | 4 | Threads that call at any time.
//#row BSEND_OVERHEAD | Buffered.OVERHEAD | Bytes of an attached buffer that a message needs besides its own.
//#row SEND_OVERHEAD | 0 | Bytes of a send besides its own.
//#row RECV_OVERHEAD | 0 | Bytes of a receive besides its own.
//#row NUM_OF_PROCESSORS | Runtime.getRuntime().availableProcessors() | Number of cores of this machine.
//#row TAG_UB | 1 | Key of the highest tag.
//#row HOST | 2 | Key of the host's rank.
//#row IO | 3 | Key of the rank that does input and output.
//#row VERSION | 3 | Version of MPI.
//#row SUBVERSION | 1 | Version of MPI, the second part.
//#row KEYVAL_INVALID | -1 | No key of attributes.
//#row SUCCESS | 0 | No error.
//#row ERR_OTHER | 15 | An error.
    /** $does$ */
    public static final int $name$ = ofRun($value$);
//#next

    /** Makes an object that nobody needs. */
    public MPI() {
    }

    private static int ofRun(int number) {
        return number;
    }

    static Engine engine() {
        Engine engine = Engine.current();
        if (engine == null) {
            throw new MPIException("MPI is not initialised: call MPI.Init first, and nothing after MPI.Finalize");
        }
        return engine;
    }

    /**
     * Initialises MPI; all processes call it.
     *
     * @param args the program's arguments
     * @return those without the words that a launcher has added
     */
    public static String[] Init(String[] args) {
        if (Engine.current() != null || Engine.hasEnded()) {
            throw new MPIException("MPI is initialised once, and never again after MPI.Finalize");
        }
        Engine.begin(Shmem.init(ThreadLevel.MULTIPLE));
        COMM_WORLD.begin();
        COMM_SELF.begin();
        boolean words = Boolean.getBoolean(MPJ_ARGUMENTS) && args != null && args.length >= MPJ_WORDS;
        return words ? Arrays.copyOfRange(args, MPJ_WORDS, args.length) : args == null ? new String[0] : args;
    }

    /** Initialises MPI for threads; {@return {@link #THREAD_MULTIPLE}} */
    public static int InitThread(String[] args, int required) {
        Init(args);
        return THREAD_MULTIPLE;
    }

    /** Initialises MPI for threads; {@return the program's own arguments} */
    public static String[] initThread(int argc, int required, String[] args) {
        return Init(args);
    }

    /** Ends MPI; all processes call it, after the end of their operations. */
    public static void Finalize() {
        engine().finish();
    }

//#each Initialized/Get_processor_name/Wtime/Wtick
//#row Initialized | Get_processor_name | Wtime | Wtick
//#row isInitialized | getProcessorName | wtime | wtick
    /** {@return whether {@link #Init} has been called} */
    public static boolean $Initialized$() {
        return Engine.current() != null || Engine.hasEnded();
    }

    /** {@return name of this machine} */
    public static String $Get_processor_name$() {
        return hostName();
    }

    /** {@return seconds since some time} */
    public static double $Wtime$() {
        return System.nanoTime() / 1e9;
    }

    /** {@return resolution of the time in seconds} */
    public static double $Wtick$() {
        return 1e-9;
    }

//#next
    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** {@return whether {@link #Finalize} has been called} */
    public static boolean isFinalized() {
        return Engine.hasEnded();
    }

    /** {@return {@link #THREAD_MULTIPLE}} */
    public static int queryThread() {
        return THREAD_MULTIPLE;
    }

//#each name isMainThread isThreadMain
    /** {@return whether this is the thread that called {@link #Init}} */
    public static boolean $name$() {
        return engine().isMain(Thread.currentThread());
    }

//#next
    private static void attach(Object buffer, int bytes) {
        if (!engine().buffered().attach(buffer, bytes)) {
            throw new MPIException("a buffer is attached already");
        }
    }

    private static Object detach() {
        Object buffer = engine().buffered().detach();
        if (buffer == null) {
            throw new MPIException("no buffer is attached");
        }
        return buffer;
    }

    /** Attaches a buffer for buffered sends. */
    public static void Buffer_attach(ByteBuffer buffer) {
        attach(buffer, buffer.capacity());
    }

//#each name Buffer_attach attachBuffer
    /** Attaches a buffer for buffered sends. */
    public static void $name$(byte[] buffer) {
        attach(buffer, buffer.length);
    }

//#next
    /** Waits until all buffered messages have left, and detaches the buffer. */
    public static void Buffer_detach() {
        detach();
    }

    /** Waits until all buffered messages have left; {@return the buffer, which is detached} */
    public static byte[] detachBuffer() {
        return (byte[]) detach();
    }

    /** Does nothing: errors are exceptions. */
    public static void Errorhandler_set(Errhandler handler) {
    }

    /** {@return the handler of errors} */
    public static Errhandler Errorhandler_get() {
        return ERRORS_RETURN;
    }

    /** {@return the version of MPI whose core this is} */
    public static int getVersion() {
        return VERSION;
    }

    /** {@return the second part of the version} */
    public static int getSubversion() {
        return SUBVERSION;
    }

    /** {@return this library} */
    public static String getLibVersion() {
        return io.shmem4j.Version.name();
    }

    /** {@return a buffer outside of Java's heap} */
    public static ByteBuffer newByteBuffer(int size) {
        return ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    }

//#each Type/bytes
//#row Char | 2
//#row Short | 2
//#row Int | 4
//#row Long | 8
//#row Float | 4
//#row Double | 8
    /** {@return a buffer outside of Java's heap} */
    public static java.nio.$Type$Buffer new$Type$Buffer(int size) {
        return newByteBuffer(size * $bytes$).as$Type$Buffer();
    }

//#next
    /** {@return the part of a buffer that begins at an index} */
    public static ByteBuffer slice(ByteBuffer buffer, int offset) {
        return buffer.duplicate().clear().slice(offset, buffer.capacity() - offset).order(buffer.order());
    }

//#each Type Char Short Int Long Float Double
    /** {@return the part of a buffer that begins at an index} */
    public static java.nio.$Type$Buffer slice(java.nio.$Type$Buffer buffer, int offset) {
        return buffer.duplicate().clear().slice(offset, buffer.capacity() - offset);
    }

//#next
//#each type/Type
//#row byte | Byte
//#row char | Char
//#row short | Short
//#row int | Int
//#row long | Long
//#row float | Float
//#row double | Double
    /** {@return the part of an array that begins at an index} */
    public static java.nio.$Type$Buffer slice($type$[] array, int offset) {
        return java.nio.$Type$Buffer.wrap(array, offset, array.length - offset).slice();
    }

//#next
}
