// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;

/** An object with numbers and a text of any length. */
final class Trade implements BytesMarshallable {
    long number;
    double price;
    final StringBuilder name = new StringBuilder();

    @Override
    public void writeMarshallable(BytesOut<?> out) {
        out.writeStopBit(number);
        out.writeDouble(price);
        out.writeUtf8(name);
    }

    @Override
    public void readMarshallable(BytesIn<?> in) {
        number = in.readStopBit();
        price = in.readDouble();
        in.readUtf8(name);
    }

    Trade set(long newNumber, double newPrice, String newName) {
        number = newNumber;
        price = newPrice;
        name.setLength(0);
        name.append(newName);
        return this;
    }

    @Override
    public String toString() {
        return number + " " + price + " " + name;
    }
}
