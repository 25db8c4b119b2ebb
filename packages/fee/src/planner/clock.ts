/** Time, as the planner needs it: give one in tests. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after so many milliseconds; used only while another process of a fleet reads. */
  sleep(ms: number): Promise<unknown>;
}

// Every host of JavaScript has this timer, though the language does not define it.
type Host = { setTimeout(done: (value: unknown) => void, ms: number): unknown };

export const hostClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => new Promise((done) => (globalThis as unknown as Host).setTimeout(done, ms)),
};
