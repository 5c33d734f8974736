// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each line of the table names a member of the JDK and a method of ours that takes and gives the same. */
class RedirectionTest {
    private static final ClassLoader LOADER = RedirectionTest.class.getClassLoader();

    static Stream<List<String>> lines() {
        return Redirection.TABLE.entrySet().stream().flatMap(owner -> owner.getValue().lines()
            .map(line -> Stream.concat(Stream.of(owner.getKey()), Stream.of(line.split(" "))).toList()));
    }

    private static Class<?> type(String name) throws ClassNotFoundException {
        return Class.forName(name.replace('/', '.'), false, LOADER);
    }

    private static Method method(Class<?> owner, String name, String descriptor) throws NoSuchMethodException {
        MethodType type = MethodType.fromMethodDescriptorString(descriptor, LOADER);
        Method method = owner.getMethod(name, type.parameterArray());
        assertEquals(type.returnType(), method.getReturnType());
        return method;
    }

    @ParameterizedTest
    @MethodSource("lines")
    void bothAreThere(List<String> line) throws ReflectiveOperationException {
        assertEquals(5, line.size());
        String owner = line.get(0);
        String name = line.get(3);
        String descriptor = line.get(4);
        if (line.get(2).equals("field")) {
            assertEquals(descriptor, type(owner).getField(name).getType().descriptorString());
        } else {
            assertEquals(line.get(2).equals("static"),
                Modifier.isStatic(method(type(owner), name, descriptor).getModifiers()));
        }
        Redirection to = Redirection.of(Redirection.members(owner), owner, name, descriptor);
        Class<?> target = type(to.target());
        assertTrue(Modifier.isPublic(target.getModifiers()));
        assertTrue(Modifier.isStatic(method(target, name, to.descriptor()).getModifiers()));
        assertEquals(!line.get(2).equals("static"), to.becomesStatic());
        assertTrue(Redirection.mayOwn(owner.length()));
    }

    @Test
    void othersAreLeft() {
        String system = Redirection.members("java/lang/System");
        assertNull(Redirection.of(system, "java/lang/System", "exit", "()V"));
        assertNull(Redirection.of(system, "java/lang/System", "xit", "(I)V"));
        assertNull(Redirection.members("java/lang/String"));
    }

    @ParameterizedTest
    @CsvSource({"java.lang.ClassLoader, 4", "java.net.URLClassLoader, 6"})
    void loadersOfProgramsDefineAsTheirSuperclasses(String name, int forms) throws ReflectiveOperationException {
        Class<?> loader = Class.forName(name);
        Class<?> own = type(Redirection.loader(name.replace('.', '/')));
        assertEquals(loader, own.getSuperclass());
        int found = 0;
        for (Class<?> at = loader; at != Object.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                if (method.getName().equals("defineClass") && Modifier.isProtected(method.getModifiers())) {
                    MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
                    assertTrue(Redirection.defines(own.getName(), type.descriptorString()), type::toString);
                    own.getDeclaredMethod("defineOwn", method.getParameterTypes());
                    found++;
                }
            }
        }
        assertEquals(forms, found);
    }
}
