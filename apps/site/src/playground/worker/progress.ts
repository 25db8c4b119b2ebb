/** How far a task is: a share of 0 to 1, and what it is doing. */
export interface Progress {
  readonly share: number;
  readonly step: string;
}

export type ReportProgress = (progress: Progress) => void;
