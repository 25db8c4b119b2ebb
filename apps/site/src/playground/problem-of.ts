/** What an error says, without the link to its page. Of an error that a worker threw only the message arrives. */
export const problemOf = (error: unknown): string =>
  error instanceof Error ? error.message.replace(/\nDocs: .*$/, '') : String(error);
