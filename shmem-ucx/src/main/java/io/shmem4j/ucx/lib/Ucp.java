// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.lib;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * The functions of libucp, UCX 1.11 or newer, that a job on several nodes calls.
 *
 * <p>All parameters and results are words here, because Java makes code of its own for every signature, which takes
 * 5 ms. A function reads the part of a word that it needs. A {@code ucs_status_t} is a packed enumeration: the result's
 * lowest byte. A {@code ucs_status_ptr_t} is 0 for done, an error from -100 to -1, or a request.
 */
@SuppressWarnings("restricted")
final class Ucp {
    static final byte OK = 0;
    static final byte IN_PROGRESS = 1;

    private static final String LIBRARY = "libucp.so.0";
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup SYMBOLS = SymbolLookup.libraryLookup(LIBRARY, Arena.global());

    static final MethodHandle GET_VERSION = link("ucp_get_version", 3);
    static final MethodHandle INIT = link("ucp_init_version", 5);
    static final MethodHandle WORKER_CREATE = link("ucp_worker_create", 3);
    static final MethodHandle WORKER_PROGRESS = link("ucp_worker_progress", 1);

    private Ucp() {
    }

    private static MethodHandle link(String name, int parameters) {
        MemoryLayout[] words = new MemoryLayout[parameters];
        Arrays.fill(words, JAVA_LONG);
        return LINKER.downcallHandle(SYMBOLS.findOrThrow(name), FunctionDescriptor.of(JAVA_LONG, words));
    }

    /** Calls of a PE only. */
    static final class OfPe {
        static final MethodHandle WORKER_FENCE = link("ucp_worker_fence", 1);
        static final MethodHandle WORKER_FLUSH = link("ucp_worker_flush_nbx", 2);
        static final MethodHandle EP_CREATE = link("ucp_ep_create", 3);
        static final MethodHandle EP_FLUSH = link("ucp_ep_flush_nbx", 2);
        static final MethodHandle RKEY_UNPACK = link("ucp_ep_rkey_unpack", 3);
        static final MethodHandle PUT = link("ucp_put_nbx", 6);
        static final MethodHandle GET = link("ucp_get_nbx", 6);
        static final MethodHandle ATOMIC = link("ucp_atomic_op_nbx", 7);
        static final MethodHandle MESSAGE = link("ucp_am_send_nbx", 7);
        static final MethodHandle CHECK = link("ucp_request_check_status", 1);
        static final MethodHandle FREE = link("ucp_request_free", 1);

        private OfPe() {
        }
    }

    /** Calls of a PE whose process takes part in jobs one after the other. */
    static final class OfJoined {
        static final MethodHandle WORKER_DESTROY = link("ucp_worker_destroy", 1);
        static final MethodHandle RKEY_DESTROY = link("ucp_rkey_destroy", 1);

        private OfJoined() {
        }
    }

    /** Calls of an agent only. */
    static final class OfAgent {
        static final MethodHandle WORKER_ADDRESS = link("ucp_worker_get_address", 3);
        static final MethodHandle WORKER_WAIT = link("ucp_worker_wait", 1);
        static final MethodHandle WORKER_SIGNAL = link("ucp_worker_signal", 1);
        static final MethodHandle SET_HANDLER = link("ucp_worker_set_am_recv_handler", 2);
        static final MethodHandle MEM_MAP = link("ucp_mem_map", 3);
        static final MethodHandle RKEY_PACK = link("ucp_rkey_pack", 4);

        private OfAgent() {
        }
    }

    /**
     * {@return the address of a function that UCX calls with a message: an argument, header and its length, data and
     * their length, parameters}
     */
    static long function(MethodHandle handler) {
        return LINKER.upcallStub(handler, FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
            JAVA_LONG, JAVA_LONG), Arena.global()).address();
    }

    static byte status(long result) {
        return (byte) result;
    }

    /** {@return an error's words}; the text is in libucs, which libucp has loaded */
    static String describe(int status) {
        try {
            MethodHandle text = link("ucs_status_string", 1);
            return MemorySegment.ofAddress((long) text.invokeExact((long) status)).reinterpret(Short.MAX_VALUE)
                .getString(0);
        } catch (Throwable e) {
            return "status " + status;
        }
    }

    static void require(long result, String what) {
        if (status(result) != OK) {
            throw new UcxException(what, status(result));
        }
    }
}
