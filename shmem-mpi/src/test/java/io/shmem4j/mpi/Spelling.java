// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.List;
import mpi.Comm;
import mpi.Datatype;
import mpi.Intracomm;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.Status;

/** The calls of one spelling on one kind of memory, so each case runs with all. */
interface Spelling {
    /** Elements of mpiJava's arrays before the first one. */
    int OFFSET = 2;
    List<Spelling> ALL = List.of(new Offsets(), new Arrays(), new Direct());

    /** {@return memory with the elements of an array} */
    Object memory(Object array);

    /** {@return an array with elements of memory} */
    Object array(Values values, Object memory, int length);

    /** {@return whether memory of this kind can have the elements} */
    boolean has(Values values);

    void send(Comm comm, Object buf, int count, Datatype type, int dest, int tag, char mode);

    Status recv(Comm comm, Object buf, int count, Datatype type, int source, int tag);

    Request isend(Comm comm, Object buf, int count, Datatype type, int dest, int tag, char mode);

    Request irecv(Comm comm, Object buf, int count, Datatype type, int source, int tag);

    Prequest init(Comm comm, Object buf, int count, Datatype type, int peer, int tag, char mode);

    Status sendrecv(Comm comm, Object out, int count, Datatype type, int dest, Object in, int source, int tag);

    Status replace(Comm comm, Object buf, int count, Datatype type, int dest, int source, int tag);

    void bcast(Intracomm comm, Object buf, int count, Datatype type, int root);

    void gather(Intracomm comm, Object out, int count, Datatype type, Object in, int root);

    void gatherv(Intracomm comm, Object out, int count, Datatype type, Object in, int[] counts, int[] at, int root);

    void scatter(Intracomm comm, Object out, int count, Datatype type, Object in, int root);

    void scatterv(Intracomm comm, Object out, int[] counts, int[] at, Datatype type, Object in, int count, int root);

    void allgather(Intracomm comm, Object out, int count, Datatype type, Object in);

    void allgatherv(Intracomm comm, Object out, int count, Datatype type, Object in, int[] counts, int[] at);

    void alltoall(Intracomm comm, Object out, int count, Datatype type, Object in);

    void alltoallv(Intracomm comm, Object out, int[] counts, int[] at, Datatype type, Object in, int[] inCounts,
        int[] inAt);

    void reduce(Intracomm comm, Object out, Object in, int count, Datatype type, Op op, int root);

    void allreduce(Intracomm comm, Object out, Object in, int count, Datatype type, Op op);

    void reduceScatter(Intracomm comm, Object out, Object in, int[] counts, Datatype type, Op op);

    void scan(Intracomm comm, Object out, Object in, int count, Datatype type, Op op);

    /** mpiJava's arrays with offsets. */
    final class Offsets implements Spelling {
        @Override
        public String toString() {
            return "mpiJava";
        }

        @Override
        public Object memory(Object array) {
            int length = Array.getLength(array);
            Object memory = Array.newInstance(array.getClass().getComponentType(), length + OFFSET);
            System.arraycopy(array, 0, memory, OFFSET, length);
            return memory;
        }

        @Override
        public Object array(Values values, Object memory, int length) {
            Object array = values.empty(length);
            System.arraycopy(memory, OFFSET, array, 0, length);
            return array;
        }

        @Override
        public boolean has(Values values) {
            return true;
        }

        @Override
        public void send(Comm comm, Object buf, int count, Datatype type, int dest, int tag, char mode) {
            switch (mode) {
                case 's' -> comm.Ssend(buf, OFFSET, count, type, dest, tag);
                case 'b' -> comm.Bsend(buf, OFFSET, count, type, dest, tag);
                case 'r' -> comm.Rsend(buf, OFFSET, count, type, dest, tag);
                default -> comm.Send(buf, OFFSET, count, type, dest, tag);
            }
        }

        @Override
        public Status recv(Comm comm, Object buf, int count, Datatype type, int source, int tag) {
            return comm.Recv(buf, OFFSET, count, type, source, tag);
        }

        @Override
        public Request isend(Comm comm, Object buf, int count, Datatype type, int dest, int tag, char mode) {
            return switch (mode) {
                case 's' -> comm.Issend(buf, OFFSET, count, type, dest, tag);
                case 'b' -> comm.Ibsend(buf, OFFSET, count, type, dest, tag);
                case 'r' -> comm.Irsend(buf, OFFSET, count, type, dest, tag);
                default -> comm.Isend(buf, OFFSET, count, type, dest, tag);
            };
        }

        @Override
        public Request irecv(Comm comm, Object buf, int count, Datatype type, int source, int tag) {
            return comm.Irecv(buf, OFFSET, count, type, source, tag);
        }

        @Override
        public Prequest init(Comm comm, Object buf, int count, Datatype type, int peer, int tag, char mode) {
            return switch (mode) {
                case 's' -> comm.Ssend_init(buf, OFFSET, count, type, peer, tag);
                case 'b' -> comm.Bsend_init(buf, OFFSET, count, type, peer, tag);
                case 'r' -> comm.Rsend_init(buf, OFFSET, count, type, peer, tag);
                case 'i' -> comm.Recv_init(buf, OFFSET, count, type, peer, tag);
                default -> comm.Send_init(buf, OFFSET, count, type, peer, tag);
            };
        }

