// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import java.lang.classfile.Opcode;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Calls of the JDK that access memory or order threads: rewritten classes make them through here. */
public final class ProgramCalls {
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String STREAM = "java/util/stream/";
    private static final String HANDLE = "java/lang/invoke/VarHandle";
    private static final Set<String> BULK = Set.of("fill", "copyFrom", "toArray", "copy", "mismatch");
    private static final Pattern COORDINATES = Pattern.compile(
        "Ljava/lang/foreign/MemorySegment;([JISB]|Ljava/lang/(Long|Integer|Short|Byte);)*");
    private static final Pattern TASKS = Pattern.compile(
        "L(java/lang/Runnable|java/util/concurrent/Callable|java/util/function/\\w+);");
    private static final Set<String> STARTERS = Set.of("execute", "submit", "runAsync", "supplyAsync", "start",
        "startVirtualThread", "fork", "unstarted", "schedule", "scheduleAtFixedRate", "scheduleWithFixedDelay");
    private static final Pattern FOLLOWERS = Pattern.compile("then|when|handle|exceptionally|run|accept|apply");
    /** Whose methods may wait for the end of a task. */
    private static final Pattern ENDS = Pattern.compile("Future|Execut|ForkJoin|Complet|Scope|Recursive");
    /** What tells a thread that another one has ended, if it is one; compilers name the class that the program does. */
    private static final Pattern JOINS = Pattern.compile("join\\((|J|JI)\\)V|join\\(Ljava/time/Duration;\\)Z"
        + "|isAlive\\(\\)Z|getState\\(\\)Ljava/lang/Thread.State;");
    private static final Pattern WAITS = Pattern.compile("wait\\((J|JI)?\\)V");
    /** Of which some objects may be shared by threads. */
    private static final Pattern COLLECTIONS = Pattern.compile("java/util/(?!Bit)(\\w*(Collection|List|Set|Map|Queue"
        + "|Deque|Iterator)|Vector|Stack|Hashtable|Properties|Enumeration)");
    /** Of which an object orders nothing. */
    private static final Set<String> APART = Set.of(CONCURRENT + "TimeUnit", CONCURRENT + "ThreadLocalRandom");
    /** Methods whose results stand for the same object. */
    private static final Pattern VIEWS = Pattern.compile("(read|write)Lock|as\\w+Lock|newCondition");

    private final Seen seen;
    private final MethodType type;
    private final MethodHandle call;
    private final int place;
    /** What the names say, which is asked once for each call of the program. */
    private final boolean startsThread;
    private final boolean loops;
    private final boolean gives;
    private final boolean starts;
    private final boolean follows;
    private final boolean shares;
    private final boolean waits;
    private final boolean joins;
    private final boolean ends;
    private final boolean views;
    /** Whether the call orders nothing but what it gives away. */
    private final boolean apart;
    /** Which arguments are tasks. */
    private final boolean[] tasks;

    /** A method that is seen, and whether a call of it has no receiver, or one that is known to be of a class above. */
    record Seen(Kind kind, String owner, String name, String descriptor, boolean fixed, boolean special) {
        /** {@return the method of a call, null if it is none of these} */
        static Seen of(String owner, String name, String descriptor, Opcode opcode) {
            boolean fixed = opcode == Opcode.INVOKESTATIC;
            Kind kind = owner.equals("java/lang/foreign/MemorySegment") && BULK.contains(name)
                && fixed == name.equals("copy") ? Kind.MEMORY
                : makesHandle(owner, name) ? Kind.MAKES_HANDLE
                : owner.equals("java/lang/System") && name.equals("arraycopy") ? Kind.ELEMENTS
                : owner.equals("java/util/Arrays") || owner.startsWith(STREAM) && name.equals("of") ? Kind.ELEMENTS
                : owner.equals(HANDLE) && hasCoordinates(name, descriptor) ? Kind.USES_HANDLE : Kind.ORDERS;
            Seen seen = new Seen(kind, owner, name, descriptor, fixed, opcode == Opcode.INVOKESPECIAL);
            return kind != Kind.ORDERS || !name.equals("<init>") && seen.orders() ? seen : null;
        }

