// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import mpi.CartComm;
import mpi.Comm;
import mpi.Datatype;
import mpi.GraphComm;
import mpi.Group;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import mpi.Op;
import mpi.Prequest;
import mpi.Request;
import mpi.User_function;

/** Calls all methods of freed objects, and of all objects after {@code Finalize}; prints those that aren't refused. */
final class Ended {
    private static Intracomm live;
    private static Group group;

    private static final class Nothing extends User_function {
        @Override
        public void Call(Object in, int inOffset, Object inOut, int inOutOffset, int count, Datatype type) {
        }
    }

    private Ended() {
    }

    /** A freed object with its values for arguments. */
    public static void main(String[] args) {
        MPI.Init(args);
        live = MPI.COMM_WORLD.dup();
        group = MPI.COMM_WORLD.getGroup();
        objects(true).forEach((name, object) -> callAll("freed", name, object));
        Map<String, Object> all = objects(false);
        MPI.Finalize();
        all.forEach((name, object) -> callAll("ended", name, object));
        for (Method method : methods(MPI.class)) {
            call("ended", "MPI", null, method);
        }
    }

    private static Map<String, Object> objects(boolean freed) {
        Map<String, Object> all = new LinkedHashMap<>();
        Intracomm comm = MPI.COMM_WORLD.dup();
        CartComm cart = MPI.COMM_WORLD.createCart(new int[] {1}, new boolean[] {true}, false);
        GraphComm graph = MPI.COMM_WORLD.createGraph(new int[] {0}, new int[0], false);
        Datatype type = Datatype.createContiguous(2, MPI.INT);
        Op op = new Op(new Nothing(), true);
        Prequest request = MPI.COMM_WORLD.sendInit(MPI.newIntBuffer(1), 1, MPI.INT, 0, 1);
        Group group = MPI.COMM_WORLD.getGroup();
        if (freed) {
            comm.free();
            cart.free();
            graph.free();
            type.free();
            op.free();
            request.free();
            group.free();
        }
        all.put("Intracomm", comm);
        all.put("Cartcomm", cart);
        all.put("Graphcomm", graph);
        all.put("Datatype", type);
        all.put("Op", op);
        all.put("Prequest", request);
        all.put("Group", group);
        return all;
    }

    private static Method[] methods(Class<?> type) {
        return Arrays.stream(type.getMethods()).filter(method -> method.getDeclaringClass() != Object.class
            && !method.isSynthetic() && !method.getName().matches("equals|hashCode|toString|[aA]bort"))
            .sorted(Comparator.comparing(Method::toString)).toArray(Method[]::new);
    }

    private static void callAll(String state, String name, Object object) {
        for (Method method : methods(object.getClass())) {
            if (!Modifier.isStatic(method.getModifiers())) {
                call(state, name, object, method);
            }
        }
    }

    private static void call(String state, String name, Object object, Method method) {
        Object[] arguments = Arrays.stream(method.getParameterTypes()).map(Ended::value).toArray();
        String outcome;
        try {
            method.setAccessible(true);
            outcome = "returned " + method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            outcome = e.getCause() instanceof MPIException && String.valueOf(e.getCause().getMessage())
                .matches("(?s).*(is null|freed|MPI.Finalize|opens no ports).*") ? "" : "threw " + e.getCause();
        } catch (ReflectiveOperationException | RuntimeException e) {
            outcome = "threw " + e;
        }
        if (!outcome.isEmpty()) {
            System.out.println(state + ": " + name + "." + method.getName() + Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName).collect(Collectors.joining(", ", "(", ") ")) + outcome.lines().findFirst()
                .orElse(""));
        }
    }

    private static Object value(Class<?> type) {
        if (type == int.class) {
            return 0;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == long.class) {
            return 0L;
        }
        if (type == int[].class || type == Object.class) {
            return new int[] {0};
        }
        if (type == boolean[].class) {
            return new boolean[] {true};
        }
        if (type == Datatype.class) {
            return MPI.INT;
        }
        if (type == Group.class) {
            return group;
        }
        if (type == Op.class) {
            return MPI.SUM;
        }
        if (type == Comm.class || type == Intracomm.class) {
            return live;
        }
        if (type == byte[].class) {
            return new byte[16];
        }
        if (type == String.class) {
            return "a";
        }
        return type == Datatype[].class ? new Datatype[] {MPI.INT} : type == Request[].class ? new Request[0]
            : type == ByteBuffer.class ? ByteBuffer.allocateDirect(16) : type.isArray()
            ? java.lang.reflect.Array.newInstance(type.getComponentType(), 1) : null;
    }
}
