import { invalidArgument, mustBe, type KnownKeys } from '../../errors.ts';
import { type TraceDetail } from '../../vm/machine/trace.ts';
import { type TraceOptions } from './execution-trace.ts';

export const traceOptionKeys: KnownKeys<TraceOptions> = { details: true, maxSteps: true };

const details: readonly TraceDetail[] = ['stack', 'memory', 'storage'];

/** Checks the details; the recorder checks the rest. */
export function checkTraceOptions(options: TraceOptions): TraceOptions {
  if (options.details !== undefined && !Array.isArray(options.details))
    invalidArgument('details', mustBe(`a list of ${details.join(', ')}`, options.details));
  const unknown = (options.details ?? []).find((detail) => !details.includes(detail));
  if (unknown !== undefined) invalidArgument('details', mustBe(details.join(', '), unknown));
  return options;
}