        private static boolean makesHandle(String owner, String name) {
            return owner.startsWith("java/lang/foreign/") && (name.equals("varHandle") || name.equals(
                "arrayElementVarHandle")) || owner.equals(HANDLE) && name.startsWith("withInvoke")
                || owner.equals("java/lang/invoke/MethodHandles") && name.equals("insertCoordinates");
        }

        /** {@return whether the call is one of a handle on segments, not of one on a variable that is a segment} */
        private static boolean hasCoordinates(String name, String descriptor) {
            List<ClassDesc> all = MethodTypeDesc.ofDescriptor(descriptor).parameterList();
            return COORDINATES.matcher(all.stream().limit(Math.max(0, all.size() - PathHandles.values(name))).map(
                ClassDesc::descriptorString).collect(Collectors.joining())).matches();
        }

        private boolean orders() {
            return startsThread() || loops() || gives() || !special && !fixed && !APART.contains(owner) && (shares()
                || waits() || joins() || owner.equals(HANDLE));
        }

        boolean startsThread() {
            return name.equals("start") && descriptor.equals("()V") && !fixed && !special;
        }

        boolean loops() {
            return owner.startsWith(STREAM) && name.equals("forEach");
        }

        boolean follows() {
            return owner.startsWith(CONCURRENT + "Complet") && FOLLOWERS.matcher(name).lookingAt();
        }

        private boolean concurrent() {
            return owner.startsWith(CONCURRENT) || owner.startsWith("java/lang/Thread$Builder")
                || owner.equals("java/lang/Thread") && fixed;
        }

        /** {@return whether it gives tasks to other threads} */
        boolean gives() {
            return starts() || concurrent() && !fixed && name.startsWith("invokeA");
        }

        boolean starts() {
            return concurrent() && (STARTERS.contains(name) || follows());
        }

        boolean shares() {
            return owner.startsWith(CONCURRENT) || COLLECTIONS.matcher(owner).matches();
        }

        boolean waits() {
            return WAITS.matcher(name + descriptor).matches();
        }

        boolean joins() {
            return JOINS.matcher(name + descriptor).matches() && !owner.startsWith(CONCURRENT);
        }

        boolean ends() {
            return ENDS.matcher(owner).find();
        }
    }

    /** What it is that a method does. */
    enum Kind {
        MEMORY, ELEMENTS, MAKES_HANDLE, USES_HANDLE, ORDERS
    }

    private ProgramCalls(Seen seen, MethodType type, MethodHandle call, int place) {
        this.seen = seen;
        this.type = type;
        this.call = call.asFixedArity().asSpreader(Object[].class, type.parameterCount()).asType(
            MethodType.methodType(Object.class, Object[].class));
        this.place = place;
        this.startsThread = seen.startsThread();
        this.loops = seen.loops();
        this.gives = seen.gives();
        this.starts = seen.starts();
        this.follows = seen.follows();
        this.shares = seen.shares();
        this.waits = seen.waits();
        this.joins = seen.joins();
        this.ends = seen.ends();
        this.views = !type.returnType().isPrimitive() && VIEWS.matcher(seen.name).matches();
        this.apart = seen.special || APART.contains(seen.owner) || seen.fixed && !starts;
        this.tasks = new boolean[type.parameterCount()];
        for (int i = 0; i < tasks.length; i++) {
            tasks[i] = TASKS.matcher(type.parameterType(i).descriptorString()).matches();
        }
    }

    /** Links a call of a rewritten class. */
    public static CallSite link(Lookup lookup, String name, MethodType type, MethodHandle call, String owner,
        String descriptor, int opcode, int place) throws ReflectiveOperationException {
        ProgramCalls made = new ProgramCalls(Seen.of(owner, name, descriptor, Opcode.values()[opcode]), type, call,
            place);
        return new ConstantCallSite(MethodHandles.lookup().findVirtual(ProgramCalls.class, "run",
            MethodType.methodType(Object.class, Object[].class)).bindTo(made).asCollector(Object[].class,
            type.parameterCount()).asType(type));
    }

