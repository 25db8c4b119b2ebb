/** The path of the script with all packages, below the site's base. */
declare const __EXAMPLE_LIBRARY__: string;
/** What a policy calls the script of the frame that runs examples. */
declare const __FRAME_SCRIPT_HASH__: string;

/** The version of the Solidity compiler that the site ships. */
declare const __COMPILER_VERSION__: string;

interface ImportMeta {
  readonly env: { readonly BASE_URL: string; readonly PROD: boolean };
}

declare module '*.css';

/** The address of a file that the build copies as it is. */
declare module '*?url' {
  const address: string;
  export { address as default };
}

/** Answers requests as a node did that was recorded; resolved where the library of examples is built. */
declare module 'virtual:recorded-node' {}
