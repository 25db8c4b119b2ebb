/** The path of the script with all packages, below the site's base. */
declare const __EXAMPLE_LIBRARY__: string;
/** What a policy calls the script of the frame that runs examples. */
declare const __FRAME_SCRIPT_HASH__: string;

interface ImportMeta {
  readonly env: { readonly BASE_URL: string; readonly PROD: boolean };
}

declare module '*.css';

/** Answers requests as a node did that was recorded; resolved where the library of examples is built. */
declare module 'virtual:recorded-node' {}