    private Object run(Object[] arguments) throws Throwable {
        if (place != 0) {
            Sites.at(place);
        }
        switch (seen.kind) {
            case MEMORY -> ProgramAccesses.called(seen.name, arguments);
            case ELEMENTS -> elements(arguments);
            case MAKES_HANDLE -> {
                Object made = call.invokeExact(arguments);
                PathHandles.made(seen.name, arguments, (VarHandle) made);
                return made;
            }
            case USES_HANDLE -> {
                VarHandle handle = (VarHandle) arguments[0];
                MemorySegment segment = (MemorySegment) arguments[1];
                long[] coordinates = new long[arguments.length - 2 - PathHandles.values(seen.name)];
                for (int i = 0; i < coordinates.length; i++) {
                    coordinates[i] = ((Number) arguments[i + 2]).longValue();
                }
                long at = PathHandles.before(handle, segment, coordinates, seen.name);
                Object result = call.invokeExact(arguments);
                PathHandles.after(handle, segment, at, seen.name);
                return result;
            }
            default -> {
                return orders(arguments);
            }
        }
        return call.invokeExact(arguments);
    }

    /** A method of the JDK that loads or stores the elements of arrays, of some with the bounds behind the array. */
    private void elements(Object[] arguments) {
        if (seen.name.equals("arraycopy")) {
            ProgramAccesses.arraycopy(arguments[0], (int) arguments[1], arguments[2], (int) arguments[3],
                (int) arguments[4]);
            return;
        }
        boolean stores = seen.name.startsWith("fill") || seen.name.contains("ort") || seen.name.startsWith("setAll")
            || seen.name.startsWith("parallel");
        for (int i = 0; i < arguments.length; i++) {
            Class<?> each = type.parameterType(i);
            if (each.isArray() && each.componentType().isPrimitive()) {
                boolean bounded = i + 2 < arguments.length && type.parameterType(i + 1) == int.class
                    && type.parameterType(i + 2) == int.class;
                ProgramAccesses.elements(arguments[i], bounded ? (int) arguments[i + 1] : 0, bounded
                    ? (int) arguments[i + 2] : -1, stores ? 1 : 0);
            }
        }
    }

    private Object orders(Object[] arguments) throws Throwable {
        Object receiver = seen.fixed ? null : arguments[0];
        if (startsThread) {
            ThreadOrder.starts(receiver);
            return call.invokeExact(arguments);
        }
        if (loops) {
            arguments[1] = ThreadOrder.each(receiver, arguments[1], type.parameterType(1));
            Object result = call.invokeExact(arguments);
            ThreadOrder.ended(null);
            return result;
        }
        if (gives) {
            give(arguments);
        } else if (shares) {
            for (int i = 1; i < arguments.length; i++) {
                if (tasks[i]) {
                    arguments[i] = ThreadOrder.within(receiver, arguments[i], type.parameterType(i));
                }
            }
        }
        if (apart) {
            return call.invokeExact(arguments);
        }
        if (waits) {
            ThreadOrder.leaves(receiver);
        } else if (receiver != null) {
            ThreadOrder.releases(receiver);
        }
        if (receiver != null && starts) {
            ThreadOrder.goesTo(receiver);
        }
        Object result = call.invokeExact(arguments);
        // Who gives a task away waits for none that was given away before, even where that has ended meanwhile.
        if (starts) {
            ThreadOrder.given(type.returnType().isPrimitive() ? null : result);
            return result;
        }
        if (views) {
            ThreadOrder.view(result, receiver);
        }
        if (joins) {
            ThreadOrder.joined(receiver);
        } else if (waits) {
            ThreadOrder.enters(receiver);
        } else if (ends) {
            ThreadOrder.ended(receiver);
        } else {
            ThreadOrder.acquires(receiver);
        }
        return result;
    }

    /** Has tasks that other threads will run tell of their begin and their end. */
    private void give(Object[] arguments) {
        for (int i = seen.fixed ? 0 : 1; i < arguments.length; i++) {
            Class<?> each = type.parameterType(i);
            if (tasks[i]) {
                arguments[i] = ThreadOrder.task(arguments[i], each, follows);
            } else if (each == Collection.class) {
                arguments[i] = ThreadOrder.tasks(arguments[0], (Collection<?>) arguments[i]);
            } else if (each == Executor.class) {
                ThreadOrder.goesTo(arguments[i]);
            }
        }
    }
}
