declare module 'solc' {
  const solc: {
    /** From the compiler's standard JSON to its output. */
    readonly compile: (input: string) => string;
  };
  export default solc;
}
