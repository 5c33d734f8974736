// SPDX-License-Identifier: Apache-2.0
package mpi;

/** A grid and a process's place in it. */
public class CartParms {
    /** Numbers of processes in each dimension. */
    public int[] dims;
    /** Whether each dimension wraps round. */
    public boolean[] periods;
    /** Coordinates of the calling process. */
    public int[] coords;

    CartParms(int[] dims, boolean[] periods, int[] coords) {
        this.dims = dims;
        this.periods = periods;
        this.coords = coords;
    }

    /** {@return number of dimensions} */
    public int getDimCount() {
        return dims.length;
    }

//#each type/name/field/does
//#row int | getDim | dims | the number of processes in a dimension
//#row boolean | getPeriod | periods | whether a dimension wraps round
//#row int | getCoord | coords | the coordinate of the calling process in a dimension
    /** {@return $does$} */
    public $type$ $name$(int i) {
        return $field$[i];
    }

//#next
}
