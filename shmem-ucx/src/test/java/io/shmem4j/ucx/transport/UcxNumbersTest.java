// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import static java.util.Map.entry;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Headers of UCX are looked for in {@code /usr/include}, or in the folder of {@code -Ducx.include}. */
class UcxNumbersTest {
    private static final Path COMPILER = Path.of("/usr/bin/cc");
    private static final Path HEADERS = Path.of(System.getProperty("ucx.include", "/usr/include"));

    private static final Map<String, String> OF_CONTEXT = Map.ofEntries(
        entry("FEATURES_FIELD", "UCP_PARAM_FIELD_FEATURES"),
        entry("SHARED_FIELD", "UCP_PARAM_FIELD_MT_WORKERS_SHARED"),
        entry("FEATURES", "offsetof(ucp_params_t, features)"),
        entry("SHARED", "offsetof(ucp_params_t, mt_workers_shared)"), entry("RMA", "UCP_FEATURE_RMA"),
        entry("ATOMICS_32", "UCP_FEATURE_AMO32"), entry("ATOMICS_64", "UCP_FEATURE_AMO64"),
        entry("WAKEUP", "UCP_FEATURE_WAKEUP"), entry("MESSAGES", "UCP_FEATURE_AM"),
        entry("WORKER_FIELDS", "UCP_WORKER_PARAM_FIELD_THREAD_MODE"),
        entry("WORKER_MODE", "offsetof(ucp_worker_params_t, thread_mode)"),
        entry("SERIALIZED", "UCS_THREAD_MODE_SERIALIZED"),
        entry("MEMORY_FIELDS", "UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH"),
        entry("MEMORY_ADDRESS", "offsetof(ucp_mem_map_params_t, address)"),
        entry("MEMORY_LENGTH", "offsetof(ucp_mem_map_params_t, length)"));

    private static final Map<String, String> OF_ANY_WORKER = Map.of("ADD", "UCP_ATOMIC_OP_ADD",
        "SWAP", "UCP_ATOMIC_OP_SWAP", "COMPARE_SWAP", "UCP_ATOMIC_OP_CSWAP",
        "AND", "UCP_ATOMIC_OP_AND", "OR", "UCP_ATOMIC_OP_OR", "XOR", "UCP_ATOMIC_OP_XOR");

    private static final Map<String, String> OF_WORKER = Map.ofEntries(
        entry("ADDRESS_FIELD", "UCP_EP_PARAM_FIELD_REMOTE_ADDRESS"),
        entry("ADDRESS", "offsetof(ucp_ep_params_t, address)"),
        entry("DATATYPE_FIELD", "UCP_OP_ATTR_FIELD_DATATYPE"), entry("FLAGS_FIELD", "UCP_OP_ATTR_FIELD_FLAGS"),
        entry("REPLY_FIELD", "UCP_OP_ATTR_FIELD_REPLY_BUFFER"), entry("FLAGS", "offsetof(ucp_request_param_t, flags)"),
        entry("DATATYPE", "offsetof(ucp_request_param_t, datatype)"),
        entry("REPLY", "offsetof(ucp_request_param_t, reply_buffer)"), entry("EAGER", "UCP_AM_SEND_FLAG_EAGER"),
        entry("HANDLER_FIELD", "UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_CB"),
        entry("HANDLER_FUNCTION", "offsetof(ucp_am_handler_param_t, cb)"), entry("LAST_ERROR", "UCS_ERR_LAST"));

    @Test
    void numbersAreThoseOfTheCHeaders(@TempDir Path folder) throws Exception {
        assumeTrue(Files.isExecutable(COMPILER) && Files.exists(HEADERS.resolve("ucp/api/ucp.h")));
        StringBuilder text = new StringBuilder("#include <stddef.h>\n#include <ucp/api/ucp.h>\n");
        check(text, UcxContext.class, OF_CONTEXT);
        check(text, Worker.class, OF_ANY_WORKER);
        check(text, UcxWorker.class, OF_WORKER);
        check(text, Ucp.class, Map.of("OK", "UCS_OK", "IN_PROGRESS", "UCS_INPROGRESS"));
        Path source = Files.writeString(folder.resolve("numbers.c"), text);
        Process compiler = new ProcessBuilder(COMPILER.toString(), "-fsyntax-only", "-I", HEADERS.toString(),
            source.toString()).redirectErrorStream(true).start();
        assertEquals("", new String(compiler.getInputStream().readAllBytes()));
        assertEquals(0, compiler.waitFor());
    }

    private static void check(StringBuilder text, Class<?> type, Map<String, String> numbers)
            throws ReflectiveOperationException {
        for (Map.Entry<String, String> number : numbers.entrySet()) {
            Field field = type.getDeclaredField(number.getKey());
            field.setAccessible(true);
            text.append("_Static_assert((long)(").append(number.getValue()).append(") == ").append(field.get(null))
                .append(", \"").append(number.getKey()).append("\");\n");
        }
    }
}
