import { type AbortSignalLike, type EnergySource } from '@coin/units';
import { computeFrom, unreadable } from '../../compute-from.ts';
import { argumentInvalid, isFeeError } from '../../errors.ts';

/** The errors with which sources have rejected. A planner passes them on. */
const fromSources = /* @__PURE__ */ new WeakSet();

const isObject = (value: unknown): value is object => Object(value) === value;

const REQUIRED = ['simulate', 'contractState', 'energyRules'] as const;
const OPTIONAL = ['estimate', 'genesisId', 'funds', 'accountExists'] as const;

/** The source with its methods checked, each of which returns a promise. Its errors are remembered as its own. */
export function watchSource(source: EnergySource): EnergySource {
  const watched = (name: keyof EnergySource) => {
    const method: unknown = source[name];
    if (method === undefined && OPTIONAL.some((optional) => optional === name)) return [];
    if (typeof method !== 'function') throw argumentInvalid(`source.${name}`, method, 'a function');
    const ask = async (...args: unknown[]): Promise<unknown> => {
      try {
        return await (Reflect.apply(method, source, args) as unknown);
      } catch (error) {
        if (isObject(error)) fromSources.add(error);
        throw error;
      }
    };
    return [[name, ask] as const];
  };
  if (!isObject(source)) throw unreadable('source', source);
  return Object.fromEntries([...REQUIRED, ...OPTIONAL].flatMap(watched)) as unknown as EnergySource;
}

/** Throws unless listeners can be added to a signal and removed from it. */
export function requireSignal(signal: AbortSignalLike): void {
  computeFrom('signal', signal, () => {
    for (const name of ['addEventListener', 'removeEventListener'] as const)
      if (typeof signal[name] !== 'function') throw argumentInvalid(`signal.${name}`, signal[name], 'a function');
  });
}

/** The error that a plan rejects with: those of its source and the reason of an abort stay as they are. */
export function planFailure(error: unknown, call: unknown, options: { signal?: AbortSignalLike }): unknown {
  // Reading a call throws errors. Any other value was rejected by a source.
  const isKnown = isFeeError(error) || !isObject(error) || fromSources.has(error);
  return isKnown || isAborted(options) ? error : unreadable('call', call, error);
}

function isAborted(options: { signal?: AbortSignalLike }): boolean {
  try {
    return options.signal?.aborted === true;
  } catch {
    return false;
  }
}
