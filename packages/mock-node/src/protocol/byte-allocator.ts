/** V8 keeps longer arrays outside of its heap. Allocating one there takes several times as long. */
const MAX_ON_HEAP = 64;
const MAX_SHARED = 1024;
const SLAB_BYTES = 8192;

/** Creates a function that allocates bytes of 0. Arrays of up to a kilobyte are parts of one buffer. */
export function createByteAllocator(): (length: number) => Uint8Array<ArrayBuffer> {
  let slab = new ArrayBuffer(0);
  let used = 0;
  return (length) => {
    if (length <= MAX_ON_HEAP || length > MAX_SHARED) return new Uint8Array(length);
    if (used + length > slab.byteLength) {
      slab = new ArrayBuffer(SLAB_BYTES);
      used = 0;
    }
    const bytes = new Uint8Array(slab, used, length);
    used += length;
    return bytes;
  };
}
