import { argumentInvalid } from '../../errors.ts';
import { type KnownKeys } from '../../known-keys.ts';
import { type TraceDetail } from '../../vm/machine/trace.ts';
import { type TraceOptions } from './execution-trace.ts';

export const traceOptionKeys: KnownKeys<TraceOptions> = { details: true, maxSteps: true };

const details: readonly TraceDetail[] = ['stack', 'memory', 'storage'];

/** Checks the details. The recorder checks the rest. */
export function checkTraceOptions(options: TraceOptions): TraceOptions {
  if (options.details !== undefined && !Array.isArray(options.details))
    throw argumentInvalid('details', options.details, `a list of ${details.join(', ')}`);
  const unknown = (options.details ?? []).find((detail) => !details.includes(detail));
  if (unknown !== undefined) throw argumentInvalid('details', unknown, details.join(', '));
  return options;
}