        @Override
        public Status sendrecv(Comm comm, Object out, int count, Datatype type, int dest, Object in, int source,
            int tag) {
            return comm.Sendrecv(out, OFFSET, count, type, dest, tag, in, OFFSET, count, type, source, tag);
        }

        @Override
        public Status replace(Comm comm, Object buf, int count, Datatype type, int dest, int source, int tag) {
            return comm.Sendrecv_replace(buf, OFFSET, count, type, dest, tag, source, tag);
        }

        @Override
        public void bcast(Intracomm comm, Object buf, int count, Datatype type, int root) {
            comm.Bcast(buf, OFFSET, count, type, root);
        }

        @Override
        public void gather(Intracomm comm, Object out, int count, Datatype type, Object in, int root) {
            comm.Gather(out, OFFSET, count, type, in, OFFSET, count, type, root);
        }

        @Override
        public void gatherv(Intracomm comm, Object out, int count, Datatype type, Object in, int[] counts, int[] at,
            int root) {
            comm.Gatherv(out, OFFSET, count, type, in, OFFSET, counts, at, type, root);
        }

        @Override
        public void scatter(Intracomm comm, Object out, int count, Datatype type, Object in, int root) {
            comm.Scatter(out, OFFSET, count, type, in, OFFSET, count, type, root);
        }

        @Override
        public void scatterv(Intracomm comm, Object out, int[] counts, int[] at, Datatype type, Object in, int count,
            int root) {
            comm.Scatterv(out, OFFSET, counts, at, type, in, OFFSET, count, type, root);
        }

        @Override
        public void allgather(Intracomm comm, Object out, int count, Datatype type, Object in) {
            comm.Allgather(out, OFFSET, count, type, in, OFFSET, count, type);
        }

        @Override
        public void allgatherv(Intracomm comm, Object out, int count, Datatype type, Object in, int[] counts,
            int[] at) {
            comm.Allgatherv(out, OFFSET, count, type, in, OFFSET, counts, at, type);
        }

        @Override
        public void alltoall(Intracomm comm, Object out, int count, Datatype type, Object in) {
            comm.Alltoall(out, OFFSET, count, type, in, OFFSET, count, type);
        }

        @Override
        public void alltoallv(Intracomm comm, Object out, int[] counts, int[] at, Datatype type, Object in,
            int[] inCounts, int[] inAt) {
            comm.Alltoallv(out, OFFSET, counts, at, type, in, OFFSET, inCounts, inAt, type);
        }

        @Override
        public void reduce(Intracomm comm, Object out, Object in, int count, Datatype type, Op op, int root) {
            comm.Reduce(out, OFFSET, in, OFFSET, count, type, op, root);
        }

        @Override
        public void allreduce(Intracomm comm, Object out, Object in, int count, Datatype type, Op op) {
            comm.Allreduce(out, OFFSET, in, OFFSET, count, type, op);
        }

        @Override
        public void reduceScatter(Intracomm comm, Object out, Object in, int[] counts, Datatype type, Op op) {
            comm.Reduce_scatter(out, OFFSET, in, OFFSET, counts, type, op);
        }

        @Override
        public void scan(Intracomm comm, Object out, Object in, int count, Datatype type, Op op) {
            comm.Scan(out, OFFSET, in, OFFSET, count, type, op);
        }
    }

    /** Open MPI's arrays. */
    class Arrays implements Spelling {
        @Override
        public String toString() {
            return "Open MPI, arrays";
        }

        @Override
        public Object memory(Object array) {
            return array;
        }

        @Override
        public Object array(Values values, Object memory, int length) {
            return memory;
        }

        @Override
        public boolean has(Values values) {
            return true;
        }

        /** {@return memory for a call that does not wait, which takes buffers only} */
        private static Buffer buffer(Object memory) {
            return memory instanceof Buffer buffer ? buffer : (Buffer) heap(memory);
        }

        private static Object heap(Object array) {
            return switch (array) {
                case byte[] a -> ByteBuffer.wrap(a);
                case char[] a -> java.nio.CharBuffer.wrap(a);
                case short[] a -> java.nio.ShortBuffer.wrap(a);
                case int[] a -> java.nio.IntBuffer.wrap(a);
                case long[] a -> java.nio.LongBuffer.wrap(a);
                case float[] a -> java.nio.FloatBuffer.wrap(a);
                case double[] a -> java.nio.DoubleBuffer.wrap(a);
                default -> null;
            };
        }

        @Override
        public void send(Comm comm, Object buf, int count, Datatype type, int dest, int tag, char mode) {
            switch (mode) {
                case 's' -> comm.sSend(buf, count, type, dest, tag);
                case 'b' -> comm.bSend(buf, count, type, dest, tag);
                case 'r' -> comm.rSend(buf, count, type, dest, tag);
                default -> comm.send(buf, count, type, dest, tag);
            }
        }

