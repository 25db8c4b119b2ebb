import { createHash } from 'node:crypto';

/** What a policy calls a script that stands in the page itself. */
export const scriptHash = (script: string): string => `sha256-${createHash('sha256').update(script).digest('base64')}`;
