// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each line of the table names a member of the JDK and a method of ours with the same types. */
class RedirectionTest {
    private static final ClassLoader LOADER = RedirectionTest.class.getClassLoader();

    static Stream<List<String>> lines() {
        return Redirection.MEMBERS.entrySet().stream().flatMap(owner -> owner.getValue().keySet().stream()
            .map(member -> List.of(owner.getKey(), member)));
    }

    private static boolean isStatic(Class<?> owner, String name, String descriptor) throws NoSuchMethodException {
        MethodType type = MethodType.fromMethodDescriptorString(descriptor, LOADER);
        Method method = owner.getMethod(name, type.parameterArray());
        assertEquals(type.returnType(), method.getReturnType());
        assertTrue(Modifier.isPublic(method.getModifiers()));
        return Modifier.isStatic(method.getModifiers());
    }

    @ParameterizedTest
    @MethodSource("lines")
    void bothExist(List<String> line) throws ReflectiveOperationException {
        Redirection to = Redirection.MEMBERS.get(line.get(0)).get(line.get(1));
        String type = to.type().descriptorString();
        String descriptor = line.get(1).substring(to.name().length());
        Class<?> owner = Class.forName(line.get(0).replace('/', '.'));
        if (!descriptor.startsWith("(")) {
            assertEquals(descriptor, owner.getField(to.name()).getType().descriptorString());
            assertEquals("()" + descriptor, type);
        } else if (isStatic(owner, to.name(), descriptor)) {
            assertEquals(descriptor, type);
        } else {
            assertEquals("(L" + line.get(0) + ";" + descriptor.substring(1), type);
        }
        Class<?> ours = Class.forName(to.owner().packageName() + "." + to.owner().displayName());
        assertTrue(Modifier.isPublic(ours.getModifiers()));
        assertTrue(isStatic(ours, to.name(), type));
    }
}
