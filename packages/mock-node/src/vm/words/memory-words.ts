const TWO_32 = 4_294_967_296;
const SMALL_HIGH = 0x20_0000;

/** Reads 32 bytes of memory into word `index`. */
export function loadWord(view: DataView, offset: number, small: Float64Array, limbs: Int32Array, index: number): void {
  const at = index * 8;
  const l7 = view.getInt32(offset);
  const l6 = view.getInt32(offset + 4);
  const l5 = view.getInt32(offset + 8);
  const l4 = view.getInt32(offset + 12);
  const l3 = view.getInt32(offset + 16);
  const l2 = view.getInt32(offset + 20);
  const l1 = view.getUint32(offset + 24);
  const l0 = view.getUint32(offset + 28);
  if ((l7 | l6 | l5 | l4 | l3 | l2) === 0 && l1 < SMALL_HIGH) {
    small[index] = l1 * TWO_32 + l0;
    return;
  }
  small[index] = -1;
  limbs[at] = l0;
  limbs[at + 1] = l1;
  limbs[at + 2] = l2;
  limbs[at + 3] = l3;
  limbs[at + 4] = l4;
  limbs[at + 5] = l5;
  limbs[at + 6] = l6;
  limbs[at + 7] = l7;
}

/** Writes word `index` to 32 bytes of memory. */
export function storeWord(view: DataView, offset: number, small: Float64Array, limbs: Int32Array, index: number): void {
  const value = small[index]!;
  if (value >= 0) {
    view.setFloat64(offset, 0);
    view.setFloat64(offset + 8, 0);
    view.setFloat64(offset + 16, 0);
    view.setInt32(offset + 24, value / TWO_32);
    view.setInt32(offset + 28, value);
    return;
  }
  const at = index * 8;
  view.setInt32(offset, limbs[at + 7]!);
  view.setInt32(offset + 4, limbs[at + 6]!);
  view.setInt32(offset + 8, limbs[at + 5]!);
  view.setInt32(offset + 12, limbs[at + 4]!);
  view.setInt32(offset + 16, limbs[at + 3]!);
  view.setInt32(offset + 20, limbs[at + 2]!);
  view.setInt32(offset + 24, limbs[at + 1]!);
  view.setInt32(offset + 28, limbs[at]!);
}
