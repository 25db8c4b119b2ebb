/** An abort signal that no platform made, and the listeners that it has. */
export function createListenedSignal() {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  const abort = () => {
    Object.assign(signal, { aborted: true, reason: new Error('enough') });
    for (const listener of listeners) listener();
  };
  return { signal, listeners, abort };
}
