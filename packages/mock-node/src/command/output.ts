/** The streams to which the command prints text and problems. */
export interface Output {
  readonly print: (text: string) => void;
  readonly printProblem: (text: string) => void;
  /** Styles a text if the output supports colour; by default it does not. */
  readonly style?: (style: Style, text: string) => string;
}

export type Style = 'cyan' | 'dim' | 'green' | 'red';
