// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.spi.LibraryFrames.Role;
import io.shmem4j.spi.LibraryFrames;
import java.lang.StackWalker.StackFrame;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Numbers call sites so that they fit into a slot. A site is a routine with a line, such as {@code put at
 * Heat.java:81}. Rewritten classes record it before each call; otherwise it is taken from the stack.
 */
public final class Sites {
    private static final String OURS = "io/shmem4j/";
    private static final String[] INSIDE = {"apart/", "attach/", "pe/", "hang/", "join/", "local/", "shm/", "observe/",
        "config/", "algorithm/", "error/", "work/", "report/", "launch/", "placement/", "inspect/", "junit/", "engine/",
        "collective/", "spi/", "sim/", "ucx/", "legacy/", "nonblocking/", "progress/", "race/order/", "race/program/"};
    private static final ThreadLocal<String[]> PLACE = ThreadLocal.withInitial(() -> new String[1]);
    private static final StackWalker STACK = StackWalker.getInstance();

    private final SharedState state;
    private final Map<String, Integer> numbers = new ConcurrentHashMap<>();

    Sites(SharedState state) {
        this.state = state;
    }

    /** {@return the cell with the calling thread's current call site} */
    static String[] ofThread() {
        return PLACE.get();
    }

    /** Sets the calling thread's call site. Called by rewritten classes. */
    public static void at(String place) {
        PLACE.get()[0] = place;
    }

    /** {@return the number of a call site, or 0 if there is no room for another one} */
    int number(String text) {
        Integer known = numbers.get(text);
        return known != null ? known : numbers.computeIfAbsent(text, this::add);
    }

    private int add(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int number = 1 + state.words.getAndAddInt(SharedState.NEXT_SITE, 1);
        int at = state.words.getAndAddInt(SharedState.NEXT_TEXT, bytes.length);
        if (number >= SharedState.SITES || at + bytes.length > SharedState.TEXT_BYTES) {
            return 0;
        }
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, state.memory, SharedState.TEXT + at, bytes.length);
        state.words.setLongRelease(SharedState.SITE_TABLE + number * 8L, (long) at << 32 | bytes.length);
        return number;
    }

    String text(int number) {
        long entry = number == 0 ? 0 : state.words.getLongAcquire(SharedState.SITE_TABLE + number * 8L);
        if (entry == 0) {
            return "access at an unknown place";
        }
        byte[] bytes = new byte[(int) entry];
        MemorySegment.copy(state.memory, SharedState.TEXT + (entry >>> 32), MemorySegment.ofArray(bytes), 0,
            bytes.length);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** {@return the number of the program's call site on the current stack} */
    int ofStack() {
        return number(STACK.walk(frames -> {
            String[] inside = {"access"};
            StackFrame caller = frames.dropWhile(frame -> {
                boolean library = isLibrary(frame.getClassName().replace('.', '/'));
                if (library && !frame.getMethodName().startsWith("lambda$")) {
                    inside[0] = frame.getMethodName();
                }
                return library || isReflection(frame.getClassName());
            }).findFirst().orElse(null);
            return inside[0] + " at " + (caller == null ? "an unknown place" : caller.getFileName() + ":"
                + caller.getLineNumber());
        }));
    }

    /** {@return whether a class, given by its internal name, belongs to the library and not to a bundled program} */
    public static boolean isLibrary(String name) {
        if (!name.startsWith(OURS)) {
            return false;
        }
        String rest = name.substring(OURS.length());
        return rest.indexOf('/') < 0 || startsWithOne(rest, INSIDE) || serves(name)
            || rest.startsWith("race/") && rest.indexOf('/', "race/".length()) < 0;
    }

    /** {@return whether a library class makes accesses on behalf of the program} */
    public static boolean serves(String name) {
        return name.startsWith(OURS) && LibraryFrames.is(name.replace('/', '.'), Role.SERVES);
    }

    private static boolean startsWithOne(String name, String[] beginnings) {
        for (String each : beginnings) {
            if (name.startsWith(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isReflection(String name) {
        return name.startsWith("java.lang.reflect.") || name.startsWith("jdk.internal.");
    }
}
