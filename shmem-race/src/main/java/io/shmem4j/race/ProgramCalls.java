// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.ThreadOrder.Task;
import io.shmem4j.race.order.Shadow;
import io.shmem4j.race.order.Sites;
import java.lang.classfile.Opcode;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executor;
import java.util.concurrent.Phaser;
import java.util.regex.Pattern;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Links calls of JDK methods that access memory or order threads. Rewritten classes call them through this class. */
public final class ProgramCalls {
    private static final Map<String, Set<Role>> ROLES = new ConcurrentHashMap<>();
    private static final Pattern TASKS = Pattern.compile(
        "L(java/lang/Runnable|java/util/concurrent/Callable|java/util/function/\\w+);");

    private final Set<Role> roles;
    private final String name;
    private final MethodType type;
    private final MethodHandle call;
    private final Opcode opcode;
    private final String place;
    /** Which arguments are tasks. */
    private final boolean[] tasks;

    /**
     * Effects of methods, matched by kind of call, owner, name and type. In the patterns {@code SEG} is the class of
     * segments, {@code SEG_ARG} a segment argument with the following coordinates of a handle, {@code ANY} an argument,
     * {@code CONC} the package java.util.concurrent.
     */
    private enum Role {
        ELEMENT("virtual SEG\\.[gs]et(AtIndex)?\\(Ljava/lang/foreign/ValueLayout.*"),
        BULK("(virtual SEG\\.(fill|copyFrom|toArray|mismatch)|static SEG\\.copy)\\(.*"),
        ALLOCATES("virtual java/lang/foreign/(Arena|SegmentAllocator)\\.\\w+\\(.*\\)LSEG;"),
        MAKES_HANDLE("\\w+ (java/lang/foreign/[^.]+\\.(varHandle|arrayElementVarHandle)\\(|java/lang/invoke/"
            + "(VarHandle\\.withInvoke|MethodHandles\\.insertCoordinates\\()).*"),
        /** Calls of a handle on a segment, as opposed to a variable of type segment. */
        USES_HANDLE("virtual java/lang/invoke/VarHandle\\.(get(?!And)\\w*\\(SEG_ARG|(weakC|c)ompareAnd\\w+\\("
            + "SEG_ARG ANY ANY|(set|getAnd)\\w*\\(SEG_ARG ANY)\\).*"),
        /** Accesses arrays, some with bounds as the following arguments. */
        ELEMENTS("static java/lang/System\\.arraycopy.*|static java/util/Arrays\\..*|\\w+ java/util/stream/\\w+\\.of\\("
            + ".*"),
        STARTS_THREAD("virtual \\S+\\.start\\(\\)V"),
        STREAMS("virtual java/util/stream/\\w*Stream\\..*"),
        TIMES("virtual java/util/Timer\\.(schedule|cancel|purge).*"),
        /** Runs a task after other tasks. */
        FOLLOWS("\\w+ CONC/Complet[^.]*\\.(then|when|handle|exceptionally|run(?!Async)|accept|apply).*"),
        STARTS(FOLLOWS.pattern + "|(\\w+ (CONC/|java/lang/Thread\\$Builder)[^.]*|static java/lang/Thread)\\.(execute"
            + "|submit|runAsync|supplyAsync|start|startVirtualThread|fork|unstarted|schedule(AtFixedRate"
            + "|WithFixedDelay)?)\\(.*"),
        GIVES(STARTS.pattern + "|(virtual|special) CONC/\\S+\\.invokeA.*"),
        /** Objects shared between threads, except classes that order nothing. */
        SHARES("virtual (CONC/(?!TimeUnit|ThreadLocalRandom).*|java/util/((?!Bit)\\w*(Collection|List|Set|Map|Queue"
            + "|Deque|Iterator)|Vector|Stack|Hashtable|Properties|Enumeration)\\..*)"),
        WAITS("virtual \\S+\\.wait\\((J|JI)?\\)V"),
        /** Observes the end of a thread; compilers emit the program's class as the owner. */
        JOINS("virtual (?!CONC)\\S+\\.(join\\((|J|JI)\\)V|join\\(Ljava/time/Duration;\\)Z|isAlive\\(\\)Z"
            + "|getState\\(\\)Ljava/lang/Thread\\.State;)"),
        USES_FIELD("virtual java/lang/invoke/VarHandle\\..*"),
        /** Acquires only. */
        ONLY_TAKES("virtual (CONC/atomic/[^.]*|java/lang/invoke/VarHandle)\\.(get(?!And)|\\w+Value\\().*|virtual CONC/"
            + "(CountDownLatch\\.(await|getCount)|Semaphore\\.(try)?[aA]cquire).*|virtual \\S+\\.isInterrupted\\(\\)Z"),
        /** Releases only. */
        ONLY_GIVES("virtual (CONC/atomic/[^.]*|java/lang/invoke/VarHandle)\\.(set|lazySet).*|virtual CONC/("
            + "CountDownLatch\\.countDown|Semaphore\\.release|locks/[^.]*\\.unlock).*|virtual \\S+\\.interrupt\\(\\)V"),
        /** Observes an interrupt. */
        ASKS("static java/lang/Thread\\.interrupted\\(\\)Z"),
        /** May wait for the end of a task. */
        ENDS("virtual CONC/[^.]*(Future|Execut|ForkJoin|Complet|Scope|Recursive)[^.]*\\..*"),
        /** Returns another view of the same object. */
        VIEWS("virtual CONC/locks/[^.]*\\.((read|write)Lock|as\\w+Lock|newCondition)\\(\\)L.*");

