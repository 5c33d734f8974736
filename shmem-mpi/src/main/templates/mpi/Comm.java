// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Engine;
import io.shmem4j.mpi.message.Packed;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** A group of processes whose messages are apart from those of other communicators. */
public class Comm extends Neighbours {
    private static final AtomicInteger KEYS = new AtomicInteger(100);

    /** Kinds of communicators; those of two kinds belong to the calling process, as several may share the class. */
    enum Kind {
        WORLD, SELF, MADE, NULL
    }

    /** The processes. */
    public Group group;
    private Kind kind;
    private final Communicator core;
    private final Map<Integer, Object> attributes = new HashMap<>();
    private String name = "";

    Comm(Kind kind, Communicator core) {
        this.kind = kind;
        this.core = core;
        this.group = core == null ? null : new Group(core.group());
    }

    @Override
    final Communicator core() {
        return kind == Kind.MADE && !core.engine.hasFinished() ? core : ofProcess();
    }

    /** {@return the communicator that the process has now, which is none after Finalize} */
    private Communicator ofProcess() {
        if (kind == Kind.NULL) {
            throw new MPIException("the communicator is null");
        }
        Engine engine = MPI.engine();
        return kind == Kind.WORLD ? engine.world() : engine.self();
    }

    /** Sets the group of a predefined communicator. */
    void begin() {
        group = new Group(core().group());
    }

    private Group groupOf() {
        return new Group(core().group());
    }

//#each Size/Rank/Group/Compare/Is_null/Free/Test_inter/Abort
//#row Size | Rank | Group | Compare | Is_null | Free | Test_inter | Abort
//#row getSize | getRank | getGroup | compare | isNull | free | isInter | abort
    /** {@return the number of processes} */
    public final int $Size$() {
        return core().size();
    }

    /** {@return the rank of the calling process} */
    public final int $Rank$() {
        return core().rank();
    }

    /** {@return the processes} */
    public final Group $Group$() {
        return groupOf();
    }

    /** {@return {@link MPI#IDENT}, CONGRUENT for equal processes, SIMILAR for another order, or UNEQUAL} */
    public static int $Compare$(Comm comm1, Comm comm2) {
        if (comm1 == comm2) {
            return MPI.IDENT;
        }
        boolean inter = comm1 instanceof Intercomm;
        int found = inter != comm2 instanceof Intercomm ? MPI.UNEQUAL
            : Group.compare(comm1.groupOf(), comm2.groupOf());
        if (inter && found != MPI.UNEQUAL) {
            found = Math.max(found, Group.compare(new Group(comm1.core().peers()), new Group(comm2.core().peers())));
        }
        return found == MPI.IDENT ? MPI.CONGRUENT : found;
    }

    /** {@return whether the communicator is null} */
    public final boolean $Is_null$() {
        return kind == Kind.NULL;
    }

    /** Makes the communicator null. */
    public void $Free$() {
        if (kind != Kind.MADE) {
            throw new MPIException("this communicator is not freed");
        }
        kind = Kind.NULL;
    }

    /** {@return whether the members talk to another group} */
    public final boolean $Test_inter$() {
        return this instanceof Intercomm;
    }

    /** Ends all processes. */
    public final void $Abort$(int code) {
        MPI.engine().shmem.globalExit(code);
    }

//#next
//#each Pack_size/Pack/Unpack/Topo_test/Attr_get/Attr_delete/at/pos
//#row Pack_size | Pack | Unpack | Topo_test | Attr_get | Attr_delete | , int offset | offset
//#row packSize | pack | unpack | getTopology | getAttr | deleteAttr | | 0
    /** {@return the number of bytes of packed elements} */
    public final int $Pack_size$(int count, Datatype type) {
        return Math.toIntExact(count * type.layout.size);
    }

    /** Appends elements to packed ones; {@return the place behind them} */
    public final int $Pack$(Object buf$at$, int count, Datatype type, byte[] packed, int position) {
        return run(() -> Packed.add(part(buf, $pos$, count, type), packed, position));
    }

    /** Takes elements out of packed ones; {@return the place behind them} */
    public final int $Unpack$(byte[] packed, int position, Object buf$at$, int count, Datatype type) {
        return run(() -> Packed.take(packed, position, part(buf, $pos$, count, type)));
    }

    /** {@return {@link MPI#CART}, {@link MPI#GRAPH} or {@link MPI#UNDEFINED}} */
    public int $Topo_test$() {
        return MPI.UNDEFINED;
    }

    /** {@return an attribute, or null} */
    public final Object $Attr_get$(int key) {
        core();
        return key == MPI.TAG_UB ? Integer.valueOf(Integer.MAX_VALUE) : key == MPI.HOST ? Integer.valueOf(MPI.PROC_NULL)
            : key == MPI.IO ? Integer.valueOf(MPI.ANY_SOURCE) : attributes.get(key);
    }

    /** Removes an attribute. */
    public final void $Attr_delete$(int key) {
        attributes.remove(key);
    }

//#next
    /** Sets an attribute. */
    public final void setAttr(int key, Object value) {
        attributes.put(key, value);
    }

    /** {@return a new key of attributes} */
    public static int createKeyval() {
        return KEYS.incrementAndGet();
    }

    /** Gives up a key of attributes. */
    public static void freeKeyval(int key) {
        if (key <= 100) {
            throw new MPIException("no program has made the key " + key);
        }
    }

    /** Sets the name. */
    public final void setName(String newName) {
        name = newName;
    }

    /** {@return the name} */
    public final String getName() {
        return kind == Kind.WORLD ? "MPI_COMM_WORLD" : kind == Kind.SELF ? "MPI_COMM_SELF" : name;
    }

    /** {@return a communicator of the same processes with messages of its own} */
    public Comm dup() {
        throw new MPIException("the communicator is null");
    }

    /** {@return a communicator of the same processes with messages of its own} */
    @Override
    public Comm clone() {
        return dup();
    }

    /** {@return the communicator with the processes that have started this one: null, as none has} */
    public static Intercomm getParent() {
        return new Intercomm(null);
    }

//#each name Create_intercomm createIntercomm
    /** Makes a communicator between two groups, whose leaders talk here; collective over both. */
    public final Intercomm $name$(Comm local, int localLeader, int remoteLeader, int tag) {
        return Intercomm.between(local.core(), localLeader, core(), remoteLeader, tag);
    }

//#next
}
