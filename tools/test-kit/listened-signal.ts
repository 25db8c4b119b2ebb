/** An abort signal that no platform made, and the listeners that it has. */
export function createListenedSignal() {
  const listeners = new Map<() => void, { readonly once?: boolean } | undefined>();
  const signal = {
    aborted: false,
    reason: undefined as unknown,
    addEventListener: (_: 'abort', listener: () => void, options?: { readonly once?: boolean }) =>
      void listeners.set(listener, options),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  const abort = () => {
    Object.assign(signal, { aborted: true, reason: new Error('enough') });
    for (const [listener, options] of listeners) {
      if (options?.once === true) listeners.delete(listener);
      listener();
    }
  };
  return { signal, listeners, abort };
}
