// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/** The functions of libucp (UCX 1.11 or newer) that jobs on several nodes call. */
@SuppressWarnings("restricted")
final class Ucp {
    static final byte OK = 0;
    static final byte IN_PROGRESS = 1;

    private static final String LIBRARY = "libucp.so.0";
    private static final SymbolLookup SYMBOLS = SymbolLookup.libraryLookup(LIBRARY, Arena.global());

    static final Function GET_VERSION = find("ucp_get_version", "can't ask for the version");
    static final Function INIT = find("ucp_init_version", "can't begin");
    static final Function WORKER_CREATE = find("ucp_worker_create", "can't make a worker");
    static final Function WORKER_DESTROY = find("ucp_worker_destroy", "can't end a worker");
    static final Function WORKER_PROGRESS = find("ucp_worker_progress", "can't progress");
    static final Function WORKER_FENCE = find("ucp_worker_fence", "fence");
    static final Function WORKER_FLUSH = find("ucp_worker_flush_nbx", "flush");
    static final Function EP_CREATE = find("ucp_ep_create",
        "can't connect; UCX_NET_DEVICES names a network that all hosts have");
    static final Function EP_FLUSH = find("ucp_ep_flush_nbx", "flush");
    static final Function RKEY_UNPACK = find("ucp_ep_rkey_unpack", "can't unpack a key");
    static final Function RKEY_DESTROY = find("ucp_rkey_destroy", "can't give a key back");
    static final Function PUT = find("ucp_put_nbx", "put");
    static final Function GET = find("ucp_get_nbx", "get");
    static final Function ATOMIC = find("ucp_atomic_op_nbx", "atomic");
    static final Function MESSAGE = find("ucp_am_send_nbx", "message");
    static final Function CHECK = find("ucp_request_check_status", "an operation failed");
    static final Function FREE = find("ucp_request_free", "free");
    static final Function WORKER_ADDRESS = find("ucp_worker_get_address", "can't get an address");
    static final Function WORKER_WAIT = find("ucp_worker_wait", "can't wait");
    static final Function WORKER_SIGNAL = find("ucp_worker_signal", "can't end a wait");
    static final Function SET_HANDLER = find("ucp_worker_set_am_recv_handler", "can't receive messages");
    static final Function MEM_MAP = find("ucp_mem_map", "can't register memory");
    static final Function RKEY_PACK = find("ucp_rkey_pack", "can't pack a key");

    private Ucp() {
    }

    private static Function find(String name, String failure) {
        return new Function(SYMBOLS.findOrThrow(name), failure);
    }

    /**
     * {@return the address of a message handler for UCX} Its parameters are an argument, the header and its length, the
     * data and their length, and a structure.
     */
    static long function(MethodHandle handler) {
        return Linker.nativeLinker().upcallStub(handler, FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG), Arena.global()).address();
    }

    /** {@return the text of an error, from libucs, which libucp has loaded} */
    static String describe(int status) {
        try {
            long text = find("ucs_status_string", "").call(status, 0, 0, 0, 0, 0, 0);
            return MemorySegment.ofAddress(text).reinterpret(Short.MAX_VALUE).getString(0);
        } catch (RuntimeException | LinkageError e) {
            return "status " + status;
        }
    }

    /**
     * A C function, with the text of its failure.
     *
     * <p>All are called with one signature of seven words, because Java generates code for each signature, which takes
     * 5 ms. A function reads only the words, and the parts of them, that it needs. A {@code ucs_status_t} is a packed
     * enumeration in the result's lowest byte. A {@code ucs_status_ptr_t} is 0 for success, an error from -100 to -1,
     * or a request.
     */
    record Function(MemorySegment address, String failure) {
        private static final int WORDS = 7;
        private static final MethodHandle SHAPE = Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_LONG,
            JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));

        long call(long a, long b, long c, long d, long e, long f, long g) {
            try {
                return (long) SHAPE.invokeExact(address, a, b, c, d, e, f, g);
            } catch (Throwable thrown) {
                throw new UcxException(failure, thrown);
            }
        }

        long call(long... words) {
            long[] all = Arrays.copyOf(words, WORDS);
            return call(all[0], all[1], all[2], all[3], all[4], all[5], all[6]);
        }

        /** Calls it, and requires success. */
        void run(long... words) {
            require((byte) call(words));
        }

        void require(byte status) {
            if (status != OK) {
                throw new UcxException(failure, status);
            }
        }
    }
}
