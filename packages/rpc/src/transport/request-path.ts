import { type RequestOptions } from './transport.ts';

const SOLID_PREFIX = '/walletsolidity/';

/** The path of a request in the state that it reads. */
export const pathOf = (headPath: string, { state }: RequestOptions): string =>
  state === 'solid' ? headPath.replace('/wallet/', SOLID_PREFIX) : headPath;

export const readsSolidState = (path: string): boolean => path.startsWith(SOLID_PREFIX);