        @Override
        public Status recv(Comm comm, Object buf, int count, Datatype type, int source, int tag) {
            return comm.recv(buf, count, type, source, tag);
        }

        @Override
        public Request isend(Comm comm, Object buf, int count, Datatype type, int dest, int tag, char mode) {
            Buffer buffer = buffer(buf);
            if (buffer == null) {
                return new Offsets().isend(comm, new Offsets().memory(buf), count, type, dest, tag, mode);
            }
            return switch (mode) {
                case 's' -> comm.isSend(buffer, count, type, dest, tag);
                case 'b' -> comm.ibSend(buffer, count, type, dest, tag);
                case 'r' -> comm.irSend(buffer, count, type, dest, tag);
                default -> comm.iSend(buffer, count, type, dest, tag);
            };
        }

        @Override
        public Request irecv(Comm comm, Object buf, int count, Datatype type, int source, int tag) {
            Buffer buffer = buffer(buf);
            return buffer == null ? comm.Irecv(buf, 0, count, type, source, tag)
                : comm.iRecv(buffer, count, type, source, tag);
        }

        @Override
        public Prequest init(Comm comm, Object buf, int count, Datatype type, int peer, int tag, char mode) {
            Buffer buffer = buffer(buf);
            return switch (mode) {
                case 's' -> comm.sSendInit(buffer, count, type, peer, tag);
                case 'b' -> comm.bSendInit(buffer, count, type, peer, tag);
                case 'r' -> comm.rSendInit(buffer, count, type, peer, tag);
                case 'i' -> comm.recvInit(buffer, count, type, peer, tag);
                default -> comm.sendInit(buffer, count, type, peer, tag);
            };
        }

        @Override
        public Status sendrecv(Comm comm, Object out, int count, Datatype type, int dest, Object in, int source,
            int tag) {
            return comm.sendRecv(out, count, type, dest, tag, in, count, type, source, tag);
        }

        @Override
        public Status replace(Comm comm, Object buf, int count, Datatype type, int dest, int source, int tag) {
            return comm.sendRecvReplace(buf, count, type, dest, tag, source, tag);
        }

        @Override
        public void bcast(Intracomm comm, Object buf, int count, Datatype type, int root) {
            comm.bcast(buf, count, type, root);
        }

        @Override
        public void gather(Intracomm comm, Object out, int count, Datatype type, Object in, int root) {
            comm.gather(out, count, type, in, count, type, root);
        }

        @Override
        public void gatherv(Intracomm comm, Object out, int count, Datatype type, Object in, int[] counts, int[] at,
            int root) {
            comm.gatherv(out, count, type, in, counts, at, type, root);
        }

        @Override
        public void scatter(Intracomm comm, Object out, int count, Datatype type, Object in, int root) {
            comm.scatter(out, count, type, in, count, type, root);
        }

        @Override
        public void scatterv(Intracomm comm, Object out, int[] counts, int[] at, Datatype type, Object in, int count,
            int root) {
            comm.scatterv(out, counts, at, type, in, count, type, root);
        }

        @Override
        public void allgather(Intracomm comm, Object out, int count, Datatype type, Object in) {
            comm.allGather(out, count, type, in, count, type);
        }

        @Override
        public void allgatherv(Intracomm comm, Object out, int count, Datatype type, Object in, int[] counts,
            int[] at) {
            comm.allGatherv(out, count, type, in, counts, at, type);
        }

        @Override
        public void alltoall(Intracomm comm, Object out, int count, Datatype type, Object in) {
            comm.allToAll(out, count, type, in, count, type);
        }

        @Override
        public void alltoallv(Intracomm comm, Object out, int[] counts, int[] at, Datatype type, Object in,
            int[] inCounts, int[] inAt) {
            comm.allToAllv(out, counts, at, type, in, inCounts, inAt, type);
        }

        @Override
        public void reduce(Intracomm comm, Object out, Object in, int count, Datatype type, Op op, int root) {
            comm.reduce(out, in, count, type, op, root);
        }

        @Override
        public void allreduce(Intracomm comm, Object out, Object in, int count, Datatype type, Op op) {
            comm.allReduce(out, in, count, type, op);
        }

        @Override
        public void reduceScatter(Intracomm comm, Object out, Object in, int[] counts, Datatype type, Op op) {
            comm.reduceScatter(out, in, counts, type, op);
        }

        @Override
        public void scan(Intracomm comm, Object out, Object in, int count, Datatype type, Op op) {
            comm.scan(out, in, count, type, op);
        }
    }

    /** Open MPI's buffers outside of Java's heap. */
    final class Direct extends Arrays {
        @Override
        public String toString() {
            return "Open MPI, direct buffers";
        }

        @Override
        public Object memory(Object array) {
            return Values.direct(array);
        }

        @Override
        public Object array(Values values, Object memory, int length) {
            Object array = values.empty(length);
            Values.copyBack((ByteBuffer) memory, array);
            return array;
        }

        @Override
        public boolean has(Values values) {
            return values.element() != boolean.class && values.element() != Object.class;
        }
    }
}
