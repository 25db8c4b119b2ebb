/** Where the command prints: text for the reader, and problems. */
export interface Output {
  readonly print: (text: string) => void;
  readonly printProblem: (text: string) => void;
  /** Styles a text where what `print` prints is shown in colour; by default it never is. */
  readonly style?: (style: Style, text: string) => string;
}

export type Style = 'cyan' | 'dim' | 'green' | 'red';
