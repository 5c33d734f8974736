// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.lib;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * The functions of libucp that a job of several nodes calls, of UCX 1.11 and newer.
 *
 * <p>Pointers and sizes are longs. A {@code ucs_status_t} is a packed enumeration of one byte, so functions that return
 * one are declared so. A {@code ucs_status_ptr_t} is 0 for done, an error from -100 to -1, or a request.
 */
@SuppressWarnings("restricted")
final class Ucp {
    static final byte OK = 0;
    static final byte IN_PROGRESS = 1;

    private static final String LIBRARY = "libucp.so.0";
    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup SYMBOLS = SymbolLookup.libraryLookup(LIBRARY, Arena.global());

    static final MethodHandle GET_VERSION = nothing("ucp_get_version", ADDRESS, ADDRESS, ADDRESS);
    static final MethodHandle INIT = status("ucp_init_version", JAVA_INT, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    static final MethodHandle WORKER_CREATE = status("ucp_worker_create", JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle WORKER_ADDRESS = status("ucp_worker_get_address", JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle WORKER_PROGRESS = link("ucp_worker_progress", FunctionDescriptor.of(JAVA_INT, JAVA_LONG));
    static final MethodHandle WORKER_FENCE = status("ucp_worker_fence", JAVA_LONG);
    static final MethodHandle WORKER_FLUSH = pointer("ucp_worker_flush_nbx", JAVA_LONG, ADDRESS);
    static final MethodHandle EP_CREATE = status("ucp_ep_create", JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle EP_FLUSH = pointer("ucp_ep_flush_nbx", JAVA_LONG, ADDRESS);
    static final MethodHandle RKEY_UNPACK = status("ucp_ep_rkey_unpack", JAVA_LONG, ADDRESS, ADDRESS);
    static final MethodHandle PUT = pointer("ucp_put_nbx", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
        ADDRESS);
    static final MethodHandle GET = pointer("ucp_get_nbx", JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG,
        ADDRESS);
    static final MethodHandle ATOMIC = pointer("ucp_atomic_op_nbx", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG,
        JAVA_LONG, JAVA_LONG, ADDRESS);
    static final MethodHandle MESSAGE = pointer("ucp_am_send_nbx", JAVA_LONG, JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG,
        JAVA_LONG, ADDRESS);
    static final MethodHandle CHECK = status("ucp_request_check_status", JAVA_LONG);
    static final MethodHandle FREE = nothing("ucp_request_free", JAVA_LONG);

    private Ucp() {
    }

    private static MethodHandle link(String name, FunctionDescriptor descriptor) {
        return LINKER.downcallHandle(SYMBOLS.findOrThrow(name), descriptor);
    }

    private static MethodHandle status(String name, MemoryLayout... parameters) {
        return link(name, FunctionDescriptor.of(JAVA_BYTE, parameters));
    }

    private static MethodHandle pointer(String name, MemoryLayout... parameters) {
        return link(name, FunctionDescriptor.of(JAVA_LONG, parameters));
    }

    private static MethodHandle nothing(String name, MemoryLayout... parameters) {
        return link(name, FunctionDescriptor.ofVoid(parameters));
    }

    /** What an agent calls and a PE does not. */
    static final class OfAgent {
        static final MethodHandle WORKER_WAIT = status("ucp_worker_wait", JAVA_LONG);
        static final MethodHandle SET_HANDLER = status("ucp_worker_set_am_recv_handler", JAVA_LONG, ADDRESS);
        static final MethodHandle MEM_MAP = status("ucp_mem_map", JAVA_LONG, ADDRESS, ADDRESS);
        static final MethodHandle RKEY_PACK = status("ucp_rkey_pack", JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);

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

    /** {@return an error's words}; the text is in libucs, which libucp has loaded */
    static String describe(int status) {
        try {
            MethodHandle text = pointer("ucs_status_string", JAVA_BYTE);
            return MemorySegment.ofAddress((long) text.invokeExact((byte) status)).reinterpret(Short.MAX_VALUE)
                .getString(0);
        } catch (Throwable e) {
            return "status " + status;
        }
    }

    static void require(byte status, String what) {
        if (status != OK) {
            throw new UcxException(what, status);
        }
    }
}