        private final String pattern;
        private final Pattern compiled;

        Role(String pattern) {
            this.pattern = pattern;
            this.compiled = Pattern.compile(pattern.replace("SEG_ARG", "LSEG;([JISB]|Ljava/lang/(Long|Integer|Short"
                + "|Byte);)*").replace(" ANY", "\\[*([JISBCZFD]|L[^;]+;)").replace("SEG",
                "java/lang/foreign/MemorySegment").replace("CONC", "java/util/concurrent"));
        }
    }

    private ProgramCalls(Set<Role> roles, String name, MethodType type, MethodHandle call, Opcode opcode,
        String place) {
        this.roles = roles;
        this.name = name;
        this.type = type;
        this.call = call.asFixedArity().asSpreader(Object[].class, type.parameterCount()).asType(
            MethodType.methodType(Object.class, Object[].class));
        this.opcode = opcode;
        this.place = place;
        this.tasks = new boolean[type.parameterCount()];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = TASKS.matcher(type.parameterType(i).descriptorString()).matches();
        }
    }

    private static Set<Role> roles(String owner, String name, String descriptor, Opcode opcode) {
        String how = opcode == Opcode.INVOKESTATIC ? "static " : opcode == Opcode.INVOKESPECIAL ? "special "
            : "virtual ";
        return name.equals("<init>") ? Set.of() : ROLES.computeIfAbsent(how + owner + "." + name + descriptor, text ->
            Stream.of(Role.values()).filter(each -> each.compiled.matcher(text).matches()).collect(
            Collectors.toCollection(() -> EnumSet.noneOf(Role.class))));
    }

    /**
     * {@return whether a call must be linked}
     *
     * @param inside whether the caller is a library class, whose own work is not the program's
     * @param locks  whether that class separates the program's threads by handles on its fields
     */
    static boolean isSeen(String owner, String name, String descriptor, Opcode opcode, boolean inside, boolean locks) {
        Set<Role> roles = roles(owner, name, descriptor, opcode);
        return inside ? !Collections.disjoint(roles, locks ? EnumSet.of(Role.ELEMENT, Role.BULK, Role.MAKES_HANDLE,
            Role.USES_FIELD) : EnumSet.of(Role.ELEMENT, Role.BULK, Role.MAKES_HANDLE)) : !roles.isEmpty();
    }

    /** Links a call in a rewritten class. */
    public static CallSite link(Lookup lookup, String name, MethodType type, MethodHandle call, String owner,
        String descriptor, int opcode, String place) throws ReflectiveOperationException {
        Opcode how = Opcode.values()[opcode];
        Set<Role> roles = roles(owner, name, descriptor, how);
        if (roles.contains(Role.ELEMENT)) {
            MethodHandle element = MethodHandles.lookup().findStatic(ProgramCalls.class, "element",
                MethodType.methodType(void.class, String.class, boolean.class, boolean.class, MemorySegment.class,
                ValueLayout.class, long.class));
            return new ConstantCallSite(MethodHandles.foldArguments(call, MethodHandles.insertArguments(element, 0,
                place, name.startsWith("set"), name.endsWith("AtIndex")).asType(MethodType.methodType(void.class,
                type.parameterList().subList(0, 3)))));
        }
        return new ConstantCallSite(MethodHandles.lookup().findVirtual(ProgramCalls.class, "run",
            MethodType.methodType(Object.class, Object[].class)).bindTo(new ProgramCalls(roles, name, type, call, how,
            place)).asCollector(Object[].class, type.parameterCount()).asType(type));
    }

    private static void element(String place, boolean stores, boolean indexed, MemorySegment segment,
        ValueLayout layout, long offset) {
        come(place);
        long bytes = layout.byteSize();
        ProgramAccesses.access(stores ? Shadow.WRITE : Shadow.READ, segment, indexed ? offset * bytes : offset, bytes);
    }

    private static void come(String place) {
        if (!place.isEmpty()) {
            Sites.at(place);
        }
    }

    private Object run(Object[] arguments) throws Throwable {
        if (roles.contains(Role.MAKES_HANDLE)) {
            Object made = call.invokeExact(arguments);
            PathHandles.made(name, arguments, (VarHandle) made);
            return made;
        }
        if (roles.contains(Role.ALLOCATES)) {
            Object made = call.invokeExact(arguments);
            ProgramAccesses.allocated((MemorySegment) made);
            return made;
        }
        if (roles.contains(Role.USES_HANDLE)) {
            come(place);
            return PathHandles.used(name, arguments, call);
        }
        if (roles.contains(Role.BULK)) {
            come(place);
            ProgramAccesses.called(name, arguments);
        } else if (roles.contains(Role.ELEMENTS)) {
            come(place);
            elements(arguments);
        } else {
            return orders(arguments);
        }
        return call.invokeExact(arguments);
    }

    private void elements(Object[] arguments) {
        if (name.equals("arraycopy")) {
            ProgramAccesses.arraycopy(arguments[0], (int) arguments[1], arguments[2], (int) arguments[3],
                (int) arguments[4]);
            return;
        }
        boolean stores = name.startsWith("fill") || name.contains("ort") || name.startsWith("setAll")
            || name.startsWith("parallel");
        for (int i = 0; i < arguments.length; i++) {
            Class<?> each = type.parameterType(i);
            if (each.isArray() && each.componentType().isPrimitive()) {
                boolean bounded = i + 2 < arguments.length && type.parameterType(i + 1) == int.class
                    && type.parameterType(i + 2) == int.class;
                ProgramAccesses.elements(arguments[i], bounded ? (int) arguments[i + 1] : 0, bounded
                    ? (int) arguments[i + 2] : -1, stores ? Shadow.WRITE : Shadow.READ);
            }
        }
    }

    private Object orders(Object[] arguments) throws Throwable {
        Object receiver = opcode == Opcode.INVOKESTATIC ? null : arguments[0];
        if (roles.contains(Role.STARTS_THREAD)) {
            ThreadOrder.starts(receiver);
            return call.invokeExact(arguments);
        }
        if (receiver instanceof BaseStream<?, ?> stream) {
            return Stage.call(stream, name, type, call, arguments);
        }
        if (roles.contains(Role.TIMES)) {
            ThreadOrder.times(arguments);
            return call.invokeExact(arguments);
        }
        if (receiver instanceof CyclicBarrier barrier && name.equals("await")) {
            return Meetings.await(barrier, call, arguments);
        }
        if (receiver instanceof Phaser phaser && phaser.getClass() == Phaser.class) {
            return Meetings.phase(phaser, name, call, arguments);
        }
        Task task = null;
        if (roles.contains(Role.GIVES)) {
            task = give(arguments);
        } else if (roles.contains(Role.SHARES)) {
            for (int i = 1; i < arguments.length; i++) {
                if (tasks[i]) {
                    arguments[i] = ThreadOrder.within(receiver, arguments[i], type.parameterType(i));
                }
            }
        }
        // Calls of super methods only order the tasks in their arguments.
        if (opcode == Opcode.INVOKESPECIAL) {
            return call.invokeExact(arguments);
        }
        if (roles.contains(Role.WAITS)) {
            ThreadOrder.leaves(receiver);
        } else if (receiver != null && !roles.contains(Role.ONLY_TAKES)) {
            ThreadOrder.releases(receiver);
        }
        // Submitting a task doesn't order the caller after earlier tasks, even if one has ended.
        if (roles.contains(Role.STARTS)) {
            if (task != null && receiver != null) {
                task.goesTo(receiver);
            }
            Object result = call.invokeExact(arguments);
            if (task != null && result != null && !type.returnType().isPrimitive()) {
                task.gives(result);
            }
            return result;
        }
        Object result = null;
        try {
            result = call.invokeExact(arguments);
        } finally {
            learns(receiver, result);
        }
        return result;
    }

    private void learns(Object receiver, Object result) {
        if (roles.contains(Role.VIEWS)) {
            ThreadOrder.view(result, receiver);
        }
        if (roles.contains(Role.JOINS)) {
            ThreadOrder.joined(receiver);
        } else if (roles.contains(Role.WAITS)) {
            ThreadOrder.enters(receiver);
        } else if (roles.contains(Role.ENDS)) {
            ThreadOrder.ended(receiver);
            ThreadOrder.acquires(receiver instanceof Executor ? null : receiver);
        } else if (roles.contains(Role.ASKS)) {
            ThreadOrder.interrupted();
        } else if (!roles.contains(Role.ONLY_GIVES)) {
            ThreadOrder.acquires(receiver);
        }
    }

    /** Wraps tasks among the arguments to observe their execution; {@return the last task, or null} */
    private Task give(Object[] arguments) {
        Task latest = null;
        for (int i = opcode == Opcode.INVOKESTATIC ? 0 : 1; i < arguments.length; i++) {
            Class<?> each = type.parameterType(i);
            if (tasks[i]) {
                Task task = Task.of(arguments[i], roles.contains(Role.FOLLOWS));
                if (task != null) {
                    arguments[i] = task.as(each);
                    latest = task;
                }
            } else if (each == Collection.class && arguments[i] != null) {
                arguments[i] = Task.all(arguments[0], (Collection<?>) arguments[i]);
            } else if (each == Executor.class && latest != null) {
                latest.goesTo(arguments[i]);
            }
        }
        return latest;
    }
}
