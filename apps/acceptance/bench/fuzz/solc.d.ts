declare module 'solc' {
  const solc: {
    /** From the compiler's standard JSON to its output. */
    readonly compile: (input: string) => string;
    readonly version: () => string;
  };
  export default solc;
}
