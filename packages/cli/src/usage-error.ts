/** A mistake on the command line. Reported in one line, with exit code 2. */
export class UsageError extends Error {}

/** The node does not have what was asked for. Reported in one line, with exit code 5. */
export class NotFoundError extends Error {}
