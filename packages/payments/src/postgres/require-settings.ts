import { PaymentsError } from '../errors.ts';

/** A setting of a server, and the values with which the server keeps every confirmed change. */
export interface ServerSetting {
  readonly name: string;
  readonly value: string;
  readonly isSafe: boolean;
  readonly expected: string;
}

/** Throws `STORE_UNSAFE` with the names of the settings that lose data. */
export function requireSafe(settings: readonly ServerSetting[]): void {
  const unsafe = settings
    .filter(({ isSafe }) => !isSafe)
    .map(({ name, value, expected }) => `${name} is ${value}, and must be ${expected}`);
  if (unsafe.length > 0) throw new PaymentsError('STORE_UNSAFE', { settings: unsafe.join('; ') });
}
